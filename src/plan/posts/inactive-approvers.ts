/**
 * Names people who are disabled, or become so, and stay the chosen approver of somebody who works: nobody could sign those forms. Whether
 * HR names them does not matter, because a choice that was made in the service alone has the same effect.
 */
import { namedBy } from "../../model/directory/address.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { type Person, staysActive } from "../match/people.ts";
import { chosenSupervisors } from "./chosen-supervisor.ts";

export const noteInactiveApprovers = (context: PeopleContext): void => {
  const { draft, people } = context;
  const changed = new Set(draft.changes().flatMap(({ kind, key }) => (kind === "supervisor" ? [key] : [])));
  const approvers = new Set<Person>();
  for (const person of people.all) {
    if (!person.current || !staysActive(person)) continue;
    const { account } = person.current;
    for (const post of person.current.posts ?? []) {
      const approver = post.supervisor ? people.byTargetAccount(post.supervisor) : undefined;
      if (!approver || !isInactive(approver)) continue;
      if (!person.posts?.some(({ department }) => sameKey(department, post.department))) continue;
      if (changed.has(namedBy({ of: "supervisor", person: account, department: post.department }).key)) continue;
      const [chosen] = chosenSupervisors(context, account, [post]);
      if (typeof chosen?.value === "string") approvers.add(approver);
    }
  }
  for (const { account, label } of approvers)
    draft.notice({ code: "inactive-approver", kind: "employee", key: account, label });
};

/** Somebody whose status is not known counts as active. */
const isInactive = (person: Person): boolean =>
  !staysActive(person) && (person.leaving !== undefined || person.current?.active === false);
