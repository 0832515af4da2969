/** Reads the audit log back, across its rotated files and while it is written. */
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { type AuditEntry, parseEntry } from "../policy/audit-entry.ts";
import { GrowingFile } from "./lines.ts";

/** A line of the log. */
export interface AuditLine {
  readonly text: string;
  /** Undefined where the line is broken, or of a schema that is not known. */
  readonly entry: AuditEntry | undefined;
}

/** How often a log that is followed is looked at, in milliseconds. */
const POLL_MS = 200;

/**
 * The lines of a log, the oldest first.
 *
 * @param follow goes on with what is written later, until the caller stops
 * @throws if there is no log, unless it is followed
 */
export async function* readAudit(path: string, follow = false): AsyncGenerator<AuditLine> {
  let files = await openFiles(path);
  if (files.length === 0 && !follow) throw new Error(`${path}: there is no audit log`);
  try {
    for (;;) {
      for (const [index, file] of files.entries()) {
        yield* linesOf(file.lines());
        if (index === files.length - 1 && follow) continue;
        yield* linesOf([await file.close()]);
      }
      if (!follow) return;
      files = await nextFiles(path, files.at(-1));
    }
  } finally {
    for (const file of files) await file.close().catch(() => undefined);
  }
}

/** Waits a little; gives the file that was read last, and those that are newer. */
async function nextFiles(path: string, last: GrowingFile | undefined): Promise<GrowingFile[]> {
  await sleep(POLL_MS);
  const files = await openFiles(path);
  if (last === undefined) return files;
  // Who opened it before it was put aside may still write to it: it is read once more. One that is gone was the oldest.
  const known = files.findIndex(({ inode }) => inode === last.inode);
  for (const file of files.splice(0, known + 1)) await file.close();
  return [last, ...files];
}

/** The files of a log, the oldest first. */
async function openFiles(path: string): Promise<GrowingFile[]> {
  const files: GrowingFile[] = [];
  // The newest is opened first: one that is put aside meanwhile is met again, and none is missed.
  for (let index = 0; ; index++) {
    const handle = await open(index === 0 ? path : `${path}.${index}`, "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    // The newest is missing for a moment while it is put aside.
    if (handle === undefined && index > 0) return files;
    if (handle === undefined) continue;
    const file = await GrowingFile.of(handle);
    if (files.some(({ inode }) => inode === file.inode)) await file.close();
    else files.unshift(file);
  }
}

async function* linesOf(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<AuditLine> {
  for await (const text of lines) if (text !== "") yield { text, entry: parseEntry(text) };
}
