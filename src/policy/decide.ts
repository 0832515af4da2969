import type { Span } from "../shell/ast.ts";
import { baseName } from "../shell/late.ts";
import { HOLE, type Text } from "../shell/text.ts";
import { analyze, type Context, type RedirectUnit, type Unit, type UnitWord } from "../shell/units.ts";
import { readPermission } from "./normalize.ts";
import { isStandardDevice, type PathContext, type PathSubject, pathSubjects, unknownPath } from "./paths.ts";
import {
  type Action,
  type CompiledRule,
  compileRules,
  judge,
  mostRestrictive,
  type Ruleset,
  type Subject,
  textSubject,
  type Verdict,
} from "./rules.ts";
import { may, must } from "./wildcard.ts";

/** One judgement that took part in a decision. */
export interface Judgement extends Span {
  /** The command, assignment or path that was judged; `\0` where only run time knows. */
  readonly text: string;
  readonly source: string;
  readonly context: Context | "tool call";
  readonly surface: string;
  readonly verdict: Verdict;
}

/** What the policy says of a whole tool call. */
export interface Ruling {
  readonly state: Action;
  readonly judgements: readonly Judgement[];
  /** False if a part of a command was not understood. */
  readonly complete: boolean;
  readonly problem: string | undefined;
}

/** A ruleset ready for use: the rules of each surface are compiled once. */
export class Policy {
  private readonly compiled = new Map<string, readonly CompiledRule[]>();

  constructor(
    readonly ruleset: Ruleset,
    private readonly home: string | undefined,
  ) {}

  rules(surface: string): readonly CompiledRule[] {
    let rules = this.compiled.get(surface);
    if (rules === undefined) {
      rules = compileRules(this.ruleset, surface, this.home);
      this.compiled.set(surface, rules);
    }
    return rules;
  }

  /** Whether the user wrote rules for this very surface. */
  names(surface: string): boolean {
    return this.ruleset.some((rule) => rule.surface === surface);
  }

  /** `bash: "allow"` and nothing else: no rule is there that a command could hide from. */
  allowsEveryCommand(): boolean {
    const rules = this.ruleset.filter(({ surface }) => surface === "bash");
    return rules.length === 1 && rules[0]?.pattern === "*" && rules[0].action === "allow";
  }
}

/** Judges a bash command. Pure, unless `paths` follows links. */
export function judgeCommand(command: string, policy: Policy, paths: PathContext = {}): Ruling {
  const analysis = analyze(command);
  const judgements: Judgement[] = [];
  const moved = analysis.units.some(({ words }) =>
    /^(?:cd|pushd|popd|source|\.|eval)$/.test(baseName(words[0]?.text ?? "")),
  );
  const homeKnown = !analysis.assignments.some(({ text }) => text.startsWith("HOME=") || text.startsWith("HOME+="));
  const operands: PathContext = homeKnown ? paths : { ...paths, home: undefined };

  const units =
    analysis.units.length + analysis.assignments.length + analysis.redirects.length > 0
      ? analysis.units
      : [emptyUnit(command)];
  for (const unit of units) {
    judgements.push({ ...place(unit), surface: "bash", verdict: judgeUnit(unit, policy) });
    for (const word of unit.words.slice(1)) {
      judgements.push(...judgeOperand(word, unit, command, policy, operands, !moved));
    }
  }
  for (const assignment of analysis.assignments) {
    const any = {
      text: assignment.text.replace(/\+?=.*$/s, `=${HOLE}`),
      holes: [{ reason: "parameter expansion", vanishes: false }],
    } as const;
    const restrict = assignment.text.includes("+=") ? [assignment, any] : [assignment];
    const fallback = policy.allowsEveryCommand() ? "allow" : "ask";
    const verdict = judge(policy.rules("env"), textSubject([assignment], restrict), fallback);
    judgements.push({ ...place(assignment), surface: "env", verdict });
  }
  for (const redirect of analysis.redirects) {
    judgements.push(...judgeRedirect(redirect, policy, operands, !moved));
  }
  judgements.sort((left, right) => left.start - right.start);
  return rule(judgements, analysis.complete, analysis.problems[0]?.message);
}

/** The built-in tools that take a path, and the surfaces they have. */
export const FILE_TOOLS: readonly string[] = ["read", "write", "edit", "find", "grep", "ls"];

/**
 * Judges a call of any tool but bash: by the tool's name as surface, and by its path, if it has one, on `path` and
 * `external_directory` too.
 *
 * @param path the path as Pi will open it; `undefined` where the tool takes none; `null` where it is not a text
 */
