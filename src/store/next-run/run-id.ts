/** Ids of runs. */
import { randomBytes } from "node:crypto";
import { isoInstant } from "../../lib/clock.ts";

/** Returns `YYYYMMDDTHHMMSS-xxxxxxxx` in UTC: the moment, and four random bytes. */
export const newRunId = (nowMs: number): string =>
  `${isoInstant(nowMs).slice(0, 19).replace(/[-:]/g, "")}-${randomBytes(4).toString("hex")}`;
