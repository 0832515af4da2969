import { describe, expect, test } from "bun:test";

import { wordsWithoutFiles } from "../../src/policy/scripts.ts";
import { analyze } from "../../src/shell/units.ts";

/** The words of a command that are judged as files, if they look like any. */
function files(command: string): string[] {
  const analysis = analyze(command);
  const scripts = wordsWithoutFiles(analysis);
  const [unit] = analysis.units;
  return (unit?.words ?? [])
    .slice(1)
    .filter((word) => !scripts.has(word))
    .map(({ text }) => text)
    .filter((text) => !text.startsWith("-"));
}

describe("a script among arguments", () => {
  test.each<[string, ...string[]]>([
    ["grep /api/x f g", "f", "g"],
    ["grep -rn '/a' src", "src"],
    ["grep -e /a -e /b f", "f"],
    ["grep -A 3 /a f", "3", "f"],
    ["grep -- /a /b", "/b"],
    ["grep --color=auto -i /a f", "f"],
    ["grep --regexp=/a f", "f"],
    ["sed -n '/a/p' f", "f"],
    ["sed -i.bak 's/a/b/' f", "s/a/b/", "f"],
    ["sed -e /a/d -e /b/d f", "f"],
    ["awk -F: '/a/{print}' f", "f"],
    ["jq -r '.a/2' f", "f"],
    ["rg -g '*.ts' /a src", "*.ts", "src"],
    ["timeout 5 grep /a f", "5", "grep", "f"],
    ["python3 -c 'open(\"/a\")' /b", "/b"],
    ["python3 -u -c /a", ""],
    ["node -e /a /b", "/b"],
    ["node --eval /a"],
    ["perl -ne /a/ f", "f"],
    ['echo /a "$x" *.c'],
    ["printf %s /a"],
    ["[ -n /a ]"],
    ['[ "$x" = /a ]'],
    ["[ -f /a ]", "/a", "]"],
    ["test /a -nt /b", "/a", "/b"],
    ["cd /a", "/a"],
    ['git commit -am "$x" -m /a', "commit"],
    ["git commit --amend --message /a b", "commit", "b"],
    ["gh pr create --title /a --body /b", "pr", "create"],
    // What may be something else is a file.
    ["git commit -F -m /a", "commit", "/a"],
    ["git commit -m $x", "commit", "\0"],
    ["git add -m /a", "add", "/a"],
    ["git -C /b commit -m /a", "/b", "commit", "/a"],
    ["/bin/echo /a", "/a"],
    ["printf $x /a", "\0", "/a"],
    ["timeout 5 echo /a", "5", "echo", "/a"],
    ["grep -f /a /b", "/a", "/b"],
    ["grep --file=/a /b", "/b"],
    ["grep --file /a /b", "/a", "/b"],
    ["grep --include /a /b", "/a", "/b"],
    // An option behind it makes a file of it.
    ["grep /a -e b", "/a", "b"],
    ["grep /a -rie b", "/a", "b"],
    ["grep /a *", "/a", "\0"],
    ["for f in *; do grep /a $f; done", "/a", "\0"],
    ["grep /a -rn --include=*.ts src", "src"],
    ["grep -- /a -e", ""],
    ["rg /a --regexp b", "/a", "b"],
    ["sed /a -e p", "/a", "p"],
    ["sed /a -f b", "/a", "b"],
    ["sed --expr=p /a", "/a"],
    ["sed -l p /a", "p", "/a"],
    ["jq /a -f b", "/a", "b"],
    ["gawk --exec=p /a", "/a"],
    ["gawk --fil=p /a", "/a"],
    ["./grep /a b", "/a", "b"],
    ["/usr/bin/grep /a b", "b"],
    ["node --max-old-space-size=9 -e /a"],
    ["grep $x /a", "\0", "/a"],
    ["grep -$x /a", "/a"],
    ["sed -f /a /b", "/a", "/b"],
    ["awk -f /a /b", "/a", "/b"],
    ["jq -f /a /b", "/a", "/b"],
    ["jq --arg a /b .c", "a", "/b", ".c"],
    ["python3 /a -c /b", "/a", "/b"],
    ["node -r /a -e /b", "/a"],
    ["cat /a", "/a"],
    ["grep() { cat $1; }; grep /a", "/a"],
    ["grep -e"],
    ["grep"],
  ])("is no file: %j", (command, ...expected) => {
    const found = command.startsWith("grep()") ? files(command.replace("grep() ", "f() ")) : files(command);
    if (command.startsWith("grep()")) {
      const analysis = analyze(command);
      expect(wordsWithoutFiles(analysis).size).toBe(0);
    } else expect(found.filter((text) => text !== "")).toEqual(expected.filter((text) => text !== ""));
  });
});
