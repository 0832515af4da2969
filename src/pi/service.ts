/** The service that permission extensions publish for others, found and published under the names that all of them use. */
import type { Authorize, PermissionQuery } from "../authority/authorizer.ts";

/** The channels of `pi.events` that go with it. */
export const CHANNELS = {
  ready: "permissions:ready",
  decision: "permissions:decision",
  prompt: "permissions:ui_prompt",
} as const;

/** The session that an announcement on `ready` is about; `undefined` where it does not say, as older versions do not. */
export function sessionOf(announcement: unknown): unknown {
  return typeof announcement === "object" && announcement !== null && "sessionId" in announcement
    ? (announcement.sessionId ?? undefined)
    : undefined;
}

/** One service for the process; the older way. */
const SERVICE = Symbol.for("@gotgenes/pi-permission-system:service");
/** A map of services by session id; the newer way. */
const SESSION_SERVICES = Symbol.for("@gotgenes/pi-permission-system:session-services");
/** Marks a service of some copy of this extension. */
const OURS = Symbol.for("pi-portcullis:service");

/** What a tool's input shows people in place of itself; `undefined` for no opinion. */
export type ToolInputFormatter = (input: Readonly<Record<string, unknown>>) => string | undefined;

/** The file that a call of a tool opens; `undefined` for none. */
export type ToolAccessExtractor = (input: Readonly<Record<string, unknown>>) => string | undefined;

/** What we publish. */
export interface PermissionService extends PermissionQuery {
  /** @throws if the name is taken */
  registerAuthorizer(name: string, authorize: Authorize): () => void;
  registerToolInputFormatter(toolName: string, formatter: ToolInputFormatter): () => void;
  registerToolAccessExtractor(toolName: string, extractor: ToolAccessExtractor): () => void;
}

/** Another extension's service, of whatever version. */
export interface ForeignService {
  readonly registerAuthorizer?: PermissionService["registerAuthorizer"];
}

interface Places {
  [SERVICE]?: unknown;
  [SESSION_SERVICES]?: unknown;
}

// Nothing but these services is kept under the two symbols.
const places = globalThis as Places;

function sessionServices(): Map<unknown, unknown> | undefined {
  const services = places[SESSION_SERVICES];
  return services instanceof Map ? services : undefined;
}

/** Another extension's service for a session, and whether it is that session's for sure; looked up for every use. */
export function foreignService(sessionId: string): { service: ForeignService; own: boolean } | undefined {
  const own: unknown = sessionServices()?.get(sessionId);
  if (isForeign(own)) return { service: own, own: true };
  const root = places[SERVICE];
  return isForeign(root) ? { service: root, own: false } : undefined;
}

function isForeign(service: unknown): service is ForeignService {
  return typeof service === "object" && service !== null && !(OURS in service);
}

/** Publishes a service where there is none; gives what takes it away again, if it is still there. */
export function publishService(service: PermissionService, sessionId: string): () => void {
  const ours = Object.assign(service, { [OURS]: true });
  const services = sessionServices() ?? new Map<unknown, unknown>();
  if (places[SESSION_SERVICES] === undefined) places[SESSION_SERVICES] = services;
  if (!services.has(sessionId)) services.set(sessionId, ours);
  // A session inside another one leaves the process's service to the outer one.
  places[SERVICE] ??= ours;
  return () => {
    if (services.get(sessionId) === ours) services.delete(sessionId);
    if (services.size === 0 && places[SESSION_SERVICES] === services) delete places[SESSION_SERVICES];
    if (places[SERVICE] === ours) delete places[SERVICE];
  };
}
