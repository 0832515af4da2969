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
export const OPAQUE_WRAPPERS: ReadonlySet<string> = new Set(
  [
    ...Object.keys(PLAIN_WRAPPERS), // with options, or with computed words
    "env sudo doas su runuser pkexec sg gosu su-exec s6-setuidgid run0 dzdo pfexec setpriv capsh", // another user
    "chroot unshare nsenter fakeroot fakeroot-sysv fakeroot-tcp proot bwrap firejail systemd-nspawn machinectl", // root
    "ionice chrt taskset stdbuf unbuffer prlimit numactl cgexec choom schedtool cpulimit uclampset trickle", // limits
    "setarch linux32 linux64 i386 x86_64 runcon aa-exec faketime eatmydata catchsegv", // how it is loaded
    "systemd-run systemd-cat systemd-inhibit debconf dpkg-architecture sotruss dbus-run-session dbus-launch xvfb-run ssh-agent openvt caffeinate flatpak-spawn", // sessions
    "xargs parallel rust-parallel rush sem watch watchexec entr nodemon hyperfine concurrently cross-env dotenv", // runners
    "flock setlock chpst softlimit setuidgid envdir start-stop-daemon daemonize tini dumb-init run-parts logsave", // services
    "strace ltrace perf valgrind gdb script expect rlwrap chronic ifne pee time nq tsp at batch crontab", // watchers
    "tmux screen dtach xterm konsole gnome-terminal kitty alacritty urxvt", // terminals
    "proxychains proxychains4 torsocks sshpass autossh ssh mosh rsh adb vagrant wsl distrobox toolbox", // elsewhere
    "busybox toybox coreutils gtimeout gnice gnohup genv gxargs gstdbuf mpirun srun wine", // under other names
  ].flatMap((names) => names.split(" ")),
);

const FD = /^(?:-[A-Za-z0-9]*[xX]|--exec)/;
const CONTAINER = /^(?:run|exec|create|debug)$/;

/** Programs that run a command only where one of their words is of this form, or not known. */
export const RUNNING_OPERANDS: Readonly<Record<string, RegExp | undefined>> = {
  find: /^-(?:exec|ok)(?:dir)?$/,
  fd: FD,
  fdfind: FD,
  split: /^--filter/,
  ...Object.fromEntries(
    "docker docker-compose podman nerdctl buildah crictl kubectl oc lxc apptainer singularity lxc-attach"
      .split(" ")
      .map((name) => [name, CONTAINER]),
  ),
};

/** Shells: what they run is a file's or a text's matter. */
export const SHELLS: ReadonlySet<string> = new Set(
  "sh bash rbash dash ash sash posh zsh ksh rksh rzsh mksh pdksh lksh yash csh tcsh fish elvish nu osh ysh xonsh rc pwsh powershell".split(
    " ",
  ),
);
