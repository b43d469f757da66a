/**
 * Plans the order of function categories. It cannot be read (R44), so the ledger keeps the sequence that was written last.
 * The whole order is written again, as one change, when the categories in use should have another order.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import { ledgerKey } from "../../model/memory/memory.ts";
import { reference } from "../draft/draft-plan.ts";
import type { PlanContext } from "../draft/plan-context.ts";
import { fieldPolicy } from "../draft/policy.ts";
import { commonDivisor, compareText } from "../values/sequence.ts";

/** Plans a part of step 4 of ARCHITECTURE "Order". */
export const planCategoryOrder = (context: PlanContext): void => {
  const { source, draft, memory, settings } = context;
  if (fieldPolicy(settings, "category", "order") !== "manage") return;
  const { used, broughtBy } = categoriesInUse(context);
  const wanted = (source.directory.categories ?? [])
    .filter(({ name, order }) => order !== undefined && used.has(canonicalKey(name)))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || compareText(a.name, b.name))
    .map(({ name }) => name);
  // The order is unknown when the service was restored from a backup.
  const written = memory.stale?.all ? [] : parse(memory.written.get(ledgerKey("category", "order")) ?? null);
  const keys = new Set(wanted.map(canonicalKey));
  const standing = written.filter((name) => keys.has(canonicalKey(name)));
  if (wanted.length < 2 || wanted.map(canonicalKey).join("\n") === standing.map(canonicalKey).join("\n")) return;
  const { first, step } = counted(context);
  const earlier = draft.changes().filter(({ kind }) => kind === "function" || kind === "category");
  draft.write({
    kind: "category",
    key: "*",
    label: wanted.join("、"),
    action: "reorder",
    reason: "order-differs",
    step: 4,
    fields: [{ field: "order", ...(written.length > 0 ? { before: written } : {}), after: wanted }],
    operations: wanted.map((category, index) => ({ id: "J2", category, seq: first + index * step })),
    requires: wanted.map((name) => reference("category", name)).filter((name) => draft.willExist(name)),
    needs: wanted.flatMap((name) => broughtBy.get(canonicalKey(name)) ?? []),
    after: earlier.map(({ id }) => id),
    remember: [{ subject: "category", field: "order", value: JSON.stringify(wanted) }],
  });
};

/**
 * The position of the first category and the distance to the next. Positions of categories cannot be read, so they are
 * numbered like functions, or else like levels or departments. If the service returns no positions of these either, steps of 10
 * work with every numbering: each category comes after the one before.
 */
const counted = ({ target }: PlanContext): { readonly first: number; readonly step: number } => {
  const lists = [target.functions, target.levels, target.departments] as const;
  const shown = lists.map((list) => list.flatMap(({ order }) => order ?? []));
  const [nearest] = shown.filter(({ length }) => length > 0);
  const common = commonDivisor(shown.flat());
  return nearest ? { first: Math.min(...nearest), step: common < 5 ? 1 : common } : { first: 10, step: 10 };
};

const parse = (value: string | null): string[] => (value === null ? [] : (JSON.parse(value) as string[]));

/**
 * `used`: the categories that have a function after the plan; J4 returns no others (R44). `broughtBy`: for each category
 * that gets all its functions by this plan, the changes that put them there.
 */
const categoriesInUse = ({ target, draft }: PlanContext) => {
  const categoryOf = new Map(target.functions.map(({ code, category }) => [canonicalKey(code), category]));
  const arriving = new Map<string, string[]>();
  for (const { id, kind, key, operations } of draft.changes()) {
    if (kind !== "function") continue;
    for (const operation of operations) {
      if (operation.id !== "J5" && operation.id !== "J7") continue;
      const category = canonicalKey(operation.category);
      const before = categoryOf.get(canonicalKey(key));
      if (before !== undefined && canonicalKey(before) === category) continue;
      categoryOf.set(canonicalKey(key), operation.category);
      arriving.set(category, [...(arriving.get(category) ?? []), id]);
    }
  }
  const used = new Map<string, number>();
  for (const category of categoryOf.values()) {
    if (category) used.set(canonicalKey(category), (used.get(canonicalKey(category)) ?? 0) + 1);
  }
  const broughtBy = new Map([...arriving].filter(([category, ids]) => used.get(category) === ids.length));
  return { used: new Set(used.keys()), broughtBy };
};
