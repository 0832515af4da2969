import type { Feature } from "./features.ts";
import { Random } from "./random.ts";

/** Writes a piece of a program. */
export type Write = () => string;

/** How deep commands nest before only simple ones are written. */
const MAX_DEPTH = 4;

/** How often a command is written anew. */
const PATIENCE = 4;

/** The parts of the grammar that every other part may hold. */
export interface Grammar {
  /** A list of commands, without a separator at its end and with the bodies of its own here-documents still to come. */
  list(scribe: Scribe): string;
  word(scribe: Scribe): string;
}

/** Writes one program: its choices, the features it reached, and the here-documents whose bodies are still to come. */
export class Scribe {
  features: Set<Feature> = new Set();
  private bodies: string[] = [];
  private depth = 0;

  /** @param likes whether a command is worth its place; without it, every one is */
  constructor(
    readonly random: Random,
    private readonly grammar: Grammar,
    private readonly likes?: (source: string) => boolean,
  ) {}

  pick<T>(options: readonly T[]): T {
    return this.random.pick(options);
  }

  oneIn(count: number): boolean {
    return this.random.oneIn(count);
  }

  /** What one of the writers writes. */
  choose(writers: readonly Write[]): string {
    return this.pick(writers)();
  }

  /** Once in `count` times what is written, else nothing. */
  maybe(count: number, write: Write): string {
    return this.oneIn(count) ? write() : "";
  }

  /** Up to `most` pieces one after the other. */
  several(most: number, write: Write): string {
    let text = "";
    for (let count = this.random.below(most + 1); count > 0; count--) text += write();
    return text;
  }

  /** A command, written anew until it is liked, or patience ends. */
  attempt(write: Write): string {
    for (let left = PATIENCE; ; left--) {
      const features = new Set(this.features);
      const { bodies } = this;
      this.bodies = [...bodies];
      const text = write();
      // With bodies of others in it, it says nothing by itself.
      if (left === 0 || this.likes === undefined || bodies.length > 0) return text;
      if (this.likes(`${text}\n${this.bodies.join("")}`)) return text;
      this.features = features;
      this.bodies = bodies;
    }
  }

  /** Notes that the program has such a part, and gives its text. */
  reach(feature: Feature, text: string): string {
    this.features.add(feature);
    return text;
  }

  /** Whether nothing that nests should be written any more. */
  get isDeep(): boolean {
    return this.depth >= MAX_DEPTH;
  }

  word(): string {
    return this.grammar.word(this);
  }

  /** A list inside of something else, on the lines of what holds it. */
  list(): string {
    this.depth++;
    const text = this.grammar.list(this);
    this.depth--;
    return text;
  }

  /** A list that is read by itself, as in a substitution: with its own here-documents. */
  script(): string {
    const outer = this.bodies;
    this.bodies = [];
    let text = this.list();
    if (this.bodies.length > 0) {
      this.reach("here-document in a substitution", "");
      // Now and then what ends the substitution stands before the body.
      if (!this.oneIn(20)) text += this.newline();
    }
    this.bodies = outer;
    return text;
  }

  /** A piece that stands one level deeper. */
  deeper(write: Write): string {
    this.depth++;
    const text = write();
    this.depth--;
    return text;
  }

  /** The body of a here-document, to be written behind the next newline. */
  later(body: string): void {
    if (this.bodies.length > 0) this.reach("here-documents on one line", "");
    this.bodies.push(body);
  }

  get owesBodies(): boolean {
    return this.bodies.length > 0;
  }

  /** A newline, and the bodies of the here-documents that wait for it. */
  newline(): string {
    const text = `\n${this.bodies.join("")}`;
    this.bodies = [];
    return text;
  }
}
