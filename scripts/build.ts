/** Builds `dist/portcullis.js`; with `--check` says whether it is what `src` builds, and leaves it alone. */
import { join } from "node:path";

import manifest from "../package.json";
import { pinnedBun, ROOT } from "./toolchain.ts";

const FILE = join(ROOT, "dist/portcullis.js");

/** What the file says first; the licenses of what is bundled ask to be named. */
const HEADER = `// pi-portcullis ${manifest.version}, a guard rail for the Pi coding agent. MIT License, the Portcullis authors.
// Bundles es-toolkit (Viva Republica, Inc.) and valibot (Fabian Hiller), both under the MIT License.
`;

/** The bundle that `src` builds, as text. */
export async function build(): Promise<string> {
  const external = ["@earendil-works/*", "typebox", "typebox/*"].flatMap((name) => ["--external", name]);
  const child = Bun.spawn([pinnedBun(), "build", "src/index.ts", "--target=node", "--format=esm", ...external], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("the build failed");
  // Where a bundled module comes from says nothing to a reader.
  return await format(HEADER + text.replaceAll(/^\/\/ node_modules\/.*\n/gm, ""));
}

/** For readers; and tabs are fewer bytes. */
async function format(text: string): Promise<string> {
  const options = ["--no-script", "--no-config", "--use-tabs", "--print-width=120", "--stdin-filepath=portcullis.js"];
  const child = Bun.spawn([pinnedBun(), "fmt", ...options], { stdio: [new Blob([text]), "pipe", "inherit"] });
  const formatted = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("the bundle could not be formatted");
  return formatted;
}

if (import.meta.main) {
  const built = await build();
  if (process.argv.includes("--check")) {
    const same =
      (await Bun.file(FILE)
        .text()
        .catch(() => "")) === built;
    console.log(
      same
        ? "dist/portcullis.js is what src builds"
        : "dist/portcullis.js is not what src builds: run `bun run build` and commit it",
    );
    process.exit(same ? 0 : 1);
  }
  await Bun.write(FILE, built);
  console.log(`dist/portcullis.js: ${(Buffer.byteLength(built) / 1024).toFixed(1)} KB`);
}
