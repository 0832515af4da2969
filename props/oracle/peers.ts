/**
 * What other parsers read, as an oracle for what we read: `unbash`, and `tree-sitter-bash`, on which other guards build.
 * All three list the simple commands of a text, wherever they stand, each as the words of its source.
 */
import { join } from "node:path";

import { forEachChild, parse, type SyntaxNode } from "unbash";
import { Language, type Node, Parser } from "web-tree-sitter";

import { analyze } from "../../src/shell/units.ts";

/** The words of a simple command as they are written, without assignments before it and redirections. */
export type Words = readonly string[];

/** Every simple command that a parser sees in a text; `undefined` if it reports an error. */
export type Reader = (source: string) => readonly Words[] | undefined;

/**
 * Our units that stand in the text: not those that a wrapper or a literal text brings, of which a parser knows nothing.
 * `undefined` if we give up.
 */
export const readOurs: Reader = (source) => {
  const { units, complete } = analyze(source);
  if (!complete) return undefined;
  const spanOf = ({ start, end }: { start: number; end: number }) => `${start}:${end}`;
  // What stands in a literal text has the place of the whole command that brings it.
  const brought = new Set(units.filter(({ context }) => context === "text").map(spanOf));
  const seen = new Set<string>();
  return units
    .filter((unit) => {
      const first = !seen.has(spanOf(unit));
      seen.add(spanOf(unit));
      return unit.words.length > 0 && unit.context !== "wrapper" && (first || !brought.has(spanOf(unit)));
    })
    .map(({ words }) => {
      // Brace expansion makes several words of one.
      const places = words.filter((word, index) => index === 0 || spanOf(word) !== spanOf(words[index - 1] ?? word));
      return places.map(({ start, end }) => source.slice(start, end));
    });
};

/** The commands of `unbash`, which reads bash 5.3. */
export const readUnbash: Reader = (source) => {
  const commands: Words[] = [];
  let failed = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Script" && (node.errors?.length ?? 0) > 0) failed = true;
    if (node.type === "Command" && node.name !== undefined) {
      const rest = node.suffix.flatMap((one) => (one.type === "Word" || one.type === "Assignment" ? [one.text] : []));
      commands.push([node.name.text, ...rest]);
    }
    forEachChild(node, visit);
  };
  visit(parse(source));
  return failed ? undefined : commands;
};

/** A parser with the grammar of `tree-sitter-bash`. */
export async function treeSitterBash(): Promise<Parser> {
  await Parser.init();
  const file = join(import.meta.dir, "../../node_modules/tree-sitter-bash/tree-sitter-bash.wasm");
  return new Parser().setLanguage(await Language.load(file));
}

/** A reader of that grammar. */
export async function loadTreeSitter(): Promise<Reader> {
  const parser = await treeSitterBash();
  return (source) => {
    const tree = parser.parse(source);
    if (tree === null) throw new Error("tree-sitter gave no tree");
    try {
      if (tree.rootNode.hasError) return undefined;
      const commands: Words[] = [];
      const visit = (node: Node): void => {
        const words = wordsOf(node, source);
        if (words.length > 0) commands.push(words);
        for (const child of node.namedChildren) visit(child);
      };
      visit(tree.rootNode);
      return commands;
    } finally {
      tree.delete();
    }
  };
}

/** Nodes of operators in `[ … ]`, whose operands are words of the command. */
const EXPRESSIONS = /^(?:unary|binary|ternary|postfix|parenthesized)_expression$/;

/** The words of a node that is a simple command, in the order of the source; none if it is something else. */
function wordsOf(node: Node, source: string): string[] {
  const words: Node[] = [];
  if (node.type === "command") {
    for (const child of node.children) if (child.type !== "variable_assignment") addWords(child, words);
  } else if (node.type === "declaration_command" || node.type === "unset_command") {
    for (const child of node.children) addWords(child, words);
  } else if (node.type === "test_command" && node.firstChild?.type === "[") {
    addOperands(node, words);
  } else return [];
  if (words.length === 0) return [];
  // It gives words behind the target of a redirection to the redirection.
  const { parent } = node;
  const redirected = parent?.type === "redirected_statement" && parent.firstChild?.id === node.id;
  if (redirected) for (const child of parent.children.slice(1)) addWords(child, words);
  const spans: { start: number; end: number }[] = [];
  for (const { startIndex, endIndex } of words.sort((left, right) => left.startIndex - right.startIndex)) {
    const last = spans.at(-1);
    // Pieces of one word stand side by side; a line continuation is no blank.
    if (last !== undefined && /^(?:\\\n)*$/.test(source.slice(last.end, startIndex))) last.end = endIndex;
    else spans.push({ start: startIndex, end: endIndex });
  }
  return spans.map(({ start, end }) => source.slice(start, end));
}

