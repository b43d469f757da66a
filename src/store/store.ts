/**
 * The store: the authoritative record of plans, outcomes, owed refreshes, and values that the service cannot return. Everything
 * else (Redis, memory) may be lost at any moment.
 */
import { dirname, join } from "node:path";
import type { Clock } from "../lib/clock.ts";
import { openDatabase } from "../lib/database.ts";
import { defaultHistory, type KeptHistory } from "../model/kept-history.ts";
import type { FeedCache } from "../source/feeds/feed-cache.ts";
import { type Approvals, createApprovals } from "./approvals.ts";
import { type Audit, createAudit } from "./audit.ts";
import { createDebts, type Debts } from "./debts.ts";
import { createDecisions, type Decisions } from "./decisions.ts";
import { createFeedCache } from "./feed-cache.ts";
import { createForget, type Forget } from "./forget.ts";
import { createForgetPerson, type ForgetPerson } from "./forget-person.ts";
import { createHistory, type History } from "./history.ts";
import { createKeptSettings, type KeptSettings } from "./kept-settings.ts";
import { createKnownDetails, type KnownDetailsStore } from "./known-details.ts";
import { createLeases, type Leases } from "./lease.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { createLeftBehind, type LeftBehind } from "./left-behind.ts";
import { createLinks, type Links } from "./links.ts";
import { createMadePages, type MadePages } from "./made-pages.ts";
import { migrations } from "./migrations.ts";
import { createNames, type Names } from "./names.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createPauses, type Pauses } from "./pauses.ts";
import { createPlanHeaders, type PlanHeaders } from "./plan-headers.ts";
import { createPlans, type Plans } from "./plans.ts";
import { createProbe } from "./probe.ts";
import { createReadings, type Readings } from "./readings.ts";
import { createFindHistory, type FindHistory } from "./record-history.ts";
import { createRetries, type Retries } from "./retries.ts";
import { createRotateKey, type RotateKey } from "./rotate-key.ts";
import { createRunRequests, type RunRequests } from "./run-requests.ts";
import { createRuns, type Runs } from "./runs.ts";
import type { Tables } from "./schema.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSourceProfile, type SourceProfileStore } from "./source-profile.ts";
import { createSubmissions, type Submissions } from "./submissions.ts";
import { createTokens, type Tokens } from "./tokens.ts";
import { createUnchanged, type UnchangedStore } from "./unchanged.ts";
import { createUndoValues, type UndoValues } from "./undo-values.ts";
import { createUsers, type Users } from "./users.ts";
import { createVault, type Vault } from "./vault.ts";
import { keysInFile, keysInText } from "./vault-keys.ts";
import { createVerdicts, type Verdicts } from "./verdicts.ts";

export type Store = {
  readonly runs: Runs;
  readonly plans: Plans;
  readonly planHeaders: PlanHeaders;
  readonly names: Names;
  readonly madePages: MadePages;
  readonly keptSettings: KeptSettings;
  readonly undoValues: UndoValues;
  readonly history: History;
  readonly ledger: Ledger;
  readonly debts: Debts;
  readonly leases: Leases;
  readonly links: Links;
  readonly sourceProfile: SourceProfileStore;
  readonly knownDetails: KnownDetailsStore;
  readonly unchanged: UnchangedStore;
  readonly feeds: FeedCache;
  /** True when musterd has not written to this target yet, so it has no memory of it. */
  readonly isNew: () => Promise<boolean>;
  readonly forget: Forget;
  readonly forgetPerson: ForgetPerson;
  readonly leftBehind: LeftBehind;
  /** The random identifier in this file, which distinguishes musterd installations that share a Redis. */
  readonly installation: () => Promise<string>;
  /** Writes to the disk without changing anything. Rejects with `store-unavailable`. */
  readonly probe: () => Promise<void>;
  readonly decisions: Decisions;
  readonly approvals: Approvals;
  readonly verdicts: Verdicts;
  readonly requests: RunRequests;
  readonly pauses: Pauses;
  readonly findHistory: FindHistory;
  readonly retries: Retries;
  readonly outbox: Outbox;
  readonly readings: Readings;
  readonly submissions: Submissions;
  readonly audit: Audit;
  readonly tokens: Tokens;
  readonly users: Users;
  readonly sessions: Sessions;
  /** Its key is in the file `musterd.key` beside the store, unless `state.key` names another. */
  readonly vault: Vault;
  readonly rotateKey: RotateKey;
  readonly close: () => Promise<void>;
};

