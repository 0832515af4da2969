/** Which assignments reach a program's environment, or change what bash itself does. */
import type { AssignmentUnit } from "../shell/units.ts";

/** Variables that bash gives a meaning, beyond telling what it did. */
const SPECIAL =
  /^(?:BASH.*|CDPATH|COLUMNS|COMP.*|DIRSTACK|ENV|EXECIGNORE|FCEDIT|FIGNORE|FUNCNEST|GLOBIGNORE|GLOBSORT|GROUPS|HIST.*|HOME|HOSTFILE|IFS|IGNOREEOF|INPUTRC|INSIDE_EMACS|LANG|LANGUAGE|LC_.*|LD_.*|DYLD_.*|LINENO|LINES|MAIL.*|OLDPWD|OPT.*|PATH|POSIXLY_CORRECT|PPID|PROMPT.*|PS[0-4]|PWD|S?RANDOM|READLINE_.*|REPLY|SECONDS|SHELL|SHELLOPTS|SHLVL|TEXTDOMAIN.*|TIMEFORMAT|TMOUT|TMPDIR|TZ|E?UID|_|auto_resume|histchars)$/;

/** Names that environments usually export, for where the real one is not known. */
const USUALLY_EXPORTED =
  /^(?:EDITOR|VISUAL|PAGER|LESS.*|MANPAGER|BROWSER|TERM.*|COLORTERM|DISPLAY|WAYLAND_DISPLAY|XDG_.*|DBUS_.*|SSH_.*|GIT_.*|GPG_.*|USER|USERNAME|LOGNAME|HOSTNAME|NODE_.*|NPM_.*|npm_.*|PYTHON.*|PERL.*|RUBY.*|GEM_.*|GO[A-Z]*|CARGO_.*|RUST.*|JAVA_.*|CLASSPATH|MAVEN_.*|CC|CXX|CPP|LD|AR|CFLAGS|CXXFLAGS|LDFLAGS|MAKEFLAGS|MFLAGS|PKG_CONFIG.*|AWS_.*|GOOGLE_.*|AZURE_.*|DOCKER_.*|KUBE.*|PI_.*|.*_proxy|.*_PROXY|CI|DEBUG|HOST|PORT)$/;

/**
 * Whether an assignment is judged by `env`: it stands before a command, it is exported, it is to a variable that the
 * environment exports, or it is to one that bash gives a meaning. `IFS= read …` only tells `read` how to split.
 *
 * @param env the environment that the shell starts with; a usual one is assumed where it is not known
 */
export function reachesEnvironment(
  { name, command, exported }: AssignmentUnit,
  env: Readonly<Record<string, unknown>> | undefined,
): boolean {
  if (exported) return true;
  if (command !== undefined) return !(name === "IFS" && command === "read");
  if (name === "REPLY" || name === "OPTARG") return false;
  return SPECIAL.test(name) || (env === undefined ? USUALLY_EXPORTED.test(name) : Object.hasOwn(env, name));
}

/** Variables that nothing runs by, with the values of which that is known. */
interface HarmlessVariables {
  readonly names: string;
  readonly values: RegExp;
}

/** No path, and nothing that could become one. */
const PLAIN = /^(?!.*\.\.)[A-Za-z0-9_.,:*=+-]*$/;
const SWITCH = /^(?:|0|1|on|off|true|false|yes|no|auto|always|never|full)$/;
const NUMBERS = /^[0-9]+(?:[.,][0-9]+)*$/;

/** The assignments that need no rule of their own; with each row, why it can make no program load or run anything else. */
export const HARMLESS_VARIABLES: readonly HarmlessVariables[] = [
  // The name of a mode: at most it chooses among files of the project, in the place where they are.
  {
    names: "CI NODE_ENV RAILS_ENV RACK_ENV MIX_ENV APP_ENV FLASK_ENV",
    values: PLAIN,
  },
  // Chooses what is logged.
  {
    names: "DEBUG RUST_LOG LOG_LEVEL LOGLEVEL NODE_DEBUG",
    values: PLAIN,
  },
  // Switches how output, traces or caches are written, and where is not its to say.
  {
    names: "VERBOSE RUST_BACKTRACE RUST_LIB_BACKTRACE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONFAULTHANDLER",
    values: SWITCH,
  },
  // Colours and warnings.
  {
    names:
      "NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CARGO_TERM_COLOR NPM_CONFIG_COLOR npm_config_color PY_COLORS GTEST_COLOR NODE_DISABLE_COLORS NODE_NO_WARNINGS",
    values: PLAIN,
  },
  // A locale that the system has or has not; a path is none of these values.
  {
    names: "LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC LC_TIME LC_MONETARY",
    values: /^(?:|C|POSIX|(?:C|[a-z]{2,3}_[A-Z]{2})\.(?:UTF-8|utf8))$/,
  },
  // A time zone: data, looked up below the system's directory of them.
  {
    names: "TZ",
    values: /^(?!.*\.\.)[A-Za-z0-9_+-][A-Za-z0-9_+\-/,.]*$/,
  },
  // A terminal that the system describes.
  {
    names: "TERM",
    values: /^(?:dumb|ansi|linux|vt100|vt220|xterm|xterm-256color|screen|screen-256color|tmux-256color)$/,
  },
  // Numbers.
  {
    names:
      "COLUMNS LINES PORT PYTHONHASHSEED SOURCE_DATE_EPOCH OMP_NUM_THREADS CUDA_VISIBLE_DEVICES UV_THREADPOOL_SIZE CMAKE_BUILD_PARALLEL_LEVEL",
    values: NUMBERS,
  },
  // Switches a feature of the program itself.
  {
    names:
      "CGO_ENABLED GO111MODULE CARGO_INCREMENTAL DOCKER_BUILDKIT COMPOSE_DOCKER_CLI_BUILD CTEST_OUTPUT_ON_FAILURE TOKENIZERS_PARALLELISM GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT PIP_NO_INPUT PIP_DISABLE_PIP_VERSION_CHECK HOMEBREW_NO_AUTO_UPDATE",
    values: SWITCH,
  },
  // Switches off what is sent home.
  {
    names: "DO_NOT_TRACK NEXT_TELEMETRY_DISABLED ASTRO_TELEMETRY_DISABLED DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_NOLOGO",
    values: SWITCH,
  },
  // Asks no questions; other values name a module to load.
  {
    names: "DEBIAN_FRONTEND",
    values: /^noninteractive$/,
  },
];

const HARMLESS = new Map(
  HARMLESS_VARIABLES.flatMap(({ names, values }) => names.split(" ").map((name) => [name, values])),
);

/** Whether an assignment can make no program load or run anything else. `+=` may make any value of it. */
export function isHarmless({ name, text, holes }: AssignmentUnit): boolean {
  if (holes.length > 0 || !text.startsWith(`${name}=`)) return false;
  return HARMLESS.get(name)?.test(text.slice(name.length + 1)) === true;
}
