/** A daemon beside a Redis of its own that can go away, with a small office in HR's files and an empty service. */

import { openServiceFixture } from "../servers/service-fixture.ts";
import { startSharedRedis } from "../servers/shared-redis.ts";
import { runCli, startCli } from "./cli-process.ts";
import { officeFiles, officePeople, officeSettings } from "./small-office.ts";
import { openWorkplace } from "./workplace.ts";

const token = "right-token-of-tests";

/** Resolves when the daemon is ready. A run ends when Redis is away for two seconds; none is due. `more`: further settings. */
export const startDaemonWithRedis = async (more: object = {}) => {
  const redis = await startSharedRedis();
  const fixture = await openServiceFixture();
  const place = await openWorkplace(officeFiles(officePeople(6)), {
    ...officeSettings(fixture),
    redis: { timeoutMs: 2_000, url: "env:REDIS_ADDRESS" },
    daemon: { schedule: "0 0 29 2 *", port: 0, runAtStart: false, token: "env:TOKEN" },
    ...more,
  });
  const env = { API_KEY: fixture.apiKey, REDIS_ADDRESS: redis.url, TOKEN: token };
  const daemon = startCli(["daemon", "--config", place.config], { env });
  const url = String((await daemon.logged("daemon ready"))["url"]);
  return {
    daemon,
    redis,
    place,
    url,
    /** Gives a command beside the daemon. */
    command: (...words: readonly string[]) => runCli([...words, "--config", place.config], { env }),
    /** Asks for a run. */
    ask: () => fetch(`${url}/v1/runs`, { method: "POST", headers: { Authorization: `Bearer ${token}` } }),
    close: async () => {
      daemon.signal("SIGKILL");
      await daemon.ended;
      await place.remove();
      await fixture.close();
      await redis.kill();
    },
  };
};
