/**
 * Plans renames of codes and category names, from the list in the configuration and from links (plan/match/links.ts). They come
 * first in their step (ARCHITECTURE "Order"), so that all later changes use the new codes. A rename stays in the
 * configuration for months; the ledger and the target show whether it is done:
 *
 *   done according to the ledger            nothing, unless `to` is gone and `from` exists: the service was restored
 *                                           (but not where a rename that was done has led to `from`, in an exchange,
 *                                           or HR has `from`, and `to` no more)
 *   `from` is not in the target             nothing (done, or never existed); if a new object gets the code, never
 *   `to` is free                            rename
 *   an object with the code `to` is renamed rename, after that object
 *   `to` is taken, or several have `from`   held: ambiguous
 *   a cycle (A → B → A)                     one object goes to a temporary code first, and to its new code last
 *   `to` is renamed, too, and one is held   everything that refers to `to` is held
 *   held, and HR has given `from` away,     everything that refers to `from` is held
 *   and `to` is free
 *   neither side has `to`, which goes on    straight to the last code (A → B, B → C: A → C)
 *
 * An interrupted cycle is recognised by the temporary code, which depends on `from` alone.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Rename } from "../../model/directory/snapshot.ts";
import { ledgerKey, type Memory, parsePostKey, postSubject } from "../../model/memory/memory.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { LedgerEntry, Step } from "../../model/plan/plan.ts";
import { reached } from "../values/reached.ts";
import { type DraftPlan, type Intent, reference } from "./draft-plan.ts";
import {
  codesIn,
  ledgerSubject,
  type Names,
  type OpenRename,
  openRenames,
  passedOver,
  progressField,
  type RenamedKind,
  type Renaming,
  temporaryCode,
} from "./open-renames.ts";
import { partsRecoded } from "./written-posts.ts";

const stepOf: Readonly<Record<RenamedKind, Step>> = { level: 1, department: 2, category: 4, function: 4, title: 4 };

type DepartmentValues = Extract<Operation, { readonly id: "D3" }>["set"];

/**
 * What a write of the object that has the code `from` now, and will have `to`, must state because the service does not show it: values of a
 * department, or the name of another object; `hidden`: what it would have to state and HR does not.
 */
export type StatedAt = (
  kind: RenamedKind,
  from: string,
  to: string,
) => { readonly set?: DepartmentValues; readonly name?: string; readonly hidden: readonly string[] };

/**
 * Writes the renames of one kind to the draft. `names` is canonical code → name of every object of the kind in the
 * target. Returns canonical old code → new code of all renames that were written.
 */
export const planRenames = (
  draft: DraftPlan,
  kind: RenamedKind,
  source: Renaming,
  names: Names,
  memory: Memory,
  stated: StatedAt = () => ({ hidden: [] }),
): ReadonlyMap<string, string> => {
  const open = openRenames(kind, source, names, memory);
  for (const [code, entries] of passedOver(kind, source, names, memory))
    draft.rememberIfCreated(reference(kind, code), entries);
  const bySource = new Map(open.map((rename) => [canonicalKey(rename.source), rename]));
  const codes = new Map(open.map(({ from, to }) => [canonicalKey(from), to]));
  const statedOf = ({ source: now, to }: OpenRename) => stated(kind, now, bySource.get(canonicalKey(now))?.to ?? to);
  const intent = (rename: OpenRename, from: string, name: string): Intent =>
    intentOf(rename, from, name, statedOf(rename).set ?? {});
  const state = new Map<OpenRename, { readonly id: string | undefined } | "visiting">();
  const parked = new Map<OpenRename, string>();
  const result = new Map<string, string>();

  const write = (rename: OpenRename, from: string, to: string, extra: Partial<Intent>): string | undefined =>
    draft.write({ ...intent({ ...rename, to }, from, nameOf(rename)), frees: [reference(kind, from)], ...extra });

  const nameOf = (rename: OpenRename): string =>
    statedOf(rename).name ?? names.get(canonicalKey(rename.source)) ?? rename.source;

  const park = (rename: OpenRename): string | undefined => {
    const temporary = temporaryCode(kind, rename.from);
    const cycle = cycleOf(rename, bySource);
    const steps = cycle.map((one) => intent(one, one === rename ? temporary : one.source, nameOf(one)));
    // Nothing goes to a temporary code that it would then keep.
    if (!steps.every(draft.isPossible) || cycle.some((one) => statedOf(one).hidden.length > 0)) return undefined;
    parked.set(rename, temporary);
    return write(rename, rename.source, temporary, {
      part: "park",
      reason: "swap",
      remember: [{ subject: ledgerSubject(kind), field: progressField(rename), value: "parked" }],
    });
  };

  const visit = (rename: OpenRename): string | undefined => {
    const known = state.get(rename);
    if (known === "visiting") return park(rename);
    if (known !== undefined) return known.id;
    state.set(rename, "visiting");
    const occupant = bySource.get(canonicalKey(rename.to));
    const freedBy = occupant && visit(occupant);
    const isTaken = occupant ? freedBy === undefined : names.has(canonicalKey(rename.to));
    const blocked = isTaken || draft.isWithheld(reference(kind, rename.source));
    const from = parked.get(rename) ?? rename.source;
    const { hidden } = statedOf(rename);
    const [why, about] = blocked ? (["ambiguous", [rename.to]] as const) : (["value-hidden", hidden] as const);
    const id =
      about.length > 0
        ? draft.hold(intent(rename, from, from), why, about)
        : write(rename, from, rename.to, {
            needs: freedBy === undefined ? [] : [freedBy],
            provides: [reference(kind, rename.to)],
            remember: [
              { subject: ledgerSubject(kind), field: progressField(rename), value: "done" },
              ...(kind === "department" ? movedEntries(rename, open, memory) : []),
              ...(kind === "title" ? partsRecoded(memory, "title", rename.from, codes) : []),
              ...(kind === "function" ? partsRecoded(memory, "functions", rename.from, codes) : []),
            ],
          });
    if (id !== undefined) result.set(canonicalKey(rename.source), rename.to);
    state.set(rename, { id });
    return id;
  };

  for (const rename of open) visit(rename);
  withholdMistaken(draft, open, names, { renamed: result, wanted: codesIn(source.directory, kind) });
  return result;
};

