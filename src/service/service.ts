/**
 * The reference service: it serves the operations of the contract over HTTP and stores its data in one SQLite file or
 * PostgreSQL database. It shares only the contract with the client, so an error in one is not hidden by the same error in the
 * other.
 *
 * @module musterd/service
 */
import type { AddressInfo } from "node:net";
import { type Clock, systemClock } from "../lib/clock.ts";
import type { MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { createAuthentication } from "./access/authenticate.ts";
import { registerCompanySandbox } from "./company-document.ts";
import { createCompany, registerFeatures, rules, type Service } from "./features.ts";
import type { CallbackSettings } from "./initiations/callbacks.ts";
import { openInitiations } from "./initiations/initiations.ts";
import { buildApp } from "./kernel/app.ts";
import { openCallLog } from "./kernel/calls.ts";
import { openCompanyFile } from "./kernel/company-file.ts";
import { createFaults } from "./kernel/faults.ts";
import { createAdminCheck, type ServiceKey } from "./kernel/keys.ts";
import { Quirks } from "./kernel/quirks.ts";
import { openStore } from "./kernel/records/open-store.ts";
import type { OutboundSettings } from "./uploads/outbound.ts";
import { openUploads, type UploadLimits } from "./uploads/upload-parts.ts";

export type ServiceOptions = {
  /** A SQLite file, created when it does not exist, or a PostgreSQL database as `postgres://user:password@host/name`. */
  readonly database: string;
  /**
   * Folder of uploaded files, used by this service only. Default: `<database>.files`, for PostgreSQL a folder below
   * `musterd-files`, for a database in memory a temporary folder.
   */
  readonly filesFolder?: string;
  readonly uploadLimits?: Partial<UploadLimits>;
  /** Restricts the addresses to which the service may send requests, for uploads by link and for callbacks. */
  readonly outbound?: OutboundSettings;
  readonly callbacks?: Partial<CallbackSettings>;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly keys: readonly ServiceKey[];
  /** The only company of this service; the header `CorpCode` must name it. */
  readonly corpCode: string;
  /** The company name shown to users; default: the code. */
  readonly corpName?: string;
  /** Origin under which browsers reach the service behind a proxy; default: the origin of the request. */
  readonly publicUrl?: string;
  /** Another clock, for tests. */
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
   * Rejects with a MusterdError when this service no longer owns the database. All requests are refused from then on; a
   * restarted service continues with the stored data.
   */
  readonly lost: Promise<never>;
  /** Ends all connections, stores pending data, and closes the store. */
  readonly close: () => Promise<void>;
};

/** Opens the store and listens. Throws `service-file` or `service-database` when the store cannot be opened. */
export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  const { log, adminKey, keys, clock = systemClock } = options;
  const company = createCompany(options.corpCode, Quirks.parse(options.quirks ?? {}), clock, options.corpName);
  const store = await openStore(options.database);
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  lost.catch((error: MusterdError) => log?.error({ code: error.code }, error.message));
  store.lost.addEventListener("abort", () => lose(store.lost.reason));
  // Logs only the message, because such an error may also contain a row.
  const notStored = (what: string) => (cause: unknown) =>
    log?.error({ reason: (cause as Error).message }, `${what} could not be stored`);
  /** Functions that close the opened parts, run in reverse order. */
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
    const parts: Service = {
      file,
      uploads,
      calls,
      faults: createFaults(),
      rules,
      afterWrite: { F1: initiations.wake },
      authenticate: createAuthentication({ file, keys }),
      admin: createAdminCheck(adminKey),
      log,
      publicUrl: options.publicUrl ?? null,
      closing: closing.signal,
    };
    const app = buildApp(parts, (routes) => {
      registerFeatures(routes, parts);
      registerCompanySandbox(routes, parts);
    });
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
