/**
 * Finds the people whom a run created among those who are listed now. The service answers a create with nothing, so a newcomer is
 * whoever was not listed before: by account, by number, by number without leading zeros, or, without numbers, by name. A site
 * may have stored the keys otherwise; a second plan must compare such a person, not take them for somebody unknown.
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { ShownEmployee, SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Change } from "../../model/plan/plan.ts";
import { foldedName } from "../match/evidence.ts";

/** Someone created, under the account that was sent, and whom the list shows for that. */
export type CreatedPerson = { readonly account: string; readonly found: ShownEmployee };

/** Those whose account or number is another one than HR's; all others are found by their keys. */
export const findCreatedOtherwise = (
  tried: readonly Change[],
  before: readonly ShownEmployee[],
  listed: readonly ShownEmployee[],
  { directory: { employees = [] } }: Pick<SourceSnapshot, "directory">,
): readonly CreatedPerson[] => {
  const numbers = new Map(employees.map(({ account, number }) => [canonicalKey(account), number ?? ""]));
  return findCreated(tried, before, listed).filter(
    ({ account, found }) =>
      !sameKey(found.account, account) || !sameKey(found.number ?? "", numbers.get(canonicalKey(account)) ?? ""),
  );
};

const findCreated = (
  tried: readonly Change[],
  before: readonly ShownEmployee[],
  listed: readonly ShownEmployee[],
): readonly CreatedPerson[] => {
  const known = new Set(before.map(({ account }) => canonicalKey(account)));
  const fresh = new Set(listed.filter(({ account }) => !known.has(canonicalKey(account))));
  const found: CreatedPerson[] = [];
  let missing = tried.flatMap(({ operations }) =>
    operations.flatMap((operation) => (operation.id === "E12" ? [asShown(operation)] : [])),
  );
  for (const keyOf of keys) {
    const byKey = Map.groupBy(fresh, keyOf);
    missing = missing.filter((wanted) => {
      const [one, ...others] = byKey.get(keyOf(wanted)) ?? [];
      if (keyOf(wanted) === "" || !one || others.length > 0 || !fresh.delete(one)) return true;
      found.push({ account: wanted.account, found: one });
      return false;
    });
  }
  return found;
};

/** In the order in which they are tried. A name counts only where there is no number. */
const keys: readonly ((person: Pick<ShownEmployee, "account" | "number" | "name">) => string)[] = [
  ({ account }) => canonicalKey(account),
  ({ number }) => canonicalKey(number ?? ""),
  ({ number }) => canonicalKey(number ?? "").replace(/^0+/, ""),
  ({ number, name }) => (number ? "" : foldedName(name ?? "")),
];

const asShown = ({ account, data: { number, name } }: Operation & { readonly id: "E12" }) => ({
  account,
  ...(number === undefined ? {} : { number }),
  ...(name === undefined ? {} : { name }),
});

/** The source, in which the people whose keys were stored otherwise are matched with the people found. */
export const withCreated = (source: SourceSnapshot, created: readonly CreatedPerson[]): SourceSnapshot => {
  if (created.length === 0) return source;
  const decided = new Map(source.decided);
  for (const { account, found } of created)
    decided.set(canonicalKey(account), { differs: [], ...decided.get(canonicalKey(account)), adopts: found.account });
  return { ...source, decided };
};
