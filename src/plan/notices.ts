/** Notices: facts that people should know although nothing changes, such as objects that only the target has. */

import { canonicalKey } from "../model/directory/canonical.ts";
import type { Employee } from "../model/directory/directory.ts";
import type { Kind } from "../model/directory/kind.ts";
import { specsOf } from "../model/directory/known-fields.ts";
import { codedKinds, codedRecords, type ListedKind, listedKinds, recordsOf } from "../model/directory/objects.ts";
import type { TargetSnapshot } from "../model/directory/snapshot.ts";
import { type PeopleContext, presentKeys } from "./draft/plan-context.ts";
import { fieldPolicy } from "./draft/policy.ts";
import { type Person, staysActive } from "./match/people.ts";
import type { Managers } from "./organisation/managers.ts";
import { noteJoiners } from "./people/rescinded.ts";
import { noteInactiveApprovers } from "./posts/inactive-approvers.ts";
import { addDays } from "./values/days.ts";

/** Notes everything, when the changes are planned. `target`: the reading, without what the memory adds. */
export const noteAll = (context: PeopleContext, managers: Managers, target: TargetSnapshot): void => {
  noteRollback(context);
  noteNotShown(context, target);
  noteAmbiguous(context);
  noteUnresolvedDecisions(context);
  noteUnmanaged(context, noteJoiners(context, managers));
  noteLocked(context);
  noteNotInList(context);
  noteAccountEnds(context);
  noteWithoutPost(context);
  noteWithoutManager(context, managers);
  noteApproversInCircle(context);
  noteInactiveApprovers(context);
};

/** `named`: canonical accounts of people of whom another notice says that the source does not have them. */
const noteUnmanaged = (context: PeopleContext, named: ReadonlySet<string>): void => {
  const { source, target, people } = context;
  const rejected = presentKeys(source);

  for (const kind of codedKinds) {
    const desired = codedRecords(source.directory, kind);
    if (!desired) continue;
    const known = new Set(desired.map(({ code }) => canonicalKey(code)));
    for (const { code, name, title, active } of codedRecords(target, kind) ?? []) {
      const key = canonicalKey(code);
      if (active === false || known.has(key) || rejected.has(key)) continue;
      context.draft.notice({ code: "unmanaged", kind, key: code, label: name ?? title ?? code });
    }
  }
  if (!source.directory.employees) return;
  const inConflict = new Set(
    people.all.flatMap(({ correlation }) =>
      correlation.state === "conflict" ? correlation.about.map((account) => canonicalKey(account)) : [],
    ),
  );
  for (const { correlation, account, current, label, leaving } of people.all) {
    if (correlation.state !== "unmanaged" || !current?.active || leaving || named.has(canonicalKey(account))) continue;
    const keys = [account, ...(current.number ? [current.number] : [])].map((key) => canonicalKey(key));
    if (keys.some((key) => rejected.has(key) || inConflict.has(key))) continue;
    context.draft.notice({ code: "unmanaged", kind: "employee", key: account, label });
  }
};

/** Notes codes that several records of the service have, as far as HR has them. */
const noteAmbiguous = ({ draft, source, target }: PeopleContext): void => {
  for (const kind of codedKinds) {
    const desired = new Set((codedRecords(source.directory, kind) ?? []).map(({ code }) => canonicalKey(code)));
    for (const { code, name, title, ambiguous } of codedRecords(target, kind) ?? [])
      if (ambiguous && desired.has(canonicalKey(code)))
        draft.notice({ code: "several-in-service", kind, key: code, label: name ?? title ?? code });
  }
};

/** Notes fields that HR states and the service shows of no record: what differs there is neither seen nor written. */
const noteNotShown = ({ draft, settings, source }: PeopleContext, target: TargetSnapshot): void => {
  const note = (kind: Kind, fields: readonly string[], desired: Records = [], current: Records = []): void => {
    for (const field of fields) {
      if (fieldPolicy(settings, kind, field) === "ignore" || !desired.some((record) => hasValue(record, field)))
        continue;
      if (!current.some((record) => hasValue(record, field)) && current.some((record) => isNotShown(record, field)))
        draft.notice({ code: "not-shown", kind, key: "*", label: field });
    }
  };
  const isStatusStated = source.directory.employees?.some(({ active }) => active !== undefined);
  if (target.statusUnknown && isStatusStated && fieldPolicy(settings, "employee", "active") !== "ignore")
    draft.notice({ code: "not-shown", kind: "employee", key: "*", label: "active" });
  for (const kind of listedKinds)
    note(kind, shownFieldsOf(kind), recordsOf(source.directory, kind), recordsOf(target, kind));
  const postsOf = (people: readonly Employee[] | undefined) => people?.flatMap(({ posts }) => posts ?? []);
  note("post", ["title", "functions"], postsOf(source.directory.employees), postsOf(target.employees));
};

type Records = readonly object[];

