/** The service and the Redis server that all runs of one test file share, and the site of each test. */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Clock } from "../../../src/lib/clock.ts";
import { createLog } from "../../../src/lib/log.ts";
import { openRedis } from "../../../src/queue/redis.ts";
import type { RedisHandle } from "../../../src/queue/redis-handle.ts";
import type { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import type { DirectoryBuilder } from "../directory/directory-builder.ts";
import { organisationOf } from "../directory/organisation-document.ts";
import { openServiceFixture, quickSettings, type ServiceFixture } from "../servers/service-fixture.ts";
import { openRunSite, type RunSite } from "./run-site.ts";

export let fixture: ServiceFixture;
export let redis: RedisHandle;
export let site: RunSite;

/** Opens the service and Redis before the first test of the file, and closes them after the last. */
export const useRunParts = (): void => {
  beforeAll(async () => {
    fixture = await openServiceFixture();
    redis = await openRedis({ searchPath: process.env["PATH"] ?? "" }, createLog("silent"));
  });
  afterAll(async () => {
    await fixture.close();
    await redis.close();
  });
};

/** The same, with a new `site` before each test. */
export const useRunSite = (clock: Clock): void => {
  useRunParts();
  beforeEach(async () => {
    site = await openRunSite(quickSettings(fixture), redis, clock);
  });
  afterEach(() => site.close());
};

/** Gives the service the data of `current` and, if they are named, these quirks; removes its faults and its call log. */
export const serviceHas = async (current: DirectoryBuilder, quirks?: Partial<Quirks>): Promise<void> => {
  await fixture.mend();
  if (quirks) await fixture.quirks(quirks);
  await fixture.load(organisationOf(current.full()));
  await fixture.forgetCalls();
};
