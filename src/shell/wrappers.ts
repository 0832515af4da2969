/**
 * Programs that run the command their words give, and how they read their words up to it. Each row is from the program's
 * own manual; what is not in its row is not recognised, and what runs then is a hole.
 */

import { nameSet } from "./names.ts";

/** What becomes of the command that a wrapper's words give. */
export type Manner =
  /** It runs as it stands: a rule about it is all there is to say. */
  | "as it is"
  /** It runs with more arguments behind it, or in the place of a placeholder. */
  | "with arguments"
  /** It runs as another user, elsewhere, or in some other way that the command alone does not show. */
  | "otherwise";

/** How a program's words are read. */
export interface WrapperGrammar {
  readonly manner: Manner;
  /** Options without an argument; `--name=` is one whose argument, optional or not, is in the same word. */
  readonly flags: ReadonlySet<string>;
  /** Options with an argument: the rest of the word, what stands behind a `=`, or the next word. */
  readonly options: ReadonlySet<string>;
  /** Options whose argument may be left out: it is the rest of the word, or what stands behind a `=`. */
  readonly optional: ReadonlySet<string>;
  /** Other words before the operands. */
  readonly numeric: RegExp | undefined;
  /** The operands before the command. */
  readonly operands: readonly RegExp[];
  /** `NAME=value` words may stand before the command. */
  readonly assignments: boolean;
  /** Without a command it runs nothing, and no shell either. */
  readonly idle: boolean;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A duration as GNU timeout has it, in seconds: `1.5h` is 5400. */
export function secondsOf(duration: string): number {
  return Number.parseFloat(duration) * (SECONDS[duration.at(-1) ?? ""] ?? 1);
}

/** A duration of GNU timeout: "a floating point number with an optional suffix". */
const DURATION = /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)[smhd]?$/;
const NUMBER = /^-?[0-9]+$/;
const OPERAND = /^[^-]/;

function row(
  manner: Manner,
  flags = "",
  options = "",
  more: Partial<Pick<WrapperGrammar, "operands" | "assignments" | "numeric" | "idle">> & { optional?: string } = {},
): WrapperGrammar {
  const { optional = "", ...others } = more;
  return {
    manner,
    flags: nameSet(flags),
    options: nameSet(options),
    optional: nameSet(optional),
    numeric: undefined,
    operands: [],
    assignments: false,
    idle: manner !== "otherwise",
    ...others,
  };
}

/** The option grammars. Options that read files, name another command or change what runs are left out on purpose. */
const GRAMMARS: Readonly<Record<string, WrapperGrammar>> = {
  // Time, priority, buffering, session: the command stays what it is.
  timeout: row("as it is", "-v --verbose -f --foreground -p --preserve-status", "-k --kill-after -s --signal", {
    operands: [DURATION],
  }),
  nice: row("as it is", "", "-n --adjustment", { numeric: /^-[-+]?[0-9]+$/ }),
  ionice: row("as it is", "-t --ignore", "-c --class -n --classdata"),
  chrt: row(
    "as it is",
    "-b --batch -d --deadline -f --fifo -i --idle -o --other -r --rr -R --reset-on-fork -v --verbose",
    "-T --sched-runtime -P --sched-period -D --sched-deadline",
    { operands: [NUMBER] },
  ),
  stdbuf: row("as it is", "", "-i --input -o --output -e --error"),
  setsid: row("as it is", "-c --ctty -f --fork -w --wait"),
  nohup: row("as it is"),
  time: row("as it is", "-p --portability -v --verbose -q --quiet", "-f --format"),
  // Builtins: `-p` of `command` is another PATH, `-a` of `exec` another name.
  command: row("as it is"),
  builtin: row("as it is"),
  exec: row("as it is", "-c -l"),
  xargs: row(
    "with arguments",
    "-0 --null -r --no-run-if-empty -t --verbose -x --exit -o --open-tty",
    "-n --max-args -P --max-procs -L -s --max-chars -d --delimiter -E -a --arg-file -I",
    { optional: "-e --eof -i --replace -l --max-lines" },
  ),
  // Another environment, another user, another root: the command is only half of it.
  env: row("otherwise", "-i --ignore-environment -0 --null -v --debug -", "-u --unset -C --chdir", {
    assignments: true,
    idle: true,
  }),
  sudo: row(
    "otherwise",
    "-A --askpass -b --background -B --bell -E --preserve-env --preserve-env= -H --set-home -k --reset-timestamp -n --non-interactive -N --no-update -P --preserve-groups -S --stdin",
    "-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -D --chdir -R --chroot",
    { assignments: true },
  ),
  doas: row("otherwise", "-n -L", "-u -C -a"),
  chroot: row("otherwise", "--skip-chdir", "--userspec --groups", { operands: [OPERAND] }),
  flock: row(
    "otherwise",
    "-s --shared -x -e --exclusive -n --nb --nonblock -o --close -F --no-fork --verbose",
    "-w --wait --timeout -E --conflict-exit-code",
    { operands: [OPERAND], idle: true },
  ),
  taskset: row("otherwise", "-a --all-tasks -c --cpu-list", "", { operands: [/^[0-9a-fA-Fx,:-]+$/] }),
  strace: row("otherwise", "-f -ff -q -qq -t -tt -r -T -v -x -c -C -y -yy -k", "-e -o -s -p -u -P -a -b -I -S -E"),
  // Of macOS; elsewhere it takes no operands.
  arch: row("otherwise", "-32 -64 -c -h -arm64 -arm64e -i386 -x86_64 -x86_64h", "-d -e", { idle: true }),
  faketime: row("otherwise", "-m -f", "", { operands: [/./] }),
  tini: row("otherwise", "-s -g -v -w", "-p -e"),
  "dumb-init": row("otherwise", "-c --single-child -v --verbose"),
  busybox: row("otherwise"),
  toybox: row("otherwise"),
  unbuffer: row("otherwise", "-p"),
  fakeroot: row("otherwise"),
  eatmydata: row("otherwise"),
  proxychains: row("otherwise", "-q"),
  proxychains4: row("otherwise", "-q"),
  torsocks: row("otherwise"),
  caffeinate: row("otherwise", "-d -i -m -s -u"),
};

