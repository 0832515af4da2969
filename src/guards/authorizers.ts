import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

import type { Authorize, Link, PermissionQuery } from "../authority/authorizer.ts";
import type { SessionView } from "../authority/evidence.ts";
import { INNER_COMMAND, innerCommand } from "../authority/inner-command.ts";
import type { HostNotice } from "../pi/messages.ts";
import {
  CHANNELS,
  type ForeignService,
  foreignService,
  publishService,
  type ToolAccessExtractor,
  type ToolInputFormatter,
} from "../pi/service.ts";
import type { Settings } from "../pi/settings.ts";

/** The session that the links are for. */
export interface AuthorizedSession {
  readonly settings: Settings;
  readonly query: PermissionQuery;
  readonly say: (notice: HostNotice) => void;
}

/**
 * The links of one session, and who asks them: our own gate, or a loaded permission-system that can. Either may be loaded
 * first, so that it is looked for at every sign of it.
 */
export class Authorizers {
  /** The links of other extensions, by name. */
  readonly links = new Map<string, Authorize>();
  /** What they have told of their tools' inputs, by tool. */
  readonly knowledge = {
    formatters: new Map<string, ToolInputFormatter>(),
    extractors: new Map<string, ToolAccessExtractor>(),
  };
  private readonly said = new Set<HostNotice>();
  /** Where the links are registered, and what undoes that. */
  private readonly registered = new Map<ForeignService, readonly (() => void)[]>();
  private unpublish: () => void = () => undefined;
  private announced = false;

  constructor(
    private readonly pi: ExtensionAPI,
    private readonly view: SessionView,
    private readonly session: AuthorizedSession,
  ) {}

  /** Publishes our own service where there is a gate and no other service, and looks for another one. */
  start(): void {
    if (this.session.settings.ruleset !== undefined && foreignService(this.view.id) === undefined) {
      this.unpublish = publishService(
        {
          ...this.session.query,
          registerAuthorizer: registrar(this.links, "an authorizer", [INNER_COMMAND]),
          registerToolInputFormatter: registrar(this.knowledge.formatters, "a formatter"),
          registerToolAccessExtractor: registrar(this.knowledge.extractors, "an extractor"),
        },
        this.view.id,
      );
      this.pi.events.emit(CHANNELS.ready, { sessionId: this.view.id });
    }
    this.look();
  }

  /** Another extension says that it is there, in this very session unless it names another one. */
  ready(sessionId?: unknown): void {
    if (sessionId !== undefined && sessionId !== this.view.id) return;
    // Copies of this extension say so too, for services that are none of another one's.
    this.announced ||= foreignService(this.view.id) !== undefined;
    this.look();
  }

  stop(): void {
    this.unpublish();
    for (const undo of this.registered.values()) for (const one of undo) quietly(one);
    this.registered.clear();
  }

  /** Whether another extension of this session asks the links, so that our own gate stays off. */
  get hosted(): boolean {
    const service = this.host;
    return service !== undefined && this.registered.has(service);
  }

  /** The links in the order of the settings; those that nobody has registered are left out. */
  get chain(): readonly Link[] {
    const { authorizerChain } = this.session.settings;
    return authorizerChain.flatMap((name) => {
      const authorize = name === INNER_COMMAND ? this.own : this.links.get(name);
      return authorize === undefined ? [] : [{ name, authorize }];
    });
  }

  private get own(): Authorize {
    const { innerCommand: options, shell } = this.session.settings;
    return innerCommand({ ...options, prefix: shell.prefix }, this.view);
  }

  /** Another extension's service; that of the process may be an outer session's, unless somebody said so in this one. */
  private get host(): ForeignService | undefined {
    const found = foreignService(this.view.id);
    return found !== undefined && (found.own || this.announced) ? found.service : undefined;
  }

  private look(): void {
    const service = this.host;
    if (service === undefined || this.registered.has(service)) return;
    if (typeof service.registerAuthorizer !== "function") {
      this.say("it cannot ask links");
      return;
    }
    // What was registered with us is of no use to anybody while another extension asks.
    const undo = [[INNER_COMMAND, this.own] as const, ...this.links].flatMap(([name, authorize]) => {
      try {
        return [service.registerAuthorizer?.(name, authorize) ?? (() => undefined)];
      } catch {
        this.say("the name is taken");
        return [];
      }
    });
    this.registered.set(service, undo);
    if (this.session.settings.ruleset !== undefined) this.say("it asks the links");
  }

  private say(notice: HostNotice): void {
    if (!this.said.has(notice)) this.session.say(notice);
    this.said.add(notice);
  }
}

/** Puts things into a map under names of which each is free once; a disposer takes away what it stands for, and nothing else. */
function registrar<T>(
  map: Map<string, T>,
  what: string,
  taken: readonly string[] = [],
): (name: string, value: T) => () => void {
  return (name, value) => {
    if (typeof name !== "string" || name === "" || typeof value !== "function")
      throw new TypeError(`${what} needs a name and a function`);
    if (map.has(name) || taken.includes(name)) throw new Error(`${what} of the name \`${name}\` is registered already`);
    map.set(name, value);
    return () => {
      if (map.get(name) === value) map.delete(name);
    };
  };
}

function quietly(undo: unknown): void {
  try {
    if (typeof undo === "function") undo();
  } catch {
    // It is gone already.
  }
}

/** What links see of the session. */
export function sessionView(ctx: ExtensionContext): SessionView {
  const { sessionManager } = ctx;
  return {
    id: sessionManager.getSessionId(),
    currentId: () => sessionManager.getSessionId(),
    branch: () => sessionManager.getBranch(),
  };
}
