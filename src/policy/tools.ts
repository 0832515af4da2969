/** Judges calls of tools other than shells. */
import { plainText } from "../shell/text.ts";
import type { McpName } from "./mcp.ts";
import {
  isReadable,
  leadsTo,
  type PathContext,
  type PathSubject,
  pathSubjects,
  unknownPath,
  WORKING_DIRECTORY,
} from "./paths.ts";
import { conclude, type Judged, type Judgement, judgement, type Policy, type Ruling } from "./policy.ts";
import { decisiveRule, judge, textSubject, UNIVERSAL, type Verdict } from "./rules.ts";
import { judgeProtection } from "./self-protection.ts";
import { toText } from "./wildcard.ts";

/** The built-in tools that take a path, and the surfaces they have. */
export const FILE_TOOLS: readonly string[] = ["read", "write", "edit", "find", "grep", "ls"];

/** Those that change nothing. */
const READING_TOOLS: ReadonlySet<string> = new Set(["read", "find", "grep", "ls"]);

/** A file that a call names, as it is opened; `null` where that is not a text. */
export type NamedFile = string | null;

/** What more a call is about than its path. */
export interface MoreOfCall {
  /** Other files that it names: those are no matter of the tool's own rules. */
  readonly others?: readonly NamedFile[];
  /** What it calls on an MCP server; empty for any other tool. */
  readonly mcp?: readonly McpName[];
  /** The names of the skill whose file it reads. */
  readonly skills?: readonly string[];
}

/**
 * Judges a call of any tool but a shell: by the tool's name as surface, and by the files that it names on `path` and
 * `external_directory` too; a call on an MCP server by `mcp`, the reading of a skill by `skill`.
 *
 * @param path what the tool's own rules are about; `undefined` where it takes none; several where it may open any of them
 */
export function judgeTool(
  tool: string,
  path: NamedFile | readonly NamedFile[] | undefined,
  policy: Policy,
  paths: PathContext,
  { others = [], mcp = [], skills = [] }: MoreOfCall = {},
): Ruling {
  const own = path === undefined ? [] : path === null || typeof path === "string" ? [path] : path;
  const judgements = mcp.flatMap((name) => judgeMcp(name, policy));
  // The name that Pi registers an MCP server's tool by is a surface too, if the user wrote one.
  const named = mcp.length === 0 || (tool !== "mcp" && policy.names(tool));
  // Of a tool without a path no pattern can say what it does: only a catch-all allows it.
  if (named && own.length === 0) {
    judgements.push(judgement(placed(""), tool, judge(policy.rules(tool), unknownPath())));
  }
  for (const file of own) judgements.push(...judgeFile(tool, file, policy, paths, named ? [tool] : []));
  for (const file of others) judgements.push(...judgeFile(tool, file, policy, paths, []));
  if (policy.names("skill")) judgements.push(...judgeSkills(skills, policy).judgements);
  // What a tool's own surface allows, `mcp` need not allow as well; it still denies.
  const silent = ({ surface, verdict }: Judgement) =>
    named && mcp.length > 0 && surface === "mcp" && !restricts(verdict);
  return conclude(judgements.filter((one) => !silent(one)));
}

/** Judges the use of a skill, by each of its names. */
export function judgeSkills(names: readonly string[], policy: Policy): Ruling {
  return conclude(
    names.map((name) => {
      const subject = textSubject([plainText(name)], [plainText(name)]);
      return judgement(placed(name), "skill", judge(policy.rules("skill"), subject));
    }),
  );
}

/** Whether a rule of the surface itself says no: more than a default, or a catch-all ask. */
function restricts(verdict: Verdict): boolean {
  if (verdict.action === "allow") return false;
  const decided = decisiveRule(verdict);
  return (
    decided !== undefined && decided.surface !== UNIVERSAL && (verdict.action === "deny" || decided.pattern !== "*")
  );
}

function placed(text: string): Judged {
  return { text, source: text, start: 0, end: text.length, context: "tool call" };
}

function judgeFile(
  tool: string,
  file: NamedFile,
  policy: Policy,
  paths: PathContext,
  surfaces: readonly string[],
): Judgement[] {
  const at = placed(file ?? "");
  const subjects = file === null ? [unknownPath()] : pathSubjects(file, paths, WORKING_DIRECTORY);
  return subjects.flatMap((subject) => {
    const asked = policy.names("path") ? [...surfaces, "path"] : surfaces;
    const judged = asked.map((surface) =>
      judgement(at, surface, judge(policy.rules(surface), subject), leadsTo(subject)),
    );
    if (subject.outside !== false)
      judged.push(judgement(at, "external_directory", judgeOutside(tool, subject, policy, paths), leadsTo(subject)));
    if (READING_TOOLS.has(tool)) return judged;
    return [...judged, ...judgeProtection(at, subject, ["write", "path", tool], policy, paths)];
  });
}

/** Judges the directory that a command of a shell tool starts in, as `cd` would be. */
export function judgeDirectory(directory: string, policy: Policy, paths: PathContext): readonly Judgement[] {
  const judged = judgeFile("cd", directory, policy, paths, []);
  return judged.filter(({ surface }) => surface !== "write");
}

/** What Pi keeps for itself may be read, unless more than a catch-all asks or denies. */
function judgeOutside(tool: string, subject: PathSubject, policy: Policy, paths: PathContext): Verdict {
  const surface = "external_directory";
  const verdict = judge(policy.rules(surface), subject);
  if (verdict.action !== "ask" || !READING_TOOLS.has(tool) || !isReadable(tool, subject.path.text, paths))
    return verdict;
  return judge(policy.rulesButDefaultAsks(surface), subject, "allow");
}

/**
 * A deny or ask may name a call on a server in any of its forms, an allow in one that leaves no doubt. A rule about the very
 * tool is not overridden by a later one about its server.
 */
function judgeMcp({ exact, allow, any }: McpName, policy: Policy): Judgement[] {
  const surface = "mcp";
  const [text = ""] = exact;
  const forms = (names: readonly string[]) => names.map(toText);
  const verdict = judge(policy.rules(surface), textSubject(forms(allow), forms(any)));
  const judged = [judgement(placed(text), surface, verdict)];
  const tools = forms([...exact, ...any.filter((form) => /[:\0]/.test(form))]);
  const byTool = judge(policy.specificRules(surface), textSubject(forms(exact), tools), "allow");
  if (byTool.action !== "allow") judged.push(judgement(placed(text), surface, byTool));
  return judged;
}
