import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new directory, by its real path; `using` it removes it at the end of the block. */
export function scratchDirectory(): Disposable & { readonly path: string } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "portcullis-scratch-")));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
