/** What bash evaluates, or looks up, only when it runs: values as expressions, names as commands. */
import type { Feature } from "../features.ts";
import type { Scribe } from "../scribe.ts";

/** Texts that are an expression, and as one run something. */
const VALUES = ["a[$(zap x)]", "a[`zap x`]", "1+a[$(zap x)]", "x=a[$(zap y)]", "a[$(zap x)]++", "a[a[$(zap x)]]"];

/** In each text `@` is such a value; it always stands in single quotes, alone or as a part of them. */
const EVALUATED: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  "arithmetic on a variable": [
    "v='@'; ((v))",
    "v='@'; alpha $((v + 1))",
    "v='@'; alpha ${x:v}",
    "v='@'; a[v]=1",
    "v='@'; [[ v -eq 0 ]]",
    "v='@'; for ((i = v; i < 1; i++)); do :; done",
    "v=w; w='@'; ((v))",
    "for v in 1 '@'; do ((v)); done",
    "v=1; v+='+@'; ((v))",
    "alpha ${v:='@'}; ((v))",
    "alpha 1 '@' | while read v; do alpha $((v)); done",
    "v='@' eval '((v))'",
    "v='@' bash -c '((v))'",
    "f() { ((v)); }; v='@' f",
    "v=1; (( v == 1 ? w : 0 )); w='@'; ((w))",
  ],
  "indirect expansion": [
    "v='@'; alpha ${!v}",
    "v='@'; alpha ${!v:-q}",
    "set -- '@'; alpha ${!1}",
    "set -- '@'; alpha ${!#}",
  ],
  "prompt expansion": ["v='$(zap x)'; alpha ${v@P}", "v='`zap x`'; alpha \"${v@P}\"", "v='@'; alpha ${v@P}"],
  "printf -v": [
    "printf -v '@' q",
    "printf -v v %s '@'; ((v))",
    "printf '%d' '@'",
    "printf -v PS4 '$(zap x)'; set -x; :",
  ],
  "test -v": [
    "[ -v '@' ]",
    "test -v '@'",
    "[[ -v '@' ]]",
    "test ! -v '@'",
    "[ -R '@' ]",
    "v=-v; [ $v '@' ]",
    "test -n '@'",
  ],
  read: [
    "read '@' <<< 1",
    "read v <<< '@'; ((v))",
    "read -a v <<< '@'; ((v))",
    "IFS= read -r v <<< '@' && alpha $((v))",
  ],
  let: ["let '@'", "let v='@'", "v='@'; let v", "let 'q = @'"],
  "integer variable": ["declare -i v='@'", "declare -i v; v='@'", "typeset -i v=1; v+='@'", "declare -a -i v=('@')"],
  unset: ["unset '@'", "unset -v '@'", "a=(1 2); unset 'a[$(zap x)]'"],
  "mapfile -C": ["mapfile -C 'zap m' -c 1 v <<< q", "readarray -C zap -c1 v < <(alpha q)", "mapfile '@' <<< q"],
  "name reference": ["declare -n v='@'; alpha $v", "declare -n v='@'; v=1", "a=(1); declare -n v='@'; ((v))"],
};

/** Names and texts that become commands. */
const LOOKED_UP: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  "trace prompt": ["PS4='$(zap x)'; set -x; alpha", "PS4='`zap x` '; set -x; :", "PS4='$(zap p)' bash -xc alpha"],
  "prompt command": [
    "PROMPT_COMMAND='zap x' bash -i <<< :",
    "PS1='$(zap x)' bash --norc -i <<< :",
    "PS0='$(zap x)'; alpha",
  ],
  alias: [
    "shopt -s expand_aliases\nalias q='zap x'\nq y",
    "shopt -s expand_aliases; alias alpha='zap '\nalpha beta",
    "alias q=zap; q",
  ],
  "hash -p": ['hash -p "$BIN/zap" alpha; alpha x', 'hash -p "$BIN/zap" q && q y', 'BASH_CMDS[q]="$BIN/zap"; q z'],
  "positional parameters as a command": [
    'set -- zap x; "$@"',
    "set -- zap x; $1 q",
    "set -- zap; $*",
    'f() { "$@"; }; f zap y',
    "set zap 'a b'; $@",
  ],
  "last argument": ["alpha zap; $_ x", ": zap; $_", "alpha 'zap x'; eval \"$_\"", 'alpha zap\n"$_" y'],
  "field separators": [
    "IFS=x; v=zapxy; $v",
    "IFS=,; set -- zap b; $*",
    "IFS=:; alpha $(alpha a:b)",
    "v='zap,x'; IFS=, ; alpha $v; $v",
    "IFS=,; v=(zap x); ${v[*]}",
  ],
  "variable as a command": [
    "v=zap; $v x",
    'v="zap x"; $v y',
    'v=zap; "$v"',
    "v=za; ${v}p x",
    'v=(zap x); "${v[@]}"',
    "v=zap; ${v:-alpha}",
    "v=; $v zap x",
  ],
  "loop variable as a command": [
    "for v in zap alpha; do $v; done",
    "for v in 'zap a' b; do $v; done",
    'for v in zap; do "$v" $v; done',
  ],
  "exported function": [
    "alpha() { zap x; }; export -f alpha; bash -c alpha",
    "f() { zap $1; }; export -f f; alpha q | xargs bash -c 'f k'",
  ],
  "startup file": [
    "BASH_ENV=<(alpha 'zap x') bash -c :",
    "alpha 'zap x' > f1; BASH_ENV=./f1 bash -c :",
    "ENV=<(alpha 'zap x') sh -i <<< :",
  ],
};

/** What few programs have, and what is most often not understood where it stands. */
const RARE: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  "old arithmetic expansion": ["alpha $[1 + 1]", "alpha $[$(zap x)]", 'alpha "$[1]" $[`zap x`]', "zap $[\n1]"],
  "assigned default value": ["alpha ${v:=zap} $v", "alpha ${v=a b}; $v", "${v:=zap} x", 'alpha "${v:=$(zap x)}"'],
  "translated string": ['alpha $"a b"', 'alpha $"$(zap x)"', '$"zap" x', 'zap $"a`alpha`"'],
  "substitution in arithmetic": [
    "alpha $((1 + $(alpha 1)))",
    "(( $(alpha 0) ))",
    "alpha $((`zap x`0))",
    "alpha ${x:$(alpha 1)}",
  ],
  "backquotes in backquotes": [
    "alpha `alpha \\`zap x\\``",
    'alpha "`alpha \\`zap \\"x\\"\\``"',
    "`alpha \\`alpha zap\\` x`",
  ],
  "array element": [
    "a=(x zap); alpha ${a[1]}",
    "a=(x zap); ${a[1]} y",
    "alpha ${a[$(zap x)]}",
    "declare -A a; a[k]=zap; ${a[k]} x",
  ],
};

/** A command, or a few, whose meaning is decided late. */
export function lateCommand(scribe: Scribe): string {
  const table = scribe.pick([EVALUATED, EVALUATED, LOOKED_UP, LOOKED_UP, RARE]);
  const [feature, texts] = scribe.pick(Object.entries(table) as [Feature, readonly string[]][]);
  const text = scribe.pick(texts);
  return scribe.reach(feature, table === EVALUATED ? text.replaceAll("@", () => scribe.pick(VALUES)) : text);
}
