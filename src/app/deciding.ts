/**
 * The decisions of people: to release or reject a plan that waits, and which records are the same. Whoever decides, by a command,
 * by the control interface, in the console or by a form, does it here, so the rules are the same everywhere.
 */
import type { Config } from "../config/config.ts";
import { hourMs, isoInstant, systemClock } from "../lib/clock.ts";
import { MusterdError } from "../lib/errors.ts";
import type { DecidedPair, Decision } from "../model/directory/identity.ts";
import type { BriefPlan } from "../model/plan/brief-plan.ts";
import { fingerprintForm, shortFingerprint } from "../model/plan/fingerprint.ts";
import { breachName } from "../model/plan/release.ts";
import type { Role } from "../model/role.ts";
import { type Actor, isSamePerson } from "../model/runs/actor.ts";
import type { AuditEntry } from "../model/runs/audit.ts";
import type { RunSummary } from "../model/runs/run.ts";
import { isOpenRelease, type Verdict } from "../model/runs/verdict.ts";
import { planRejected, releaseUsed } from "../store/decisions/verdicts.ts";
import type { Store } from "../store/store.ts";

/** Who decides. A command has every role: whoever can give it can write the store. */
export type Decider = { readonly actor: Actor; readonly roles: readonly Role[] };

/** `run`: the id of the run that made the plan; `fingerprint`: 12 to 64 digits of the plan that the person has seen. */
export type Answer = {
  readonly by: Decider;
  readonly run: string;
  readonly fingerprint: string;
  readonly reason: string;
};

export type Deciding = {
  /**
   * Permits one plan although it exceeds limits, once, and asks for the run that applies it; `follows` is its id, absent for an undo,
   * which is given again as a command. Rejects with `role-missing`, `release-incomplete`, `run-unknown`, `plan-stale`,
   * `nothing-to-decide`, `plan-rejected`, `release-used` or `four-eyes`.
   */
  readonly release: (answer: Answer) => Promise<Verdict & { readonly follows?: string }>;
  /** No run applies the plan until it differs. Rejects as `release`, without `plan-rejected` and `four-eyes`. */
  readonly reject: (answer: Answer) => Promise<Verdict>;
  /** Takes a rejection back: the plan waits again. */
  readonly withdraw: (answer: Answer) => Promise<void>;
  /** Why `release` would refuse, before anybody has given a reason; undefined if it would not. */
  readonly refusal: (by: Decider, run: string) => Promise<MusterdError | undefined>;
  /**
   * Keeps decisions that records are the same, or not, after a check against both sides as they are now; `unchecked`: without it.
   * Before, it takes those about the pairs `withdrawn` back, unless the check refuses. Rejects with `role-missing` or `decision-invalid`.
   */
  readonly adopt: (by: Decider, said: readonly Decision[], how?: Adopting) => Promise<void>;
};

type Adopting = { readonly unchecked?: boolean | undefined; readonly withdrawn?: readonly DecidedPair[] };

type Parts = {
  readonly config: Pick<Config, "release" | "daemon">;
  readonly store: Store;
  /** Reads both sides, and throws `decision-invalid` if a decision fits neither; those about `withdrawn` do not count. */
  readonly check: (said: readonly Decision[], withdrawn: readonly DecidedPair[]) => Promise<void>;
};

const longestReason = 1_000;

export const createDeciding = ({ config, store, check }: Parts): Deciding => {
  const waiting = (answer: Seen) => waitingPlan(store, answer);
  const releasable = (answer: Seen) => releasablePlan(store, config, answer);
  const deciding: Deciding = {
    release: async (answer) => {
      const reason = reasonOf(answer);
      const { plan, run, verdict } = await releasable(answer);
      const nowMs = systemClock.nowMs();
      const by = answer.by.actor;
      const { fingerprint } = plan;
      const accepted = plan.breaches.map(breachName);
      const expiresAt = isoInstant(nowMs + config.release.hours * hourMs);
      const given = { verdict: "released", fingerprint, run: run.id, by, reason, accepted, expiresAt } as const;
      const released = verdict && isOpenRelease(verdict, nowMs) ? verdict : await store.verdicts.keep(given, verdict);
      // Somebody else has decided meanwhile, so it is judged again.
      if (!released) return deciding.release(answer);
      if (plan.undoes !== undefined) return released;
      const only = plan.only?.subjects.map(({ named }) => named) ?? [];
      return { ...released, follows: await store.requests.add({ trigger: "request", by, only }, { reason }) };
    },

    reject: async (answer) => {
      const reason = reasonOf(answer);
      const { plan, run, verdict } = await waiting(answer);
      if (run.status !== "blocked" && run.status !== "planned")
        throw nothingToDecide(`the run has ended as ${run.status}`);
      const { fingerprint } = plan;
      const by = answer.by.actor;
      const given = { verdict: "rejected", fingerprint, run: run.id, by, reason, accepted: [] } as const;
      return (await store.verdicts.keep(given, verdict)) ?? deciding.reject(answer);
    },

    withdraw: async (answer) => {
      const { plan } = await waiting(answer);
      if (!(await store.verdicts.withdraw(plan.fingerprint, answer.by.actor)))
        throw nothingToDecide("the plan is not rejected");
    },

    refusal: async (by, run) => {
      const fingerprint = (await store.runs.find(run))?.fingerprint ?? "";
      const refused = await releasable({ by, run, fingerprint }).catch((thrown: unknown) => thrown);
      if (refused instanceof MusterdError) return refused;
      if (refused instanceof Error) throw refused;
      return undefined;
    },

    ...createAdopting(store, check),
  };
  return deciding;
};

