/** Creates, renames, moves, enables and disables levels, titles and functions; renames categories. */
import { sameText } from "../../model/plan/sameness.ts";
import type { Calls, Guard } from "../calls/call.ts";
import { byCode } from "../reads/probe.ts";
import { readFunctions, readLevels, readTitles } from "../reads/read-lists.ts";
import type { Performed } from "../target.ts";
import { writeAndProbe } from "./after-refusal.ts";
import { createListed } from "./create-listed.ts";
import { type OperationOf, requestOf } from "./translate-request.ts";
import { type ProbeResult, renameWithProbe } from "./write-with-probe.ts";

type Create = OperationOf<"V2" | "T2" | "J5">;
type Rename = OperationOf<"V3" | "T3" | "J6">;
type Move = OperationOf<"T4" | "J7">;
type SetStatus = OperationOf<"V5" | "T5" | "J8">;

/** The common properties of a level, title or function; `group` is the rank or the category. */
type Entry = {
  readonly code: string;
  readonly name?: string | undefined;
  readonly active?: boolean | undefined;
  readonly group?: string | number | undefined;
};

const readEntries = async (
  calls: Calls,
  id: (Create | Rename | Move | SetStatus)["id"],
  guard: Guard,
): Promise<readonly Entry[]> => {
  switch (id) {
    case "V2":
    case "V3":
    case "V5":
      return readLevels(calls, guard);
    case "T2":
    case "T3":
    case "T4":
    case "T5":
      return (await readTitles(calls, guard)).map((found) => ({ ...found, name: found.title, group: found.rank }));
    case "J5":
    case "J6":
    case "J7":
    case "J8":
      return (await readFunctions(calls, guard)).map((found) => ({ ...found, group: found.category }));
  }
};

const wantedEntry = (operation: Create): Entry => {
  const { code, active } = operation;
  if (operation.id === "T2") return { code, active, name: operation.title, group: operation.rank };
  return { code, active, name: operation.name, group: operation.id === "J5" ? operation.category : undefined };
};

/** Creates a level, title or function (V2, T2, J5). */
export const createInCatalogue = (calls: Calls, operation: Create, guard: Guard): Promise<Performed> => {
  const { code, active, id } = operation;
  const { dateFormat } = calls.settings;
  const wanted = wantedEntry(operation);
  const create = requestOf(operation, dateFormat);
  const enable = active ? requestOf({ id: enabling[id], code, active }, dateFormat) : undefined;
  const find = async () => byCode(await readEntries(calls, id, guard), code);
  const isAsWanted = ({ name, active: isActive, group }: Entry): boolean =>
    sameText(name, wanted.name) && isActive === wanted.active && group === wanted.group;
  return createListed(calls, { create, enable, find, isAsWanted }, guard);
};

const enabling = { V2: "V5", T2: "T5", J5: "J8" } as const;

/** What a refused write has left of the entry that it was to change. */
const probeEntry =
  (calls: Calls, { id, code }: Rename | Move | SetStatus, judge: (entry: Entry) => ProbeResult, guard: Guard) =>
  async (): Promise<ProbeResult> => {
    const found = byCode(await readEntries(calls, id, guard), code);
    return found ? judge(found) : "different";
  };

const asWantedIf = (isWanted: boolean): ProbeResult => (isWanted ? "as-wanted" : "unchanged");

/** Enables or disables a level, title or function (V5, T5, J8). */
export const setEntryStatus = (calls: Calls, operation: SetStatus, guard: Guard): Promise<Performed> => {
  const judge = ({ active }: Entry) => asWantedIf(active === operation.active);
  const write = requestOf(operation, calls.settings.dateFormat);
  return writeAndProbe(calls, write, probeEntry(calls, operation, judge, guard), guard);
};

/** Moves a title or function to another rank or category (T4, J7), or only within its own, which is not to be seen. */
export const moveInCatalogue = (calls: Calls, operation: Move, guard: Guard): Promise<Performed> => {
  const group = operation.id === "T4" ? operation.rank : operation.category;
  const judge = (entry: Entry): ProbeResult => (entry.group === group ? "different" : "unchanged");
  const write = requestOf(operation, calls.settings.dateFormat);
  return writeAndProbe(calls, write, probeEntry(calls, operation, judge, guard), guard);
};

/** Renames a level, title or function (V3, T3, J6). Writing a new name may be repeated, writing a new code may not. */
export const renameInCatalogue = async (calls: Calls, operation: Rename, guard: Guard): Promise<Performed> => {
  const { code, newCode } = operation;
  const write = requestOf(operation, calls.settings.dateFormat);
  const name = operation.id === "T3" ? operation.title : operation.name;
  if (code === newCode) {
    const judge = ({ name: shown }: Entry) => asWantedIf(sameText(shown, name));
    return writeAndProbe(calls, write, probeEntry(calls, operation, judge, guard), guard);
  }
  const probe = async (): Promise<ProbeResult> => {
    const entries = await readEntries(calls, operation.id, guard);
    const renamed = byCode(entries, newCode);
    if (!renamed || entries.some((entry) => entry.code === code)) return "unchanged";
    return sameText(renamed.name, name) ? "as-wanted" : "different";
  };
  return renameWithProbe(calls, write, probe, guard);
};

/** Renames a category (J1). J4 returns a category only while a function is in it (R44). */
export const renameCategory = (calls: Calls, operation: OperationOf<"J1">, guard: Guard): Promise<Performed> => {
  const probe = async (): Promise<ProbeResult> => {
    const categories = (await readFunctions(calls, guard)).map(({ category }) => ({ code: category ?? "" }));
    const isGone = !categories.some(({ code }) => code === operation.category);
    return byCode(categories, operation.newCategory) && isGone ? "as-wanted" : "unchanged";
  };
  return renameWithProbe(calls, requestOf(operation, calls.settings.dateFormat), probe, guard);
};
