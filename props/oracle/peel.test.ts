/** Peeling held against real bash: what wrappers run is what the units say, and nothing else runs. */
import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { peeled } from "../../src/policy/peel.ts";
import { Policy } from "../../src/policy/policy.ts";
import { peelText } from "../../src/shell/peel-text.ts";
import { analyze } from "../../src/shell/units.ts";
import { grammarOf } from "../../src/shell/wrappers.ts";
import { runs } from "../runs.ts";
import { covers } from "./coverage.ts";
import { isHarmless, randomProgram } from "./programs.ts";
import { Random } from "./random.ts";
import { Tracer } from "./tracer.ts";

/** What is known of a wrapper's options beyond its grammar: arguments to try, and options that are left out, by reason. */
interface Samples {
  /** Words without which it runs nothing. */
  readonly always?: readonly string[];
  readonly operands?: readonly string[];
  readonly numeric?: readonly string[];
  /** For each option with an argument, what it may be. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  readonly leftOut?: Readonly<Record<string, string>>;
}

const SIGNALS = ["TERM", "INT", "9"];
const MODES = ["0", "4K"];
const ROOT_ONLY = "needs root";
const DEADLINE = "of a policy that needs root";

const SAMPLES: Readonly<Record<string, Samples>> = {
  timeout: {
    operands: ["9", "9.5s", "1m", ".9h", "9.", "0"],
    values: { "-k": ["1", "2m"], "--kill-after": ["3"], "-s": SIGNALS, "--signal": SIGNALS },
    leftOut: { "-f": "newer than many systems", "-p": "newer than many systems" },
  },
  nice: { values: { "-n": ["1", "0"], "--adjustment": ["2"] }, numeric: ["-1", "-+2"] },
  ionice: { values: { "-c": ["2", "best-effort"], "--class": ["3"], "-n": ["4"], "--classdata": ["5"] } },
  chrt: {
    always: ["-b", "--batch", "-i", "--idle", "-o", "--other"],
    operands: ["0"],
    leftOut: {
      ...Object.fromEntries(["-f", "--fifo", "-r", "--rr", "-d", "--deadline"].map((name) => [name, ROOT_ONLY])),
      ...Object.fromEntries(
        ["-T", "--sched-runtime", "-P", "--sched-period", "-D", "--sched-deadline"].map((name) => [name, DEADLINE]),
      ),
    },
  },
  stdbuf: {
    always: ["-o0", "--error=L"],
    values: { "-i": MODES, "--input": MODES, "-o": ["L", ...MODES], "--output": ["L"], "-e": ["L"], "--error": MODES },
  },
  setsid: {
    // Without it, what leads its process group does not wait either.
    always: ["-w", "--wait"],
    leftOut: {
      "-c": "needs a terminal",
      "--ctty": "needs a terminal",
      "-f": "does not wait",
      "--fork": "does not wait",
    },
  },
  nohup: {},
  time: { values: { "-f": ["%e", "a b"], "--format": ["%E"] } },
  command: {},
  xargs: {
    values: {
      "-n": ["1", "2"],
      "--max-args": ["1"],
      "-P": ["1"],
      "--max-procs": ["1"],
      "-L": ["1"],
      "-l": ["2"],
      "--max-lines": ["1"],
      "-s": ["900"],
      "--max-chars": ["900"],
      "-d": ["\\n"],
      "--delimiter": [","],
      "-E": ["E"],
      "-e": ["E"],
      "--eof": ["E"],
      "-I": ["%", "{}"],
      "-i": ["%"],
      "--replace": ["%"],
      "-a": ["/dev/stdin"],
      "--arg-file": ["/dev/stdin"],
    },
    leftOut: {
      "-o": "needs a terminal",
      "--open-tty": "needs a terminal",
      "-r": "may run nothing",
      "--no-run-if-empty": "may run nothing",
    },
  },
};

const quote = (word: string): string => (/^[\w.,:=%+-]+$/.test(word) ? word : `'${word}'`);

/** One option as its grammar has it, in one of its spellings. */
function optionOf(wrapper: string): fc.Arbitrary<readonly string[]> {
  const grammar = grammarOf(wrapper);
  const { values = {}, leftOut = {}, numeric = [] } = SAMPLES[wrapper] ?? {};
  if (grammar === undefined) throw new Error(`no wrapper: ${wrapper}`);
  const isLeftOut = (name: string) => leftOut[name] !== undefined;
  const valuesOf = (name: string): readonly string[] => {
    const known = values[name];
    // A new option needs something to try it with.
    if (known === undefined) throw new Error(`no argument for ${wrapper} ${name}`);
    return known;
  };
  const attached = (name: string, value: string) => (name.startsWith("--") ? `${name}=${value}` : name + value);
  const rows = [
    ...[...grammar.flags].filter((name) => !isLeftOut(name)).map((name) => [name]),
    ...[...grammar.options]
      .filter((name) => !isLeftOut(name))
      .flatMap((name) => valuesOf(name).flatMap((value) => [[name, value], [attached(name, value)]])),
    ...[...grammar.optional].flatMap((name) => [[name], ...valuesOf(name).map((value) => [attached(name, value)])]),
    ...numeric.map((word) => [word]),
  ];
  return rows.length === 0 ? fc.constant([]) : fc.constantFrom(...rows);
}

/** A wrapper's own words. */
function ownWords(wrapper: string): fc.Arbitrary<string> {
  const { always, operands } = SAMPLES[wrapper] ?? {};
  return fc
    .tuple(
      always === undefined ? fc.constant([]) : fc.constantFrom(...always).map((word) => [word]),
      fc.array(optionOf(wrapper), { maxLength: 3 }),
      fc.constantFrom([], ["--"]),
      operands === undefined ? fc.constant([]) : fc.constantFrom(...operands).map((word) => [word]),
    )
    .map((words) => [wrapper === "time" ? "\\time" : wrapper, ...words.flat(2).map(quote)].join(" "));
}

const INNER = ["zap", "zap x 'a b' \"\"", "zap -n 5 --help", "zap 9 -k -- {}", "'zap' $'\\n' %"];

/** `exec` is peeled in a subshell. */
const AS_IT_IS = ["timeout", "nice", "ionice", "chrt", "stdbuf", "setsid", "nohup", "time", "command"].filter(
  (name) => name === "command" || Bun.which(name) !== null,
);

const peelable = fc.array(fc.constantFrom(...AS_IT_IS), { minLength: 1, maxLength: 3 }).chain((names) =>
  fc.tuple(
    // Only the shell itself has a builtin `command`.
    ...names.map((name, index) => ownWords(name === "command" && index > 0 ? "nice" : name)),
  ),
);

describe("real wrappers", () => {
  const forms = fc.tuple(
    peelable.map((wrappers) => wrappers.join(" ")),
    fc.constantFrom(...INNER),
    fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => `(exec ${text.replace(/^command (?:-- )?/, "")})`,
      (text) => `bash -c ${`'${text.replaceAll("'", "'\\''")}'`}`,
      (text) => `bash -eu -c ${`'${text.replaceAll("'", "'\\''")}'`} q`,
      (text) => `eval ${`'${text.replaceAll("'", "'\\''")}'`}`,
    ),
  );

  test("run what the peeled units say, word by word", async () => {
    const { seed, numRuns } = runs(250);
    await using tracer = await Tracer.create();
    const wrong: unknown[] = [];
    let bare = 0;
    await tracer.each(fc.sample(forms, { seed, numRuns }), async ([wrappers, inner, place]) => {
      const source = place(`${wrappers} ${inner}`);
      const { units, complete } = analyze(source);
      const kept = units.filter(({ peels }) => peels === undefined);
      const said = kept.map(({ words }) => words.map(({ text }) => text));
      const { calls, errors } = await tracer.run(source);
      const ran = calls.filter(([name]) => name === "zap");
      if (!complete || !Bun.deepEquals(said, ran)) wrong.push({ source, said, ran, errors });
      const text = peelText(source);
      if (text === undefined) return;
      bare++;
      const without = await tracer.run(text);
      if (!Bun.deepEquals(without.calls, ran)) wrong.push({ source, text, without: without.calls, ran });
    });
    expect(wrong).toEqual([]);
    expect(bare).toBeGreaterThan(10);
  }, 120_000);

  test("that add words run what the peeled units leave open", async () => {
    const { seed, numRuns } = runs(150);
    await using tracer = await Tracer.create();
    const given = fc.tuple(ownWords("xargs"), fc.constantFrom(...INNER));
    const wrong: unknown[] = [];
    let ran = 0;
    let known = 0;
    await tracer.each(fc.sample(given, { seed, numRuns }), async ([own, inner]) => {
      const source = `printf 'i j\\nk' | ${own} ${inner}`;
      const [, wrapper, ...units] = analyze(source).units;
      const { calls } = await tracer.run(source);
      for (const call of calls) {
        if (call[0] !== "zap") continue;
        ran++;
        if (!units.some((unit) => covers(unit, call.join(" ")))) wrong.push({ source, call });
      }
      // What excludes each other is not read.
      if (wrapper?.peels !== undefined) known++;
      else if (units.every(({ text }) => text !== "\0")) wrong.push({ source });
    });
    expect(wrong).toEqual([]);
    expect(ran).toBeGreaterThan(numRuns / 3);
    expect(known).toBeGreaterThan(numRuns / 2);
  }, 120_000);
});

