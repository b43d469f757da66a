/**
 * Judges what a second plan holds that the first did not: it says what an object has become by the writes, or that something which it needs
 * has failed.
 */
import { reference } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { Change, HeldChange, Plan, Wanted } from "../../model/plan/plan.ts";
import { following, renamingsOf } from "../draft/renamings.ts";
import type { Writer } from "./written-objects.ts";

type Expectations = {
  /** Should the reading back show otherwise? */
  readonly isLost: (one: HeldChange) => boolean;
  /** The writes that may have changed the object; undefined: the run did not write it. */
  readonly writersOf: (one: Wanted) => readonly Writer[] | undefined;
  readonly wasDone: (id: string) => boolean;
};

/** What is held only now, and says what an object has become. */
export const newlyHeld = (
  { plan, tried }: { readonly plan: Plan; readonly tried: readonly Change[] },
  { isLost, writersOf, wasDone }: Expectations,
  held: readonly HeldChange[],
): readonly HeldChange[] => {
  const heldBefore = heldUnderNewNames(
    plan.held,
    tried.filter(({ id }) => wasDone(id)),
  );
  const triedAt = Map.groupBy(tried, ({ id, repairs }) => repairs ?? id);
  const heldKeys = new Set(plan.held.flatMap(({ kind, key }) => [canonicalKey(key), reference(kind, key)]));
  const waitsForHeld = ({ reason, about }: HeldChange) =>
    reason === "reference-held" && about.some((one) => heldKeys.has(canonicalKey(one)));
  return held.filter(
    (one) =>
      one.reason !== "unreadable-in-target" &&
      !waitsForHeld(one) &&
      (triedAt.get(one.id)?.some((change) => triedThat(change, one)) ||
        (saysOtherwise.has(one.reason) && !heldBefore.has(nameOfHeld(one, one.key)))) &&
      // Of what stands beside, a held change may only say that something which it needs has failed.
      writersOf(one)?.some(({ change, isBeside }) => (!isBeside || isOfPosts(one)) && wasDone(change)) &&
      isLost(one),
  );
};

const isOfPosts = ({ kind }: HeldChange): boolean => kind === "post" || kind === "supervisor";

/** Ids alone do not tell: of two changes of one person, the one that is left has the id that the other had before. */
const triedThat = ({ fields }: Change, held: HeldChange): boolean =>
  held.fields.length === 0 || held.fields.some(({ field }) => fields.some((one) => one.field === field));

/**
 * What was held, with its action and reason, under the codes and accounts that are valid after the renames of this run. It may have been held of
 * a newcomer who has got a code or account that was renamed.
 */
const heldUnderNewNames = (held: readonly HeldChange[], applied: readonly Change[]): ReadonlySet<string> => {
  const follow = following(renamingsOf(applied));
  const created = new Set(
    applied.flatMap(({ kind, key, action }) => (action === "create" ? [reference(kind, key)] : [])),
  );
  return new Set(
    held.flatMap((one) => [
      nameOfHeld(one, follow(one.kind, one.key)),
      ...(created.has(reference(one.kind, one.key)) ? [nameOfHeld(one, one.key)] : []),
    ]),
  );
};

const nameOfHeld = ({ kind, action, reason }: HeldChange, key: string): string =>
  `${reference(kind, key)} ${action} ${reason}`;

/** Reasons that say what an object is now; the others say what it cannot become, which may need what was not read again. */
const saysOtherwise: ReadonlySet<HeldReason> = new Set([
  "identity-conflict",
  "possible-twin",
  "number-given-again",
  "value-taken",
  "ambiguous",
  "reference-held",
  "person-inactive",
  "not-listed",
  "does-not-converge",
]);
