/**
 * Programs that run the command their words give. Issue by issue this table learns their option grammars; until a
 * program's own grammar is here, what it runs is a hole.
 */

/** A duration of GNU timeout: "a floating point number with an optional suffix". */
const DURATION = /^[0-9]+(?:\.[0-9]+)?[smhd]?$/;

/**
 * Wrappers whose inner command starts right after these operands, where no option stands before them: programs that run
 * it as it is, and the builtins that run the program (`command`, `exec`) or the builtin (`builtin`) of that name.
 */
export const PLAIN_WRAPPERS: Readonly<Record<string, readonly RegExp[] | undefined>> = {
  timeout: [DURATION],
  nice: [],
  nohup: [],
  setsid: [],
  command: [],
  builtin: [],
  exec: [],
};

/** Programs whose words name another command, in grammars of their own. */
export const OPAQUE_WRAPPERS: ReadonlySet<string> = new Set([
  ...Object.keys(PLAIN_WRAPPERS), // with options, or with computed words
  ..."env sudo doas su runuser pkexec sg setpriv chroot unshare nsenter capsh fakeroot proot bwrap firejail".split(" "),
  ..."ionice chrt taskset stdbuf unbuffer prlimit numactl cgexec systemd-run dbus-run-session xvfb-run".split(" "),
  ..."xargs parallel rust-parallel rush sem watch entr flock strace ltrace perf valgrind script expect time".split(" "),
  ..."busybox toybox ssh mosh rsh chpst softlimit setuidgid envdir start-stop-daemon daemonize tini dumb-init".split(
    " ",
  ),
]);

/** Search programs, and the options with which they run a command for each result. */
export const EXEC_OPTIONS: Readonly<Record<string, RegExp | undefined>> = {
  find: /^-(?:exec|ok)(?:dir)?$/,
  fd: /^(?:-[A-Za-z0-9]*[xX]|--exec)/,
  fdfind: /^(?:-[A-Za-z0-9]*[xX]|--exec)/,
};

/** Container programs, and their subcommands that run a command. */
export const CONTAINER_PROGRAMS: ReadonlySet<string> = new Set(["docker", "podman", "nerdctl", "kubectl", "lxc"]);
export const CONTAINER_SUBCOMMANDS: ReadonlySet<string> = new Set(["run", "exec", "create", "debug"]);

/** Shells: what they run is a file's or a text's matter. */
export const SHELLS: ReadonlySet<string> = new Set(
  "sh bash rbash dash ash zsh ksh ksh93 mksh pdksh lksh yash csh tcsh fish elvish nu pwsh powershell".split(" "),
);
