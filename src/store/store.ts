/**
 * The store: the truth about runs. What was planned, what became of it, what is owed, what the service cannot be asked
 * for. Everything else (Redis, memory) may be lost at any instruction.
 */
import type { Clock } from "../lib/clock.ts";
import { type Database, openDatabase } from "../lib/database.ts";
import { MusterdError } from "../lib/errors.ts";
import type { FeedCache } from "../source/feed-cache.ts";
import { type Approvals, approvalSchema, createApprovals } from "./approvals.ts";
import { createDebts, type Debts } from "./debts.ts";
import { createFeedCache } from "./feed-cache.ts";
import { createLeases, type Leases } from "./lease.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { createLinks, type Links } from "./links.ts";
import { createPlans, type Plans } from "./plans.ts";
import { createRetries, type Retries, retrySchema } from "./retries.ts";
import { createRuns, type Runs } from "./runs.ts";
import { schema, type Tables } from "./schema.ts";
import { createSourceProfile, type SourceProfileStore } from "./source-profile.ts";

export type Store = {
  readonly runs: Runs;
  readonly plans: Plans;
  readonly ledger: Ledger;
  readonly debts: Debts;
  readonly leases: Leases;
  readonly links: Links;
  readonly sourceProfile: SourceProfileStore;
  readonly feeds: FeedCache;
  readonly approvals: Approvals;
  readonly retries: Retries;
  readonly close: () => Promise<void>;
};

/**
 * Opens the store of `target` in the SQLite file `path` (created with mode 0600 in a folder of mode 0700). MusterdError
 * `store-unavailable`.
 */
export const openStore = (path: string, target: string, clock: Clock): Store => {
  const database = openFile(path);
  return {
    runs: createRuns(database, target, clock),
    plans: createPlans(database, target),
    ledger: createLedger(database, target),
    debts: createDebts(database, target, clock),
    leases: createLeases(database, target, clock),
    links: createLinks(database, target),
    sourceProfile: createSourceProfile(database, target),
    feeds: createFeedCache(database, target),
    approvals: createApprovals(database, target, clock),
    retries: createRetries(database, target),
    close: () => database.destroy(),
  };
};

const openFile = (path: string): Database<Tables> => {
  try {
    return openDatabase<Tables>(path, [schema, retrySchema, approvalSchema].join(""));
  } catch (cause) {
    throw new MusterdError("store-unavailable", `the store cannot be opened: ${(cause as Error).message}`, {
      place: { file: path, setting: "state.folder" },
      wayOut:
        "name a folder that may be written to; a damaged file may be moved away, and what was owed is lost with it",
      cause,
    });
  }
};
