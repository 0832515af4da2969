/** A test, by its file and the start of its full name: its `describe` blocks and itself, with one space between. */
export interface NamedTest {
  readonly file: string; // props/shell/units.test.ts
  readonly name: string; // the units of "a # b
}

/** A change of the source that breaks one promise, and the test that keeps it. */
export interface Mutant {
  readonly name: string; // comment-continues
  readonly file: string; // src/shell/lexer.ts
  readonly text: string; // what is replaced; it occurs once in the file
  readonly becomes: string;
  readonly breaks: string; // the promise, in one sentence
  readonly test: NamedTest; // it must fail
}

/** The tests that are named most. */
export const CORNERS = "props/shell/corners.test.ts";
export const HOLES = "props/shell/holes.test.ts";
export const UNITS = "props/shell/units.test.ts";
export const PEEL = "props/shell/peel.test.ts";
export const PEELED = "props/policy/peel.test.ts";
export const USER_WRAPPERS = "props/policy/user-wrappers.test.ts";
export const INNER = "props/authority/inner-command.test.ts";
export const WRAPPED = "props/shell/wrapped.test.ts";
export const LATE = "props/shell/late.test.ts";
export const BRACES = "props/shell/braces.test.ts";
export const TEXT = "props/shell/text.test.ts";
export const HIDDEN = "props/policy/hidden-commands.test.ts";
export const FLOW = "props/policy/flow.test.ts";
export const NAMED = "props/policy/named-commands.test.ts";
export const INTERNAL = "props/policy/internal.test.ts";
export const DECIDE = "props/policy/decide.test.ts";
export const NORMALIZE = "props/policy/normalize.test.ts";
export const SHADOW = "props/policy/shadow.test.ts";
export const ADVISE = "props/policy/advise.test.ts";
export const RULE_INDEX = "props/policy/rule-index.test.ts";
export const SESSION = "props/policy/session-rules.test.ts";
export const SUGGEST = "props/policy/suggest.test.ts";
export const TOOLS = "props/policy/tools.test.ts";
export const PROTECTION = "props/policy/self-protection.test.ts";
export const WILDCARD = "props/policy/wildcard.test.ts";

/** A line of a table of mutants; its test by file and name. */
export type Row = Omit<Mutant, "file" | "test"> & { readonly test: readonly [file: string, name: string] };

/** The mutants of one file. */
export function mutantsOf(file: string, rows: readonly Row[]): Mutant[] {
  return rows.map(({ test: [test, name], ...row }) => ({ ...row, file, test: { file: test, name } }));
}

/** The source with a mutant's change. Throws where the text does not occur exactly once, so that no change goes astray. */
export function mutate(source: string, { name, file, text, becomes }: Omit<Mutant, "breaks" | "test">): string {
  const count = text === "" ? 0 : source.split(text).length - 1;
  if (count !== 1) throw new Error(`${name}: ${JSON.stringify(text)} occurs ${count} times in ${file}`);
  return source.replace(text, () => becomes);
}
