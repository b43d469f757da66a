/**
 * The order of function categories. It cannot be read (R44), so the sequence last written is in the ledger; it is written
 * again, as one change, when the categories that are in use should stand in another one.
 */
import { canonicalKey } from "../model/canonical.ts";
import { ledgerKey } from "../model/memory.ts";
import { reference } from "./book.ts";
import { fieldPolicy } from "./policy.ts";
import { compareText } from "./sequence.ts";
import type { World } from "./world.ts";

/** Part of step 4. */
export const planCategoryOrder = (world: World): void => {
  const { source, book, memory, settings } = world;
  if (fieldPolicy(settings, "category", "order") !== "manage") return;
  const used = categoriesInUse(world);
  const wanted = (source.directory.categories ?? [])
    .filter(({ name, order }) => order !== undefined && used.has(canonicalKey(name)))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || compareText(a.name, b.name))
    .map(({ name }) => name);
  const written = parse(memory.written.get(ledgerKey("category", "order")) ?? null);
  const keys = new Set(wanted.map(canonicalKey));
  const standing = written.filter((name) => keys.has(canonicalKey(name)));
  if (wanted.length < 2 || wanted.map(canonicalKey).join("\n") === standing.map(canonicalKey).join("\n")) return;
  const earlier = book.drafts().filter(({ kind }) => kind === "function" || kind === "category");
  book.write({
    kind: "category",
    key: "*",
    label: wanted.join("、"),
    action: "reorder",
    reason: "order-differs",
    step: 4,
    fields: [{ field: "order", ...(written.length > 0 ? { before: written } : {}), after: wanted }],
    operations: wanted.map((category, seq) => ({ id: "J2", category, seq })),
    after: earlier.map(({ id }) => id),
    remember: [{ subject: "category", field: "order", value: JSON.stringify(wanted) }],
  });
};

const parse = (value: string | null): string[] => (value === null ? [] : (JSON.parse(value) as string[]));

/** A category is there as long as a function is in it, so what counts is where the functions end up. */
const categoriesInUse = ({ source, target, book }: World): ReadonlySet<string> => {
  const categoryOf = new Map<string, string | undefined>();
  for (const { code, category } of target.functions) categoryOf.set(canonicalKey(code), category);
  for (const { code, category } of source.directory.functions ?? []) {
    if (category !== undefined && book.willExist(reference("function", code))) {
      categoryOf.set(canonicalKey(code), category);
    }
  }
  return new Set([...categoryOf.values()].flatMap((category) => (category ? [canonicalKey(category)] : [])));
};
