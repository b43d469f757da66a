/** New records that no change may create, because the decisions that people have made about them cannot be followed (decisions.ts). */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Decision } from "../../model/directory/identity.ts";
import type { SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import { type Reference, reference } from "./draft-plan.ts";

export const heldByDecisions = ({
  directory,
  unresolved = [],
  contradicted = [],
}: SourceSnapshot): ReadonlyMap<Reference, { readonly reason: HeldReason; readonly about: readonly string[] }> => {
  const held = new Map<Reference, { readonly reason: HeldReason; readonly about: string[] }>();
  const hold = (decisions: readonly Decision[], reason: HeldReason) => {
    const keys = new Set(decisions.map(({ source }) => canonicalKey(source)));
    // A decision may name a person by number; a person is created under the account.
    const accounts = new Map(
      (directory.employees ?? []).flatMap(({ account, number }) =>
        number && keys.has(canonicalKey(number)) ? [[canonicalKey(number), account] as const] : [],
      ),
    );
    for (const { kind, source, target } of decisions) {
      const key = kind === "employee" ? (accounts.get(canonicalKey(source)) ?? source) : source;
      const entry = held.get(reference(kind, key));
      if (entry) entry.about.push(target);
      else held.set(reference(kind, key), { reason, about: [target] });
    }
  };
  hold(contradicted, "decisions-contradict");
  const known = new Set(contradicted);
  hold(
    unresolved.filter((one) => one.same && !known.has(one)),
    "decision-without-object",
  );
  return held;
};
