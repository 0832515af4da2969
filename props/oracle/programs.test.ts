import { describe, expect, test } from "bun:test";

import { runs } from "../runs.ts";
import { bashRejects } from "./bash.ts";
import { runCampaign } from "./campaign.ts";
import { FEATURES } from "./features.ts";
import { isHarmless, randomProgram } from "./programs.ts";
import { shrink } from "./shrink.ts";
import { Tracer } from "./tracer.ts";

function* seedsFrom(first: number, count: number): Generator<number> {
  for (let index = 0; index < count; index++) yield first + index;
}

describe("random programs", () => {
  const { seed, numRuns } = runs(6_000);

  test("hide no command that real bash runs, and reach all of its grammar", async () => {
    await using tracer = await Tracer.create();
    const report = await runCampaign(tracer, seedsFrom(seed, numRuns));
    expect(report.counterexamples).toEqual([]);
    expect(report.informative).toBeGreaterThan(numRuns / 10);
    expect(report.calls).toBeGreaterThan(numRuns / 4);
    expect(FEATURES.filter((feature) => report.features.get(feature) === 0)).toEqual([]);
  }, 600_000);

  test("are the same for the same seed", () => {
    for (const one of seedsFrom(seed, 200)) expect(randomProgram(one)).toEqual(randomProgram(one));
  });

  test("are mostly programs, where they are not damaged on purpose", async () => {
    const intact = [...seedsFrom(seed, 600)]
      .map((one) => randomProgram(one))
      .filter(({ features }) => !features.has("mutation") && !features.has("tokens"))
      .map(({ source }) => source);
    expect((await bashRejects(intact)).length).toBeLessThan(intact.length / 3);
  });

  test.each([
    "kill 1",
    "alpha ../x",
    "alpha /x",
    "command -p alpha",
    "env -i alpha",
    "exec -c alpha",
    "PATH=x",
    "alpha >/x",
  ])("are never like %j", (source) => {
    expect(isHarmless(source)).toBe(false);
  });
});

describe("a tracer", () => {
  const callsOf = async (tracer: Tracer, source: string) =>
    (await tracer.run(source)).calls.map((words) => words.join(" "));

  test("sees every program that runs, and its words", async () => {
    await using tracer = await Tracer.create(1);
    expect(await callsOf(tracer, "alpha 'a b' \"\"; nope; zap $'x\\ny' | beta")).toEqual(
      expect.arrayContaining(["alpha a b ", "zap x\ny", "beta"]),
    );
    expect(await callsOf(tracer, "timeout 5 nice zap x")).toEqual(["timeout 5 nice zap x", "nice zap x", "zap x"]);
    expect(await callsOf(tracer, "alpha 'zap x' | relay | bash")).toEqual(expect.arrayContaining(["zap x"]));
    expect(await callsOf(tracer, "bash -c 'zap x' & coproc zap y")).toEqual(expect.arrayContaining(["zap x", "zap y"]));
  });

  test("finds no program of the system", async () => {
    await using tracer = await Tracer.create(1);
    expect(await callsOf(tracer, "ls && zap; cat f || alpha")).toEqual(["alpha"]);
  });

  test("outlives programs that end their shell, never end, or end the driver", async () => {
    await using tracer = await Tracer.create(1);
    const sources = [
      "exec zap 1",
      "while :; do :; done",
      "zap 2; kill -9 $PPID",
      "zap 3; kill -9 0",
      "f() { f; }; f",
      "zap 4",
    ];
    const traces = await Promise.all(sources.map(async (source) => await callsOf(tracer, source)));
    expect(traces).toEqual([["zap 1"], [], ["zap 2"], ["zap 3"], [], ["zap 4"]]);
  });
});

test("a counterexample is shrunk to what makes it one", async () => {
  const fails = async (source: string) => await Promise.resolve(/zap.*x/s.test(source));
  expect(await shrink("if alpha; then zap 'a' x; fi # zap", fails)).toBe("zapx");
});
