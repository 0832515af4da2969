/** Arbitraries for bash texts, patterns and rules. Texts are built from what they mean, so that properties know it. */
import fc from "fast-check";

import type { Hole, Text } from "../src/shell/text.ts";
import { HOLE } from "../src/shell/text.ts";

/** A source text and what bash makes of it. */
export interface Spelling {
  readonly source: string;
  readonly value: string;
}

/** Characters that need no quoting anywhere in a word. */
const SAFE = /^[A-Za-z0-9_\-.,:/@%+]$/;

/** One character of a word, spelled in one of bash's ways. NUL and, outside quotes, what has a meaning are quoted. */
function spellCharacter(character: string, style: number): string {
  const single = character === "'" ? "\\'" : `'${character}'`;
  const double = '$`"\\'.includes(character) ? `"\\${character}"` : `"${character}"`;
  const ansi = `$'${[...character].map((one) => ansiEscape(one)).join("")}'`;
  const backslash = character === "\n" ? single : `\\${character}`;
  const plain = SAFE.test(character) ? character : single;
  return [plain, single, double, ansi, backslash, plain, `\\\n${plain}`][style % 7] ?? plain;
}

function ansiEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return `\\x${code.toString(16).padStart(2, "0")}`;
  return character === "'" || character === "\\" ? `\\${character}` : character;
}

/** The ways in which a given word may be written; never empty, never a reserved word or an assignment by accident. */
export function spelled(word: string): fc.Arbitrary<string> {
  const characters = [...word];
  const styles = fc.array(fc.nat({ max: 6 }), { minLength: characters.length, maxLength: characters.length });
  return styles.map(
    (chosen) => characters.map((one, index) => spellCharacter(one, chosen[index] ?? 0)).join("") || "''",
  );
}

/** Command names of the tests; none is a builtin, a reserved word or a wrapper. */
export const PROGRAMS = ["alpha", "beta", "gamma", "rm", "git"] as const;

const OPERANDS = [
  "x",
  "push",
  "log",
  "-r",
  "a b",
  "c/d",
  ".",
  "$y",
  "it's",
  "\\",
  "#z",
  "~q",
  "{k,l}",
  "*",
  "é",
  "\n",
  "",
] as const;

/** A simple command: what bash runs, and one way to write it. */
export function simpleCommand(): fc.Arbitrary<Spelling> {
  const words = fc.tuple(fc.constantFrom(...PROGRAMS), fc.array(fc.constantFrom(...OPERANDS), { maxLength: 3 }));
  return words.chain(([program, operands]) => {
    const argv = [program, ...operands];
    const blanks = fc.constantFrom(" ", "  ", "\t", " \\\n ");
    return fc
      .tuple(fc.tuple(...argv.map((word) => spelled(word))), fc.array(blanks, { minLength: 4, maxLength: 4 }))
      .map(([spellings, gaps]) => ({
        source: spellings.map((one, index) => (index === 0 ? one : (gaps[index] ?? " ") + one)).join(""),
        value: argv.join(" "),
      }));
  });
}

/** What may stand before, between and after the words of a command without changing what it runs. */
const REDIRECTS = [
  "2>&1",
  ">/dev/null",
  "2>/dev/null",
  "</dev/null",
  ">&2",
  "<&-",
  " &>/dev/null",
  "<<<x",
  "2>\\\n/dev/null",
  ">|f",
  "<>f",
  ">>'f'",
];

/** A simple command among redirections, assignments and transparent wrappers; the commands are what bash may run. */
function dressedCommand(): fc.Arbitrary<Program> {
  const around = fc.record({
    before: fc.constantFrom("", "", "A=1 ", "A= B='x y' ", "A+=$x ", "time -p "),
    wrapper: fc.constantFrom("", "", "", "command ", "builtin command ", "exec "),
    redirect: fc.constantFrom("", "", ...REDIRECTS),
    first: fc.boolean(),
  });
  return fc.tuple(simpleCommand(), around).map(([{ source, value }, { before, wrapper, redirect, first }]) => ({
    source:
      before + (first && redirect !== "" ? `${redirect} ` : "") + wrapper + source + (first ? "" : ` ${redirect}`),
    commands: [value],
  }));
}

