/** What shell syntax is made of; each is one token, or starts one that goes on. */
export const TOKENS: readonly string[] = [
  ..."a b=1 c=( ( ) { } ; & && || | ! time if then else fi for in do done while case esac ;; function f() [[ ]] ((".split(
    " ",
  ),
  ...")) $( ` ' \" # < <<E >& <( $(( ${x coproc select x)".split(" "),
  "\n",
  "\nE\n",
  "\\\n",
];

/** Every text of that many tokens, with a blank between them. */
export function* texts(length: number): Generator<string> {
  if (length === 0) yield "";
  else for (const rest of texts(length - 1)) for (const token of TOKENS) yield rest === "" ? token : `${rest} ${token}`;
}
