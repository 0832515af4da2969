/** Which assignments reach a program's environment, or change what bash itself does. */
import type { AssignmentUnit } from "../shell/units.ts";

/** Variables that bash gives a meaning, beyond telling what it did. */
const SPECIAL =
  /^(?:BASH.*|CDPATH|COLUMNS|COMP.*|DIRSTACK|ENV|EXECIGNORE|FCEDIT|FIGNORE|FUNCNEST|GLOBIGNORE|GLOBSORT|GROUPS|HIST.*|HOME|HOSTFILE|IFS|IGNOREEOF|INPUTRC|INSIDE_EMACS|LANG|LANGUAGE|LC_.*|LD_.*|DYLD_.*|LINENO|LINES|MAIL.*|OLDPWD|OPT.*|PATH|POSIXLY_CORRECT|PPID|PROMPT.*|PS[0-4]|PWD|S?RANDOM|READLINE_.*|REPLY|SECONDS|SHELL|SHELLOPTS|SHLVL|TEXTDOMAIN.*|TIMEFORMAT|TMOUT|TMPDIR|TZ|E?UID|_|auto_resume|histchars)$/;

/** Names that environments usually export, for where the real one is not known. */
const USUALLY_EXPORTED =
  /^(?:EDITOR|VISUAL|PAGER|LESS.*|MANPAGER|BROWSER|TERM.*|COLORTERM|DISPLAY|WAYLAND_DISPLAY|XDG_.*|DBUS_.*|SSH_.*|GIT_.*|GPG_.*|USER|USERNAME|LOGNAME|HOSTNAME|NODE_.*|NPM_.*|npm_.*|PYTHON.*|PERL.*|RUBY.*|GEM_.*|GO[A-Z]*|CARGO_.*|RUST.*|JAVA_.*|CLASSPATH|MAVEN_.*|CC|CXX|CPP|LD|AR|CFLAGS|CXXFLAGS|LDFLAGS|MAKEFLAGS|MFLAGS|PKG_CONFIG.*|AWS_.*|GOOGLE_.*|AZURE_.*|DOCKER_.*|KUBE.*|PI_.*|.*_proxy|.*_PROXY|CI|DEBUG|HOST|PORT)$/;

/**
 * Whether an assignment is judged by `env`: it stands before a command, it is to a variable that the environment exports,
 * or it is to one that bash gives a meaning. `IFS= read …` only tells `read` how to split.
 *
 * @param env the environment that the shell starts with; a usual one is assumed where it is not known
 */
export function reachesEnvironment(
  { name, command }: AssignmentUnit,
  env: Readonly<Record<string, unknown>> | undefined,
): boolean {
  if (command !== undefined) return !(name === "IFS" && command === "read");
  if (name === "REPLY" || name === "OPTARG") return false;
  return SPECIAL.test(name) || (env === undefined ? USUALLY_EXPORTED.test(name) : Object.hasOwn(env, name));
}
