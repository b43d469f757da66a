/**
 * The reference service as a separate process with a fixed address, which tests kill and restart; its database can be restored
 * to an earlier state.
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { adminKey, corpCode, keyOf } from "../../service/running-service.ts";
import { startCli } from "../processes/cli-process.ts";
import { type ServiceFixture, serviceFixtureAt } from "./service-fixture.ts";
import { freePort } from "./shared-redis.ts";

export type RestartableService = {
  readonly fixture: ServiceFixture;
  /** Ends the process with SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Resolves when the service answers again, with the same data. */
  readonly start: () => Promise<void>;
  /** Stops the service, copies its database, and starts it again; resolves when it answers. */
  readonly backup: () => Promise<void>;
  /** Stops the service, puts the last copy back, and starts it again; resolves when it answers. */
  readonly restore: () => Promise<void>;
};

export const openRestartableService = async (): Promise<RestartableService> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-restartable-"));
  const port = await freePort();
  const env = { MUSTERD_API_KEY: keyOf["Api-Key"], MUSTERD_ADMIN_KEY: adminKey };
  const [data, copy] = [join(folder, "data"), join(folder, "copy")];
  const database = join(data, "service.db");
  const launch = () =>
    startCli(["service", "--port", `${port}`, "--database", database, "--corp-code", corpCode], { env });
  let process = launch();
  const kill = async (): Promise<void> => {
    process.signal("SIGKILL");
    await process.ended;
  };
  const close = async (): Promise<void> => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  const fixture = serviceFixtureAt(`http://127.0.0.1:${port}`, close);
  const ready = async (): Promise<void> => {
    while (!process.stdout().includes("reference service: ")) {
      // Another program may have had the port for a moment.
      if (await Promise.race([process.ended, delay(20)])) process = launch();
    }
    await fixture.quirks({});
  };
  await ready();
  const start = async (): Promise<void> => {
    process = launch();
    await ready();
  };
  const replace = async (from: string, to: string): Promise<void> => {
    await kill();
    await rm(to, { recursive: true, force: true });
    await cp(from, to, { recursive: true });
    await start();
  };
  return { fixture, kill, start, backup: () => replace(data, copy), restore: () => replace(copy, data) };
};
