import { readFileSync } from "node:fs";

/** The values of a file of JSON lines, each taken for a `T`; blank lines are none. */
export function readJsonLines<T>(file: string): T[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as T);
}
