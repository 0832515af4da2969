import { DECIDE, HIDDEN, type Mutant, mutantsOf, PROTECTION, TOOLS, WILDCARD } from "./mutant.ts";

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
  ...mutantsOf("src/policy/decide.ts", [
    {
      name: "holes-of-the-prefix",
      text: 'surface !== "bash" || text !== HOLE || (',
      becomes: 'surface !== "" || text !== HOLE || (',
      breaks: "aliases that the user's prefix may define make commands unknown",
      test: [DECIDE, 'what the user lets the shell run before each command "shopt -s expand_aliases"'],
    },
  ]),
  ...mutantsOf("src/policy/rules.ts", [
    {
      name: "folded-allows",
      text: 'folded: folds && rule.action !== "allow" ?',
      becomes: 'folded: folds && rule.action === "allow" ?',
      breaks: "denies see names as the file system does",
      test: [TOOLS, "where file names that differ in case are the same denies and asks see them so on darwin"],
    },
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
  ...mutantsOf("src/policy/tools.ts", [
    {
      name: "tool-before-server",
      text: 'if (byTool.action !== "allow") judged',
      becomes: 'if (byTool.action === "allow") judged',
      breaks: "a later allow of a server does not override a deny of its tool",
      test: [TOOLS, 'a call on an MCP server `mcp__exa__search` under {"exa:search":"deny","exa":"allow"}: deny'],
    },
    {
      name: "readable-for-readers",
      text: "!READING_TOOLS.has(tool) || !isReadable(tool",
      becomes: "!isReadable(tool",
      breaks: "what Pi keeps for itself is only read",
      test: [TOOLS, "what Pi keeps for itself write /opt/pi/x: ask"],
    },
  ]),
  ...mutantsOf("src/policy/mcp.ts", [
    {
      name: "tools-without-server",
      text: "return { exact, allow: [...exact, ...allow], any:",
      becomes: "return { exact, allow: [...exact, ...allow, ...any], any:",
      breaks: "an allow names the server",
      test: [TOOLS, 'a call on an MCP server `mcp__exa__search` under {"search":"allow"}: ask'],
    },
  ]),
  ...mutantsOf("src/policy/self-protection.ts", [
    {
      name: "parents-by-pattern",
      text: "(!named.parent || pattern.elements.length === pattern.prefix.length)",
      becomes: "(named.parent || pattern.elements.length >= pattern.prefix.length)",
      breaks: "only a rule that names the place lifts the protection",
      test: [PROTECTION, 'an allow for ".pi/*", on ".pi/settings.json": ask'],
    },
    {
      name: "readers-redefined",
      text: "if (!READERS.has(name) || functions.includes(name)) return false;",
      becomes: "if (!READERS.has(name)) return functions.includes(name);",
      breaks: "a function by a reader's name may write",
      test: [PROTECTION, "where everything is allowed, a command asks cat() {"],
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
