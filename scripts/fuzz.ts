/**
 * Runs the property tests with new inputs for `FUZZ_SECONDS` (default 60), on all cores. Each round prints its seed:
 * `FC_SEED=… FC_FACTOR=… bun test props/shell props/policy` repeats it.
 */
import { availableParallelism } from "node:os";

import { pinnedBun, ROOT } from "./toolchain.ts";

const FACTOR = "10";
const seconds = Number(process.env["FUZZ_SECONDS"] ?? 60);
if (!(seconds > 0)) throw new Error("FUZZ_SECONDS must be a number of seconds");

const deadline = Date.now() + seconds * 1000;
let rounds = 0;
let failures = 0;

async function work(): Promise<void> {
  while (Date.now() < deadline && failures === 0) {
    const seed = String(Math.trunc(Math.random() * 2 ** 31));
    const child = Bun.spawn([pinnedBun(), "test", "--timeout=600000", "props/shell", "props/policy", "props/pi"], {
      cwd: ROOT,
      env: { ...process.env, FC_SEED: seed, FC_FACTOR: FACTOR },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const report = await new Response(child.stderr).text();
    rounds++;
    const failed = (await child.exited) !== 0;
    if (failed) failures++;
    console.log(
      `FC_SEED=${seed} FC_FACTOR=${FACTOR}: ${failed ? `failed\n${report.replaceAll(/^\(pass\).*\n/gm, "")}` : "fine"}`,
    );
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(`${rounds} rounds, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
