/** A service with initiations in a separate process that tests can kill. Its argument is the database. */
import { startService } from "../../../src/service/service.ts";
import { optionsFor } from "../running-service.ts";

const [, , database = ""] = process.argv;

export const initiationOptions = (path: string) => ({
  ...optionsFor(path),
  outbound: { allowPrivateNetworks: true },
  callbacks: { attempts: 50, firstDelayMs: 20, timeoutMs: 2_000 },
});

if (database) process.send?.((await startService(initiationOptions(database))).url);
