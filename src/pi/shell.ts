import type { Settings } from "./settings.ts";

/** Makes any text one that is not understood. */
const UNREADABLE = "\0";

/** The text that a command of the model is judged by: with what Pi puts before it, and unreadable to another shell than bash. */
export function judgedText(command: string, shell: Settings["shell"]): string {
  const text = shell.prefix === undefined ? command : `${shell.prefix}\n${command}`;
  const isBash = shell.path === undefined || /(?:^|[/\\])bash(?:\.exe)?$/.test(shell.path);
  return isBash ? text : `${text}${UNREADABLE}`;
}
