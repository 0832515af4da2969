/** Draws `docs/dialog.svg`: the dialog of real Pi in a real terminal, with a scripted model. Needs tmux. */
import { join } from "node:path";

import { Project } from "../props/e2e/pi.ts";
import { bash } from "../props/e2e/scripted-model.ts";
import { Terminal } from "../props/e2e/tmux.ts";
import { ROOT } from "./toolchain.ts";

const FILE = join(ROOT, "docs/dialog.svg");
const SIZE = { columns: 92, rows: 40, width: 8.4, height: 18, margin: 12 } as const;
const COLOURS = { background: "#16181d", foreground: "#d5d8df" } as const;

/** A part of a line in one style. */
interface Run {
  text: string;
  colour: string;
  bold: boolean;
  dim: boolean;
  reversed: boolean;
}

/** A line of `capture-pane -e` as runs. */
function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let style = { colour: COLOURS.foreground as string, bold: false, dim: false, reversed: false };
  for (const [, codes, text = ""] of line.matchAll(/(?:\u001b\[([\d;:]*)m)?([^\u001b]*)/g)) {
    if (codes !== undefined) style = styleAfter(style, codes);
    if (text !== "") runs.push({ text, ...style });
  }
  return runs;
}

function styleAfter(before: Omit<Run, "text">, codes: string): Omit<Run, "text"> {
  const style = { ...before };
  const numbers = codes.split(/[;:]/).map(Number);
  for (let index = 0; index < numbers.length; index++) {
    const code = numbers[index];
    if (code === 0 || code === undefined)
      Object.assign(style, { colour: COLOURS.foreground, bold: false, dim: false, reversed: false });
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 22) style.bold = style.dim = false;
    else if (code === 7 || code === 27) style.reversed = code === 7;
    else if (code === 39) style.colour = COLOURS.foreground;
    else if (code === 38 && numbers[index + 1] === 2)
      style.colour = `rgb(${numbers.slice(index + 2, (index += 5)).join(",")})`;
    else if ((code === 38 || code === 48) && numbers[index + 1] === 5) {
      if (code === 38) style.colour = colourOf(numbers[index + 2] ?? 7);
      index += 2;
    } else if (code === 48) index += 4;
  }
  return style;
}

/** One of the 256 colours of a terminal. */
function colourOf(index: number): string {
  if (index >= 232)
    return `rgb(${Array(3)
      .fill(8 + (index - 232) * 10)
      .join(",")})`;
  if (index < 16)
    return (
      ["#45475a", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#f5c2e7", "#94e2d5", COLOURS.foreground][index % 8] ?? ""
    );
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level).join(",")})`;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function svgOf(lines: readonly string[]): string {
  const { columns, width, height, margin } = SIZE;
  const size = [columns * width + 2 * margin, lines.length * height + 2 * margin].map(Math.ceil);
  const rows = lines.map((line, row) => {
    let column = 0;
    const spans = runsOf(line).map(({ text, colour, bold, dim, reversed }) => {
      const x = margin + column * width;
      column += [...text].length;
      const fill = reversed ? COLOURS.background : colour;
      return `<tspan x="${x.toFixed(1)}" fill="${fill}"${dim ? ' fill-opacity="0.6"' : ""}${bold ? ' font-weight="bold"' : ""}>${escaped(text)}</tspan>`;
    });
    return `<text y="${margin + row * height + 13}">${spans.join("")}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(" ")}" width="${size[0]}" height="${size[1]}">`,
    "<title>The dialog of Portcullis in Pi</title>",
    `<rect width="100%" height="100%" rx="6" fill="${COLOURS.background}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" style="white-space: pre" xml:space="preserve">`,
    ...rows,
    "</g>\n</svg>\n",
  ].join("\n");
}

const rules = { "*": "ask", "git status *": "allow", "git push *": { action: "deny", reason: "I push myself" } };
await using project = await Project.create({
  script: [bash("git status --short &&\n  pnpm run build --filter web 2>&1 | tail -5")],
  settings: { permission: { "*": "ask", extends: ["read-only"], bash: rules } },
});
await using terminal = await Terminal.start(project, "node", SIZE);
await terminal.dialog();
await terminal.press("Down", "Down", "Down");
await terminal.until("> [s]");
const lines = (await terminal.screen(true)).split("\n");
// What Pi itself shows above and below says nothing here.
const [first, last] = [
  lines.findIndex((line) => line.includes("Portcullis:")) - 1,
  lines.findIndex((line) => line.includes("Esc denies")) + 2,
];
await Bun.write(FILE, svgOf(lines.slice(first, last)));
console.log(`docs/dialog.svg: ${last - first} lines`);
