import { expect, test } from "bun:test";

import { analyze } from "../../src/shell/units.ts";
import { bashRejects } from "../oracle/bash.ts";
import { findHidden } from "../oracle/campaign.ts";
import { isOpaque } from "../oracle/coverage.ts";
import { Tracer } from "../oracle/tracer.ts";
import { texts } from "./tokens.ts";

const UNDERSTOOD = [...texts(3)].filter((text) => analyze(text).complete);

test("every text of three tokens that is understood, bash reads too", async () => {
  expect(UNDERSTOOD.length).toBeGreaterThan(5_000);
  expect(await bashRejects(UNDERSTOOD)).toEqual([]);
  // The question can be answered with yes.
  expect(await bashRejects(["if", "a"])).toEqual(["if"]);
}, 120_000);

test("no text of three tokens that is understood hides a command", async () => {
  await using tracer = await Tracer.create();
  const { calls, hidden } = await findHidden(
    tracer,
    UNDERSTOOD.filter((text) => !isOpaque(analyze(text))),
  );
  expect(calls).toBeGreaterThan(1_000);
  expect(hidden).toEqual([]);
}, 300_000);
