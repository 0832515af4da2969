import { AUTHORITY } from "./authority.ts";
import { COMMANDS } from "./commands.ts";
import { EFFECTS } from "./effects.ts";
import { EVALUATION } from "./evaluation.ts";
import { EXPANSION } from "./expansion.ts";
import { LATER } from "./later.ts";
import type { Mutant } from "./mutant.ts";
import { PEELING } from "./peeling.ts";
import { POLICY } from "./policy.ts";
import { READING } from "./reading.ts";
import { WORDS } from "./words.ts";
import { WRAPPERS } from "./wrappers.ts";

/** All mutants, by the part of the source that they break. */
export const MUTANTS: readonly Mutant[] = [
  ...READING,
  ...COMMANDS,
  ...WORDS,
  ...EXPANSION,
  ...EVALUATION,
  ...EFFECTS,
  ...LATER,
  ...WRAPPERS,
  ...PEELING,
  ...POLICY,
  ...AUTHORITY,
];
