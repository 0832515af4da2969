import { escapeRegExp } from "es-toolkit/string";

/** What `bun test` says of each test, read from its report in JUnit's format. */
export interface TestResult {
  readonly name: string; // describe blocks and test, with one space between
  readonly state: "passed" | "failed" | "skipped";
  /** What a failed test threw: `AssertionError` for an expectation that was not met. */
  readonly error: string | undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function attribute(tag: string, name: string): string {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return value.replaceAll(/&(?:#(\d+)|(\w+));/g, (entity, code?: string, known = "") =>
    code === undefined ? (ENTITIES[known] ?? entity) : String.fromCodePoint(Number(code)),
  );
}

/** The tests of a report, in order. A suite without a line number is a file, and part of no name. */
export function readReport(xml: string): TestResult[] {
  const results: TestResult[] = [];
  const suites: string[] = [];
  for (const [tag] of xml.matchAll(/<\/?(?:testsuite|testcase|failure|error|skipped)\b[^>]*>/g)) {
    const last = results.at(-1);
    if (tag.startsWith("</testsuite")) suites.pop();
    else if (tag.startsWith("<testsuite")) {
      const name = attribute(tag, "line") === "" ? "" : `${attribute(tag, "name")} `;
      if (!tag.endsWith("/>")) suites.push(name);
    } else if (tag.startsWith("<testcase")) {
      results.push({ name: suites.join("") + attribute(tag, "name"), state: "passed", error: undefined });
    } else if (last !== undefined && tag.startsWith("<skipped")) {
      results[results.length - 1] = { ...last, state: "skipped" };
    } else if (last !== undefined && /^<(?:failure|error)/.test(tag)) {
      results[results.length - 1] = { ...last, state: "failed", error: attribute(tag, "type") };
    }
  }
  return results;
}

/** The pattern for `bun test -t` that takes the tests whose names start with this. */
export function patternOf(name: string): string {
  return `^${escapeRegExp(name)}`;
}
