import { DECIDE, HIDDEN, type Mutant, mutantsOf, SESSION, SUGGEST, WILDCARD } from "./mutant.ts";

/** Mutants of how rules are asked. */
export const POLICY: readonly Mutant[] = [
  ...mutantsOf("src/policy/decide.ts", [
    {
      name: "ambiguous-programs",
      text: "      if (ambiguous) return false;\n",
      becomes: "",
      breaks: "no pattern allows a program with a blank or a hole in its name",
      test: [DECIDE, 'decide "\\"make x\\"": ask'],
    },
    {
      name: "unread-texts",
      text: 'unit.context === "unread" && verdict.action === "allow"',
      becomes: 'unit.context === "unread" && verdict.action === "deny"',
      breaks: "what is not understood is at least asked about",
      test: [DECIDE, "decide what is not understood always asks, at least"],
    },
    {
      name: "programs-by-path",
      text: "if (slash === -1 && hole === -1) return undefined;",
      becomes: "if (hole <= slash) return undefined;",
      breaks: "a deny sees a program by its base name too",
      test: [DECIDE, 'decide "/bin/rm x": deny'],
    },
    {
      name: "fallback-of-env",
      text: 'policy.allowsEveryCommand ? "allow" : "ask"',
      becomes: '"allow"',
      breaks: "an assignment that reaches the environment is asked about",
      test: [DECIDE, 'decide "PATH=/evil git log": ask'],
    },
    {
      name: "appended-values",
      text: 'assignment.text.includes("+=") ? [assignment, any] : [assignment]',
      becomes: 'any.text === "" ? [any] : [assignment]',
      breaks: "what `NAME+=value` gives depends on what the variable held",
      test: [HIDDEN, 'what an expression assigns is judged by `env`: "PATH+=x"'],
    },
  ]),
  ...mutantsOf("src/policy/rules.ts", [
    {
      name: "may-is-enough-for-a-deny",
      text: 'if (match === "may" && (raisedBy',
      becomes: 'if (match === "may" && rule.pattern === "" && (raisedBy',
      breaks: "a deny that may match raises an allow to an ask",
      test: [DECIDE, 'decide "git $sub": ask'],
    },
    {
      name: "approvals-and-denies",
      text: 'if (verdict.action !== "ask" ||',
      becomes: 'if (verdict.action === "allow" ||',
      breaks: "a rule of the session loosens no deny",
      test: [SESSION, 'what a session rule does and does not allow "git push": deny'],
    },
    {
      name: "approvals-and-possible-denies",
      text: ' || verdict.raisedBy?.action === "deny") return verdict;',
      becomes: ") return verdict;",
      breaks: "nor one that only may match",
      test: [SESSION, 'what a session rule does and does not allow "git $x": ask'],
    },
    {
      name: "asks-before-denies",
      text: '(raisedBy === undefined || rule.action === "deny")) raisedBy = rule;',
      becomes: "raisedBy === undefined) raisedBy = rule;",
      breaks: "an ask that may match hides no deny that may",
      test: [SESSION, "what a session rule does and does not allow an ask that may match hides no deny"],
    },
    {
      name: "defaults-and-env",
      text: '(rule.surface === UNIVERSAL && surface !== "env")',
      becomes: "rule.surface === UNIVERSAL",
      breaks: "no default loosens `env`",
      test: [DECIDE, "decide a plain allow for bash has nothing to hide"],
    },
    {
      name: "strictest-wins",
      text: 'if (left === "deny" || right === "deny") return "deny";',
      becomes: 'if (left === "deny" && right === "deny") return "deny";',
      breaks: "the strictest verdict counts",
      test: [DECIDE, "decide across units, deny trumps ask trumps allow"],
    },
  ]),
  ...mutantsOf("src/policy/wildcard.ts", [
    {
      name: "must-for-an-allow",
      text: "canStart(pattern, text.text) && includes(pattern, text)",
      becomes: "canStart(pattern, text.text) && intersects(pattern, text)",
      breaks: "an allow matches for every filling of the holes",
      test: [DECIDE, 'decide "$x foo": ask'],
    },
    {
      name: "owed-spaces",
      text: "(state & SPARE) !== 0 ? FREE : OWING;",
      becomes: "(state & SPARE) !== 0 ? FREE : FREE;",
      breaks: "a hole that vanishes takes one space along",
      test: [WILDCARD, 'matching texts with holes "git * log" on "git \\u0000 log": may'],
    },
    {
      name: "vanishing-holes-may",
      text: "else if (vanishes) unite(reached, skipped);",
      becomes: "",
      breaks: "a deny may match where a hole vanishes",
      test: [WILDCARD, 'matching texts with holes "git log" on "git \\u0000 log": may'],
    },
    {
      name: "leading-holes",
      text: "if (leading) unite(reached, skipped);\n      else",
      becomes: "if (!leading)",
      breaks: "the holes before the program may vanish",
      test: [WILDCARD, 'matching texts with holes "rm" on "\\u0000 \\u0000 rm": may'],
    },
  ]),
  ...mutantsOf("src/policy/environment.ts", [
    {
      name: "environment-of-a-command",
      text: 'if (command !== undefined) return !(name === "IFS" && command === "read");',
      becomes:
        'if (command !== undefined && command !== name) return SPECIAL.test(name) && !(name === "IFS" && command === "read");',
      breaks: "what stands before a command reaches its environment",
      test: [DECIDE, "decide a plain allow for bash has nothing to hide"],
    },
    {
      name: "variables-with-a-meaning",
      text: "|PATH|POSIXLY_CORRECT",
      becomes: "|POSIXLY_CORRECT",
      breaks: "`PATH` says what a name means",
      test: [HIDDEN, 'what an expression assigns is judged by `env`: "PATH+=x"'],
    },
  ]),
  ...mutantsOf("src/policy/operands.ts", [
    {
      name: "later-texts-move",
      text: "if (isLater(unit)) bases = undefined;",
      becomes: "if (isLater(unit)) bases = before;",
      breaks: "text that runs later can change the directory",
      test: [
        HIDDEN,
        'outside of the working directory a deny is asked about where the place is not known: "source ./x; cat passwd"',
      ],
    },
  ]),
  ...mutantsOf("src/policy/suggest.ts", [
    {
      name: "patterns-of-stars",
      text: "/[*?\\0]/.test(text) || ",
      becomes: "",
      breaks: "a dangerous command is approved by itself alone",
      test: [SUGGEST, 'suggestions are not there where no pattern says just that: "rm f"'],
    },
    {
      name: "fed-texts",
      text: 'surface === "bash" && hereDocument',
      becomes: 'surface === "env" && hereDocument',
      breaks: "what a here-document says is part of what was asked",
      test: [SUGGEST, 'suggestions are not there for what rules do not speak of: "mytool <<<x"'],
    },
    {
      name: "options-before-subcommands",
      text: "(index > 0 && /^[-+]|^$/.test(word))",
      becomes: 'word === ""',
      breaks: "before an option no subcommand is named",
      test: [SUGGEST, 'suggestions for a command "git -C x log"'],
    },
    {
      name: "all-of-home",
      text: "return holdsHome || directory",
      becomes: "return directory",
      breaks: "a home directory is not approved as a whole",
      test: [SUGGEST, "suggestions for a file never all files, nor all of a home directory"],
    },
  ]),
  ...mutantsOf("src/policy/subcommands.ts", [
    {
      name: "wrappers-as-programs",
      text: "grammarOf(name) !== undefined || OPAQUE",
      becomes: "OPAQUE",
      breaks: "a wrapper is approved with what it runs",
      test: [SUGGEST, 'suggestions are never wider than asked: "timeout 5 ls"'],
    },
    {
      name: "scripts-from-elsewhere",
      text: "(?:[^-]|-\\w*[cemrE]$|",
      becomes: "(?:|",
      breaks: "an interpreter that reads its program is not approved",
      test: [SUGGEST, 'suggestions are not there for what rules do not speak of: "python3"'],
    },
  ]),
  ...mutantsOf("src/policy/policy.ts", [
    {
      name: "quotes-in-approvals",
      text: "({ ...one, namesSource: false })",
      becomes: "one",
      breaks: "an approval is about the text that the program gets",
      test: [SESSION, "what a session rule does and does not allow \"git log 'x'\": ask"],
    },
    {
      name: "a-plain-allow-is-alone",
      text: 'more.length === 0 && bash?.pattern === "*"',
      becomes: 'bash?.pattern === "*"',
      breaks: "only where every command is allowed there is nothing to hide",
      test: [DECIDE, "decide a plain allow for bash has nothing to hide"],
    },
  ]),
];
