/**
 * The store: the authoritative record of plans, outcomes, owed refreshes, and values that the service cannot return. Everything
 * else (Redis, memory) may be lost at any moment.
 */
import { dirname, join } from "node:path";
import type { Clock } from "../lib/clock.ts";
import { openDatabase } from "../lib/database/database.ts";
import { defaultHistory, type KeptHistory } from "../model/runs/kept-history.ts";
import { createSessions } from "./access/sessions.ts";
import { createTokens } from "./access/tokens.ts";
import { createUsers } from "./access/users.ts";
import { type AuditedStore, createAudit } from "./audit/audit.ts";
import { createDecisions } from "./decisions/decisions.ts";
import { createVerdicts } from "./decisions/verdicts.ts";
import { createForget } from "./forget/forget.ts";
import { createForgetPerson } from "./forget/forget-person.ts";
import { createKeptSettings } from "./kept-settings.ts";
import { createFeedCache } from "./memory/feed-cache.ts";
import { createKnownDetails } from "./memory/known-details.ts";
import { createLedger } from "./memory/ledger.ts";
import { createLinks } from "./memory/links.ts";
import { createNames } from "./memory/names.ts";
import { createReadings } from "./memory/readings.ts";
import { createSourceProfile } from "./memory/source-profile.ts";
import { createUnchanged } from "./memory/unchanged.ts";
import { createDebts } from "./next-run/debts.ts";
import { createLeases } from "./next-run/lease.ts";
import { createLeftBehind } from "./next-run/left-behind.ts";
import { createPauses } from "./next-run/pauses.ts";
import { createRetries } from "./next-run/retries.ts";
import { createRunRequests } from "./next-run/run-requests.ts";
import { createOutbox } from "./outgoing/outbox.ts";
import { createSubmissions } from "./outgoing/submissions.ts";
import { createApprovals } from "./plans/approvals.ts";
import { createMadePages } from "./plans/made-pages.ts";
import { createPlanHeaders } from "./plans/plan-headers.ts";
import { createPlans } from "./plans/plans.ts";
import { createUndoValues } from "./plans/undo-values.ts";
import { createHistory } from "./runs/history.ts";
import { createFindHistory } from "./runs/record-history.ts";
import { createRuns } from "./runs/runs.ts";
import { migrations } from "./schema/migrations.ts";
import { createFileCheck, createProbe } from "./schema/probe.ts";
import type { Tables } from "./schema/schema.ts";
import { createRotateKey } from "./vault/rotate-key.ts";
import { createVault } from "./vault/vault.ts";
import { keysInFile, keysInText } from "./vault/vault-keys.ts";

/** What a store has; `openStore` says what its parts are for. */
export type Store = Readonly<ReturnType<typeof openStore>>;

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
) => {
  const database = openDatabase<Tables>(path, { migrations, pragmas, setting: "state.folder" });
  const audit = createAudit(database, path, target, clock);
  const ofTarget: AuditedStore = { database, target, clock, audit };
  const debts = createDebts(ofTarget);
  const checkFile = createFileCheck(database, path, migrations.length);
  const leases = createLeases(ofTarget, checkFile);
  const keys = key === undefined ? keysInFile(join(dirname(path), "musterd.key")) : keysInText(key);
  const vault = createVault(keys);
  const undoValues = createUndoValues(ofTarget, vault, undoDays);
  return {
    runs: createRuns(ofTarget, { expire: undoValues.expire, kept: history, configurationDigest }),
    planHeaders: createPlanHeaders(ofTarget),
    names: createNames(ofTarget),
    madePages: createMadePages(ofTarget),
    keptSettings: createKeptSettings(ofTarget),
    plans: createPlans(ofTarget, undoValues),
    undoValues,
    /** Its key is in the file `musterd.key` beside the store, unless `state.key` names another. */
    vault,
    rotateKey: createRotateKey(database, audit, vault, keys),
    history: createHistory(ofTarget),
    ledger: createLedger(ofTarget),
    debts,
    leases,
    links: createLinks(ofTarget),
    sourceProfile: createSourceProfile(ofTarget),
    knownDetails: createKnownDetails(ofTarget),
    unchanged: createUnchanged(ofTarget),
    feeds: createFeedCache(ofTarget),
    /** True when musterd has not written to this target yet, so it has no memory of it. */
    isNew: async () => !(await debts.isTargetKnown()),
    forget: createForget(ofTarget, leases),
    forgetPerson: createForgetPerson(ofTarget, path, leases, vault),
    leftBehind: createLeftBehind(ofTarget),
    /** The random identifier in this file, which distinguishes musterd installations that share a Redis. */
    installation: async () => (await database.selectFrom("installation").select("id").executeTakeFirstOrThrow()).id,
    /** Writes to the disk without changing anything. Rejects with `store-unavailable` or `store-newer`. */
    probe: createProbe(database, checkFile),
    decisions: createDecisions(ofTarget),
    approvals: createApprovals(ofTarget),
    verdicts: createVerdicts(ofTarget),
    requests: createRunRequests(ofTarget),
    pauses: createPauses(ofTarget),
    findHistory: createFindHistory(ofTarget, createHistory(ofTarget)),
    retries: createRetries(ofTarget),
    outbox: createOutbox(ofTarget),
    readings: createReadings(ofTarget),
    submissions: createSubmissions(ofTarget),
    audit,
    tokens: createTokens(ofTarget),
    users: createUsers(ofTarget),
    sessions: createSessions(ofTarget),
    close: () => database.destroy(),
  };
};

/** Overwrites deleted and replaced data with zeros, because some of it is personal. */
const pragmas = "PRAGMA secure_delete = ON;";
