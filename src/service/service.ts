/**
 * The reference service: the contract over HTTP, kept in one SQLite file or PostgreSQL database. It shares nothing with the
 * client but the contract, so that an error of one cannot hide in the other.
 *
 * @module musterd/service
 */
import type { AddressInfo } from "node:net";
import { type Clock, systemClock } from "../lib/clock.ts";
import type { MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import type { RedisHandle } from "../queue/redis-handle.ts";
import { buildApp } from "./app.ts";
import { openCallLog } from "./calls.ts";
import { createCompany } from "./company.ts";
import { openCompanyFile } from "./company-file.ts";
import { createFaults } from "./faults.ts";
import type { CallbackSettings } from "./forms/callback-settings.ts";
import { openInitiations } from "./forms/initiation-parts.ts";
import type { ServiceKey } from "./keys.ts";
import { Quirks } from "./quirks.ts";
import { openStore } from "./records/open-store.ts";
import type { UploadLimits } from "./uploads/limits.ts";
import type { OutboundSettings } from "./uploads/outbound.ts";
import { openUploads } from "./uploads/upload-parts.ts";

export type ServiceOptions = {
  /** A SQLite file, created when it does not exist, or a PostgreSQL database as `postgres://user:password@host/name`. */
  readonly database: string;
  /**
   * Folder of uploaded files, this service's alone; `<database>.files` unless given, and for PostgreSQL one below
   * `musterd-files`. Of a database in memory it is temporary.
   */
  readonly filesFolder?: string;
  readonly uploadLimits?: Partial<UploadLimits>;
  /** Where the service may send requests to: links of files, callbacks. */
  readonly outbound?: OutboundSettings;
  /** The Redis that callbacks are queued in, asked for when the first is owed; one embedded in this process unless given. */
  readonly redis?: () => Promise<RedisHandle>;
  readonly callbacks?: Partial<CallbackSettings>;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly keys: readonly ServiceKey[];
  /** The one company this service holds; the header `CorpCode` must name it. */
  readonly corpCode: string;
  /** What users see it called; the code unless given. */
  readonly corpName?: string;
  /** Origin under which browsers reach the service, where it stands behind a proxy; else what a request was sent to. */
  readonly publicUrl?: string;
  /** For tests. */
  readonly clock?: Clock;
  /** Secret of the sandbox (header `Admin-Key`). */
  readonly adminKey: string;
  readonly log?: Log;
  readonly quirks?: Partial<Quirks>;
};

export type RunningService = {
  /** `http://host:port`, without a path. */
  readonly url: string;
  /**
   * Rejects, with a MusterdError, when the database is no longer this service's own. Every request is refused from then
   * on; another start reads what is stored.
   */
  readonly lost: Promise<never>;
  /** Ends all connections, stores what is left to store, and closes the store. */
  readonly close: () => Promise<void>;
};

/** Opens the store and listens. Throws `service-file` or `service-database` when the store cannot be had. */
export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  const { log, adminKey, keys, clock = systemClock } = options;
  const company = createCompany(options.corpCode, Quirks.parse(options.quirks ?? {}), clock, options.corpName);
  const store = await openStore(options.database);
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  lost.catch((error: MusterdError) => log?.error({ code: error.code }, error.message));
  store.lost.addEventListener("abort", () => lose(store.lost.reason));
  // Only the message: what else such an error holds may be a row.
  const notStored = (what: string) => (cause: unknown) =>
    log?.error({ reason: (cause as Error).message }, `${what} could not be stored`);
  /** What is to be ended, the last first. */
  const endings: (() => Promise<void>)[] = [() => store.close()];
  const close = async (): Promise<void> => {
    for (let end = endings.pop(); end; end = endings.pop()) await end();
  };
  try {
    const file = await openCompanyFile(store, company, notStored("a transaction"));
    const calls = await openCallLog(store, notStored("the call log"));
    const uploads = await openUploads(file, options, notStored("an uploaded file"));
    endings.push(
      () => uploads.close(),
      () => calls.flush().catch(notStored("the call log")),
      () => file.read(() => undefined).catch(() => undefined),
    );
    const initiations = openInitiations(file, options, uploads.outbound.dispatcher);
    endings.push(() => initiations.close());
    const closing = new AbortController();
    const parts = {
      file,
      uploads,
      initiations,
      calls,
      faults: createFaults(),
      keys,
      adminKey,
      publicUrl: options.publicUrl ?? null,
      closing: closing.signal,
    };
    const app = buildApp(parts, log);
    endings.push(async () => {
      closing.abort();
      await app.close();
    });
    await app.listen({ host: options.host, port: options.port });
    const { port } = app.server.address() as AddressInfo;
    const host = options.host.includes(":") ? `[${options.host}]` : options.host;
    return { url: `http://${host}:${port}`, lost, close };
  } catch (error) {
    await close();
    throw error;
  }
};
