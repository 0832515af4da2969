/**
 * The syntax tree of a bash text. Every node carries its span in the text that it was read from: UTF-16 offsets, half
 * open. Unions are closed over `kind`.
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
}

export interface SubstitutionPart extends Span {
  readonly kind: "substitution";
  readonly script: Script; // $(…)  `…`
  readonly quoted: boolean; // "$(…)"
}

/** Why a part of a text is known only at run time. */
export type HoleReason =
  | "parameter expansion"
  | "command substitution"
  | "pathname expansion"
  | "brace expansion"
  | "tilde expansion"
  | "locale-dependent text"
  | "computed command name"
  | "text that runs later"
  | "inner command of a wrapper"
  | "text that was not understood"
  | "computed directory";

export interface Word extends Span {
  readonly parts: readonly WordPart[]; // a"b c"$x
}

export interface Assignment extends Span {
  readonly name: string; // the NAME of NAME=value and NAME+=value
  readonly append: boolean; // NAME+=value
  readonly value: Word; // may have no parts
}

export type RedirectOperator = "<" | ">" | ">>" | ">|" | "<>" | "&>" | "&>>" | "<&" | ">&" | "<<<";

export interface Redirect extends Span {
  readonly operator: RedirectOperator;
  readonly target: Word;
}

export type Command = SimpleCommand | Subshell | BraceGroup;

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

export interface Pipeline extends Span {
  readonly commands: readonly Command[]; // a | b |& c
}

export interface AndOr extends Span {
  readonly pipelines: readonly Pipeline[]; // a && b || c
  readonly background: boolean; // a &
}

export interface Script extends Span {
  readonly items: readonly AndOr[];
}
