/** Appends to the audit log: whole lines, on disk before the caller goes on, whatever other processes do meanwhile. */
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

import { codeOf, messageOf } from "../authority/thrown.ts";
import type { AuditEntry } from "../policy/audit-entry.ts";

/** Where the log is, and how much of it is kept. */
export interface AuditSettings {
  readonly path: string;
  /** Bytes; a file that would get longer is put aside as `.1`, and what was that as `.2`. */
  readonly maxBytes: number;
  /** How many files are kept besides the one that is written. */
  readonly keep: number;
}

/** After so many milliseconds the maker of a lock is gone. */
const LOCK_MS = 10_000;

/** A line is written again this often. */
const MAX_ATTEMPTS = 3;

/**
 * A link in the place of the log is not followed: it would let the log grow into another file. Nor is a pipe waited for.
 * Windows has neither flag.
 */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** All files of a log, the newest first. */
export function auditFiles({ path, keep }: Pick<AuditSettings, "path" | "keep">): readonly string[] {
  return [path, ...Array.from({ length: keep }, (_, index) => `${path}.${index + 1}`)];
}

/** The file that who rotates a log has for a moment. */
export function lockOf(path: string): string {
  return `${path}.lock`;
}

/** The audit log of one session. */
export class AuditLog {
  private works = true;
  private reported = false;

  /** @param onFailure told of the first failure */
  constructor(
    private readonly settings: AuditSettings,
    private readonly onFailure: (path: string, error: string) => void,
  ) {}

  /** False from a failed write on, until one succeeds again. */
  get healthy(): boolean {
    return this.works;
  }

  /** Makes an entry, writes it and waits until it is on disk. Never throws: whether it worked is told by `healthy`. */
  append(make: () => AuditEntry): void {
    try {
      const line = `${JSON.stringify(make())}\n`;
      // A file without a name was rotated out, or removed, while it was being written: the line is in nobody's log. There
      // are file systems that never tell.
      for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.write(line); attempt++);
      this.works = true;
    } catch (error) {
      this.works = false;
      this.report(messageOf(error));
    }
  }

  private report(error: string): void {
    if (this.reported) return;
    this.reported = true;
    try {
      this.onFailure(this.settings.path, error);
    } catch {
      // There is nobody left to tell.
    }
  }

  /** Whether the line is in a file that has a name. */
  private write(entry: string): boolean {
    const { path, maxBytes } = this.settings;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      rotate(this.settings, maxBytes - Buffer.byteLength(entry));
    } catch {
      // Better a log that is too long than none.
    }
    const file = openSync(path, FLAGS, 0o600);
    try {
      const found = fstatSync(file);
      if (!found.isFile()) throw new Error("is no regular file");
      if ((found.mode & 0o077) !== 0) fchmodSync(file, 0o600);
      const line = Buffer.from(endsLine(file, found.size) ? entry : `\n${entry}`);
      // One call, so that lines of other processes stand before or behind it. It is cut short where the disk is full.
      const written = writeSync(file, line);
      if (written < line.length) throw new Error(`no more than ${written} of ${line.length} bytes could be written`);
      fdatasyncSync(file);
      return fstatSync(file).nlink > 0;
    } finally {
      closeSync(file);
    }
  }
}

/** Whether a file is at the start of a line: what a full disk, or a crash, has cut off stays a line of its own. */
function endsLine(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || readSync(file, last, 0, 1, size - 1) === 0 || last[0] === 0x0a;
}

/** Puts the file aside if it is longer than `limit`, unless another process is about to. */
function rotate({ path, keep }: AuditSettings, limit: number): void {
  const isFull = () => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && found.isFile() && found.size > Math.max(limit, 0);
  };
  if (!isFull()) return;
  const lock = lockOf(path);
  if (!take(lock)) return;
  try {
    // Another process may have been faster.
    if (!isFull()) return;
    let last = 0;
    while (last < keep && existsSync(`${path}.${last + 1}`)) last++;
    for (let index = Math.min(last, keep - 1); index > 0; index--)
      renameSync(`${path}.${index}`, `${path}.${index + 1}`);
    if (keep > 0) renameSync(path, `${path}.1`);
    else rmSync(path);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Takes a lock; one that was left behind is taken away, for the next time. */
function take(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // Two that see it at once would each take the other's: only one can rename it.
    if (age > LOCK_MS) {
      const aside = `${lock}.${process.pid}`;
      renameSync(lock, aside);
      rmSync(aside, { force: true });
    }
    return false;
  }
}
