/**
 * E12: creating people. Whoever is to be created may be there already, out of sight of the lists (R51): such a person is
 * brought back instead, because a second account could never be taken away again.
 */
import { sameKey } from "../../model/canonical.ts";
import { sameCode, sameText } from "../../model/sameness.ts";
import type { ShownEmployee } from "../../model/snapshot.ts";
import type { Calls, Guard } from "../call.ts";
import { findEmployee, readPosts } from "../probe.ts";
import type { Performed } from "../target.ts";
import { type OperationOf, requestOf } from "../translate-request.ts";
import { type ProbeResult, writeDecisively } from "./decisive.ts";
import { alreadyExists, valueMissing } from "./findings.ts";
import { has, setDate, updateEmployee } from "./people.ts";
import { replacePosts } from "./posts.ts";
import { samePosts } from "./same.ts";

type Create = OperationOf<"E12">;

/** Looks for the account and the number first (R51), and again after an unknown outcome (R54). */
export const createEmployee = async (calls: Calls, operation: Create, guard: Guard): Promise<Performed> => {
  const { account, data } = operation;
  if (!data.name) throw valueMissing("E12", "name");
  const holders = async () => ({
    account: await findEmployee(calls, "account", account, guard),
    number: data.number ? await findEmployee(calls, "employeeNumber", data.number, guard) : null,
  });
  const before = await holders();
  const holder = before.number ?? before.account;
  if (holder) {
    const other = before.account && before.account.account !== holder.account ? before.account : undefined;
    if (other || !isSamePerson(holder, operation))
      throw alreadyExists("E12", before.account ? "account" : "employee number");
    return bringBack(calls, operation, holder, guard);
  }
  const probe = async (): Promise<ProbeResult> => {
    const now = await holders();
    const found = now.account ?? now.number;
    if (!found) return "unchanged";
    const same = sameCode(found.account, account) && sameText(found.name, data.name);
    return same && sameCode(found.number, data.number) ? "as-wanted" : "different";
  };
  const made = await writeDecisively(calls, requestOf(operation, calls.settings.dateFormat), probe, guard);
  if (made === "applied") await completeNewcomer(calls, operation, guard);
  return made;
};

/*
 * | employee number          | account | name    | the person found is …           |
 * |--------------------------|---------|---------|---------------------------------|
 * | differs                  | any     | any     | somebody else                   |
 * | the same                 | same    | any     | the person                      |
 * | the same                 | other   | the same| the person, under a new account |
 * | the same                 | other   | other   | somebody else                   |
 * | not known on both sides  | same    | the same| the person                      |
 * | not known on both sides  | same    | other   | somebody else                   |
 *
 * Who is active and agrees in less than all three came in sight since the plan was made: somebody else, for now.
 */
const isSamePerson = (found: ShownEmployee, { account, data }: Create): boolean => {
  const sameAccount = sameKey(found.account, account);
  const sameName = found.hidden?.includes("name") === true || sameText(found.name, data.name);
  if (!found.number || !data.number) return sameAccount && sameName;
  if (found.active !== false && !(sameAccount && sameName)) return false;
  return sameKey(found.number, data.number) && (sameAccount || sameName);
};

/**
 * Makes the person found what the plan wants to create: the old last day cleared (it cannot be read, R61), active, with
 * the data, expiry and posts of the plan.
 */
const bringBack = async (calls: Calls, operation: Create, found: ShownEmployee, guard: Guard): Promise<Performed> => {
  const { account, data, expiredTime, posts } = operation;
  const format = calls.settings.dateFormat;
  const held = await readPosts(calls, found.account, guard);
  const postsDiffer = posts.length > 0 && !samePosts(held, posts);
  const dataDiffers = found.account !== account || !has(found, data);
  const expiryDiffers = expiredTime !== undefined && expiredTime !== found.expiredTime;
  if (found.active !== false && !postsDiffer && !dataDiffers && !expiryDiffers) return "already-so";
  if (found.active === false) {
    await setDate(calls, { id: "E9", account: found.account, resignationDate: null }, guard);
    await calls.write(requestOf({ id: "E7", account: found.account, active: true }, format), guard);
  }
  if (expiryDiffers) await setDate(calls, { id: "E8", account: found.account, expiredTime }, guard);
  if (postsDiffer) await replacePosts(calls, { id: "E14", account: found.account, before: held, posts }, guard);
  // Last, because a new account is renamed by it, and because hidden fields may forbid it.
  if (dataDiffers)
    await updateEmployee(calls, { id: "E11", account: found.account, newAccount: account, set: data }, guard);
  return "rehired";
};

/** What the site of a connection leaves undone when it creates somebody; learnt from the first to whom it can happen. */
type Habits = { inactive?: Promise<boolean>; withoutPosts?: Promise<boolean> };

const habits = new WeakMap<Calls, Habits>();

/** Asks once; a question that failed is asked again for the next person. */
const learnt = (known: Habits, name: keyof Habits, observe: () => Promise<boolean>): Promise<boolean> => {
  const asked = known[name] ?? observe();
  known[name] = asked;
  asked.catch(() => delete known[name]);
  return asked;
};

/**
 * Where a new person is inactive at first, or has no posts yet, E12 alone is half of what was planned (R54). The data are
 * compared when the run reads back.
 */
const completeNewcomer = async (calls: Calls, { account, posts }: Create, guard: Guard): Promise<void> => {
  const known = habits.get(calls) ?? {};
  habits.set(calls, known);
  const isInactive = async () => (await findEmployee(calls, "account", account, guard))?.active === false;
  if (await learnt(known, "inactive", isInactive))
    await calls.write(requestOf({ id: "E7", account, active: true }, calls.settings.dateFormat), guard);
  if (posts.length === 0) return;
  const lacksPosts = async () => !samePosts(await readPosts(calls, account, guard), posts);
  if (!(await learnt(known, "withoutPosts", lacksPosts))) return;
  const before = await readPosts(calls, account, guard);
  if (!samePosts(before, posts)) await replacePosts(calls, { id: "E14", account, before, posts }, guard);
};