/** A command whose words only run time knows; `commands` is left empty, since nothing is known of it. */
function computedCommand(): fc.Arbitrary<Program> {
  const word = fc.constantFrom(
    "$x",
    '"$x"',
    "${x}",
    "$nothing",
    '"$@"',
    "*",
    "?",
    "[a-z]",
    "{a,b}",
    "~",
    "p$x",
    "$'\\x78'",
    "$?",
    "x${nothing}y",
  );
  const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom<string>(...PROGRAMS) }, { weight: 1, arbitrary: word });
  return fc
    .tuple(name, fc.array(fc.oneof(word, fc.constantFrom("push", "-r")), { maxLength: 3 }))
    .map(([program, words]) => ({ source: [program, ...words].join(" "), commands: [] }));
}

/** A program of simple commands, with all commands that bash may run from it. */
export interface Program {
  readonly source: string;
  readonly commands: readonly string[];
}

/** A program among here-documents. */
function hereDocuments({ source, commands }: Program): Program[] {
  const texts = [
    `alpha <<E\n'$(alpha y)' "\nE\n${source}`,
    `{ alpha <<-'E F'\n$(x) \`\n\tE F\n${source}\n}`,
    `alpha <<A <<"B"; beta\n$x \\\nA\nA\n$(x)\nB\n${source}`,
    `w=(a "$( ${source}\n)" # c\n b); alpha`,
    `while alpha; do beta; break; done <<E\n\`alpha y\`\nE\n${source}`,
  ];
  return texts.map((text) => ({ source: text, commands: ["alpha", ...commands] }));
}

/** A list, pipeline, subshell, group or substitution of simple commands. */
export function program(): fc.Arbitrary<Program> {
  return fc
    .letrec<{ program: Program }>((tie) => {
      const leaf = fc.oneof(
        { weight: 2, arbitrary: simpleCommand().map(({ source, value }): Program => ({ source, commands: [value] })) },
        { weight: 2, arbitrary: dressedCommand() },
        { weight: 1, arbitrary: computedCommand() },
      );
      const pair = fc
        .tuple(
          tie("program"),
          fc.constantFrom(";", " ; ", "\n", " # note\n", "&&", " && ", "||", "|", " |& ", "& ", " &\n"),
          tie("program"),
        )
        .map(([left, operator, right]): Program => ({
          source: left.source + operator + right.source,
          commands: [...left.commands, ...right.commands],
        }));
      const wrapped = fc
        .tuple(
          fc.constantFrom<[string, string]>(
            ["( ", ")"],
            ["( ", "\n)"],
            ["{ ", ";}"],
            ["{\n", "\n}"],
            ["{ ", "\n} 2>&1"],
            ["! ", ""],
          ),
          tie("program"),
        )
        .map(([[open, close], { source, commands }]): Program => ({ source: open + source + close, commands }));
      const compound = fc
        .tuple(
          fc.constantFrom<(one: string, two: string) => string>(
            (one, two) => `if ${one}\nthen ${two}\nfi`,
            (one, two) => `if alpha; then ${one}\nelse ${two}\nfi`,
            (one, two) => `if ${one}\nthen alpha; elif ${two}\nthen :; fi 2>&1`,
            (one, two) => `for v in 1 "$( ${one}\n)" a\ b; do ${two}\ndone`,
            (one, two) => `for v in 1; do\n${one}\ndone; ${two}`,
            (one, two) => `while ${one}\ndo ${two}\nbreak; done`,
            (one, two) => `until ${one}\ndo\n${two}\nbreak; done </dev/null`,
            (one, two) => `case x in (y) ${one}\n;; x|z) ${two}\n;;& *) beta;; esac`,
            (one, two) => `case $( ${one}\n) in\n*) ${two}\nesac`,
            (one, two) => `f() { ${one}\n}; f; function g (\n${two}\n) ; g`,
            (one, two) => `alpha <( ${one}\n) > >( ${two}\n)`,
            (one, two) => `[[ x == $( ${one}\n) || y =~ ^(a|b\\ c)$ ]] || ${two}`,
            (one, two) => `(( 1 + $( ${one}\n)0 )); ${two}`,
            (one, two) => `alpha "\${x:-$( ${one}\n)}" \${y:+"$( ${two}\n)"}`,
            (one, two) => `for ((i=0; i<1; i++)); do ${one}\ndone; ${two}`,
            (one, two) => `alpha $(( 1 + $( ${one}\n) 0 )) $( ( ${two}\n) )`,
          ),
          tie("program"),
          tie("program"),
        )
        .map(([write, one, two]): Program => ({
          source: write(one.source, two.source),
          // Whether each part comes to run is bash's affair.
          commands: [...one.commands, ...two.commands],
        }));
      const substituted = fc
        .tuple(fc.constantFrom<[string, string]>(["$( ", ")"], ['"$( ', ')"'], ['"x$( ', '\n)y"']), tie("program"))
        .map(([[open, close], { source, commands }]): Program => ({
          source: `alpha ${open}${source}${close}`,
          commands,
        }));
      const backquoted = tie("program").map(({ source, commands }): Program => ({
        source: `alpha x\`${source.replaceAll(/[\\`$]/g, "\\$&")}\``,
        commands,
      }));
      return {
        program: fc.oneof(
          { maxDepth: 3, withCrossShrink: true },
          leaf,
          pair,
          wrapped,
          substituted,
          backquoted,
          compound,
        ),
      };
    })
    .program.chain((inner) =>
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(inner) },
        // Inside substitutions bash reads here-documents in a way of its own.
        { weight: 1, arbitrary: fc.constantFrom(...hereDocuments(inner)) },
      ),
    )
    .filter(({ source }) => !/&\s*[);]|\|&?\s*(?:!|time)/.test(source));
}

