/** The only programs that a traced bash finds: scripts that write down how they were called. */
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What a stub does after it has written down its words. */
const STUBS: Readonly<Record<string, string>> = {
  // Its words again, so that they can be another program's text.
  alpha: `command printf '%s\\n' "$*"`,
  beta: "exit 1",
  // Now this, now that.
  gamma: "exit $(($$ % 2))",
  delta: `command printf '%s\\n' "$1"; exit $(($# % 2))`,
  zap: ":",
  rm: ":",
  git: ":",
  a: ":",
  // What it is given. A text that never ends is cut by the time limit.
  relay: `while IFS= read -r line || [ -n "$line" ]; do command printf '%s\\n' "$line"; done`,
};

/** Programs that run another one, by their own option grammars; what they find is a stub again. */
const REAL_WRAPPERS = "timeout nice ionice chrt nohup setsid stdbuf time env xargs find".split(" ");

const SHELLS = ["bash", "sh"] as const;

/** What ends the words of one call in a trace. */
export const END_OF_CALL = "\u001E";

/**
 * Writes a stub for each name to a directory: it appends its words to the file `$TRACE`, each with a NUL behind it.
 *
 * @param more names of further stubs, which do nothing else
 */
export async function writeStubs(directory: string, more: readonly string[] = []): Promise<void> {
  await mkdir(directory, { recursive: true });
  const write = async (name: string, rest: string) => {
    const file = join(directory, name);
    // One append for each call, since programs run side by side. Expects no `PATH`, no locale and no functions.
    const trace = `command printf '%s\\0' ${name} "$@" '${END_OF_CALL}' 2>/dev/null >> "\${TRACE:-/dev/null}"`;
    await writeFile(file, `#!/bin/sh\n${trace}\n${rest}\n`);
    await chmod(file, 0o755);
  };
  for (const name of more) await write(name, ":");
  for (const [name, rest] of Object.entries(STUBS)) await write(name, rest);
  for (const name of [...REAL_WRAPPERS, ...SHELLS]) {
    const real = Bun.which(name, { PATH: "/bin:/usr/bin:/usr/local/bin" });
    // A system without one of them only sees less.
    if (real !== null) await write(name, `exec ${real} "$@"`);
  }
}
