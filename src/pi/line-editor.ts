import type { Key } from "./keys.ts";

/** One line of text that a person edits. */
export class LineEditor {
  private readonly characters: string[];
  private cursor: number;

  constructor(text: string) {
    this.characters = [...text];
    this.cursor = this.characters.length;
  }

  get text(): string {
    return this.characters.join("");
  }

  /** What stands before the cursor, under it and behind it. */
  get parts(): readonly [before: string, at: string, after: string] {
    const { characters, cursor } = this;
    return [characters.slice(0, cursor).join(""), characters[cursor] ?? " ", characters.slice(cursor + 1).join("")];
  }

  press(key: Key): void {
    const { characters, cursor } = this;
    if (typeof key === "object") {
      characters.splice(cursor, 0, ...key.text);
      this.cursor += [...key.text].length;
    } else if (key === "left") this.cursor = Math.max(0, cursor - 1);
    else if (key === "right") this.cursor = Math.min(characters.length, cursor + 1);
    else if (key === "home") this.cursor = 0;
    else if (key === "end") this.cursor = characters.length;
    else if (key === "delete") characters.splice(cursor, 1);
    else if (key === "backspace") this.cut(Math.max(0, cursor - 1));
    else if (key === "delete to start") this.cut(0);
    else if (key === "delete word") {
      let start = cursor;
      while (characters[start - 1] === " ") start--;
      while (start > 0 && characters[start - 1] !== " ") start--;
      this.cut(start);
    }
  }

  private cut(start: number): void {
    this.characters.splice(start, this.cursor - start);
    this.cursor = start;
  }
}
