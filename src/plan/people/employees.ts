/**
 * Plans people (step 5 of ARCHITECTURE "Order"): reactivates people, updates their data, expiry and resignation date, renames
 * accounts, and creates newcomers. It also decides who is disabled; disable.ts plans those changes.
 *
 * A change is held if two people would then share an e-mail address or ID number (unique-values.ts), and so is a
 * newcomer who may exist already (twins.ts).
 */
import type { Employee } from "../../model/directory/directory.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { EmployeeData, Operation } from "../../model/plan/operation.ts";
import type { FieldChange } from "../../model/plan/plan.ts";
import { carriedBy } from "../../model/plan/sameness.ts";
import { type Intent, reference } from "../draft/draft-plan.ts";
import { differingFields, fieldsToCreate } from "../draft/judge-field.ts";
import { wholeObject } from "../draft/left-fields.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { fieldPolicy, isProtected } from "../draft/policy.ts";
import { writeAbout } from "../draft/protection.ts";
import type { Correlation } from "../match/correlate.ts";
import { isDecidedOther } from "../match/found-people.ts";
import type { Person } from "../match/people.ts";
import { noSupervisorChosen } from "../posts/supervisors.ts";
import { postFields } from "../values/post-fields.ts";
import { freedAccount, planAccountRenames } from "./account-renames.ts";
import { employeeIntent } from "./employee-intent.ts";
import { flat, hiddenData, hiddenExpiry, leaveHidden, shownOnly, statedEntry } from "./hidden-data.ts";
import { withoutLostZeros } from "./lost-zeros.ts";
import { planMissing } from "./missing.ts";
import {
  firstStatus,
  isKnownAccount,
  isWaiting,
  lacksStatus,
  leaveStatusOfNew,
  notCreated,
  waitsUnlisted,
  worksAlready,
} from "./newcomer-status.ts";
import { planReactivation } from "./reactivate.ts";
import {
  leaveLastDay,
  noResignation,
  type Remembered,
  rememberedResignation,
  resignationChange,
  returnersLastDay,
  setResignation,
  writtenResignation,
} from "./resignation.ts";
import { claimedFields, holdTaken, type Turns, takeTurns, type Update } from "./value-handover.ts";
import {
  disagreement,
  isDisagreement,
  isHireAhead,
  policyOf,
  type WantedStatus,
  wantedStatus,
  whyStatusKept,
} from "./wanted-status.ts";

const created = carriedBy("employee", "E12");

const carried = {
  created: { ...created, fields: created.fields.filter(([field]) => field !== "posts") },
  data: carriedBy("employee", "E11"),
  expiry: carriedBy("employee", "E8"),
} as const;

export const planEmployees = (context: PeopleContext): void => {
  const turns = takeTurns(context, (person, own) => planMatched(context, own, person));
  for (const person of context.people.all) {
    const { correlation } = person;
    switch (correlation.state) {
      case "matched":
        turns.plan(person);
        break;
      case "new":
        break;
      case "conflict":
        holdConflict(context, person, correlation);
        break;
      case "unmanaged":
        context.draft.exists(reference("employee", person.account));
        break;
    }
  }
  planAccountRenames(context, turns);
  const { accountDomain: key } = context.people;
  if (key !== undefined) context.draft.notice({ code: "account-domain", kind: "employee", key, label: key });
  for (const person of context.people.all) {
    if (person.correlation.state === "new") planNew(context, turns, person, person.correlation.desired);
  }
  planMissing(context);
};

const holdConflict = (
  { draft, twins }: PeopleContext,
  person: Person,
  { desired, about, question, untouchable }: Extract<Correlation, { state: "conflict" }>,
): void => {
  const intent = employeeIntent(person, "update", "differs", []);
  const reason = untouchable ?? (question ? heldAs[question] : "identity-conflict");
  draft.hold(intent, reason, about, question && twins.compared(desired, about));
};

const heldAs = {
  "account-alone": "possible-twin",
  "other-number": "identity-conflict",
  "given-again": "number-given-again",
} as const satisfies Record<NonNullable<Extract<Correlation, { state: "conflict" }>["question"]>, HeldReason>;

/** Holds the number that somebody else has in the service and keeps: it cannot belong to two people. Returns the other fields. */
const withoutNumberKept = (
  { draft }: PeopleContext,
  person: Person,
  fields: readonly FieldChange[],
): readonly FieldChange[] => {
  const { correlation } = person;
  const keeper = "numberKeptBy" in correlation ? correlation.numberKeptBy : undefined;
  const number = fields.find(({ field }) => field === "number");
  if (keeper === undefined || !number) return fields;
  draft.hold({ ...employeeIntent(person, "update", "differs", [number]), part: "number" }, "number-kept", [keeper]);
  return fields.filter((one) => one !== number);
};

