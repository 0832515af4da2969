import { analyze } from "../shell/units.ts";
import { secondsOf } from "../shell/wrappers.ts";
import { lessTimeout } from "./inner-command.ts";
import { parseTimeoutWrapper } from "./timeout-wrapper.ts";

/**
 * A command that is, whole, one `timeout DURATION INNER` and its redirections, as the inner command and a limit in seconds;
 * `undefined` for any other.
 *
 * @param prefix what the shell reads before it
 * @example hoistTimeout("timeout 5m pnpm test 2>&1") // { command: "pnpm test 2>&1", seconds: 300 }
 */
export function hoistTimeout(command: string, prefix?: string): { command: string; seconds: number } | undefined {
  if (!/^\s*timeout[ \t]/.test(command)) return undefined;
  const { units, assignments, redirects } = analyze(command);
  const [unit, ...more] = units.filter(({ context }) => context !== "wrapper");
  if (unit === undefined || more.length > 0 || assignments.length > 0) return undefined;
  let rest = command.slice(0, unit.start) + command.slice(unit.end);
  for (const { source } of redirects) rest = rest.replace(source, "");
  const parsed = parseTimeoutWrapper(unit.source);
  if (rest.trim() !== "" || parsed === undefined) return undefined;
  const bare = lessTimeout(command, unit.start, parsed, prefix);
  return bare === undefined ? undefined : { command: bare, seconds: secondsOf(parsed.duration) };
}
