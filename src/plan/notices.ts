/** Notices: facts that people should know although nothing changes, such as objects that only the target has. */

import { canonicalKey } from "../model/canonical.ts";
import { codedKinds, codedRecords } from "../model/objects.ts";
import { type PeopleContext, presentKeys } from "./draft/plan-context.ts";
import { staysActive } from "./match/people.ts";
import type { Managers } from "./organisation/managers.ts";

/** `named`: canonical accounts of people of whom another notice says that the source does not have them. */
export const noteUnmanaged = (context: PeopleContext, named: ReadonlySet<string>): void => {
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

/** Notes decisions about records or objects that do not exist; their names are probably misspelt. */
export const noteUnresolvedDecisions = ({ draft, source }: PeopleContext): void => {
  for (const { kind, source: key, target } of source.unresolved ?? [])
    draft.notice({ code: "decision-without-object", kind, key, label: target });
};

/** Notes that the service was restored or moved as a whole; otherwise, which objects somebody else has changed. */
export const noteRollback = ({ draft, memory }: PeopleContext): void => {
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
export const noteWithoutPost = ({ draft, people, source }: PeopleContext): void => {
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

/** Notes departments without a manager, if the source names managers at all. */
export const noteWithoutManager = (context: PeopleContext, managers: Managers): void => {
  const { departments, draft } = context;
  const desired = [...departments.desired.values()];
  if (!desired.some(({ manager }) => manager !== undefined)) return;
  for (const { code, name, manager, active } of desired) {
    if (manager || active === false || managers.managerAfter(code)) continue;
    draft.notice({ code: "department-without-manager", kind: "department", key: code, label: name ?? code });
  }
};