function addWords(node: Node, words: Node[]): void {
  if (node.type === "file_redirect") words.push(...node.childrenForFieldName("destination").slice(1));
  else if (node.type === "heredoc_redirect") {
    words.push(...node.childrenForFieldName("argument"));
    for (const child of node.childrenForFieldName("redirect")) addWords(child, words);
  } else if (node.type !== "herestring_redirect") words.push(node);
}

function addOperands(node: Node, words: Node[]): void {
  for (const child of node.children) {
    if (EXPRESSIONS.test(child.type)) addOperands(child, words);
    else words.push(child);
  }
}

/** What stands in one list of commands and not in the other. */
export interface Difference {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * A command as one line. A line continuation is not part of a word; and in backquotes one parser has the text as it is
 * written and another as it is unescaped, so that backslashes do not count in a text that has them.
 */
export function lineOf(source: string, words: Words): string {
  const line = words.join(" ").replaceAll("\\\n", "");
  return source.includes("`") ? line.replaceAll("\\", "") : line;
}

/** How two readings of a text differ; `undefined` if they agree. */
export function differenceOf(source: string, ours: readonly Words[], theirs: readonly Words[]): Difference | undefined {
  const right = theirs.map((words) => lineOf(source, words));
  const left = ours
    .map((words) => lineOf(source, words))
    .filter((line) => {
      const index = right.indexOf(line);
      if (index !== -1) right.splice(index, 1);
      return index === -1;
    });
  return left.length + right.length === 0 ? undefined : { ours: left, theirs: right };
}

export type Peer = "unbash" | "tree-sitter";

/** A way in which a parser reads another text than bash; a line of `disagreements.jsonl` has the source of each. */
export interface Kind {
  readonly peer: Peer;
  readonly source: string;
  /** Generated texts of this form are not compared: they may differ for the same reason. */
  readonly form: RegExp;
}

export const KINDS: readonly Kind[] = [
  // What stands beside a process substitution is part of the same word.
  { peer: "unbash", source: "a>(b)", form: /[^\s;&|()<>`][<>]\(|[<>]\([^]*\)[^\s;&|()<>`]/ },
  // `>&-` closes a descriptor and ends there, whatever comes next.
  { peer: "unbash", source: "a >&-b c", form: /[<>]&(?:\s|\\\n)*-[^\s;&|()<>]/ },
  // In backquotes a line continuation goes first, in comments and quotes too.
  { peer: "unbash", source: "a `b # \\\nc`", form: /`[^`]*(?:#|<<)[^`]*\\\n/ },
  { peer: "unbash", source: "a `b <<'E'\nc \\\nE\nd\nE`", form: /`[^`]*<<[^`]*\\\n/ },
  // The operands of `eval` may be compound assignments, as those of `declare` may.
  { peer: "unbash", source: "eval a b=(c $(d))", form: /\beval\b[^]*=\(/ },
  { peer: "unbash", source: "a <<<``", form: /[<>]\s*``/ },
  // Here it is we who read what bash refuses; see `LENIENCES`.
  // The dash is lost.
  { peer: "tree-sitter", source: "a - <<E\nE\nb", form: /- <</ },
  // Behind a pipeline of three, a newline is a blank to it if a redirection follows.
  { peer: "tree-sitter", source: "a | b | c\nd >e", form: /\|[^\n]*\|[^\n]*\n[^]*[<>]/ },
  // It has the text in backquotes as it is written, with all escapes.
  { peer: "tree-sitter", source: "a `b \\`c\\``", form: /`/ },
  { peer: "tree-sitter", source: "time a", form: /\btime\b/ },
  { peer: "tree-sitter", source: "! { a; }", form: /! / },
  { peer: "tree-sitter", source: "a <>b", form: /<>/ },
  { peer: "tree-sitter", source: "a $((1 + $(b) 0)) c", form: /\(\([^]*\$\(/ },
  { peer: "tree-sitter", source: "a $'b'\\ c", form: /['"]\\ / },
  { peer: "tree-sitter", source: "a $'\\\\' 'b'", form: /\$'\\\\'/ },
  { peer: "tree-sitter", source: "a\n\\b", form: /\n\\/ },
  { peer: "tree-sitter", source: "[a-z] b", form: /\[a-z\] / },
  { peer: "tree-sitter", source: "a | A=1 >b c", form: /\|&? ?A/ },
  { peer: "tree-sitter", source: "case x in (x) a;; esac|b", form: /esac\|/ },
  { peer: "tree-sitter", source: "a <<A <<B\nA\nB\nc", form: /<<[^\n]*<</ },
  {
    peer: "tree-sitter",
    source: "{a,b} c",
    form: /(?:^|[;&|({)\n]\s*|\b(?:if|elif|then|else|do|while|until)\s+)\{\w+,/,
  },
];