describe("find", () => {
  /** What `$x` and `$y` may be, which nothing of the text says. */
  const EVIL = ["-delete", ";", "+", "{}", "(", "!", ",", "-o", "-fprint", "-exec", "f", "-name", ""];
  const START = [".", "./f", '"$x"', '"$x"/f', "./$x", '"./$x"', "-L", "-d*", "*"];
  const TESTS = [
    ...[
      "-name f",
      '-name "$x"',
      "-name $x",
      "-name -d*",
      "-type f",
      '-path "$x"',
      "-maxdepth 1",
      '"$x"',
      "!",
      "\\( -true",
      "\\)",
    ],
    ...[
      "-o",
      ",",
      "-print0",
      "-ls",
      "-printf '%p\\n'",
      "-prune",
      "-newermt now",
      "-unknown",
      "-delete",
      "-fprint g",
      "-fls g",
      "g",
    ],
  ];
  const INNER_WORDS = ["x", "{}", '"$x"', '"$x$y"', '"$x;"', "a{}", "+", "-delete", "-fprint", "g", "*", "'('"];
  const command = fc
    .tuple(
      fc.constantFrom("-exec", "-exec", "-exec", "-ok"),
      fc.array(fc.constantFrom(...INNER_WORDS), { maxLength: 3 }),
      fc.constantFrom("\\;", "{} +", "{} +", "';'"),
    )
    .map(([action, words, end]) => [action, "zap", ...words, end].join(" "));
  const expression = fc
    .tuple(
      fc.constantFrom(...EVIL),
      fc.constantFrom(...EVIL),
      fc.array(fc.constantFrom(...START), { maxLength: 2 }),
      fc.array(fc.constantFrom(...TESTS), { maxLength: 3 }),
      command,
      fc.array(fc.oneof(fc.constantFrom(...TESTS), command), { maxLength: 2 }),
    )
    .map(([x, y, starts, tests, run, more]) => ({
      given: `x='${x}'; y='${y}'; : > f; : > -dA; : > -delete`,
      find: ["find", ...starts, ...tests, run, ...more].join(" "),
    }));

  test("that is peeled changes no file, and runs its commands only", async () => {
    const { seed, numRuns } = runs(3_000);
    await using tracer = await Tracer.create();
    const wrong: unknown[] = [];
    const peelable = fc
      .sample(expression, { seed, numRuns })
      .filter(({ find }) => analyze(find).units[0]?.peels !== undefined);
    let ran = 0;
    await tracer.each(peelable, async ({ given, find }) => {
      const source = `${given}; ${find}`;
      const { units } = analyze(find);
      const { calls, files } = await tracer.run(source);
      const inner = calls.filter(([name]) => name !== "find").map((words) => words.join(" "));
      if (inner.length > 0) ran++;
      const hidden = inner.filter((call) => !units.slice(1).some((unit) => covers(unit, call)));
      if (hidden.length > 0 || files.toSorted().join(" ") !== "-dA -delete f") wrong.push({ source, hidden, files });
    });
    expect(wrong).toEqual([]);
    expect(peelable.length).toBeGreaterThan(numRuns / 20);
    expect(ran).toBeGreaterThan(peelable.length / 10);
    expect(peelable.some(({ find }) => find.includes("$"))).toBe(true);
  }, 120_000);
});

