import { type Mutant, mutantsOf } from "./mutant.ts";

const SEED = "props/authority/seed-000.test.ts";
const EVIDENCE = "props/authority/evidence.test.ts";
const CHAIN = "props/authority/chain.test.ts";
const WRAPPER = "props/authority/timeout-wrapper.test.ts";
const INNER = "props/authority/inner-command.test.ts";
const SERVICE = "props/pi/service.test.ts";

/** Mutants of what answers asks. */
export const AUTHORITY: readonly Mutant[] = [
  ...mutantsOf("src/authority/timeout-wrapper.ts", [
    {
      name: "leading-zero",
      text: "([1-9][0-9]*(?:",
      becomes: "([0-9]+(?:",
      breaks: "a duration has no leading zero",
      test: [WRAPPER, 'parseTimeoutWrapper does not read "timeout 0 x"'],
    },
    {
      name: "several-lines",
      text: "[ \\t]+(.+)$/",
      becomes: "[ \\t]+([^]+)$/",
      breaks: "the inner command is on one line",
      test: [WRAPPER, 'parseTimeoutWrapper does not read "timeout 5 a\\nb"'],
    },
    {
      name: "unit-twice",
      text: " || full.includes(unit, at + 1)",
      becomes: "",
      breaks: "the unit stands in the command once",
      test: [WRAPPER, 'stripWrapperUnit of "timeout 5 ls; timeout 5 ls", "timeout 5 ls"'],
    },
  ]),
  ...mutantsOf("src/authority/evidence.ts", [
    {
      name: "another-session",
      text: ' || session.id === "" || session.currentId() !== session.id',
      becomes: "",
      breaks: "the session is the one that the link was made for",
      test: [EVIDENCE, "the complete command is not known where another session is live"],
    },
    {
      name: "another-requester",
      text: " || (requester.sessionId ?? session.id) !== session.id",
      becomes: "",
      breaks: "the ask is of this session",
      test: [EVIDENCE, "the complete command from the payload is not known where payload.request.requester.sessionId"],
    },
    {
      name: "evidence-twice",
      text: "more.length > 0 || ",
      becomes: "",
      breaks: "there is one complete command",
      test: [EVIDENCE, "the complete command from the payload is not known where it is there twice"],
    },
    {
      name: "call-twice",
      text: "more.length === 0 && read.success",
      becomes: "read.success",
      breaks: "one call of the message has the id",
      test: [
        EVIDENCE,
        "the complete command from the session is not known where there is two such calls in one message",
      ],
    },
    {
      name: "forwarded",
      text: "  forwarding: Absent,\n",
      becomes: "",
      breaks: "forwarded asks are another session's",
      test: [EVIDENCE, "the complete command from the payload is not known where forwarding is {"],
    },
    {
      name: "oldest-call",
      text: "let index = branch.length - 1; index >= 0; index--",
      becomes: "let index = 0; index < branch.length; index++",
      breaks: "the latest message with the id counts",
      test: [EVIDENCE, "the complete command from the session is that of the latest message with a call of that id"],
    },
  ]),
  ...mutantsOf("src/authority/inner-command.ts", [
    {
      name: "the-unit-alone",
      text: 'query.checkPermission("bash", inner, agentName)',
      becomes: 'query.checkPermission("bash", parseTimeoutWrapper(evidence.unit)?.innerCommand, agentName)',
      breaks: "the whole command is judged again",
      test: [SEED, "seed 000 3, 33: a sibling is not hidden behind the unit"],
    },
    {
      name: "ask-is-allow",
      text: "    ask: DEFER,\n",
      becomes: '    ask: { kind: "allow" },\n',
      breaks: "an ask stays an ask",
      test: [SEED, "seed 000 17, 26: a policy that says ask"],
    },
    {
      name: "timeout-is-a-function",
      text: ' || functions.includes("timeout")',
      becomes: "",
      breaks: "`timeout` is the program",
      test: [SEED, 'an inner command that would be read otherwise once it is bare defers in "timeout() { rm x; }'],
    },
    {
      name: "session-ends-meanwhile",
      text: "session.currentId() === session.id ? verdict : DEFER",
      becomes: "verdict",
      breaks: "an answer is for the session that asked",
      test: [SEED, "seed 000 4: the session is the one that was live when the link was made"],
    },
    {
      name: "env-is-stripped",
      text: "if (Object.hasOwn(CLAIMED, program)) return",
      becomes: "if (program === 'xargs') return",
      breaks: "`env` is claimed and deferred",
      test: ["props/authority/seed-002.test.ts", "seed 002 1: takes nothing away from it"],
    },
    {
      name: "wrappers-by-name",
      text: "if (asksByName(evidence.command, wrappers, query, agentName))",
      becomes: "if (false as boolean)",
      breaks: "a rule about a wrapper is meant on every host",
      test: [INNER, "inner-cmd the full grammar does not answer an ask by a wrapper's name, but for `timeout`"],
    },
  ]),
  ...mutantsOf("src/authority/chain.ts", [
    {
      name: "late-answers",
      text: "if (given instanceof Error) error = given.message;\n    else if",
      becomes: 'if (given instanceof Error) verdict = { kind: "allow" };\n    else if',
      breaks: "a link that takes too long has deferred",
      test: [CHAIN, "the chain leaves a link that hangs"],
    },
    {
      name: "nonsense-allows",
      text: 'if (!isVerdict(copy)) error = "gave no verdict";',
      becomes: 'if (!isVerdict(copy)) verdict = { kind: "allow" };',
      breaks: "nonsense is no answer",
      test: [CHAIN, "the chain takes a link that gives a text for one that defers"],
    },
    {
      name: "files-are-allowed",
      text: 'copy.kind === "allow" && !mayAllow',
      becomes: "copy.kind === undefined",
      breaks: "an allow may be no answer",
      test: [CHAIN, "the chain takes no allow where none may be given"],
    },
    {
      name: "details-are-shared",
      text: "  freeze(details);\n",
      becomes: "",
      breaks: "each link sees the same details",
      test: [CHAIN, "the chain shows each link the same details"],
    },
    {
      name: "aborted-calls",
      text: "if (limits.signal?.aborted === true) break;",
      becomes: "",
      breaks: "an aborted call asks no link",
      test: [CHAIN, "the chain asks nobody any more once the call is aborted"],
    },
    {
      name: "notes-after-the-answer",
      text: "!closed && notes.length",
      becomes: "notes.length",
      breaks: "a link writes until it has answered",
      test: [CHAIN, "the chain keeps what a link writes"],
    },
  ]),
  ...mutantsOf("src/pi/service.ts", [
    {
      name: "copies-are-foreign",
      text: " && !(OURS in service)",
      becomes: "",
      breaks: "a copy of ours is none of another extension's",
      test: [SERVICE, "the service that permission extensions share of a copy of ours"],
    },
    {
      name: "anybody-is-unpublished",
      text: "if (places[SERVICE] === ours) delete",
      becomes: "delete",
      breaks: "only our own is taken away",
      test: [
        SERVICE,
        "the service that permission extensions share leaves what another extension has put in its place",
      ],
    },
    {
      name: "places-are-taken",
      text: "places[SERVICE] ??= ours",
      becomes: "places[SERVICE] = ours",
      breaks: "nobody's place is taken",
      test: [SERVICE, "the service that permission extensions share takes nobody's place"],
    },
  ]),
];