/** Patterns over a small alphabet, so that they often match. */
export function pattern(alphabet: readonly string[] = ["a", "b", " ", "*", "?"]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...alphabet), { maxLength: 6 }).map((parts) => parts.join(""));
}

/** Words joined by one space, some of them, or parts of them, holes. */
export function textWithHoles(
  maxHoles: number,
  literals: readonly string[] = ["a", "b", "ab", "ba", ""],
): fc.Arbitrary<Text> {
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...literals) },
    { weight: 1, arbitrary: fc.constantFrom(`a${HOLE}`, `${HOLE}b`, `a${HOLE}b`) },
    { weight: 2, arbitrary: fc.constant(HOLE) },
  );
  return fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
    .map(([words, vanishing]): Text => {
      const holes: Hole[] = [];
      const kept = words.map((one) => {
        if (!one.includes(HOLE)) return one;
        if (holes.length === maxHoles) return "a";
        holes.push({ reason: "parameter expansion", vanishes: one === HOLE && vanishing[holes.length] === true });
        return one;
      });
      return { text: kept.join(" "), holes };
    });
}

/** `bash` rules over the programs of `PROGRAMS`. */
export function bashRules(): fc.Arbitrary<Record<string, "allow" | "ask" | "deny">> {
  const patterns = fc.oneof(
    fc.constantFrom(
      "*",
      "git *",
      "git push *",
      "git log *",
      "rm *",
      "alpha *",
      "beta *",
      "gamma x *",
      "* push*",
      "*x",
      "rm",
      "git ?*",
    ),
    fc.constantFrom(...PROGRAMS.map((name) => `${name} *`)),
  );
  const entries = fc.array(
    fc.tuple(patterns, fc.constantFrom("allow" as const, "allow" as const, "ask" as const, "deny" as const)),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  return entries.map((list) => Object.fromEntries(list));
}