const valueOf = (record: object, field: string) => (record as Readonly<Record<string, unknown>>)[field];

const isNotShown = (record: object, field: string): boolean =>
  valueOf(record, field) === undefined ||
  ((valueOf(record, "hidden") ?? []) as readonly string[]).some((one) => one === field);

const hasValue = (record: object, field: string): boolean =>
  (valueOf(record, field) ?? null) !== null && !isNotShown(record, field);

/** What the lists should show and an operation changes. */
const shownFieldsOf = (kind: ListedKind): readonly string[] =>
  specsOf(kind).flatMap(([field, { shown, key, by }]) => (shown === false || key || by.length === 0 ? [] : [field]));

/** Notes decisions about records or objects that do not exist; their names are probably misspelt. */
const noteUnresolvedDecisions = ({ draft, source }: PeopleContext): void => {
  for (const { kind, source: key, target } of source.unresolved ?? [])
    draft.notice({ code: "decision-without-object", kind, key, label: target });
};

/** Notes that the service was restored or moved as a whole; otherwise, which objects somebody else has changed. */
const noteRollback = ({ draft, memory }: PeopleContext): void => {
  const { stale } = memory;
  if (!stale) return;
  if (stale.all) {
    const label = `${stale.undone}/${stale.seen}`;
    draft.notice({ code: "target-older-than-memory", kind: "employee", key: "*", label });
    return;
  }
  for (const object of stale.drifted) draft.notice({ code: "changed-by-others", ...object });
};

/** Notes people without a post, if the source states posts at all. */
const noteWithoutPost = ({ draft, people, source }: PeopleContext): void => {
  if (!people.all.some(({ desired }) => desired?.posts !== undefined)) return;
  const rejected = presentKeys(source);
  for (const person of people.all) {
    const { desired, account, label } = person;
    if (!desired || (desired.posts?.length ?? 0) > 0 || !staysActive(person)) continue;
    if (![account, desired.number ?? account].some((key) => rejected.has(canonicalKey(key)))) {
      draft.notice({ code: "employee-without-post", kind: "employee", key: account, label });
    }
  }
};

/** Notes people who are active and whom the list of people leaves out, although HR has them (R51). */
const noteNotInList = ({ draft, people }: PeopleContext): void => {
  for (const { desired, current, account, label } of people.all)
    if (desired && current?.unlisted && current.active)
      draft.notice({ code: "not-in-list", kind: "employee", key: account, label });
};

/** Notes people who are or become active and cannot sign in, because their account is locked; no write unlocks it (R62). */
const noteLocked = ({ draft, people }: PeopleContext): void => {
  for (const person of people.all) {
    const { desired, current, account, label } = person;
    if (desired && current?.locked && staysActive(person))
      draft.notice({ code: "locked", kind: "employee", key: account, label });
  }
};

/** Notes people who are or become active and whose account has ended, or ends within a month, although HR states no end of it. */
const noteAccountEnds = ({ draft, people, today }: PeopleContext): void => {
  for (const person of people.all) {
    const { desired, current, account, label } = person;
    const end = current?.expiredTime;
    if (!desired || desired.expiredTime !== undefined || !end || !staysActive(person)) continue;
    if (end < addDays(today, noticeDays)) draft.notice({ code: "account-ends", kind: "employee", key: account, label });
  }
};

const noticeDays = 30;

/** Notes departments without a manager, if the source names managers at all. */
const noteWithoutManager = (context: PeopleContext, managers: Managers): void => {
  const { departments, draft } = context;
  const desired = [...departments.desired.values()];
  if (!desired.some(({ manager }) => manager !== undefined)) return;
  for (const { code, name, manager, active } of desired) {
    if (manager || active === false || managers.managerAfter(code)) continue;
    draft.notice({ code: "department-without-manager", kind: "department", key: code, label: name ?? code });
  }
};

/** Notes people whom HR makes each other's approvers, by the posts in their main departments. */
const noteApproversInCircle = ({ draft, people }: PeopleContext): void => {
  const approverOf = ({ desired }: Person): Person | undefined => {
    const named = desired?.posts?.find(({ main }) => main)?.supervisor;
    const approver = named ? people.bySourceAccount(named) : undefined;
    return approver && staysActive(approver) ? approver : undefined;
  };
  const seen = new Set<Person>();
  for (const first of people.all) {
    const chain: Person[] = [];
    let next: Person | undefined = staysActive(first) ? first : undefined;
    for (; next && !seen.has(next); next = approverOf(next)) {
      seen.add(next);
      chain.push(next);
    }
    const begins = next ? chain.indexOf(next) : -1;
    if (!next || begins < 0 || chain.length - begins < 2) continue;
    const circle = chain.slice(begins);
    const label = [...circle, next].map((person) => person.label).join(" → ");
    draft.notice({ code: "approvers-in-circle", kind: "employee", key: next.account, label });
  }
};