/** `undoDays`: for how many days personal data is kept so that a run can be undone. */
type StoreOptions = {
  readonly undoDays?: number;
  readonly history?: KeptHistory;
  /** The keys of the vault as text; without it they are in a file beside the store. */
  readonly key?: string | undefined;
  /** Identifies the settings; a run with another digest than the one before is recorded as a change. */
  readonly configurationDigest?: string;
};

const defaultUndoDays = 30;

/**
 * Opens the store of `target` in the SQLite file `path` (created with mode 0600 in a folder of mode 0700). Throws
 * `store-unavailable` or `store-newer`.
 */
export const openStore = (
  path: string,
  target: string,
  clock: Clock,
  { undoDays = defaultUndoDays, history = defaultHistory, key, configurationDigest }: StoreOptions = {},
): Store => {
  const database = openDatabase<Tables>(path, { migrations, pragmas, setting: "state.folder" });
  const audit = createAudit(database, path, target, clock);
  const debts = createDebts(database, target, clock);
  const leases = createLeases(database, target, clock);
  const keys = key === undefined ? keysInFile(join(dirname(path), "musterd.key")) : keysInText(key);
  const vault = createVault(keys);
  const undoValues = createUndoValues(database, target, clock, vault, undoDays);
  return {
    runs: createRuns(database, target, clock, audit, { expire: undoValues.expire, kept: history, configurationDigest }),
    planHeaders: createPlanHeaders(database, target),
    names: createNames(database, target),
    madePages: createMadePages(database, target),
    keptSettings: createKeptSettings(database, target, clock),
    plans: createPlans(database, target, audit, undoValues),
    undoValues,
    vault,
    rotateKey: createRotateKey(database, audit, vault, keys),
    history: createHistory(database, target),
    ledger: createLedger(database, target),
    debts,
    leases,
    links: createLinks(database, target),
    sourceProfile: createSourceProfile(database, target),
    knownDetails: createKnownDetails(database, target),
    unchanged: createUnchanged(database, target),
    feeds: createFeedCache(database, target),
    isNew: async () => !(await debts.isTargetKnown()),
    forget: createForget(database, target, leases, audit),
    forgetPerson: createForgetPerson(database, path, target, leases, vault, audit),
    leftBehind: createLeftBehind(database, target, clock),
    installation: async () => (await database.selectFrom("installation").select("id").executeTakeFirstOrThrow()).id,
    probe: createProbe(database, path),
    decisions: createDecisions(database, target, audit),
    approvals: createApprovals(database, target, clock),
    verdicts: createVerdicts(database, target, audit, clock),
    requests: createRunRequests(database, target, audit, clock),
    pauses: createPauses(database, target, audit, clock),
    findHistory: createFindHistory(database, target, createHistory(database, target)),
    retries: createRetries(database, target),
    outbox: createOutbox(database, target, clock),
    readings: createReadings(database, target, clock),
    submissions: createSubmissions(database, target, audit, clock),
    audit,
    tokens: createTokens(database, audit, clock),
    users: createUsers(database, audit, clock),
    sessions: createSessions(database, audit, clock),
    close: () => database.destroy(),
  };
};

/** Overwrites deleted and replaced data with zeros, because some of it is personal. */
const pragmas = "PRAGMA secure_delete = ON;";
