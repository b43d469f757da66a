/** The service and the Redis server that all runs of one test file share. */
import { afterAll, beforeAll } from "vitest";
import { createLog } from "../../../src/lib/log.ts";
import { openRedis } from "../../../src/queue/redis.ts";
import type { RedisHandle } from "../../../src/queue/redis-handle.ts";
import type { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import type { DirectoryBuilder } from "../directory/directory-builder.ts";
import { organisationOf } from "../directory/organisation-document.ts";
import { openServiceFixture, type ServiceFixture } from "../servers/service-fixture.ts";

export let fixture: ServiceFixture;
export let redis: RedisHandle;

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

/** Gives the service the data of `current` and, if they are named, these quirks; removes its faults and its call log. */
export const serviceHas = async (current: DirectoryBuilder, quirks?: Partial<Quirks>): Promise<void> => {
  await fixture.mend();
  if (quirks) await fixture.quirks(quirks);
  await fixture.load(organisationOf(current.full()));
  await fixture.forgetCalls();
};
