/** Real bash as an oracle for syntax: what it refuses to read, and what it makes of words. */

import { availableParallelism } from "node:os";

export const BASH = "/bin/bash";

/** Whether bash reads a text without a syntax error. Runs nothing. */
export async function bashReads(source: string): Promise<boolean> {
  const child = Bun.spawn([BASH, "-n", "-c", "--", source], {
    stdio: ["ignore", "ignore", "ignore"],
    env: { LC_ALL: "C.UTF-8" },
  });
  return (await child.exited) === 0;
}

/** Those of many texts that bash refuses to read, found by a few bashes that fork for each. Runs nothing. */
export async function bashRejects(sources: readonly string[]): Promise<string[]> {
  const share = Math.ceil(sources.length / availableParallelism());
  const shares = Array.from({ length: availableParallelism() }, (_, index) =>
    rejected(sources.slice(index * share, (index + 1) * share)),
  );
  return (await Promise.all(shares)).flat();
}

async function rejected(sources: readonly string[]): Promise<string[]> {
  // What is wrong inside of `[[` it says, and yet exits with 0.
  const loop = `while IFS= read -r -d '' text; do
    said=$("$BASH" -n -c -- "$text" 2>&1 >/dev/null) && [[ -z $said || $said == *warning:* ]] || printf '%s\\0' "$text"
  done`;
  const child = Bun.spawn([BASH, "-c", loop], {
    stdio: [new Blob(sources.map((source) => `${source}\0`)), "pipe", "inherit"],
    env: { LC_ALL: "C.UTF-8" },
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) > 1) throw new Error("bash could not be asked");
  return output.split("\0").slice(0, -1);
}

/** What bash makes of each of many words, given the values of variables: the arguments that a command gets for it. */
export async function bashArguments(words: readonly string[], env: Record<string, string>): Promise<string[][]> {
  const lines = words.map((word) => `p ${word}\n`).join("");
  const script = `p() { for word; do printf '%s\\0' "$word"; done; printf '\\1\\0'; }\n${lines}`;
  const child = Bun.spawn([BASH, "-s"], {
    stdio: [new Blob([script]), "pipe", "ignore"],
    env: { ...env, LC_ALL: "C.UTF-8" },
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("bash could not be asked");
  const given = output
    .split("\x01\0")
    .slice(0, -1)
    .map((one) => one.split("\0").slice(0, -1));
  // A word that ends its line, or the script, would shift all others.
  if (given.length !== words.length) throw new Error("bash did not answer for each word");
  return given;
}
