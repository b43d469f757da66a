/** `musterd service`: the reference service on its own, for integrators, containers and tests. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { MusterdError } from "../lib/errors.ts";
import { createLog } from "../lib/log.ts";
import { startService } from "../service/service.ts";
import type { Environment } from "./context.ts";
import { nextSignal } from "./daemon.ts";
import { loadOrganisation } from "./sandbox.ts";

type ServiceOptions = {
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly corpCode: string;
  readonly load?: string;
};

/** Keys come from MUSTERD_API_KEY and MUSTERD_ADMIN_KEY; one that is not set is made up and printed. */
export const serviceCommand = async (options: ServiceOptions, environment: Environment): Promise<number> => {
  const apiKey = environment["MUSTERD_API_KEY"] || randomKey();
  const adminKey = environment["MUSTERD_ADMIN_KEY"] || randomKey();
  const service = await startService({
    databasePath: options.database,
    host: options.host,
    port: port(options.port),
    keys: [{ name: "musterd", secret: apiKey, permissions: ["P-Org"] }],
    corpCode: options.corpCode,
    adminKey,
    log: createLog("warn"),
  });
  if (options.load !== undefined) {
    await loadOrganisation(service.url, adminKey, JSON.parse(await readFile(options.load, "utf8")));
  }
  console.log(`reference service: ${service.url} (company ${options.corpCode})`);
  if (!environment["MUSTERD_API_KEY"]) console.log(`Api-Key: ${apiKey}`);
  if (!environment["MUSTERD_ADMIN_KEY"]) console.log(`Admin-Key: ${adminKey}`);
  await nextSignal();
  await service.close();
  return 0;
};

const randomKey = (): string => randomBytes(24).toString("base64url");

const port = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw new MusterdError("option-invalid", `${text} is not a port`, { wayOut: "give a number from 0 to 65535" });
};