/** Nothing may go by a code that, as long as a rename is held, means another object to HR than to the site. */
const withholdMistaken = (
  draft: DraftPlan,
  open: readonly OpenRename[],
  names: Names,
  { renamed, wanted }: { readonly renamed: Names; readonly wanted: ReadonlySet<string> | undefined },
): void => {
  const sources = new Set(open.map(({ source }) => canonicalKey(source)));
  for (const { kind, source: from, to } of open) {
    const [old, next] = [canonicalKey(from), canonicalKey(to)];
    if (renamed.has(old)) continue;
    if (sources.has(next)) draft.withhold(reference(kind, to));
    if (wanted?.has(old) && wanted.has(next) && !names.has(next)) draft.withhold(reference(kind, from));
  }
};

/** The renames of a cycle, from this one on. */
const cycleOf = (first: OpenRename, bySource: ReadonlyMap<string, OpenRename>): readonly OpenRename[] => [
  ...reached([first], ({ to }) => {
    const next = bySource.get(canonicalKey(to));
    return next ? [next] : [];
  }),
];

/** Moves the ledger entries about posts in a department to its new code. */
const movedEntries = (rename: OpenRename, open: readonly OpenRename[], memory: Memory): LedgerEntry[] => {
  const [from, to] = [canonicalKey(rename.from), canonicalKey(rename.to)];
  const refilled = open.some((other) => canonicalKey(other.to) === from);
  const entries = new Map<string, LedgerEntry>();
  for (const [key, value] of memory.written) {
    const post = parsePostKey(key);
    if (!post) continue;
    const { account, department, field } = post;
    const moved = postSubject(account, rename.to);
    const name = ledgerKey(moved, field);
    if (canonicalKey(department) === to && !entries.has(name))
      entries.set(name, { subject: moved, field, value: null });
    if (canonicalKey(department) !== from) continue;
    entries.set(name, { subject: moved, field, value });
    const old = postSubject(account, department);
    if (!refilled) entries.set(ledgerKey(old, field), { subject: old, field, value: null });
  }
  return [...entries.values()];
};

/** Returns the memory with the new codes of departments. */
export const renamedMemory = (memory: Memory, renames: ReadonlyMap<string, string>): Memory => {
  if (renames.size === 0) return memory;
  const taken = new Set([...renames.values()].map((code) => canonicalKey(code)));
  const written = new Map<string, string | null>();
  for (const [key, value] of memory.written) {
    const post = parsePostKey(key);
    if (!post) {
      written.set(key, value);
      continue;
    }
    const { account, department, field } = post;
    const code = renames.get(canonicalKey(department));
    if (code !== undefined) written.set(ledgerKey(postSubject(account, code), field), value);
    else if (!taken.has(canonicalKey(department))) written.set(key, value);
  }
  return { ...memory, written };
};

const intentOf = ({ kind, to, linked }: Rename, from: string, name: string, set: DepartmentValues): Intent => ({
  kind,
  key: from,
  label: name,
  action: "rename",
  reason: linked ? "same-id" : "listed-rename",
  step: stepOf[kind],
  fields: [{ field: kind === "category" ? "name" : "code", before: from, after: to }],
  operations: [operation(kind, from, to, name, set)],
});

const operation = (kind: RenamedKind, from: string, to: string, name: string, set: DepartmentValues): Operation => {
  switch (kind) {
    case "level":
      return { id: "V3", code: from, newCode: to, name };
    case "department":
      return { id: "D3", code: from, newCode: to, set };
    case "category":
      return { id: "J1", category: from, newCategory: to };
    case "function":
      return { id: "J6", code: from, newCode: to, name };
    case "title":
      return { id: "T3", code: from, newCode: to, title: name };
  }
};