describe("random programs", () => {
  /** What the rules allow. */
  const ALLOWED = ["alpha", "beta", "gamma", "delta"];
  /** What is peeled. */
  const PEELED = ["timeout", "nice", "nohup", "setsid", "stdbuf", "ionice", "chrt", "time", "xargs", "find", "bash"];

  function program(seed: number): string {
    const random = new Random(seed);
    return randomProgram(seed).source.replaceAll(/\b(?:zap|bait|relay|rm|git|a)\b/g, (name) =>
      random.oneIn(20) ? name : random.pick(ALLOWED),
    );
  }

  test("run nothing but what is allowed, and wrappers, where peeling allows them", async () => {
    const { seed, numRuns } = runs(12_000);
    const bash = Object.fromEntries(ALLOWED.map((name) => [`${name} *`, "allow"]));
    const open = { read: "allow", write: "allow", env: { "*": "allow" }, external_directory: "allow" };
    const policy = new Policy(normalizePermission({ bash, ...open }), undefined);
    await using tracer = await Tracer.create();
    const sources: string[] = [];
    for (let index = 0; index < numRuns; index++) {
      const source = program(seed + index);
      if (!isHarmless(source)) continue;
      const ruling = judgeCommand(source, policy, { cwd: "/home/user" });
      if (ruling.state !== "allow" && peeled(ruling).state === "allow") sources.push(source);
    }
    const wrong: unknown[] = [];
    let ran = 0;
    await tracer.each(sources, async (source) => {
      const { calls } = await tracer.run(source);
      ran += calls.length;
      const names = calls.map(([name = ""]) => name);
      if (names.some((name) => !ALLOWED.includes(name) && !PEELED.includes(name))) wrong.push([source, calls]);
    });
    expect(wrong).toEqual([]);
    expect(sources.length).toBeGreaterThan(numRuns / 500);
    expect(ran).toBeGreaterThan(sources.length);
  }, 300_000);
});
