/**
 * The syntax tree of a bash text. Words, their parts, assignments, redirections and commands carry their spans in the
 * text that they were read from: UTF-16 offsets, half open; the lists of commands have none. Unions are closed over `kind`.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Something that was not understood, at a place of the source. */
export interface Problem {
  readonly span: Span;
  readonly message: string; // unexpected `)`
}

export type WordPart = LiteralPart | ExpansionPart | SubstitutionPart;

export interface LiteralPart extends Span {
  readonly kind: "literal";
  readonly text: string; // quotes and escapes resolved
  readonly quoted: boolean; // 'a b'  "a"  \;  $'\n'
}

export interface ExpansionPart extends Span {
  readonly kind: "expansion";
  readonly reason: HoleReason;
  readonly quoted: boolean; // "$x"
  readonly name: string | undefined; // the x of $x and ${x}, the @ of $@
  readonly braced: boolean; // ${x}, not $x
  readonly list: boolean; // $@, ${a[@]}: any number of words, even in quotes
  readonly inner: readonly WordPart[]; // the parts of the words inside: ${x:-a$(b)}, $((1 + $x))
  readonly evaluates: Evaluation | undefined; // what bash evaluates of it as an expression: $((x + 1)), ${a[i]}
}

/** Text that bash evaluates as an arithmetic expression: the values of its variables are expressions in turn. */
export interface Evaluation {
  readonly names: readonly string[]; // x, y of x + y
  readonly assigned: readonly string[]; // x of x = 1: an integer from then on
  readonly written: readonly string[]; // x of x = 1, x += 1, x++, x[1] = 1
  readonly opaque: boolean; // it has parts that could be any expression
}

export interface SubstitutionPart extends Span {
  readonly kind: "substitution";
  readonly script: Script; // $(…)  `…`  <(…)
  readonly quoted: boolean; // "$(…)"
  readonly process: boolean; // <(…)  >(…): the name of a file, not the output
}

/** Why a part of a text is known only at run time. */
export type HoleReason =
  | "parameter expansion"
  | "command substitution"
  | "process substitution"
  | "arithmetic expansion"
  | "pathname expansion"
  | "brace expansion"
  | "tilde expansion"
  | "locale-dependent text"
  | "computed command name"
  | "text that runs later"
  | "inner command of a wrapper"
  | "argument from a wrapper"
  | "text that was not understood"
  | "computed directory";

export interface Word extends Span {
  readonly parts: readonly WordPart[]; // a"b c"$x
  readonly assignment?: Assignment; // where it is an operand of `declare` or its kin that bash reads as one
}

export interface Assignment extends Span {
  readonly name: string; // the NAME of NAME=value and NAME+=value
  readonly append: boolean; // NAME+=value
  readonly subscript: readonly WordPart[] | undefined; // NAME[subscript]=value
  readonly evaluates: Evaluation | undefined; // of the subscript
  readonly value: Word; // may have no parts
  readonly elements: readonly Word[] | undefined; // NAME=(a [1]=b)
}

export type RedirectOperator = "<" | ">" | ">>" | ">|" | "<>" | "&>" | "&>>" | "<&" | ">&" | "<<<" | "<<" | "<<-";

export interface Redirect extends Span {
  readonly operator: RedirectOperator;
  readonly descriptor: number | undefined; // the 2 of 2>file
  readonly variable: string | undefined; // the fd of {fd}>file
  readonly target: Word; // for << the delimiter
  body: Word | undefined; // of a here-document; read where the next line starts
}

export type Command =
  | SimpleCommand
  | Subshell
  | BraceGroup
  | If
  | Loop
  | For
  | ArithmeticFor
  | Case
  | FunctionDefinition
  | Coprocess
  | Conditional
  | Arithmetic;

export interface SimpleCommand extends Span {
  readonly kind: "simple";
  readonly assignments: readonly Assignment[]; // A=1 B=2 cmd
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
}

export interface Subshell extends Span {
  readonly kind: "subshell"; // ( list )
  readonly script: Script;
  readonly redirects: readonly Redirect[];
}

export interface BraceGroup extends Span {
  readonly kind: "group"; // { list; }
  readonly script: Script;
  readonly redirects: readonly Redirect[];
}

export interface If extends Span {
  readonly kind: "if"; // if a; then b; elif c; then d; else e; fi
  readonly scripts: readonly Script[]; // a, b, c, d, e
  readonly redirects: readonly Redirect[];
}

export interface Loop extends Span {
  readonly kind: "loop"; // while a; do b; done   until a; do b; done
  readonly scripts: readonly Script[]; // a, b
  readonly redirects: readonly Redirect[];
}

export interface For extends Span {
  readonly kind: "for"; // for x in a b; do c; done   select x in a b; do c; done
  readonly selects: boolean; // select, which sets REPLY too
  readonly name: Word; // x
  readonly words: readonly Word[] | undefined; // undefined without `in`: the positional parameters
  readonly script: Script; // c
  readonly redirects: readonly Redirect[];
}

export interface ArithmeticFor extends Span {
  readonly kind: "arithmetic for"; // for ((i = 0; i < 3; i++)); do c; done
  readonly expression: ExpansionPart;
  readonly script: Script; // c
  readonly redirects: readonly Redirect[];
}

export interface Case extends Span {
  readonly kind: "case"; // case x in a | b) c ;; esac
  readonly word: Word; // x
  readonly clauses: readonly { readonly patterns: readonly Word[]; readonly script: Script }[];
  readonly redirects: readonly Redirect[];
}

export interface FunctionDefinition extends Span {
  readonly kind: "function"; // f() { a; }   function f { a; }
  readonly name: Word;
  readonly body: Command;
  readonly redirects: readonly Redirect[]; // always empty: they belong to the body
}

export interface Coprocess extends Span {
  readonly kind: "coprocess"; // coproc NAME { a; }   coproc a
  readonly name: string | undefined;
  readonly body: Command;
  readonly redirects: readonly Redirect[]; // always empty: they belong to the body
}

export interface Conditional extends Span {
  readonly kind: "conditional"; // [[ a == b && -f c ]]
  readonly words: readonly Word[]; // operators among them
  readonly evaluates: Evaluation | undefined; // [[ a -eq 1 ]], [[ -v a ]]
  readonly redirects: readonly Redirect[];
}

export interface Arithmetic extends Span {
  readonly kind: "arithmetic"; // (( a + 1 ))
  readonly expression: ExpansionPart;
  readonly redirects: readonly Redirect[];
}

export interface Pipeline {
  readonly commands: readonly Command[]; // a | b |& c
  readonly negated: boolean; // ! a
}

export interface AndOr {
  readonly pipelines: readonly Pipeline[]; // a && b || c
  readonly operators: readonly ("&&" | "||")[]; // one less
  readonly background: boolean; // a &
  readonly endsLine: boolean; // a newline stands behind it
}

export interface Script {
  readonly items: readonly AndOr[];
}