const planNew = (context: PeopleContext, turns: Turns, person: Person, desired: Employee): void => {
  const { draft, settings } = context;
  const status = wantedStatus(context, desired, undefined);
  if (isLeft(context, person, desired, status)) return;
  const wanted = fieldsToCreate(context, person, carried.created, flat(desired), ["name"]);
  const reason = isWaiting(status) ? "before-hire-date" : "missing-in-target";
  const base = employeeIntent(person, "create", reason, wanted);
  const intent: Intent = { ...base, provides: [reference("employee", desired.account)] };
  leaveStatusOfNew(context, person, desired, status);
  const problem = newcomerProblem(context, desired, status);
  if (problem) return draft.hold(intent, problem.reason, problem.about);
  const candidates = context.twins.of(desired);
  if (candidates.length > 0) return draft.holdAsTwin(intent, candidates);
  const claims = claimedFields(turns, person, withoutNumberKept(context, person, wanted));
  const taken = claims.filter(({ claim }) => claim.inTheWay.length > 0);
  const holders = [...new Set(taken.flatMap(({ claim }) => (claim.isCommon ? [] : claim.inTheWay)))];
  if (!holders.every((account) => isDecidedOther(context.source.decided, desired, account)))
    return draft.hold(intent, "value-taken", holders);
  const twins = worksAlready(context, person);
  if (twins.length > 0) return draft.hold(intent, "value-taken", twins);
  holdTaken(context, person, taken);
  const fields = claims.flatMap((one) => (taken.includes(one) ? [] : [one.change]));
  const leftOut = Object.fromEntries(taken.map(({ change }) => [change.field, null]));
  const posts = desired.posts ?? [];
  const data = Object.fromEntries(
    fields.flatMap(({ field, after }) => (field === "expiredTime" ? [] : [[field, after]])),
  ) as EmployeeData;
  const more = {
    ...(fields.some(({ field }) => field === "expiredTime") && { expiredTime: desired.expiredTime ?? null }),
    ...(isKnownAccount(context, desired) && { known: true as const }),
  };
  const first = firstStatus(context, desired, status);
  const numbers = data.number ? { numbers: [data.number] } : {};
  const { resignationDate } = desired;
  const resignation =
    resignationDate && fieldPolicy(settings, "employee", "resignationDate") !== "ignore"
      ? setResignation(desired.account, undefined, resignationDate)
      : noResignation;
  const id = draft.write({
    ...intent,
    fields: [...fields, ...postFields([], posts), ...resignation.fields, ...first.fields],
    operations: [
      { id: "E12", account: desired.account, data, defaultLogin: settings.newEmployeeLogin, ...more, posts },
      ...[...resignation.operations, ...first.operations].map((one) => ({ ...one, ...numbers })),
    ],
    remember: [
      ...first.remember,
      // Without a date in the source a newcomer has no last day, even if an earlier holder of the account had one.
      ...(resignation === noResignation && writtenResignation(context, desired.account) === undefined
        ? []
        : [rememberedResignation(desired.account, resignation === noResignation ? null : (resignationDate ?? null))]),
      // What is taken by others is not written, and a service that hides it must not seem to have it.
      ...statedEntry(context.memory, desired.account, { ...leftOut, ...data }, Object.keys(leftOut)),
      ...noSupervisorChosen(desired.account, posts),
    ],
    ...(first.doubts.length > 0 && { doubts: first.doubts }),
    needs: claims.flatMap(({ claim }) => claim.needs),
    requires: [
      ...freedAccount(person),
      ...posts.flatMap((post) => [
        reference("department", post.department),
        ...(post.title ? [reference("title", post.title)] : []),
        ...(post.functions ?? []).map((code) => reference("function", code)),
      ]),
    ],
  });
  if (id === undefined) return;
  person.exists = true;
  person.active = !isWaiting(status);
  person.posts = posts;
};

/** Is the newcomer not created today, or there without being listed? */
const isLeft = (context: PeopleContext, person: Person, desired: Employee, status: WantedStatus): boolean => {
  const { draft } = context;
  const code = notCreated(context, desired, status);
  if (code !== undefined) draft.notice({ code, kind: "employee", key: desired.account, label: person.label });
  person.exists = code === undefined && waitsUnlisted(context, desired, status);
  const why = person.exists ? "waits-unlisted" : code;
  if (why) draft.leave(person, wholeObject, why);
  return why !== undefined;
};

