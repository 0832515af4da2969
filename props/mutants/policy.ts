import {
  ADVISE,
  DECIDE,
  HIDDEN,
  INTERNAL,
  type Mutant,
  mutantsOf,
  NORMALIZE,
  RULE_INDEX,
  SHADOW,
  WILDCARD,
} from "./mutant.ts";

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
    {
      name: "texts-of-the-index",
      text: "texts: [...forms, source]",
      becomes: "texts: [unit, source]",
      breaks: "the index knows every text that a rule sees",
      test: [
        RULE_INDEX,
        'the index knows every text that a rule sees: "/bin/rm x" under {"*":"allow","rm *":"deny"}: deny',
      ],
    },
  ]),
  ...mutantsOf("src/policy/rules.ts", [
    {
      name: "may-is-enough-for-a-deny",
      text: 'if (match === "may") raisedBy ??= rule;',
      becomes: 'if (match === "may" && rule.pattern === "") raisedBy ??= rule;',
      breaks: "a deny that may match raises an allow to an ask",
      test: [DECIDE, 'decide "git $sub": ask'],
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
  ...mutantsOf("src/policy/rule-index.ts", [
    {
      name: "holes-at-the-start",
      text: "if (start.includes(HOLE)) return undefined;",
      becomes: "",
      breaks: "a text that starts with a hole may be what any rule is about",
      test: [
        RULE_INDEX,
        'the index knows every text that a rule sees: "$x foo" under {"*":"allow","rm *":"deny"}: ask',
      ],
    },
  ]),
  ...mutantsOf("src/policy/shadow.ts", [
    {
      name: "denies-under-allows",
      text: '(action === "allow" && !allows)',
      becomes: '(action === "allow" && pattern === "")',
      breaks: "a deny below an allow still sees what may be it",
      test: [SHADOW, 'the report of shadowed rules {"git push *":"deny","git *":"allow"}: []'],
    },
  ]),
  ...mutantsOf("src/policy/advise.ts", [
    {
      name: "unproven-advice",
      text: "if (!flips(change)) continue;",
      becomes: 'if (!flips(change) && change.kind !== "remove") continue;',
      breaks: "every advice is judged before it is given",
      test: [ADVISE, 'advice for "git $x" under {"git *":"allow","git a":"deny","git b":"deny"}: writing out'],
    },
  ]),
  ...mutantsOf("src/policy/examples.ts", [
    {
      name: "doubtful-examples",
      text: 'rule.action === "allow" ? match === "must" : match !== undefined',
      becomes: 'match === "must"',
      breaks: "a deny that may match is no deny that does not",
      test: [
        NORMALIZE,
        'normalizePermission names examples that fail: bash "git push *": {"action":"deny","notMatch":["git $x"]}',
      ],
    },
  ]),
  ...mutantsOf("src/policy/wildcard.ts", [
    {
      name: "must-for-an-allow",
      text: "text.text.startsWith(pattern.prefix) && includes(pattern, text)",
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
      text: "const later = units.some(({ words }) => words.length === 0 || ",
      becomes: "const later = units.some(({ words }) => ",
      breaks: "text that runs later can set every variable",
      test: [INTERNAL, `a variable that is given a value once "d=src; eval \\"$x\\"; cat \\"$d/a\\"": ask`],
    },
    {
      name: "values-given-twice",
      text: "counts.get(definition.name) === 1",
      becomes: "counts.get(definition.name) !== 0",
      breaks: "a variable that is given two values may have either",
      test: [INTERNAL, `a variable that is given a value once "d=src; d=x; cat \\"$d/a\\"": ask`],
    },
  ]),
  ...mutantsOf("src/policy/environment.ts", [
    {
      name: "exported-anywhere",
      text: "  if (exported) return true;\n",
      becomes: "",
      breaks: "what is exported reaches every program",
      test: [INTERNAL, 'an assignment that reaches a program asks: "export MINE; MINE=x; make"'],
    },
    {
      name: "harmless-holes",
      text: "holes.length > 0 || !text.startsWith",
      becomes: "!text.startsWith",
      breaks: "a value that is not known may be any",
      test: [INTERNAL, 'an assignment that reaches a program asks: "NODE_ENV=$x make"'],
    },
  ]),
  ...mutantsOf("src/policy/policy.ts", [
    {
      name: "a-plain-allow-is-alone",
      text: 'more.length === 0 && bash?.pattern === "*"',
      becomes: 'bash?.pattern === "*"',
      breaks: "only where every command is allowed there is nothing to hide",
      test: [DECIDE, "decide a plain allow for bash has nothing to hide"],
    },
  ]),
];
