/** A service for tests that set quirks; the baseline is loaded before each test. */
import { afterAll, beforeEach } from "vitest";
import type { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import { baseline } from "../cases/baseline.ts";
import { startTestService } from "../running-service.ts";

/** Path parameters of E2 and E4. */
export const byAccount = (userCode: string) => ({ params: { userType: "0", userCode } });

/** Call this once, at the top of a test file. */
export const startQuirkyService = async () => {
  const service = await startTestService();
  const quirks = (chosen: Partial<Quirks>) => service.admin("PUT", "/quirks", chosen);
  afterAll(() => service.close());
  beforeEach(async () => {
    await quirks({});
    await service.load(baseline());
  });
  return {
    service,
    /** Replaces all quirks; absent ones get their defaults. */
    quirks,
    answerTo: async (...call: Parameters<typeof service.call>): Promise<unknown> => (await service.call(...call)).json,
  };
};
