/**
 * Approving supervisors (step 9). What the service shows as the supervisor may be the chosen one or the effective one
 * (R60), so "by the department manager" cannot always be read; the ledger tells what was chosen through musterd.
 *
 *   wanted       shown                    ledger     the supervisor is …
 *   X            not X                    –          written
 *   X            X, by office             not X      written when the plan takes the office away, else left
 *   X            X                        –          left
 *   by manager   nobody                   –          left
 *   by manager   somebody                 chosen     written
 *   by manager   somebody, by office      not        left, unless the plan takes the office away
 *   by manager   somebody else            not        written
 *
 * "By office": manages the department or one above it.
 */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import { ledgerKey, postSubject } from "../model/memory.ts";
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
    ledgerKey(postSubject(person.current?.account ?? person.account, code), "supervisor"),
  );
  const wanted = post.supervisor ? people.meantBy(post.supervisor) : undefined;
  // Shown because of an office that the plan does not take away: the effective one, now and then.
  const inOffice = shown !== undefined && officesNow(world, code).includes(shown);
  const staysInOffice = inOffice && officesAfter(tree, managers, code).includes(shown);
  if (post.supervisor) {
    const sure = typeof chosen === "string" && wanted?.current !== undefined && sameKey(chosen, wanted.current.account);
    if (wanted && shown === wanted && (sure || !inOffice || staysInOffice)) return;
  } else {
    if (!found?.supervisor) return;
    if (typeof chosen !== "string" && staysInOffice) return;
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
    remember: [{ subject: postSubject(person.account, code), field: "supervisor", value: account }],
  } as const;
  if (named !== null && !wanted) world.book.hold(intent, "reference-missing", [named]);
  else if (wanted && !wanted.exists) world.book.hold(intent, "reference-held", [wanted.account]);
  else if (wanted && !staysActive(wanted)) world.book.hold(intent, "person-inactive", [wanted.account]);
  else if (wanted === person) world.book.hold(intent, "not-supported", [person.account]);
  else writeAbout(world, person, intent);
};

/** Who manages a department or one above it now, as read. */
const officesNow = ({ departments, people }: PeopledWorld, code: string): Person[] => {
  const result: Person[] = [];
  const seen = new Set<string>();
  for (let key = canonicalKey(code); key !== "" && !seen.has(key); ) {
    seen.add(key);
    const found = departments.current.get(key);
    const person = found?.manager ? people.holding(found.manager) : undefined;
    if (person) result.push(person);
    key = canonicalKey(found?.parent ?? "");
  }
  return result;
};

/** Who will. */
const officesAfter = (tree: FinalTree, managers: Managers, code: string): Person[] => {
  const result: Person[] = [];
  for (let key: string | null | undefined = canonicalKey(code); key; key = tree.parentOf.get(key)) {
    const person = managers.managerAfter(key);
    if (person) result.push(person);
  }
  return result;
};
