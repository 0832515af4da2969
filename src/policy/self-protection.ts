/** Asks about writes that could change the rules: to Pi's settings and to what Pi loads code from. */
import { HOLE, plainText, type Text } from "../shell/text.ts";
import type { Analysis, Unit, UnitWord } from "../shell/units.ts";
import {
  foldPath,
  leadsTo,
  mayBeName,
  normalizePath,
  type PathContext,
  type PathSubject,
  relativePath,
} from "./paths.ts";
import { type Judged, type Judgement, judgement, type Policy } from "./policy.ts";
import { type CompiledRule, judge, type Rule } from "./rules.ts";

/** What is protected in every directory called `.pi`: settings, what is loaded as code, and the usual agent directory. */
const PROTECTED = ["settings.json", "extensions", "npm", "git", "agent"] as const;

/** The variable that says where the agent directory is. */
const AGENT_DIRECTORY = "PI_CODING_AGENT_DIR";

/** A protected place that a path leads to. */
interface Place {
  /** The place as a pattern, for people. */
  readonly pattern: string;
  /** The path is no more than the directory that holds the place. */
  readonly parent: boolean;
}

/**
 * The protected place that a path is, lies in or directly holds. Of a path with holes, the segment `.pi` must at least start
 * with its dot: a hole alone is no reason to ask.
 */
function protectedPlace({ text, holes }: Text, { cwd, platform, pi }: PathContext): Place | undefined {
  const fold = (path: string) => foldPath(path, platform);
  const segments = fold(normalizePath(text)).split("/");
  for (let index = 0; index < segments.length; index++) {
    if (!mayBeName(segments[index], ".pi")) continue;
    const child = segments[index + 1];
    if (child === undefined) return { pattern: "*/.pi", parent: true };
    const name = PROTECTED.find((one) => mayBeName(child, one));
    if (name !== undefined) return { pattern: `*/.pi/${name}`, parent: false };
  }
  if (holes.some(({ name }) => name === AGENT_DIRECTORY)) return { pattern: `$${AGENT_DIRECTORY}`, parent: false };
  if (!text.startsWith("/")) return undefined;
  // Only a glob gives names of that very place: of any other hole, what stands before it must lie there.
  if (!holes.every(({ reason }) => reason === "pathname expansion")) {
    return protectedPlace(plainText(text.slice(0, text.lastIndexOf("/", text.indexOf(HOLE)))), { platform, pi });
  }
  for (const own of pi?.own ?? []) {
    const names = fold(own).split("/");
    const shared = segments.findIndex((segment, index) => !mayBeName(segment, names[index] ?? segment));
    if (shared !== -1) continue;
    if (segments.length >= names.length) return { pattern: own, parent: false };
    // Everything that names the working directory, or one above it, would be a parent too.
    const holdsUs = cwd === undefined || `${fold(cwd)}/`.startsWith(`${segments.join("/")}/`);
    if (segments.length === names.length - 1 && segments.length > 1 && !holdsUs) return { pattern: own, parent: true };
  }
  return undefined;
}

/**
 * The judgement on a write to a protected place; none elsewhere. It asks, unless an allow rule of one of the surfaces names
 * the place literally, whole or before its first wildcard, and no later rule of that surface asks or denies.
 */
export function judgeProtection(
  at: Judged,
  subject: PathSubject,
  surfaces: readonly string[],
  policy: Policy,
  context: PathContext,
): Judgement[] {
  const place = protectedPlace(subject.path, context);
  if (place === undefined) return [];
  const { cwd } = context;
  const names = ({ rule, pattern }: CompiledRule) => {
    if (rule.action !== "allow") return false;
    const named = protectedPlace(plainText(absolute(pattern.prefix, cwd)), context);
    return named !== undefined && (!named.parent || pattern.elements.length === pattern.prefix.length);
  };
  const asking: Rule = { surface: "write", pattern: place.pattern, action: "ask", origin: "builtin" };
  let rule = asking;
  for (const surface of surfaces) {
    const allowing = policy.specificRules(surface).all.find((one) => names(one) && subject.allow(one));
    if (allowing !== undefined && judge(policy.rules(surface), subject).action === "allow") rule = allowing.rule;
  }
  const verdict = { action: rule.action, rule, raisedBy: undefined };
  return [judgement({ ...at, text: shown(subject.path, cwd) }, "write", verdict, leadsTo(subject))];
}

function absolute(path: string, cwd: string | undefined): string {
  return path.startsWith("/") || cwd === undefined ? path : `${cwd}/${path}`;
}

/** A path as a rule would name it. */
function shown({ text, holes }: Text, cwd: string | undefined): string {
  if (holes.length > 0 || cwd === undefined || !text.startsWith("/")) return text;
  const relative = relativePath(cwd, text);
  return relative.startsWith("../") ? text : relative;
}

/** Programs that only read the files among their arguments, but for these options. */
const READERS: ReadonlyMap<string, RegExp | undefined> = new Map<string, RegExp | undefined>([
  ...["cat", "head", "tail", "ls", "grep", "wc", "jq", "diff", "stat"].map((name) => [name, undefined] as const),
  ["file", /^-\w*C|^--c/], // writes a compiled magic file
  ["less", /^[-+]/], // -o writes a log, +! runs a command
  ["rg", /^--pre/], // runs a program on each file
  ["find", /^-(?:delete|exec|ok|fprint|fls)/],
  // Builtins that open no file: `cd` goes there, `test` looks, `echo` prints.
  ...["cd", "pushd", "test", "[", "echo", "printf"].map((name) => [name, undefined] as const),
]);

/** The words of a text that are arguments of a program which only reads. A word counts for the innermost command that has it. */
export function readWords({ units, functions }: Analysis): ReadonlySet<UnitWord> {
  const reads = new Set<UnitWord>();
  for (const unit of units) {
    const reader = isReader(unit, functions);
    for (const word of unit.words)
      if (reader) reads.add(word);
      else reads.delete(word);
  }
  return reads;
}

function isReader({ words: [program, ...operands] }: Unit, functions: readonly string[]): boolean {
  const name = program?.text ?? "";
  if (!READERS.has(name) || functions.includes(name)) return false;
  const writes = READERS.get(name);
  // An option that is known only in part may be any.
  return writes === undefined || operands.every(({ text }) => !/^(?:-[^=]*)?\0/.test(text) && !writes.test(text));
}
