/** The V0.1 grammar of `inner-cmd`: one `timeout`, a duration, no options. */

/** A duration of GNU timeout that is no zero and has no leading one; then one command, on one line. */
const TIMEOUT = /^timeout[ \t]+([1-9][0-9]*(?:\.[0-9]+)?[smhd]?)[ \t]+(.+)$/;

/**
 * The duration and the inner command of a `timeout`; `undefined` for whatever is not exactly that.
 *
 * @example parseTimeoutWrapper("timeout 5m pnpm test") // { duration: "5m", innerCommand: "pnpm test" }
 */
export function parseTimeoutWrapper(text: string): { duration: string; innerCommand: string } | undefined {
  const [, duration, innerCommand] = TIMEOUT.exec(text) ?? [];
  if (duration === undefined || innerCommand === undefined || innerCommand.trim() === "") return undefined;
  return { duration, innerCommand };
}

/**
 * The complete command with a unit's text replaced by its inner command; `undefined` unless the unit is found in it exactly
 * once, be it overlapping.
 *
 * @example stripWrapperUnit("cd x && timeout 5 ls | tail", "timeout 5 ls", "ls") // "cd x && ls | tail"
 */
export function stripWrapperUnit(full: string, unit: string, inner: string): string | undefined {
  const at = full.indexOf(unit);
  if (unit === "" || at === -1 || full.includes(unit, at + 1)) return undefined;
  return full.slice(0, at) + inner + full.slice(at + unit.length);
}
