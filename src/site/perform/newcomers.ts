/**
 * E12: creates people. A person who exists already may be missing from the lists (R51). Such a person is rehired, because
 * a second account could never be removed.
 */
import { CallError, exhausted, isRefusal, isUnderWay } from "../../client/call-error.ts";
import { oncePer } from "../../lib/once.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import { mayBecome } from "../../model/directory/key-sorts.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import { sameCode, sameText } from "../../model/plan/sameness.ts";
import type { Calls, Guard } from "../calls/call.ts";
import { isUnknownPath, stopsRun } from "../calls/stops-run.ts";
import { findEmployee as findShown, inList, isInconclusive, readPosts, settled } from "../reads/probe.ts";
import type { Performed } from "../target.ts";
import { samePosts } from "./equality.ts";
import { mayExist, noteFound, showsNobodyInactive, withStatus } from "./listed-people.ts";
import { has, setDate, updateEmployee } from "./people.ts";
import { replacePosts } from "./posts.ts";
import { type OperationOf, requestOf } from "./translate-request.ts";
import { alreadyExists, answersForOther, notApplied, storedOtherwise, valueMissing } from "./write-errors.ts";
import { type ProbeResult, writeWithProbe } from "./write-with-probe.ts";

type Create = OperationOf<"E12">;

const findEmployee: typeof findShown = async (calls, ...sought) => withStatus(calls, await findShown(calls, ...sought));

/**
 * Creates whom E1 shows to be new (R51); anybody else, whoever could not be created at once, and whoever is created alone because nobody knows
 * yet how the site stores such an account (first-create.ts), is searched for first. A site may refuse
 * the posts beside the main one (R56): better somebody without them than nobody. Reading back shows what is missing.
 */
export const createEmployee = async (
  calls: Calls,
  operation: Create,
  goesAlone: boolean,
  guard: Guard,
): Promise<Performed> => {
  try {
    return await createWithPosts(calls, operation, goesAlone, guard);
  } catch (refusal) {
    const main = operation.posts.filter(({ main }) => main);
    if (!isRefusal(refusal) || main.length === operation.posts.length) throw refusal;
    return createWithPosts(calls, { ...operation, posts: main }, goesAlone, guard).catch((error: unknown) => {
      throw isRefusal(error) ? refusal : error;
    });
  }
};

const createWithPosts = async (
  calls: Calls,
  operation: Create,
  goesAlone: boolean,
  guard: Guard,
): Promise<Performed> => {
  const { account, data } = operation;
  if (!data.name) throw valueMissing("E12", "name");
  const isSought = mayExist(calls, account, data.number) || goesAlone;
  const tried = isSought ? undefined : await tryOnce(calls, operation, guard);
  try {
    const made = tried === "applied" ? tried : await createUnlessFound(calls, operation, tried, guard);
    if (made === "applied") await completeNewcomer(calls, operation, guard);
    return made;
  } catch (refusal) {
    if (!operation.known || !isRefusal(refusal)) throw refusal;
    const returned = await enableUnseen(calls, operation, () => findEmployee(calls, "account", account, guard), guard);
    if (!returned) throw refusal;
    await rehire(calls, operation, returned, guard);
    return "rehired";
  }
};

const tryOnce = async (calls: Calls, operation: Create, guard: Guard): Promise<"applied" | CallError> => {
  try {
    await calls.writeOnce(requestOf(operation, calls.settings.dateFormat), guard);
    return "applied";
  } catch (error) {
    // After an answer that ends the run, nothing is sent any more.
    if (error instanceof CallError && (error.failure.retryable || !stopsRun(error))) return error;
    throw error;
  }
};

