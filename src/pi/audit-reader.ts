/** Reads the audit log back, across its rotated files and while it is written. */
import { existsSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { codeOf } from "../authority/thrown.ts";
import { type AuditEntry, parseEntry } from "../policy/audit-entry.ts";
import { lockOf } from "./audit.ts";
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

/** How often, and after how many milliseconds, files are opened again that were put aside meanwhile. */
const MAX_ATTEMPTS = 50;
const PAUSE_MS = 10;

/** The files of a log, the oldest first, all as they were at one moment. */
async function openFiles(path: string): Promise<GrowingFile[]> {
  for (let attempt = 1; ; attempt++) {
    const newest = await openIfThere(path);
    const files: GrowingFile[] = newest === undefined ? [] : [newest];
    for (let index = 1; ; index++) {
      const file = await openIfThere(`${path}.${index}`);
      if (file === undefined) break;
      files.unshift(file);
    }
    const now = await stat(path).catch(() => undefined);
    const rotating = now?.ino !== newest?.inode || existsSync(lockOf(path));
    // A lock that stays was left behind.
    if (!rotating || attempt === MAX_ATTEMPTS) return files;
    for (const file of files) await file.close();
    await sleep(PAUSE_MS);
  }
}

async function openIfThere(path: string): Promise<GrowingFile | undefined> {
  try {
    return await GrowingFile.of(await open(path, "r"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function* linesOf(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<AuditLine> {
  for await (const text of lines) if (text !== "") yield { text, entry: parseEntry(text) };
}
