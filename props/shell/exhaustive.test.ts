import { expect, test } from "bun:test";

import { analyze } from "../../src/shell/units.ts";
import { bashRejects } from "../oracle/bash.ts";

/** What shell syntax is made of; each is one token, or starts one that goes on. */
const TOKENS = [
  ..."a b=1 c=( ( ) { } ; & && || | ! time if then else fi for in do done while case esac ;; function f() [[ ]] ((".split(
    " ",
  ),
  ...")) $( ` ' \" # < <<E >& <( $(( ${x coproc select x)".split(" "),
  "\n",
  "\nE\n",
  "\\\n",
];

/** Every text of that many tokens, with a blank between them. */
function* texts(length: number): Generator<string> {
  if (length === 0) yield "";
  else for (const rest of texts(length - 1)) for (const token of TOKENS) yield rest === "" ? token : `${rest} ${token}`;
}

test("every text of three tokens that is understood, bash reads too", async () => {
  const understood = [...texts(3)].filter((text) => analyze(text).complete);
  expect(understood.length).toBeGreaterThan(5_000);
  expect(await bashRejects(understood)).toEqual([]);
  // The question can be answered with yes.
  expect(await bashRejects(["if", "a"])).toEqual(["if"]);
}, 120_000);
