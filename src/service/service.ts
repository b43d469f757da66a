/**
 * The reference service: the organisation group of the contract over HTTP, kept in one SQLite file. It shares nothing
 * with the client but the contract, so that an error of one cannot hide in the other.
 */
import type { AddressInfo } from "node:net";
import { systemClock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { buildApp } from "./app.ts";
import { openCallLog } from "./calls.ts";
import { createCompany } from "./company.ts";
import { openCompanyFile } from "./company-file.ts";
import { createFaults } from "./faults.ts";
import type { ServiceKey } from "./keys.ts";
import { Quirks } from "./quirks.ts";
import { openServiceDatabase } from "./service-database.ts";

export type ServiceOptions = {
  /** SQLite file, created when it does not exist. */
  readonly databasePath: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly keys: readonly ServiceKey[];
  /** The one company this service holds; the header `CorpCode` must name it. */
  readonly corpCode: string;
  /** Secret of the sandbox (header `Admin-Key`). */
  readonly adminKey: string;
  readonly log?: Log;
  readonly quirks?: Partial<Quirks>;
};

export type RunningService = {
  /** `http://host:port`, without a path. */
  readonly url: string;
  /** Ends all connections, stores what is left to store, and closes the file. */
  readonly close: () => Promise<void>;
};

/** Opens the file and listens. Throws `service-file` when the file cannot be had. */
export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  const { log, keys, adminKey } = options;
  const database = openServiceDatabase(options.databasePath);
  const closing = new AbortController();
  const company = createCompany(options.corpCode, Quirks.parse(options.quirks ?? {}), systemClock);
  const file = await openCompanyFile(database, company);
  const calls = await openCallLog(database, (err) => log?.error({ err }, "the call log could not be stored"));
  const app = buildApp({ file, calls, faults: createFaults(), keys, adminKey, closing: closing.signal }, log);

  const close = async (): Promise<void> => {
    closing.abort();
    await app.close();
    await file.read(() => undefined);
    await calls.flush();
    await database.destroy();
  };
  try {
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, close };
};
