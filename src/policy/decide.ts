import { sortBySource } from "../shell/order.ts";
import { HOLE, joinTexts, plainText, type Text, textFrom } from "../shell/text.ts";
import { analyze, type AssignmentUnit, type Behind, type Unit } from "../shell/units.ts";
import type { Wrappers } from "../shell/wrappers.ts";
import { acceptsCommand } from "./arguments.ts";
import { isHarmless, reachesEnvironment } from "./environment.ts";
import { judgeOperand, judgeReach, judgeRedirect } from "./operands.ts";
import { HOME, homePath, pathState } from "./path-state.ts";
import type { PathContext } from "./paths.ts";
import { conclude, type Judgement, judgement, type Policy, type Ruling } from "./policy.ts";
import {
  foldsCase,
  foldText,
  isDefaultAsk,
  judge,
  type Rule,
  strongestMatch,
  type Subject,
  textSubject,
  type Verdict,
} from "./rules.ts";
import { wordsWithoutFiles } from "./scripts.ts";
import { readWords } from "./self-protection.ts";
import { must } from "./wildcard.ts";

/** What else a command is judged by. */
export interface CommandOptions {
  /**
   * What the user lets the shell run before it, in the same text: it has its effects, but only a deny, and what it does to
   * the reading of the command, is held against it.
   */
  readonly prefix?: string | undefined;
  /** Programs that the user says are transparent wrappers. */
  readonly wrappers?: Wrappers | undefined;
}

/** Judges a bash command. Pure, unless `paths` follows links. */
export function judgeCommand(
  command: string,
  policy: Policy,
  paths: PathContext = {},
  { prefix = "", wrappers }: CommandOptions = {},
): Ruling {
  const source = prefix === "" ? command : `${prefix}\n${command}`;
  const analysis = analyze(source, wrappers);
  const state = pathState(analysis, paths);
  const reads = readWords(analysis);
  const texts = wordsWithoutFiles(analysis);
  const ofPrefix = new Set(prefix === "" ? [] : analyze(prefix).functions);
  const judgements: Judgement[] = [];
  for (const found of analysis.units) {
    // What a function of the prefix does is held against nobody: its call is judged as a program is.
    const calls = found.internal && found.start > prefix.length && ofPrefix.has(found.words[0]?.text ?? "");
    const unit = calls ? { ...found, internal: false } : found;
    judgements.push({
      ...judgement(unit, "bash", judgeUnit(unit, policy, state.paths.home)),
      answers: answeredBy(unit),
    });
    if (unit.words.length === 0) judgements.push(...judgeReach(unit, policy));
    for (let index = 1; index < unit.words.length; index++) {
      const word = unit.words[index];
      // What a wrapper runs has its operands from the wrapper's words, but for those that the wrapper fills in.
      const seen =
        unit.context === "wrapper" && word?.holes.every(({ reason }) => reason !== "argument from a wrapper");
      if (word !== undefined && seen !== true && !texts.has(word))
        judgements.push(...judgeOperand(word, unit, source, policy, state, !reads.has(word)));
    }
    if (unit.text === "cd") {
      judgements.push(
        ...judgeOperand({ ...HOME, start: unit.start, end: unit.end }, unit, source, policy, state, false),
      );
    }
  }
  for (const assignment of analysis.assignments) {
    if (!reachesEnvironment(assignment, paths.env)) continue;
    judgements.push(judgement(assignment, "env", judgeAssignment(assignment, policy)));
  }
  for (const redirect of analysis.redirects) judgements.push(...judgeRedirect(redirect, policy, state));
  const counted = prefix === "" ? judgements : judgements.filter((one) => !isOfPrefix(one, prefix.length));
  if (counted.length === 0) {
    const unit = emptyUnit(command, !(prefix === "" ? analysis : analyze(command)).empty);
    counted.push(judgement(unit, "bash", judgeUnit(unit, policy)));
  }
  sortBySource(counted);
  return conclude(counted, {
    complete: analysis.complete,
    problem: analysis.problems[0]?.message,
    hereDocument: analysis.redirects.some(({ operator }) => operator.startsWith("<<")),
  });
}

/** The asks on a wrapper that what it runs answers. A rule that asks about `timeout` by name asks about all that it ends. */
function answeredBy({ peels, words }: Unit): Judgement["answers"] {
  if (peels === undefined) return undefined;
  return words[0]?.text === "timeout" ? "any ask" : "default asks";
}

/**
 * Whether a judgement is about the user's own prefix alone. A hole in it may change how all that follows is read; a script
 * that the user has read there is trusted not to, as start-up files are, unless it is about aliases in so many words.
 */
function isOfPrefix({ surface, text, end, source, verdict }: Judgement, length: number): boolean {
  if (end > length || verdict.action === "deny") return false;
  return (
    surface !== "bash" || text !== HOLE || (/^(?:eval|export|source|\.)\s/.test(source) && !/alias|shopt/.test(source))
  );
}

function judgeAssignment(assignment: AssignmentUnit, policy: Policy): Verdict {
  // What `NAME+=value` makes of the variable depends on what it held.
  const any: Text = {
    text: assignment.text.replace(/\+?=.*$/s, `=${HOLE}`),
    holes: [{ reason: "parameter expansion", vanishes: false }],
  };
  const forms = assignment.text.includes("+=") ? [assignment, any] : [assignment];
  const subject = textSubject([assignment], forms);
  if (isHarmless(assignment)) return judge(policy.rulesButDefaultAsks("env"), subject, "allow");
  return judge(policy.rules("env"), subject, policy.allowsEveryCommand ? "allow" : "ask");
}

