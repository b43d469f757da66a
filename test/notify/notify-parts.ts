/** What a notifier needs besides its store, its settings and its target, where nothing around it is to be told. */
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";

export const quietParts = {
  clock: systemClock,
  log: createLog("silent"),
  language: "en",
  timeZone: "Asia/Taipei",
  goodStatuses: ["succeeded"],
  sendNotice: async () => undefined,
  errorWords: () => undefined,
  surroundings: {
    certificates: async () => [],
    space: async () => ({ free: 2, needed: 1 }),
    longestWaitMs: () => 86_400_000,
  },
} as const;
