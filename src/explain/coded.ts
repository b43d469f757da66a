/** Explains records with a code: departments, levels, functions and titles. */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import type { ExplainedMatch } from "../model/explanation.ts";
import type { HeldChange, Plan } from "../model/plan.ts";
import type { TargetSnapshot } from "../model/snapshot.ts";
import type { Decided } from "../plan/make-plan.ts";
import type { Fields } from "../plan/policy.ts";
import { openRenames } from "../plan/renames.ts";
import { type CodedKind, codeViews } from "./code-views.ts";
import { aloneBecause, type Explainable, type Explained } from "./explained.ts";
import { type RenameChain, renameChains } from "./rename-chain.ts";
import type { Entries, PlanIndex } from "./verdicts.ts";

export const codedLists = {
  department: "departments",
  level: "levels",
  function: "functions",
  title: "titles",
} as const satisfies Readonly<Record<CodedKind, string>>;

/** All records of a kind, on one side or both. `before`: the service before the plan's renames. */
export const explainCoded = (
  decided: Decided,
  plan: Plan,
  index: PlanIndex,
  before: TargetSnapshot,
  kind: CodedKind,
): readonly Explainable[] => {
  const { source, target, memory } = decided.context;
  const list = codedLists[kind];
  const byCode = (records: readonly { readonly code: string }[] = []) =>
    new Map(records.map((record) => [canonicalKey(record.code), record as unknown as Fields]));
  const desired = byCode(source.directory[list]);
  const current = byCode(target[list]);
  const codes = before[list].map(({ code }) => code);
  const chains = renameChains(plan, kind, codes);
  const open = openRenames(kind, source.renames, new Map(codes.map((code) => [canonicalKey(code), code])), memory);
  const isRenamed = (code: string) => open.some((rename) => sameKey(rename.source, code));
  return [...new Set([...desired.keys(), ...current.keys()])].map((key) => {
    const chain = chains.get(key);
    const sides = { desired: desired.get(key), current: current.get(key), chain, isRenamed };
    const code = String((sides.current ?? sides.desired)?.["code"]);
    const names = [sides.desired, sides.current].map((side) => nameIn(side));
    return {
      kind,
      key: chain?.now ?? code,
      label: names.find((name) => name !== undefined) ?? code,
      calledBy: [[code], [chain?.now], names],
      explain: () => explainRecord(decided, plan, index, kind, sides),
    };
  });
};

const nameIn = (side: Fields | undefined): string | undefined => {
  const name = side?.["name"] ?? side?.["title"];
  return typeof name === "string" ? name : undefined;
};

type Sides = {
  readonly desired: Fields | undefined;
  readonly current: Fields | undefined;
  readonly chain: RenameChain | undefined;
  readonly isRenamed: (code: string) => boolean;
};

const explainRecord = (
  decided: Decided,
  plan: Plan,
  index: PlanIndex,
  kind: CodedKind,
  { desired, current, chain, isRenamed }: Sides,
): Explained => {
  const code = String((current ?? desired)?.["code"]);
  const codeNow = chain?.now ?? code;
  const entries = entriesOf(index, kind, code, chain);
  const created = entries.changes.some(({ action }) => action === "create");
  const isPlaced = [...entries.changes, ...entries.held].some(({ fields }) =>
    fields.some(({ field }) => field === "order"),
  );
  const keys = [...new Set([code, codeNow])];
  const alone = desired ? undefined : aloneBecause(decided.context, plan, kind, keys);
  const record = {
    kind,
    ...(desired && { desired }),
    ...(current && { current }),
    codeNow,
    isPlaced,
    isCreated: created,
    isRenamed: current !== undefined && isRenamed(codeNow),
  };
  const label = nameIn(desired) ?? nameIn(current) ?? code;
  const active = current?.["active"];
  return {
    subject: { kind, key: codeNow, label, ...(typeof active === "boolean" ? { active } : {}) },
    keys,
    match: { ...matchOf(record, chain), candidates: entries.held.flatMap(({ candidates = [] }) => candidates) },
    ...(alone && { alone }),
    views: codeViews(decided, record, alone),
    entries,
    whole: entries.held.filter(({ action }) => action === "create"),
  };
};

/** A rename belongs to the record that has the code before it; every other change to the one that has the code after it. */
const entriesOf = (index: PlanIndex, kind: CodedKind, code: string, chain: RenameChain | undefined): Entries => {
  const own = index(kind, code);
  const managers = index("manager", code);
  const isRename = ({ action }: { readonly action: HeldChange["action"] }) => action === "rename";
  const before = chain ? index(kind, chain.now) : { changes: [], held: [] };
  return {
    changes: [
      ...(chain?.renames ?? []),
      ...own.changes.filter((change) => !isRename(change)),
      ...(kind === "department" ? managers.changes : []),
    ],
    held: [
      ...before.held.filter(isRename),
      ...own.held.filter((held) => !isRename(held)),
      ...(kind === "department" ? managers.held : []),
    ],
  };
};

const matchOf = (
  { desired, current, codeNow }: { readonly desired?: Fields; readonly current?: Fields; readonly codeNow: string },
  chain: RenameChain | undefined,
): Omit<ExplainedMatch, "candidates"> => {
  if (!desired) return { state: "only-service", steps: [] };
  const code = String(desired["code"]);
  if (!current) return { state: "new", steps: [{ by: "code", key: code, found: [] }] };
  const isRenamed = (chain?.renames.length ?? 0) > 0;
  const by = isRenamed ? "rename" : "code";
  return { state: "matched", by, steps: [{ by, key: isRenamed ? codeNow : code, found: [codeNow] }] };
};
