/** What the commands of the terminal share: their arguments, and how they answer. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

import { messageOf } from "./authority/thrown.ts";
import { loadSettingsFiles, type Settings, settingsFiles } from "./pi/settings.ts";

/** Wrong usage; the answer to it is how to do it right. */
export class UsageError extends Error {}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line, and waits where the reader is slow. */
export async function printSlowly(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

/** The settings that a command reads, and the files that they come from. */
export function readSettings(file: string | undefined): { settings: Settings; files: readonly string[] } {
  if (file !== undefined && !existsSync(file)) throw new Error(`${file}: there is no such file`);
  const { global, project } = settingsFiles(process.cwd(), true);
  const layers = file === undefined ? [global, project] : [file];
  return { settings: loadSettingsFiles(layers), files: layers.flatMap((one) => one ?? []).filter(existsSync) };
}

/** The values of options by their names, and of flags whether they are there. */
export interface Options {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly string[];
}

/** Takes options with a value, and flags without one; operands where there may be any. */
export function takeOptions(
  args: readonly string[],
  withValue: readonly string[],
  flags: readonly string[],
  allowPositionals = false,
): Options {
  const options = Object.fromEntries([
    ...withValue.map((name) => [name, { type: "string" as const }] as const),
    ...flags.map((name) => [name, { type: "boolean" as const }] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals });
    const given = Object.entries<unknown>(values);
    return {
      values: Object.fromEntries(given.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
      flags: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
      operands: positionals,
    };
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** The log that a command is about: the one named, or that of the settings. */
export function auditPath(file: string | undefined, settings: Settings): string {
  const path = file ?? settings.audit?.path;
  if (path === undefined) throw new Error("the settings keep no audit log (`audit` is false): name one with --file");
  return path;
}

/** A number with the word that it counts: `count(1, "line")`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