export function judgeTool(tool: string, path: string | null | undefined, policy: Policy, paths: PathContext): Ruling {
  const at = {
    text: path ?? "",
    source: path ?? "",
    start: 0,
    end: (path ?? "").length,
    context: "tool call",
  } as const;
  const judgements: Judgement[] = [];
  const add = (surface: string, subject: Subject) =>
    judgements.push({ ...at, surface, verdict: judge(policy.rules(surface), subject) });
  if (path === undefined) {
    add(tool, textSubject([{ text: "", holes: [] }], [{ text: "", holes: [] }]));
    return rule(judgements, true, undefined);
  }
  for (const subject of path === null ? [unknownPath()] : pathSubjects(path, paths)) {
    add(tool, subject);
    if (policy.names("path")) add("path", subject);
    if (subject.outside !== false) add("external_directory", subject);
  }
  return rule(judgements, true, undefined);
}

function rule(judgements: readonly Judgement[], complete: boolean, problem: string | undefined): Ruling {
  const verdicts = judgements.map(({ verdict }) => verdict.action);
  // Nothing judged is nothing proven.
  const state = verdicts.length === 0 ? "ask" : verdicts.reduce(mostRestrictive);
  return { state: complete ? state : mostRestrictive(state, "ask"), judgements, complete, problem };
}

function place({ text, source, start, end, context }: Omit<Judgement, "surface" | "verdict">) {
  return { text, source, start, end, context };
}

/** A text that runs nothing is judged as the empty command. */
function emptyUnit(source: string): Unit {
  return { text: "", holes: [], words: [], source, start: 0, end: source.length, context: "top level" };
}

