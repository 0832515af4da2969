/** Redirections and here-documents. */
import type { Feature } from "../features.ts";
import type { Scribe } from "../scribe.ts";
import { operator } from "./blanks.ts";
import { expansion } from "./expansions.ts";

/** A delimiter as it is written, and the line that ends the body. */
interface Delimiter {
  readonly written: string;
  readonly line: string;
  readonly quoted: boolean;
}

const plain = (line: string): Delimiter => ({ written: line, line, quoted: false });
const quoted = (written: string, line: string): Delimiter => ({ written, line, quoted: true });

const DELIMITERS: readonly Delimiter[] = [
  ...["E", "E", "E", "}", "done", "fi", "#E", "E#", "!", "*", "{a,b}", "-E", "~", "=", "[["].map(plain),
  { written: "E\\\nX", line: "EX", quoted: false },
  quoted("'E'", "E"),
  quoted('"E"', "E"),
  quoted("\\E", "E"),
  quoted("E\\O", "EO"),
  quoted("'E F'", "E F"),
  quoted("')'", ")"),
  quoted("'`'", "`"),
  quoted("''", ""),
  quoted('"E\'"', "E'"),
  quoted("'\"'", '"'),
  quoted("E'x'F", "ExF"),
  quoted("$'E'", "E"),
  quoted("'a\\'", "a\\"),
  quoted("\\)", ")"),
  quoted('"E\\"F"', 'E"F'),
  quoted('"\\E"', "\\E"),
  quoted("E\\\\", "E\\"),
];

/** Lines that look like an end, or like something that goes on. */
const LINES = [
  "text",
  "a'b",
  'a"b',
  ")",
  "(",
  "`",
  "\\",
  "$(",
  "${x",
  "}",
  "done",
  "esac",
  ";;",
  " E",
  "E ",
  "\tE",
  "EE",
];
const MORE_LINES = ["\\E", "E\\", "zap z", "<<E", "#", "", "$", "\\$x", "\\\\", "a\\", "a\\\\", "'E'", "))", "beta c"];

function bodyLine(scribe: Scribe, literal: boolean): string {
  return scribe.choose([
    () => scribe.pick([...LINES, ...MORE_LINES]),
    () => (literal ? scribe.pick(["$(zap q)", "`zap q`", "'", '"', "${x:-"]) : expansion(scribe, true)),
    () => (literal ? "$((" : expansion(scribe, true)),
    () => "beta c",
  ]);
}

function hereDocument(scribe: Scribe): string {
  const { written, line, quoted: literal } = scribe.pick(DELIMITERS);
  const dashed = scribe.oneIn(3);
  let body = scribe.several(3, () => {
    const text = bodyLine(scribe, literal) + scribe.maybe(4, () => bodyLine(scribe, literal));
    return `${scribe.pick(["", "", "", "\t", " "])}${text}\n`;
  });
  body += (dashed ? scribe.pick(["", "\t", "\t\t"]) : "") + line;
  // Now and then the text ends with the delimiter.
  scribe.later(scribe.oneIn(40) ? body : `${body}\n`);
  scribe.reach(literal ? "quoted here-document" : "here-document", "");
  if (dashed) scribe.reach("here-document without tabs", "");
  const descriptor = scribe.maybe(10, () => scribe.pick(["0", "3", "{f}"]));
  return descriptor + operator(scribe, dashed ? "<<-" : "<<") + scribe.pick(["", "", " ", "\\\n"]) + written;
}

const OPERATORS: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  "redirection of output": [">", ">>", ">|", "1>", "2>", "2>>"],
  "redirection of input": ["<", "<>", "0<", "3<>"],
  "redirection of both": ["&>", "&>>", ">&"],
  "descriptor variable": ["{f}>", "{f}<", "{f}>>"],
  "here-string": ["<<<", "<<<", "0<<<"],
};

const DESCRIPTORS: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  "duplicated descriptor": ["2>&1", ">&2", "1>&2", "<&0", "{f}>&1", "3>&1"],
  "closed descriptor": [">&-", "<&-", "3>&-", "2>&-"],
  "moved descriptor": ["3>&1-", "<&0-", "5<&0-"],
};

/** A redirection, without a blank before it. */
export function redirection(scribe: Scribe): string {
  if (!scribe.isDeep && scribe.oneIn(3)) return scribe.deeper(() => hereDocument(scribe));
  if (scribe.oneIn(3)) {
    const [feature, texts] = scribe.pick(Object.entries(DESCRIPTORS) as [Feature, readonly string[]][]);
    return scribe.reach(feature, `${operator(scribe, scribe.pick(texts))} `);
  }
  const [feature, operators] = scribe.pick(Object.entries(OPERATORS) as [Feature, readonly string[]][]);
  const target = scribe.choose([
    () => "/dev/null",
    () => "/dev/null",
    () => scribe.pick(["f1", "f2", "f3"]),
    () => scribe.word() || "f1",
  ]);
  return scribe.reach(feature, scribe.pick(operators) + scribe.pick(["", "", " ", "\\\n"]) + target);
}

/** Redirections behind a command. */
export function redirections(scribe: Scribe): string {
  let text = "";
  while (scribe.oneIn(5)) text += scribe.pick([" ", " ", ""]) + redirection(scribe);
  return text;
}