const newcomerProblem = (context: PeopleContext, desired: Employee, status: WantedStatus) => {
  const { accountDomain: domain, areZerosApart } = context.people;
  if (isProtected(context.settings, desired.account)) return { reason: "protected", about: [desired.account] } as const;
  if (domain !== undefined) return { reason: "account-domain", about: [domain] } as const;
  if (areZerosApart(desired.number)) return { reason: "zeros-lost", about: ["number"] } as const;
  if (isDisagreement(status)) return disagreement(desired, status);
  if (lacksStatus(context, desired, status)) return { reason: "status-missing", about: [desired.account] } as const;
  if (desired.name === undefined) return { reason: "value-missing", about: ["name"] } as const;
  return undefined;
};

const planMatched = (context: PeopleContext, turns: Turns, person: Person): Update => {
  const { draft, today } = context;
  const { correlation } = person;
  if (correlation.state !== "matched") return { id: undefined, fields: [] };
  const { desired, current } = correlation;
  const own = reference("employee", current.account);
  draft.exists(own);
  const status = wantedStatus(context, desired, current);
  const staysOn = current.active && (typeof status === "string" || status.active);
  if (staysOn && isHireAhead(today, policyOf(context), desired.hireDate))
    draft.notice({ code: "active-before-hire-date", kind: "employee", key: current.account, label: person.label });
  const kept = whyStatusKept(context, desired, current, status);
  let onReturn = noResignation;
  if (kept) draft.leave(person, "active", kept);
  if (isDisagreement(status)) {
    const { wouldBe, reason, about } = disagreement(desired, status);
    draft.hold(employeeIntent(person, "deactivate", wouldBe, []), reason, about);
  } else if (typeof status === "object" && !kept) {
    if (status.active) {
      onReturn = returnersLastDay(context, desired, current.account);
      planReactivation(context, turns, person, current, status.reason, onReturn);
    } else {
      person.active = false;
      person.leaving = status.reason;
    }
  }
  leaveLastDay(context, person, { desired, account: current.account, onReturn });
  return planData(context, turns, person, { desired, current, onReturn });
};

const planData = (
  context: PeopleContext,
  turns: Turns,
  person: Person,
  { desired, current, onReturn }: { desired: Employee; current: ShownEmployee; onReturn: Remembered },
): Update => {
  const shown = shownOnly(carried.data, current);
  const differing = differingFields(context, person, shown, flat(desired), flat(current));
  const data = withoutLostZeros(context, person, withoutNumberKept(context, person, differing));
  const { account } = current;
  const resignation = onReturn.fields.length > 0 ? noResignation : resignationChange(context, desired, account);
  const { known, unknown, corrected } = hiddenData(context, desired, current);
  leaveHidden(context, person, { desired, current, corrected });
  const claimed = claimedFields(turns, person, [...data, ...corrected]);
  const taken = claimed.filter(({ claim }) => claim.inTheWay.length > 0);
  holdTaken(context, person, taken);
  const changed = claimed.flatMap(({ change, claim }) => (claim.inTheWay.length > 0 ? [] : [change]));
  const isHeld = changed.length > 0 && unknown.length > 0;
  if (isHeld) context.draft.hold(employeeIntent(person, "update", "differs", changed), "value-hidden", unknown);
  // Every E11 states the hidden fields too, so it would also write a value that is taken.
  const written = isHeld || taken.some(({ change }) => change.field in known) ? [] : changed;
  const unseen = hiddenExpiry(context, desired, current, written.length > 0);
  const expiry =
    unseen.length > 0 ? unseen : differingFields(context, person, carried.expiry, flat(desired), flat(current));
  const set: EmployeeData = { ...known, ...Object.fromEntries(written.map(({ field, after }) => [field, after])) };
  const stated = { ...(written.length > 0 && set), ...(unseen.length > 0 && { expiredTime: desired.expiredTime }) };
  const hidden = [...(current.hidden ?? []), ...unseen.map(({ field }) => field)];
  const operations: Operation[] = [
    ...(written.length > 0 ? [{ id: "E11", account, newAccount: account, set } as const] : []),
    ...(expiry.length > 0 ? [{ id: "E8", account, expiredTime: desired.expiredTime ?? null } as const] : []),
    ...resignation.operations,
  ];
  if (operations.length === 0) return { id: undefined, fields: [] };
  const id = writeAbout(context, person, {
    ...employeeIntent(person, "update", "differs", [...written, ...expiry, ...resignation.fields]),
    operations,
    needs: claimed.flatMap(({ claim }) => claim.needs),
    remember: [
      ...resignation.remember,
      ...(hidden.length > 0 ? statedEntry(context.memory, account, stated, hidden) : []),
    ],
    ...(resignation.doubts.length > 0 && { doubts: resignation.doubts }),
  });
  return { id, fields: written.map(({ field }) => field) };
};
