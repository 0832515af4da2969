/** Lines of streams and files, without their newline, one after the other: no file is ever read whole. */
import type { FileHandle } from "node:fs/promises";

/** The lines of a stream; the last one may lack its newline. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield* splitter.add(chunk);
  const last = splitter.end();
  if (last !== "") yield last;
}

/** Puts the lines together that chunks of bytes hold. */
class LineSplitter {
  private readonly decoder = new TextDecoder();
  private pieces: string[] = [];

  *add(chunk: Uint8Array): Generator<string> {
    const parts = this.decoder.decode(chunk, { stream: true }).split("\n");
    for (const part of parts.slice(0, -1)) {
      yield this.pieces.join("") + part;
      this.pieces = [];
    }
    this.pieces.push(parts.at(-1) ?? "");
  }

  /** What has no newline yet. */
  end(): string {
    return this.pieces.join("") + this.decoder.decode();
  }
}

const CHUNK_BYTES = 65_536;

/** A file that may still grow. */
export class GrowingFile {
  private readonly splitter = new LineSplitter();

  private constructor(
    private readonly handle: FileHandle,
    /** What tells it from every other file that is open. */
    readonly inode: number,
  ) {}

  static async of(handle: FileHandle): Promise<GrowingFile> {
    return new GrowingFile(handle, (await handle.stat()).ino);
  }

  /** The whole lines that it has by now and were not read before. */
  async *lines(): AsyncGenerator<string> {
    for (;;) {
      const buffer = new Uint8Array(CHUNK_BYTES);
      const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield* this.splitter.add(buffer.subarray(0, bytesRead));
    }
  }

  /** Closes it, and gives what has no newline. */
  async close(): Promise<string> {
    await this.handle.close();
    return this.splitter.end();
  }
}