/** Characters that a canonical text cannot show as the user may have written them. */
const SOURCE_ONLY = /['"\\$~]/;

function judgeUnit(unit: Unit, policy: Policy): Verdict {
  const command = unit.words[0]?.text ?? unit.text;
  // A word is one argument: `"./lint x"` is not `./lint x`, and no pattern says which of the two it means.
  const ambiguous = command.includes(HOLE) || /\s/.test(command);
  const source: Text = { text: unit.source, holes: [] };
  const forms: Text[] = [unit, ...programByBaseName(unit)];
  const verdict = judge(policy.rules("bash"), {
    allow: ({ rule, pattern }) => {
      if (rule.pattern === "*") return true;
      if (ambiguous) return false;
      return must(pattern, unit) || (SOURCE_ONLY.test(rule.pattern) && must(pattern, source));
    },
    restrict: ({ rule, pattern }) => {
      const all = SOURCE_ONLY.test(rule.pattern) ? [...forms, source] : forms;
      if (all.some((form) => must(pattern, form))) return "must";
      return all.some((form) => may(pattern, form)) ? "may" : undefined;
    },
  });
  return unit.context === "unread" && verdict.action === "allow" ? { ...verdict, action: "ask" } : verdict;
}

/** The unit with its program called by base name: `/bin/rm x` is `rm x` too. Empty where that is what it says already. */
function programByBaseName({ words, text, holes }: Unit): Text[] {
  const command = words[0]?.text ?? "";
  const slash = command.lastIndexOf("/");
  const hole = command.lastIndexOf(HOLE);
  if (slash === -1 && hole === -1) return [];
  const from = Math.max(slash + 1, hole);
  const skipped = command.slice(0, from).split(HOLE).length - 1;
  return [
    {
      text: text.slice(from),
      holes: holes
        .slice(skipped)
        .map((one, index) => (index === 0 && hole === from ? { ...one, vanishes: false } : one)),
    },
  ];
}

/** Options and operands may name files: judged by `path` where the user wrote it, and by `external_directory`. */
function judgeOperand(
  word: UnitWord,
  unit: Unit,
  command: string,
  policy: Policy,
  paths: PathContext,
  baseKnown: boolean,
): Judgement[] {
  const at = { ...place({ ...word, source: command.slice(word.start, word.end), context: unit.context }) };
  const written = at.source.startsWith("~") && /^~(?:\/[\w\-./]*)?$/.test(at.source) ? at.source : word.text;
  if (written.includes(HOLE)) {
    return operandSurfaces(policy).flatMap((surface) => judgeHoleOperand(at, surface, policy));
  }
  const judgements: Judgement[] = [];
  for (const candidate of pathCandidates(written)) {
    const shaped = /^[.~]|\//.test(candidate);
    for (const subject of pathSubjects(candidate, paths, baseKnown)) {
      if (policy.names("path")) {
        const rules = shaped ? policy.rules("path") : policy.rules("path").filter((one) => one.rule.pattern !== "*");
        judgements.push({
          ...at,
          text: candidate,
          surface: "path",
          verdict: judge(rules, subject, shaped ? "ask" : "allow"),
        });
      }
      if (subject.outside === true) {
        judgements.push({
          ...at,
          text: candidate,
          surface: "external_directory",
          verdict: judge(policy.rules("external_directory"), subject),
        });
      } else if (subject.outside === undefined) judgements.push(...judgeHoleOperand(at, "external_directory", policy));
    }
  }
  return judgements;
}

function operandSurfaces(policy: Policy): string[] {
  return policy.names("path") ? ["path", "external_directory"] : ["external_directory"];
}

/**
 * An operand known only at run time asks where a specific rule, or a catch-all deny, could catch it. A catch-all ask does
 * not: asking about every `$x` would be unusable.
 */
function judgeHoleOperand(at: Omit<Judgement, "surface" | "verdict">, surface: string, policy: Policy): Judgement[] {
  const rules = policy.rules(surface).filter(({ rule }) => rule.action !== "ask" || rule.pattern !== "*");
  const verdict = judge(rules, unknownPath(), "allow");
  if (verdict.action === "allow") return [];
  return [{ ...at, surface, verdict: { ...verdict, action: "ask" } }];
}

/** The file names that an argument may hold: itself, and what stands behind an option or a `=` or `@`. */
function pathCandidates(word: string): Set<string> {
  const candidates = new Set<string>();
  if (!word.startsWith("-")) candidates.add(word);
  for (const separator of ["=", "@"]) {
    const index = word.indexOf(separator);
    if (index !== -1 && index < word.length - 1) candidates.add(word.slice(index + 1));
  }
  if (/^-[A-Za-z]./.test(word)) candidates.add(word.slice(2));
  candidates.delete("");
  return candidates;
}

function judgeRedirect(redirect: RedirectUnit, policy: Policy, paths: PathContext, baseKnown: boolean): Judgement[] {
  const { operator, text } = redirect;
  if (operator === "<<<") return [];
  if ((operator === "<&" || operator === ">&") && /^(?:[0-9]+-?|-)$/.test(text)) return [];
  if (isStandardDevice(text)) return [];
  const surfaces = operator === "<" || operator === "<&" ? ["read"] : operator === "<>" ? ["read", "write"] : ["write"];
  if (policy.names("path")) surfaces.push("path");
  const target = redirect.source.replace(/^[0-9]*[<>&|]+[ \t]*/, "");
  const written = /^~\/[\w\-./]*$/.test(target) ? target : text;
  const subjects: readonly PathSubject[] = written.includes(HOLE)
    ? [unknownPath()]
    : pathSubjects(written, paths, baseKnown);
  return subjects.flatMap((subject) => {
    const asked = subject.outside === false ? surfaces : [...surfaces, "external_directory"];
    return asked.map((surface) => ({ ...place(redirect), surface, verdict: judge(policy.rules(surface), subject) }));
  });
}

/** What `decide` is asked. */
export interface DecideRequest {
  readonly command: string;
  /** The `permission` map of the settings. */
  readonly permission: unknown;
  readonly cwd?: string;
  readonly home?: string;
  /** The variables that Pi's own environment exports. Not used yet: every assignment is judged. */
  readonly env?: Readonly<Record<string, string>>;
  /** The grammar of `inner-cmd`. Not used yet. */
  readonly grammar?: "strict" | "full";
  /** The user's own transparent wrappers. Not used yet. */
  readonly wrappers?: Readonly<Record<string, unknown>>;
}

/** The verdict on a bash command, with every judgement that took part. Offsets are UTF-16, half open. */
export interface Decision {
  /** The policy's verdict. */
  readonly state: Action;
  /** The verdict after the authorizers that answer without a person; the same until there are any. */
  readonly final: Action;
  /** Who decided: `"policy"`, or the name of an authorizer. */
  readonly by: string;
  readonly units: readonly {
    readonly text: string;
    readonly source: string;
    readonly start: number;
    readonly end: number;
    readonly context: string;
    readonly state: Action;
    /** The pattern that decided, or that raised the verdict to an ask; null where no rule matched. */
    readonly pattern: string | null;
    readonly surface: string;
  }[];
  readonly complete: boolean;
}

/**
 * Decides a bash command under a `permission` map. Pure; never throws on any command or map.
 *
 * @example decide({ command: "git status", permission: { bash: { "git *": "allow" } } }).state // "allow"
 */
export function decide({ command, permission, cwd, home }: DecideRequest): Decision {
  const { rules } = readPermission(permission, "global");
  return toDecision(judgeCommand(command, new Policy(rules, home), { cwd, home }));
}

export function toDecision({ state, judgements, complete }: Ruling): Decision {
  const units = judgements.map(({ text, source, start, end, context, verdict, surface }) => {
    const pattern = (verdict.raisedBy ?? verdict.rule)?.pattern ?? null;
    return { text, source, start, end, context, state: verdict.action, pattern, surface };
  });
  return { state, final: state, by: "policy", units, complete };
}