/** Searches for the account and the number first, and again after an unknown outcome (R54). `tried`: how an attempt has failed. */
const createUnlessFound = async (
  calls: Calls,
  operation: Create,
  tried: CallError | undefined,
  guard: Guard,
): Promise<Performed> => {
  const { account, data } = operation;
  const others: string[] = [];
  const holders = async () => ({
    account: await findEmployee(calls, "account", account, guard, (other) => others.push(other)),
    number: data.number ? await findEmployee(calls, "employeeNumber", data.number, guard) : null,
  });
  const before = isUnderWay(tried)
    ? await settled(calls, holders, (found) => found.account !== null || found.number !== null)
    : await holders();
  const holder = before.number ?? before.account;
  const maybeDone = tried?.failure.outcome === "unknown";
  if (holder) {
    if (!maybeDone) noteFound(calls, holder);
    const other = before.account && before.account.account !== holder.account ? before.account : undefined;
    if (other || !isSamePerson(holder, operation))
      throw alreadyExists("E12", before.account ? "account" : "employee number");
    const completed = await rehire(calls, operation, holder, guard);
    if (completed === "already-so" && isRefusal(tried)) calls.noteCarriedOut();
    return completed === "already-so" && maybeDone ? "applied" : completed;
  }
  if (isRefusal(tried)) throw tried;
  // It may still be at work on the first one (write-with-probe.ts).
  if (isUnderWay(tried)) throw exhausted(tried);
  // The site may look up, and write to, whoever has the account that it makes of this one.
  if (others.some((other) => mayBecome(account, other))) throw answersForOther("E12");
  const probe = async (): Promise<ProbeResult> => {
    const now = await holders();
    const found = now.account ?? now.number;
    if (!found) return "unchanged";
    const same = sameCode(found.account, account) && sameText(found.name, data.name);
    return same && sameCode(found.number, data.number) ? "as-wanted" : "different";
  };
  return writeWithProbe(calls, requestOf(operation, calls.settings.dateFormat), probe, guard);
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
 * Whoever has another ID number or another birth date, while the other of the two does not agree, is somebody else (numbers and names are
 * given again).
 *
 * An active person who does not agree in all three counts as somebody else: the lists show active people, so this person
 * appeared after the plan was made.
 */
const isSamePerson = (found: ShownEmployee, { account, data }: Create): boolean => {
  const [sameId, sameBirth] = (["idCardNumber", "birthDate"] as const).map((field) =>
    found[field] && data[field] ? sameCode(found[field], data[field]) : undefined,
  );
  if ((sameId === false && !sameBirth) || (sameBirth === false && !sameId)) return false;
  const sameAccount = sameKey(found.account, account);
  const sameName = found.hidden?.includes("name") === true || sameText(found.name, data.name);
  if (!found.number || !data.number) return sameAccount && sameName;
  if (found.active !== false && !(sameAccount && sameName)) return false;
  return sameKey(found.number, data.number) && (sameAccount || sameName);
};

/**
 * Gives the person found everything that the plan wants to create: clears the old last day (it cannot be read, R61),
 * activates the person, and writes data, expiry and posts.
 */
const rehire = async (calls: Calls, operation: Create, found: ShownEmployee, guard: Guard): Promise<Performed> => {
  const { account, data, expiredTime, posts } = operation;
  const held = await readPosts(calls, found.account, guard);
  const postsDiffer = posts.length > 0 && !samePosts(held, posts);
  const dataDiffers = found.account !== account || !has(found, data);
  const expiryDiffers = expiredTime !== undefined && expiredTime !== found.expiredTime;
  if (found.active !== false && !postsDiffer && !dataDiffers && !expiryDiffers) return "already-so";
  if (found.active === false) {
    const clearLastDay = () => setDate(calls, { id: "E9", account: found.account, resignationDate: null }, guard);
    const refused = await clearLastDay().then(() => null, asRefusal);
    await setActive(calls, found.account, true, guard);
    // A site may take no last day of somebody who is disabled.
    if (refused) await clearLastDay();
  }
  if (expiryDiffers) await setDate(calls, { id: "E8", account: found.account, expiredTime }, guard);
  if (postsDiffer) await replacePosts(calls, { id: "E14", account: found.account, before: held, posts }, guard);
  // This comes last, because it may rename the account and because hidden fields may forbid it.
  if (dataDiffers)
    await updateEmployee(calls, { id: "E11", account: found.account, newAccount: account, set: data }, guard);
  return "rehired";
};

const asRefusal = (error: unknown): unknown => {
  if (isRefusal(error)) return error;
  throw error;
};

/**
 * What the site leaves undone when it creates a person; observed once per connection. `respells`: E1 shows the account in another case, and
 * the site finds nobody under the one that was sent (R14).
 */
type SiteBehaviour = { inactive?: Promise<boolean>; withoutPosts?: Promise<boolean>; respells?: boolean };

const behaviourOf = oncePer((): SiteBehaviour => ({}), new WeakMap<Calls, SiteBehaviour>());

/** Observes once; after a failed observation the next person is observed. */
const observeOnce = (
  known: SiteBehaviour,
  name: "inactive" | "withoutPosts",
  observe: () => Promise<boolean>,
): Promise<boolean> => {
  const asked = known[name] ?? observe();
  known[name] = asked;
  asked.catch(() => delete known[name]);
  return asked;
};

const setActive = (calls: Calls, account: string, active: boolean, guard: Guard): Promise<void> =>
  calls.write(requestOf({ id: "E7", account, active }, calls.settings.dateFormat), guard);

/**
 * A site that shows inactive people nowhere may have updated one of them by E12 (R54), or refuses it for one whom musterd knows. If
 * enabling shows the person, who is returned, the old last day is cleared, too; somebody else under the account is disabled again. Where
 * nobody can be enabled, reading back tells.
 */
const enableUnseen = async (
  calls: Calls,
  operation: Create,
  find: () => Promise<ShownEmployee | null>,
  guard: Guard,
): Promise<ShownEmployee | null> => {
  const { account } = operation;
  await checkNotOther(calls, operation, guard);
  try {
    await setActive(calls, account, true, guard);
  } catch (error) {
    if (isRefusal(error) || isUnknownPath(error)) return null;
    throw error;
  }
  const holder = await settled(calls, find, (found) => found !== null);
  if (!holder) return null;
  // The person was inactive until now, and may have another name on returning.
  if (!isSamePerson({ ...holder, active: false }, operation)) {
    await setActive(calls, account, false, guard);
    throw alreadyExists("E12", "account");
  }
  await setDate(calls, { id: "E9", account, resignationDate: null }, guard);
  return holder;
};

/** Rejects if the site has made another account of this one, or looks up somebody else under it, whom an enabling would reach. */
const checkNotOther = async (calls: Calls, { account, data }: Create, guard: Guard): Promise<void> => {
  const others: string[] = [];
  await findEmployee(calls, "account", account, guard, (other) => others.push(other));
  if (others.some((other) => mayBecome(account, other))) throw answersForOther("E7");
  const found = data.number ? await findEmployee(calls, "employeeNumber", data.number, guard) : null;
  if (found && !sameKey(found.account, account)) throw storedOtherwise("E12");
};

/** Completes a new person if the site creates people inactive or without posts (R54); read-back.ts checks the rest. */
const completeNewcomer = async (calls: Calls, operation: Create, guard: Guard): Promise<void> => {
  const { data, posts } = operation;
  const known = behaviourOf(calls);
  const find = () => findEmployee(calls, "account", operation.account, guard);
  const inOtherCase = async () => {
    if (known.respells === false) return null;
    try {
      const listed = await inList(calls, "account", operation.account, guard);
      known.respells = listed !== null;
      return listed;
    } catch (error) {
      if (isInconclusive(error)) return null;
      throw error;
    }
  };
  const seen = { nobody: false, account: operation.account };
  const isInactive = async () => {
    const found = (await settled(calls, find, (one) => one !== null)) ?? (await inOtherCase());
    seen.nobody = found === null;
    if (found) seen.account = found.account;
    // A site that shows nobody's status may have created them inactive.
    return found !== null && found.active !== true;
  };
  // Where E1 shows nobody inactive, each of them may be somebody who returns.
  const isDisabled = showsNobodyInactive(calls) ? isInactive() : observeOnce(known, "inactive", isInactive);
  if (await isDisabled) await setActive(calls, seen.account, true, guard);
  if (seen.nobody) {
    delete known.inactive;
    await enableUnseen(calls, operation, find, guard);
  }
  if (posts.length === 0) return;
  const read = () => readPosts(calls, seen.account, guard);
  const complete = (found: readonly Post[]) => samePosts(found, posts);
  const lacksPosts = async () => {
    try {
      return !complete(await settled(calls, read, complete));
    } catch (error) {
      throw isRefusal(error) ? notApplied("E12") : error;
    }
  };
  if (!(await observeOnce(known, "withoutPosts", lacksPosts))) return;
  const before = await settled(calls, read, () => true);
  if (complete(before)) return;
  const numbers = data.number ? [data.number] : [];
  await replacePosts(calls, { id: "E14", account: seen.account, before, posts, numbers }, guard);
};
