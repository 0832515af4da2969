import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

import type { PathContext, PiPlaces } from "../policy/paths.ts";
import { Policy } from "../policy/policy.ts";
import { auditFiles, type AuditSettings } from "./audit.ts";
import { followLinks, namesIn, posixPath } from "./files.ts";
import { agentDirectory, type Settings } from "./settings.ts";

/** Files of the agent directory that hold credentials, or may. */
const SECRETS = ["auth.json", "mcp-auth.json", "models.json", "mcp.json"];

/** The user's rules, as the gate and the terminal ask them. */
export function policyOf({ ruleset }: Settings): Policy {
  return new Policy(ruleset ?? [], posixPath(homedir()), { platform: process.platform });
}

/** What paths are understood against in a session. */
export function pathContext(cwd: string, { readablePaths, audit }: Settings): PathContext {
  const places = piPlaces(cwd, agentDirectory(), process.env["PI_PACKAGE_DIR"] ?? piDirectory(), audit);
  const pi = { ...places, readable: [...places.readable, ...readablePaths] };
  const [here, home] = [posixPath(cwd), posixPath(homedir())];
  return { cwd: here, home, followLinks, namesIn, env: process.env, platform: process.platform, pi };
}

/** Where Pi keeps what is its own, as written and with links followed. */
export function piPlaces(
  cwd: string,
  agent: string,
  install: string | undefined,
  audit?: Pick<AuditSettings, "path" | "keep">,
): PiPlaces {
  const project = join(cwd, ".pi");
  // Somebody who works in the agent directory writes there all the time; what could change the rules stays protected.
  const inside = `${followLinks(cwd)}/`.startsWith(`${followLinks(agent)}/`);
  const parts = ["settings.json", "extensions", "npm", "git"];
  const own = [
    ...(inside ? parts.map((part) => join(agent, part)) : [agent, join(agent, "settings.json")]),
    ...parts.map((part) => join(project, part)),
    fileURLToPath(import.meta.url),
    // The usual one is in the agent directory.
    ...(audit === undefined || (!inside && audit.path.startsWith(join(agent, sep))) ? [] : auditFiles(audit)),
  ];
  const modules = install?.split(sep).lastIndexOf("node_modules") ?? -1;
  const readable = [agent, join(project, "npm"), join(project, "git")];
  if (install !== undefined) readable.push(install);
  if (install !== undefined && modules > 0)
    readable.push(
      install
        .split(sep)
        .slice(0, modules + 1)
        .join(sep),
    );
  const both = (paths: readonly string[]) => {
    const written = paths.map((path) => posixPath(path));
    return [...new Set([...written, ...written.map(followLinks)])];
  };
  return { own: both(own), readable: both(readable), secret: both(SECRETS.map((name) => join(agent, name))) };
}

/** The directory that the running Pi was installed in: that of the program, up to its manifest. */
function piDirectory(): string | undefined {
  try {
    let directory = dirname(realpathSync(process.argv[1] ?? ""));
    for (; directory !== dirname(directory); directory = dirname(directory)) {
      const manifest = join(directory, "package.json");
      // Pi's bundle has a manifest of its own beside it.
      if (existsSync(manifest) && !directory.endsWith(`${sep}dist`)) {
        return readFileSync(manifest, "utf8").includes('"@earendil-works/pi-coding-agent"') ? directory : undefined;
      }
    }
  } catch {
    // Started in another way: there is nothing to look at.
  }
  return undefined;
}