/** The same programs under other names. */
const ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  ["timeout", "nice", "nohup", "env", "xargs", "stdbuf", "time", "chroot"].map((name) => [`g${name}`, name]),
);

/** The option grammar of a program, if it has one here. */
export function grammarOf(name: string): WrapperGrammar | undefined {
  const known = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
  return Object.hasOwn(GRAMMARS, known) ? GRAMMARS[known] : undefined;
}

/** Programs whose words name another command, in grammars that are not here. */
export const OPAQUE_WRAPPERS: ReadonlySet<string> = nameSet(
  "su runuser newgrp pkexec sg gosu su-exec s6-setuidgid run0 dzdo pfexec setpriv capsh", // another user
  "unshare nsenter fakeroot-sysv fakeroot-tcp proot bwrap firejail systemd-nspawn machinectl", // root
  "prlimit numactl cgexec choom schedtool cpulimit uclampset trickle", // limits
  "setarch linux32 linux64 i386 i586 i686 x86_64 uname26 runcon aa-exec catchsegv", // how it is loaded
  "systemd-run systemd-cat systemd-inhibit debconf debconf-apt-progress dpkg-architecture sotruss dbus-run-session dbus-launch xvfb-run ssh-agent openvt flatpak-spawn", // sessions
  "parallel rust-parallel rush sem watch watchexec entr nodemon hyperfine concurrently cross-env dotenv", // runners
  "setlock lckdo zrun mispipe timelimit coresched not-14 chpst softlimit setuidgid envdir start-stop-daemon daemonize run-parts logsave", // services
  "ltrace memusage heaptrack perf valgrind gdb script scriptlive expect rlwrap chronic ifne pee nq tsp at batch crontab", // watchers
  "tmux screen dtach xterm uxterm lxterm x-terminal-emulator konsole gnome-terminal kitty alacritty urxvt", // terminals
  "sshpass autossh ssh mosh rsh adb vagrant wsl distrobox toolbox lxc-attach lxc-execute", // elsewhere
  "coreutils mpirun srun wine", // many programs in one
);

/** Whether a program runs another one in a grammar that is not here; the loader of programs is one. */
export function isOpaqueWrapper(name: string): boolean {
  return OPAQUE_WRAPPERS.has(name) || /^ld[^/]*\.so/.test(name);
}

const FD = /^(?:-[A-Za-z0-9]*[xX]|--exec)/;
/** How a container tool is told to run a command. */
export const CONTAINER = /^(?:run|exec|create|debug|unshare|ssh|sh|shell|attach|enter|plugin)$/;
/** Long options may be abbreviated. */
const FILTER = /^--f/;

/** Programs that run a command only where one of their words is of this form, or not known. */
export const RUNNING_OPERANDS: Readonly<Record<string, RegExp | undefined>> = {
  fd: FD,
  fdfind: FD,
  split: FILTER,
  gsplit: FILTER,
  ...Object.fromEntries(
    "docker docker-compose podman nerdctl buildah crictl kubectl oc lxc incus apptainer singularity"
      .split(" ")
      .map((name) => [name, CONTAINER]),
  ),
};

/** `find`, and what takes its words. */
export const FIND: ReadonlySet<string> = new Set(["find", "gfind", "bfs"]);

/** First words of container tools with which they run none of their other words. */
export const INERT_SUBCOMMANDS: ReadonlySet<string> = nameSet(
  "ps images logs inspect version info pull push tag start stop restart rm rmi kill stats top port rename wait pause unpause login logout events history load save import search diff get describe apply delete explain scale rollout label annotate",
);

/** Shells: what they run is a file's or a text's matter. */
export const SHELLS: ReadonlySet<string> = nameSet(
  "sh bash rbash dash ash sash posh zsh ksh rksh rzsh mksh pdksh lksh oksh loksh yash csh tcsh fish elvish nu osh ysh xonsh rc pwsh powershell",
);

/** Whether a program is a shell; `bash-5.2` is one too. */
export function isShell(name: string): boolean {
  return SHELLS.has(name.replace(/[-.]static$|-?[0-9.]+$/, ""));
}

/** The user's own wrappers, by the names of their programs. */
export type Wrappers = ReadonlyMap<string, WrapperGrammar>;

/** A word before the command of a user's wrapper. */
const PLAIN_OPERAND = /^[^-\0][^\0]*$/;

/** The grammar of a wrapper that the user says is transparent: its options without and with an argument, and its operands. */
export function userGrammar(
  flags: readonly string[],
  withArgument: readonly string[],
  operands: number,
): WrapperGrammar {
  return row("as it is", flags.join(" "), withArgument.join(" "), {
    operands: Array.from({ length: operands }, () => PLAIN_OPERAND),
  });
}