const createAdopting = (store: Store, check: Parts["check"]): Pick<Deciding, "adopt"> => ({
  adopt: async (by, said, { unchecked = false, withdrawn = [] } = {}) => {
    needApprover(by);
    if (!unchecked && said.length > 0) await check(said, withdrawn);
    await store.decisions.withdraw(withdrawn, by.actor);
    await store.decisions.keep(said, systemClock.nowMs(), by.actor);
  },
});

type Seen = Omit<Answer, "reason">;

/** The plan that was seen, if it can still be decided about. */
const waitingPlan = async (store: Store, { by, run: id, fingerprint }: Seen): Promise<Waiting> => {
  needApprover(by);
  const run = await store.runs.find(id);
  const plan = (await store.planHeaders.find(id))?.header;
  if (!run || !plan) throw runUnknown(id);
  if (!fingerprintForm.test(fingerprint) || !plan.fingerprint.startsWith(fingerprint)) throw otherPlan(id);
  if (run.planned === 0) throw nothingToDecide("the plan changes nothing");
  const applied = await store.runs.releasedRun(plan.fingerprint);
  if (applied !== undefined) throw releaseUsed("the plan", applied);
  return { run, plan, verdict: await store.verdicts.find(plan.fingerprint) };
};

const releasablePlan = async (
  store: Store,
  { release: { fourEyes }, daemon: { timeZone } }: Parts["config"],
  answer: Seen,
): Promise<Waiting> => {
  const found = await waitingPlan(store, answer);
  const { plan, verdict } = found;
  if (plan.breaches.length === 0)
    throw nothingToDecide("the plan exceeds no limit, so a run applies it without a release");
  if (verdict?.verdict === "rejected") throw planRejected(verdict, timeZone);
  const newest = await newestPlan(store, plan);
  if (newest !== undefined && newest !== plan.fingerprint) throw differs(newest);
  if (fourEyes) await needSecondPerson(store, answer.by.actor, plan.fingerprint);
  return found;
};

type Waiting = { readonly run: RunSummary; readonly plan: BriefPlan; readonly verdict: Verdict | undefined };

const needApprover = ({ roles }: Decider): void => {
  if (roles.includes("approver")) return;
  throw new MusterdError("role-missing", "only an approver may decide", {
    hint: "ask an approver; `musterd users add` and `musterd tokens add` give the role",
  });
};

const reasonOf = ({ reason }: Answer): string => {
  const text = reason.trim();
  if (text !== "" && text.length <= longestReason) return text;
  throw new MusterdError("release-incomplete", `a decision needs a reason of up to ${longestReason} characters`, {
    hint: "say why; the reason is kept with the decision",
  });
};

/** The newest fingerprint of what the plan is about, if it is a plan of the whole source. */
const newestPlan = async ({ runs }: Store, plan: BriefPlan): Promise<string | undefined> =>
  plan.only === undefined && plan.undoes === undefined ? runs.newestFingerprint() : undefined;

/**
 * Nobody releases what they have asked for, what comes of a configuration that they have changed, or of their decisions about who is
 * who. A look at the plan (`musterd plan`) counts only if it was the first that showed it; a decision, until a run of the whole source
 * has applied all that came of it.
 */
const needSecondPerson = async ({ runs, audit }: Store, actor: Actor, fingerprint: string): Promise<void> => {
  const isOwn = (all: readonly Pick<AuditEntry, "by">[]) => all.some(({ by }) => isSamePerson(actor, by));
  const refuse = (message: string): never => {
    throw new MusterdError("four-eyes", message, {
      hint: "let another approver decide (release.fourEyes)",
    });
  };
  const askers = await runs.askersOf(fingerprint);
  if (askers.some((name) => isSamePerson(actor, { name })))
    refuse("whoever asked for the run may not release its plan");
  if (isOwn(await audit.list({ events: ["configuration-changed"], newest: true, limit: 1 })))
    refuse("whoever changed the configuration last may not release a plan");
  const from = await runs.wholeSince();
  if (isOwn(await audit.list({ events: ["adopted", "adoption-withdrawn"], from, newest: true, limit: mostDecisions })))
    refuse("whoever has decided who is who may not release what comes of it");
};

/** So many decisions between two runs are looked at. */
const mostDecisions = 10_000;

const runUnknown = (run: string): MusterdError =>
  new MusterdError("run-unknown", `no run ${run} has a plan`, { hint: "list the runs with `musterd runs`" });

const otherPlan = (run: string): MusterdError =>
  new MusterdError("plan-stale", `run ${run} has another plan than the one that was named`, {
    hint: "look at the plan again, and decide about what it shows",
  });

const differs = (newest: string): MusterdError =>
  new MusterdError("plan-stale", `a newer run has made another plan (${shortFingerprint(newest)})`, {
    hint: "look at the newest plan, and decide about that one",
  });

const nothingToDecide = (why: string): MusterdError =>
  new MusterdError("nothing-to-decide", why, { hint: "look at the newest run: `musterd runs`" });
