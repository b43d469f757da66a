/**
 * Approving supervisors (step 9). What the service shows as the supervisor may be the chosen one or the effective one
 * (R60), so "by the department manager" cannot always be read; the ledger tells what was chosen through musterd.
 *
 *   wanted       shown               ledger     the supervisor is …
 *   X            not X               –          written
 *   X            X, the manager now  not X      written when the plan appoints another manager, else left
 *   X            X                   –          left
 *   by manager   nobody              –          left
 *   by manager   somebody            chosen     written
 *   by manager   a manager above     not        left: the effective one, as long as the office stays
 *   by manager   somebody else       not        written
 */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import { ledgerKey } from "../model/memory.ts";
import { reference } from "./book.ts";
import type { Managers } from "./managers.ts";
import { type Person, staysActive } from "./people.ts";
import { fieldPolicy } from "./policy.ts";
import { writeAbout } from "./protection.ts";
import type { FinalTree } from "./tree.ts";
import type { PeopledWorld } from "./world.ts";

export const planSupervisors = (world: PeopledWorld, tree: FinalTree, managers: Managers): void => {
  if (fieldPolicy(world.settings, "post", "supervisor") !== "manage") return;
  for (const person of world.people.all) {
    if (!person.desired || !staysActive(person)) continue;
    for (const post of person.desired.posts ?? []) {
      const holdsIt = person.posts?.some((held) => sameKey(held.department, post.department));
      if (post.supervisor !== undefined && holdsIt) planSupervisor(world, tree, managers, person, post);
    }
  }
};

const planSupervisor = (world: PeopledWorld, tree: FinalTree, managers: Managers, person: Person, post: Post): void => {
  const { people, memory } = world;
  const found = person.current?.posts?.find((held) => sameKey(held.department, post.department));
  const code = found?.department ?? post.department;
  const shown = found?.supervisor ? people.holding(found.supervisor) : undefined;
  const chosen = memory.written.get(
    ledgerKey(`post/${person.current?.account ?? person.account}/${code}`, "supervisor"),
  );
  const managerNow = managersAbove(world, tree, code, 1)[0]?.manager;
  const wanted = post.supervisor ? people.meantBy(post.supervisor) : undefined;
  if (post.supervisor) {
    const sure = typeof chosen === "string" && wanted?.current !== undefined && sameKey(chosen, wanted.current.account);
    const staysManager = managers.managerAfter(code) === managerNow;
    if (wanted && shown === wanted && (sure || wanted !== managerNow || staysManager)) return;
  } else {
    if (!found?.supervisor) return;
    const inOffice = managersAbove(world, tree, code).filter(
      ({ key, manager }) => managers.managerAfter(key) === manager,
    );
    if (typeof chosen !== "string" && inOffice.some(({ manager }) => manager === shown)) return;
  }
  writeSupervisor(world, person, code, found, post.supervisor ?? null, wanted);
};

const writeSupervisor = (
  world: PeopledWorld,
  person: Person,
  code: string,
  found: Post | undefined,
  named: string | null,
  wanted: Person | undefined,
): void => {
  const account = wanted?.account ?? null;
  const intent = {
    kind: "supervisor",
    key: `${person.current?.account ?? person.account}/${code}`,
    label: person.label,
    department: code,
    action: "update",
    reason: "differs",
    step: 9,
    fields: [{ field: "supervisor", before: found?.supervisor ?? null, after: account ?? named }],
    operations: [{ id: "E13", account: person.account, department: code, supervisor: account }],
    rests: [
      reference("employee", person.account),
      reference("department", code),
      ...(account ? [reference("employee", account)] : []),
    ],
    needs: person.postChanges,
    remember: [{ subject: `post/${person.account}/${code}`, field: "supervisor", value: account }],
  } as const;
  if (named !== null && !wanted) world.book.hold(intent, "reference-missing", [named]);
  else if (wanted && !wanted.exists) world.book.hold(intent, "reference-held", [wanted.account]);
  else if (wanted && !staysActive(wanted)) world.book.hold(intent, "person-inactive", [wanted.account]);
  else if (wanted === person) world.book.hold(intent, "not-supported", [person.account]);
  else writeAbout(world, person, intent);
};

/** The managers, as read, of a department and of those above it; nearest first. */
const managersAbove = (world: PeopledWorld, tree: FinalTree, code: string, levels = Number.MAX_VALUE) => {
  const result: { readonly key: string; readonly manager: Person }[] = [];
  let left = levels;
  for (let key: string | null | undefined = canonicalKey(code); key && left > 0; key = tree.parentOf.get(key)) {
    const manager = world.departments.current.get(key)?.manager;
    const person = manager ? world.people.holding(manager) : undefined;
    if (person) result.push({ key, manager: person });
    left -= 1;
  }
  return result;
};
