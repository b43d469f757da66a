/**
 * The reference service: it serves the operations of the contract over HTTP and stores its data in one SQLite file or
 * PostgreSQL database. It shares only the contract with the client, so an error in one is not hidden by the same error in the
 * other.
 *
 * @module musterd/service
 */
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { permissions } from "../contract/operations/operation-spec.ts";
import type { CompanyDocument } from "../contract/sections/company-document.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { inspectDatabase } from "../lib/database/state-folder.ts";
import { MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { createAuthentication } from "./access/authenticate.ts";
import { newSecret } from "./access/section.ts";
import { loadAtStart, registerCompanySandbox } from "./company-document.ts";
import { createCompany, registerFeatures, rules, type Service } from "./features.ts";
import type { CallbackSettings } from "./initiations/callbacks.ts";
import { createInitiationRules } from "./initiations/initiation-rules.ts";
import { startInitiations } from "./initiations/initiation-worker.ts";
import type { ServiceKey } from "./kernel/callers/keys.ts";
import { openCompanyFile } from "./kernel/company/company-file.ts";
import { createFaults } from "./kernel/faults.ts";
import { createAdminCheck } from "./kernel/http/admin-check.ts";
import { buildApp } from "./kernel/http/app.ts";
import { type AuditSettings, openAuditTrail } from "./kernel/http/audit.ts";
import { openCallLog } from "./kernel/http/calls.ts";
import { createWriteHabits } from "./kernel/http/write-habits.ts";
import { Quirks } from "./kernel/quirks/quirks.ts";
import { openStore } from "./kernel/records/open-store.ts";
import { createServiceClock } from "./kernel/service-clock.ts";
import type { OutboundSettings } from "./uploads/outbound.ts";
import { openUploads, type UploadLimits } from "./uploads/upload-parts.ts";

/** Where the service keeps its data, what it is loaded with, and how it listens. */
export type ServiceOptions = {
  /**
   * A SQLite file, created when it does not exist, or a PostgreSQL database as `postgres://user:password@host/name`. Default: in
   * memory.
   */
  readonly database?: string;
  /** Replaces these sections before the service listens, like `PUT /sandbox/company`. */
  readonly load?: CompanyDocument;
  /**
   * Folder of uploaded files, used by this service only. Default: `<database>.files`, for PostgreSQL a folder below
   * `musterd-files`, for a database in memory a temporary folder.
   */
  readonly filesFolder?: string;
  readonly uploadLimits?: Partial<UploadLimits>;
  /** Restricts the addresses to which the service may send requests, for uploads by link and for callbacks. */
  readonly outbound?: OutboundSettings;
  readonly callbacks?: Partial<CallbackSettings>;
  /** How many lines the call log keeps; older ones are dropped. Default: 100,000, with at most about 500 bytes each. */
  readonly keptCalls?: number;
  /**
   * Time for the headers of a request, and for each 16 KiB of its body, in milliseconds; a slower sender is disconnected.
   * Default: 60,000.
   */
  readonly slowMs?: number;
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: one key with a new secret and every permission. */
  readonly keys?: readonly ServiceKey[];
  /** The only company of this service, which the header `CorpCode` must name. Default: `DEMO`. */
  readonly corpCode?: string;
  /** The company name shown to users; default: the code. */
  readonly corpName?: string;
  /** Origin under which browsers and applications reach the service, the issuer of its tokens. Default: the address of `url`. */
  readonly publicUrl?: string;
  /** Another clock, for tests; the sandbox can set the clock, too. */
  readonly clock?: Clock;
  /** Secret of the sandbox (header `Admin-Key`). Default: a new one. */
  readonly adminKey?: string;
  /**
   * Addresses and CIDR ranges of the proxies in front of the service. Only their header `X-Forwarded-For` is believed, for the
   * `addresses` of keys and for the audit trail. Default: none.
   */
  readonly trustProxy?: readonly string[];
  /** For how long the answer to a wrong key or token waits. Default: 1,000. */
  readonly wrongKeyWaitMs?: number;
  /** Who uses the admin key, as the audit trail names them. Default: `admin`. */
  readonly adminName?: string;
  /** How long and how many lines the audit trail keeps. */
  readonly audit?: Partial<AuditSettings>;
  readonly log?: Log;
  readonly quirks?: Partial<Quirks>;
};

/** A service that listens: its address, its keys, and how it ends. */
export type RunningService = {
  /** `http://host:port`, without a path. */
  readonly url: string;
  readonly corpCode: string;
  /** Secret of the first key; empty if there is none. */
  readonly apiKey: string;
  readonly adminKey: string;
  /**
   * Rejects with a MusterdError when this service no longer owns the database. All requests are refused from then on; a
   * restarted service continues with the stored data.
   */
  readonly lost: Promise<never>;
  /** Ends all connections, stores pending data, and closes the store. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the store, loads what is to be loaded, and listens; from then on `GET /sandbox/health` answers 200. Throws `service-file`
 * or `service-database` when the store cannot be opened, `state-untrusted` when others could have changed it, `service-port` when
 * nothing can listen there, `sandbox-refused` when `load` breaks a rule; then nothing was changed.
 */
export const startService = async (options: ServiceOptions = {}): Promise<RunningService> => {
  const { log, database = ":memory:", host = "127.0.0.1", port = 0, corpCode = "DEMO" } = options;
  const { keys = [{ name: "default", secret: newSecret(), permissions }] } = options;
  const { adminKey = newSecret(), adminName = "admin", clock: realClock = systemClock } = options;
  const { trustProxy = [], wrongKeyWaitMs = 1_000, slowMs = 60_000 } = options;
  const clock = createServiceClock(realClock);
  const company = createCompany(corpCode, Quirks.parse(options.quirks ?? {}), clock, options.corpName);
  await using opening = new AsyncDisposableStack();
  const isFile = database !== ":memory:" && !database.includes("://");
  for (const access of isFile ? inspectDatabase(database) : [])
    log?.warn(access, "others can use a part of the database");
  const store = opening.adopt(await openStore(database), (opened) => opened.close());
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  lost.catch((error: MusterdError) => log?.error({ code: error.code }, error.message));
  store.lost.addEventListener("abort", () => lose(store.lost.reason));
  // Logs only the message, because such an error may also contain a row.
  const notStored = (what: string) => (cause: unknown) =>
    log?.error({ reason: (cause as Error).message }, `${what} could not be stored`);
  const file = await openCompanyFile(store, company, notStored("a transaction"));
  const calls = await openCallLog(store, notStored("the call log"), options.keptCalls);
  opening.defer(calls.close);
  const trail = await openAuditTrail(store.audit, options.audit, realClock, log, notStored("the audit trail"));
  opening.defer(trail.close);
  const uploads = await openUploads(file, { ...options, database }, notStored("an uploaded file"));
  opening.defer(uploads.close);
  opening.defer(() => file.read(() => undefined).catch(() => undefined));
  if (options.load) await loadAtStart({ file, uploads, trail }, options.load, adminName);
  const initiations = startInitiations({ ...options, file, dispatcher: uploads.outbound.dispatcher });
  opening.defer(initiations.close);
  const closing = new AbortController();
  const parts: Service = {
    file,
    uploads,
    calls,
    trail,
    faults: createFaults(),
    habits: createWriteHabits(company, closing.signal),
    clock,
    afterClock: async () => {
      initiations.wake();
      await uploads.store.sweep();
    },
    rules: { ...rules, ...createInitiationRules(uploads.outbound.check) },
    afterWrite: { F1: initiations.wake },
    authenticate: createAuthentication(company, keys),
    admin: createAdminCheck(adminKey, adminName, trail.audit),
    log,
    trustProxy,
    wrongKeyWaitMs,
    slowMs,
    publicUrl: () => options.publicUrl ?? urlOf(app, host),
    closing: closing.signal,
  };
  const app = buildApp(parts, (routes) => {
    registerFeatures(routes, parts);
    registerCompanySandbox(routes, parts);
  });
  opening.defer(() => app.close());
  opening.defer(() => closing.abort());
  await app.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    throw new MusterdError("service-port", `cannot listen on ${host}, port ${port} (${cause.code})`, {
      hint: "stop what uses the port (another service?), or choose another; 0 takes any free one",
      cause,
    });
  });
  const opened = opening.move();
  const close = () => opened.disposeAsync();
  return { url: urlOf(app, host), corpCode, apiKey: keys[0]?.secret ?? "", adminKey, lost, close };
};

/** The address of a service that listens. One that listens everywhere is called `localhost`. */
const urlOf = ({ server }: FastifyInstance, host: string): string => {
  const { port } = server.address() as AddressInfo;
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
};
