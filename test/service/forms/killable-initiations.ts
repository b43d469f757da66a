/** A service with initiations in a separate process that tests can kill. Its arguments are the database and the folder of files. */
import { startService } from "../../../src/service/service.ts";
import { optionsFor } from "../running-service.ts";

const [, , database = "", folder = ""] = process.argv;

export const initiationOptions = (path: string, filesFolder: string) => ({
  ...optionsFor(path),
  filesFolder,
  outbound: { allowPrivateNetworks: true },
  callbacks: { attempts: 50, firstDelayMs: 20, timeoutMs: 2_000 },
});

if (database) process.send?.((await startService(initiationOptions(database, folder))).url);
