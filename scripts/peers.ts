/**
 * Compares what we read with what other parsers read, for a file of JSON lines with a `command` each. Runs none of them:
 * `bun run peers FILE`. Fails if a peer reads a command differently in a way that is not known.
 */
import { commandsOf } from "../props/oracle/corpora.ts";
import {
  differenceOf,
  KINDS,
  loadTreeSitter,
  type Peer,
  type Reader,
  readOurs,
  readUnbash,
} from "../props/oracle/peers.ts";

const file = process.argv[2];
if (file === undefined) throw new Error("usage: bun run peers FILE");
const commands = commandsOf(file);
const peers: readonly (readonly [Peer, Reader])[] = [
  ["unbash", readUnbash],
  ["tree-sitter", await loadTreeSitter()],
];

let unknown = 0;
for (const [peer, read] of peers) {
  const kinds = new Map<string, number>();
  const count = (kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const command of commands) {
    const ours = readOurs(command);
    const theirs = read(command);
    if (ours === undefined) {
      count(theirs === undefined ? "both give up" : "we give up");
      continue;
    }
    const difference = theirs === undefined ? "an error" : differenceOf(command, ours, theirs);
    const kind = KINDS.find((one) => one.peer === peer && one.form.test(command));
    if (difference === undefined) count("agrees");
    else if (kind !== undefined) count(`like ${JSON.stringify(kind.source)}`);
    else if (unknown++ < 20) console.log(JSON.stringify({ peer, command, difference }));
  }
  console.log(peer);
  for (const [kind, number] of [...kinds].sort((left, right) => right[1] - left[1]))
    console.log(`  ${number}  ${kind}`);
}
console.log(`${unknown} of no known kind`);
process.exit(unknown === 0 ? 0 : 1);
