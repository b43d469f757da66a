/** Explains records with a code: departments, levels, functions and titles. */

import { canonicalKey } from "../model/directory/canonical.ts";
import { type CodedKind, listOf } from "../model/directory/objects.ts";
import type { TargetSnapshot } from "../model/directory/snapshot.ts";
import type { ExplainedMatch } from "../model/runs/explanation.ts";
import type { Fields } from "../plan/draft/policy.ts";
import { codeCalledBy } from "../plan/match/called-by.ts";
import { codeOwner } from "../plan/restrict/change-owners.ts";
import { type CodedRecord, codeViews } from "./code-views.ts";
import { aloneBecause, type Explainable, type Explained } from "./explained.ts";
import type { Known } from "./known.ts";
import type { Entries } from "./verdicts.ts";

/** All records of a kind, on one side or both. `before`: the service before the plan's renames. */
export const explainCoded = (known: Known, before: TargetSnapshot, kind: CodedKind): readonly Explainable[] => {
  const { source, target } = known.context;
  const list = listOf[kind];
  const byCode = (records: readonly { readonly code: string }[] = []) =>
    new Map(records.map((record) => [canonicalKey(record.code), record as unknown as Fields]));
  const desired = byCode(source.directory[list]);
  const current = byCode(target[list]);
  const codeBefore = new Map(before[list].map(({ code }) => [canonicalKey(known.index.codeAfter(code, kind)), code]));
  return [...new Set([...desired.keys(), ...current.keys()])].map((key) => {
    const code = String((current.get(key) ?? desired.get(key))?.["code"]);
    const codeNow = codeBefore.get(key) ?? code;
    const record = { kind, desired: desired.get(key), current: current.get(key), code, codeNow };
    const names = [record.desired, record.current].map(nameIn);
    return {
      kind,
      key: codeNow,
      label: names.find((name) => name !== undefined) ?? code,
      calledBy: [...codeCalledBy(current.has(key) ? codeNow : undefined, code), names],
      owner: codeOwner(kind, code),
      explain: () => explainRecord(known, record),
    };
  });
};

const nameIn = (side: Fields | undefined): string | undefined => {
  const name = side?.["name"] ?? side?.["title"];
  return typeof name === "string" ? name : undefined;
};

const explainRecord = (known: Known, record: CodedRecord): Explained => {
  const { kind, desired, current, code, codeNow } = record;
  const entries = known.index.of(codeOwner(kind, code));
  const keys = [...new Set([code, codeNow])];
  const alone = desired ? undefined : aloneBecause(known, kind, keys);
  const label = nameIn(desired) ?? nameIn(current) ?? code;
  const active = current?.["active"];
  return {
    subject: { kind, key: codeNow, label, ...(typeof active === "boolean" ? { active } : {}) },
    keys,
    match: { ...matchOf(record, entries), candidates: entries.held.flatMap(({ candidates = [] }) => candidates) },
    ...(alone && { alone }),
    views: codeViews(known, record, alone),
    entries,
    whole: entries.held.filter(({ action }) => action === "create"),
  };
};

const matchOf = (
  { desired, current, codeNow }: CodedRecord,
  { changes }: Entries,
): Omit<ExplainedMatch, "candidates"> => {
  if (!desired) return { state: "only-service", steps: [] };
  const code = String(desired["code"]);
  if (!current) return { state: "new", steps: [{ by: "code", key: code, found: [] }] };
  const isRenamed = changes.some(({ action }) => action === "rename");
  const by = isRenamed ? "rename" : "code";
  return { state: "matched", by, steps: [{ by, key: isRenamed ? codeNow : code, found: [codeNow] }] };
};
