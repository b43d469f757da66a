/**
 * The rule `names-moved`: several records have the name that another one had at the last good reading, and has no longer. The cells of the
 * column have moved beside the keys, as when a cell was deleted and the others moved up, or one column was sorted alone.
 */
import { type KindProfile, type SourceProfile, sourceKinds } from "../../model/plan/quality.ts";
import type { Found } from "./found.ts";

/** Two people may really exchange their names, such as when two rows were mistaken for each other before. */
const mostMoved = 2;

export const movedNames = (now: SourceProfile, last: SourceProfile): Found[] =>
  sourceKinds.flatMap((kind): Found[] => {
    const [before, after] = [last.kinds[kind], now.kinds[kind]];
    if (!before?.traces.name || !after?.traces.name) return [];
    const [had, has] = [namesByKey(before), namesByKey(after)];
    const owners = new Map<string, string | undefined>();
    for (const [key, name] of had) owners.set(name, owners.has(name) ? undefined : key);
    const count = [...has].filter(([key, name]) => {
      const owner = name === "" ? undefined : owners.get(name);
      return owner !== undefined && owner !== key && had.has(key) && has.has(owner) && has.get(owner) !== name;
    }).length;
    if (count <= mostMoved) return [];
    const base = has.size;
    const message = `${count} of ${base} records of ${kind} have the name that another one had last time, and lost; at most ${mostMoved} were expected`;
    const hint =
      "look at the column of names in the export: its cells may have moved up or down; if they are right, accept `names-moved` once";
    return [{ rule: "names-moved", kind, field: "name", count, limit: mostMoved, base, message, hint }];
  });

const namesByKey = ({ keys, traces }: KindProfile): ReadonlyMap<string, string> =>
  new Map(keys.map((key, at) => [key, traces.name?.[at] ?? ""]));