/** A text that runs nothing is judged as the empty command; what it has of commands, the shell does by itself. */
function emptyUnit(source: string, internal: boolean): Unit {
  return {
    ...plainText(""),
    words: [],
    source,
    start: 0,
    end: source.length,
    context: "top level",
    internal,
    directory: 0,
  };
}

/**
 * The verdict on a command; on one behind a wrapper that no rule speaks of, that of the rule which allows the wrapper, if it
 * names this very program.
 *
 * @param home what `~` stands for; `undefined` where that is not known at this place
 */
function judgeUnit(unit: Unit, policy: Policy, home?: string): Verdict {
  const verdict = judgeAlone(unit, policy, home);
  const { behind } = unit;
  const { rule, raisedBy } = verdict;
  const isDefault = raisedBy === undefined && (rule === undefined || isDefaultAsk(rule));
  if (behind === undefined || verdict.action !== "ask" || !isDefault) return verdict;
  const outer = judgeAlone(behind.wrapper, policy, home);
  return outer.action === "allow" && outer.rule !== undefined && namesCommand(outer.rule, behind) ? outer : verdict;
}

/** Whether a rule spells out a wrapper's words up to the program that it runs: `xargs grep *`, not `xargs *`. */
function namesCommand({ pattern, arguments: grammar }: Rule, { wrapper, own }: Behind): boolean {
  const named = joinTexts(wrapper.words.slice(0, own + 1)).text;
  const literal = /^[^*?]*/.exec(pattern)?.[0] ?? "";
  const rest = literal.slice(named.length);
  return (
    grammar === undefined &&
    !named.includes(HOLE) &&
    literal.startsWith(named) &&
    (rest.startsWith(" ") || pattern === named)
  );
}

function judgeAlone(unit: Unit, policy: Policy, home?: string): Verdict {
  const command = unit.words[0]?.text ?? unit.text;
  // A word is one argument: `"./lint x"` is not `./lint x`, and no pattern says which of the two it means.
  const ambiguous = command.includes(HOLE) || /\s/.test(command);
  // The source of a unit inside literal text is that whole text.
  const hasSource = unit.context !== "text";
  const source = plainText(unit.source);
  const byBaseName = programByBaseName(unit);
  const forms: Text[] = byBaseName === undefined ? [unit] : [unit, byBaseName];
  if (foldsCase(policy.platform)) forms.push(...forms.map(programFolded));
  const words = () => unit.words.map((word) => withHome(word, home));
  // A mere default ask does not stop what the shell does by itself.
  const rules = unit.internal ? policy.rulesButDefaultAsks("bash") : policy.rules("bash");
  const subject: Subject = {
    texts: [...forms, source],
    allow: ({ rule, pattern, namesSource }) => {
      if (rule.pattern === "*") return true;
      if (ambiguous) return false;
      if (rule.arguments !== undefined) return must(pattern, unit) && acceptsCommand(rule.arguments, words());
      // Where it spells out words, an argument with a blank in it is not two of them: `bash 'a.sh x'` is not `bash a.sh x`.
      for (let index = 0; index < pattern.words; index++) if (/\s/.test(unit.words[index]?.text ?? "")) return false;
      return must(pattern, unit) || (namesSource && must(pattern, source) && readsAlone(unit));
    },
    restrict: (rule) =>
      rule.rule.yields === true && rules.all.some((one) => one.rule.origin === "builtin" && subject.allow(one))
        ? undefined
        : strongestMatch(rule, rule.namesSource && hasSource ? [...forms, source] : forms),
  };
  const verdict = judge(rules, subject, unit.internal ? "allow" : "ask");
  return unit.context === "unread" && verdict.action === "allow" ? { ...verdict, action: "ask" } : verdict;
}

/** A word with the home directory in the place of a `~` at its start. */
function withHome(word: Text, home: string | undefined): Text {
  const literal = homePath(word, home);
  return literal === undefined ? word : plainText(literal);
}

/** Whether the source of a unit is the command as bash reads it: inside backquotes it has more escapes. */
function readsAlone({ source, text, holes }: Unit): boolean {
  const [unit] = analyze(source).units;
  return unit?.text === text && unit.holes.every(({ reason }, index) => reason === holes[index]?.reason);
}

/** The unit with its program called by base name: `/bin/rm x` is `rm x` too. Nothing where that is what it says already. */
function programByBaseName(unit: Unit): Text | undefined {
  const command = unit.words[0]?.text ?? "";
  const slash = command.lastIndexOf("/");
  const hole = command.lastIndexOf(HOLE);
  if (slash === -1 && hole === -1) return undefined;
  const from = Math.max(slash + 1, hole);
  const { text, holes } = textFrom(unit, from);
  return { text, holes: holes.map((one, index) => (index === 0 && hole === from ? { ...one, vanishes: false } : one)) };
}

/** Where file names that differ in case are the same, so are programs: `RM x` is `rm x`, and on Windows `rm.exe x`. */
function programFolded({ text, holes }: Text): Text {
  return { text: text.replace(/^\S+/, (name) => foldText(name).replace(/\.exe$/, "")), holes };
}
