/** Shows the main job on real Pi: a scratch project with the bundle dropped in, and a scripted model on loopback. */
import { Project } from "../props/e2e/pi.ts";
import { messages, whyOf } from "../src/pi/messages.ts";
import { judgeCommand } from "../src/policy/decide.ts";
import { whatOf } from "../src/policy/explain.ts";
import { normalizePermission } from "../src/policy/normalize.ts";
import { Policy } from "../src/policy/policy.ts";
import { judgeTool } from "../src/policy/tools.ts";

const bash = (command: string) => [{ tool: "bash", arguments: { command } }] as const;
const read = (path: string) => [{ tool: "read", arguments: { path } }] as const;

const SETTINGS = {
  permission: {
    "*": "ask",
    read: { "*": "allow", "*.env": { action: "deny", reason: "secrets stay where they are" } },
    bash: {
      "*": "ask",
      "git *": "allow",
      "git push *": "deny",
      "echo *": "allow",
      "sleep *": "allow",
      "timeout *": "allow",
      "rm -rf *": { action: "deny", reason: "use git clean" },
      "find / *": { action: "deny", reason: "search the project, not the disk" },
    },
  },
  defaultTimeout: 2,
};

const STEPS = [
  ["an allowed command runs without a word", bash("git status --short")],
  ["a denied one comes back with the rule's reason", bash("rm -rf /")],
  ["a denied command cannot hide behind an allowed one", bash("git log -1 || echo \"$(r''m -rf /)\"")],
  ["what no rule settles opens a dialog", bash("npm install left-pad")],
  ["a wrapper is judged with what it wraps", bash("timeout 60 git status --short")],
  ["and asks for what it wraps", bash("timeout 60 npm test")],
  ["what only run time knows is asked about where it could be denied", bash("git $SUBCOMMAND")],
  ["no search of the whole disk", bash("find / -name passwd")],
  ["a file tool is judged by its path", read(".env")],
  ["a command without a timeout gets the default one: 2 seconds here", bash("echo working; sleep 30")],
] as const;

await using project = await Project.create({
  script: STEPS.map(([, turn]) => turn),
  settings: SETTINGS,
  files: { ".env": "SECRET=1\n", "package.json": JSON.stringify({ scripts: { test: "echo 3 tests passed" } }) },
});
Bun.spawnSync(["git", "init", "-q"], { cwd: project.cwd });

console.log("Real Pi, a scripted model, dist/portcullis.js in .pi/extensions, and in .pi/settings.json:\n");
console.log(JSON.stringify(SETTINGS, undefined, 2).replaceAll(/^/gm, "    "));

/** What happened in each step, by its index. */
const dialogs = new Map<number, string[]>();
await using pi = project.rpc("node", ({ title = "", options = [] }) => {
  // The person in front of the demo allows the tests, and nothing else.
  const answer = (title.includes("npm test") ? options[1] : options[0]) ?? "";
  // The model has answered once more than there are steps done.
  const step = project.model.requests.length - 1;
  dialogs.set(step, [...(dialogs.get(step) ?? []), `${title}\n\n→ ${answer}`]);
  return answer;
});
await pi.prompt("Tidy up this project.");

const policy = new Policy(normalizePermission(SETTINGS.permission), project.env["HOME"]);
for (const [index, [name, calls]] of STEPS.entries()) {
  const [{ tool, arguments: input }] = calls;
  const ruling =
    "command" in input
      ? judgeCommand(input.command, policy, { cwd: project.cwd })
      : judgeTool(tool, input.path, policy, { cwd: project.cwd });
  const reasons = ruling.judgements.map(
    (one) => `${one.verdict.action}: \`${whatOf(one)}\`, because ${whyOf(one, ruling.problem, messages("en"))}`,
  );
  const result = project.model.results[index]?.trim().replaceAll(/\n+/g, "\n") ?? "";
  const rows = [
    ["agent", "command" in input ? input.command : `${tool} ${input.path}`],
    ...reasons.map((reason) => ["verdict", reason]),
    ...(dialogs.get(index) ?? []).map((dialog) => ["dialog", dialog]),
    ["result", result === "" ? "(no output)" : result],
  ];
  console.log(`\n── ${index + 1}. ${name}\n`);
  for (const [label = "", text = ""] of rows)
    console.log(`  ${label.padEnd(8)} ${text.replaceAll("\n", `\n${" ".repeat(11)}`)}`);
}
if (project.model.results.length !== STEPS.length) throw new Error("Pi did not do all of the demo's steps");
