import { parse } from "unbash";

import { treeSitterBash } from "../../props/oracle/peers.ts";
import { decide } from "../../src/authority/decision.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { parseUnits } from "../../src/shell/units.ts";
import { permissionSystem } from "./permission-system.ts";
import { THIRTY_RULES } from "./rules.ts";

/** One way of looking at a command. None of them runs it. */
export interface Engine {
  readonly name: string;
  /** Gives a number that depends on the result. */
  readonly run: (command: string) => number | Promise<number>;
}

const HOME = "/home/user";

/** Ours first: the others are compared with it. */
export async function engines(): Promise<readonly Engine[]> {
  const permission = { bash: THIRTY_RULES };
  const policy = new Policy(normalizePermission(permission), HOME);
  const other = await permissionSystem(THIRTY_RULES);
  const treeSitter = await treeSitterBash();

  // A comparison with something that does not judge would say nothing.
  for (const [command, state] of [
    ["git status && ls", "allow"],
    ["git status && rm -rf x", "deny"],
    ["git status; unheard of", "ask"],
  ] as const) {
    const found = [judgeCommand(command, policy).state, other.commands(command), await other.gate(command)];
    if (found.some((one) => one !== state)) throw new Error(`${command} is ${found.join(", ")}, not ${state}`);
  }

  return [
    {
      name: "judgeCommand, policy prepared",
      run: (command) => judgeCommand(command, policy).judgements.length,
    },
    {
      name: "decide, which normalizes the rules each time",
      run: (command) => decide({ command, permission, home: HOME }).units.length,
    },
    { name: "parseUnits alone", run: (command) => parseUnits(command).units.length },
    { name: "unbash: parse alone", run: (command) => parse(command).commands.length },
    {
      name: "tree-sitter-bash: parse alone",
      run: (command) => {
        const tree = treeSitter.parse(command);
        if (tree === null) throw new Error("tree-sitter gave no tree");
        const { endIndex } = tree.rootNode;
        tree.delete();
        return endIndex;
      },
    },
    {
      name: "pi-permission-system: parse, enumerate, resolve",
      run: (command) => other.commands(command).length,
    },
    {
      name: "pi-permission-system: the same and its path gates",
      run: async (command) => (await other.gate(command)).length,
    },
  ];
}
