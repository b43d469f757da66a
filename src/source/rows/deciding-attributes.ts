/**
 * Notes for each entry of a directory which attributes decide about it. An attribute that an access rule hides looks like one
 * that nobody has, so quality/vanished.ts compares these notes with those of the last good reading.
 */

import type { Part } from "../feeds/feed.ts";
import { fieldColumns } from "../feeds/part-columns.ts";
import type { Cells } from "../feeds/record.ts";
import type { BadCell, Converted } from "../values/cell.ts";

/** Each list has names of attributes in lower case. Entries that are alike share one object. */
export type DecidingAttributes = {
  /** The deciding attributes that the entry has, and those that it lacks. */
  readonly filled: readonly string[];
  readonly blank: readonly string[];
  /** Without one of these the entry would be in scope, not protected, or have another status. */
  readonly decided: readonly string[];
  /** The entry is out of scope only because it lacks these. */
  readonly missed: readonly string[];
  /** The attributes of fields that a blank clears (`blank: clear`): those that the entry has, and those that it lacks. */
  readonly stated: readonly string[];
  readonly unstated: readonly string[];
};

/** The error of a formula, for which a bad cell stands, decides nothing. */
type Test = { readonly index: number; readonly test: (cells: Cells) => boolean | BadCell };

export type Tests = {
  readonly only: readonly Test[];
  readonly except: readonly Test[];
  readonly protect: readonly Test[];
};

type FieldRead = { readonly field: string; readonly read: (cells: Cells) => Converted };

/** Returns undefined for a part without entries, and for one in which no attribute decides anything. */
export const decidingReader = (
  part: Part,
  names: readonly string[],
  tests: Tests,
  fields: readonly FieldRead[],
): ((cells: Cells) => DecidingAttributes) | undefined => {
  if (part.kind?.hasEntries !== true) return undefined;
  const lower = names.map((name) => name.toLowerCase());
  const readers = statusReaders(part, names, lower, fields);
  const conditions = [...tests.only, ...tests.except, ...tests.protect].map(({ index }) => index);
  const watched = [...new Set([...conditions, ...readers.flatMap(({ at }) => at)])].filter(
    (index) => index >= 0 && lower[index] !== "dn" && lower[index] !== "parentdn",
  );
  const clearing = clearingAttributes(part).map((name) => lower.indexOf(name));
  if (watched.length + clearing.length === 0) return undefined;
  const speaking = readers.filter((reader) => reader.speaks);
  const asks = new Set([...conditions, ...speaking.flatMap(({ at }) => at)]);

  const isIn = (cells: Cells): boolean =>
    tests.only.every(({ test }) => test(cells) !== false) && !tests.except.some(({ test }) => test(cells) === true);
  const isGuarded = (cells: Cells): boolean => tests.protect.some(({ test }) => test(cells) !== false);
  const decides = (cells: Cells, index: number): boolean => {
    if (!asks.has(index)) return false;
    const without = cells.with(index, "");
    if (!isIn(cells)) return isIn(without);
    if (isGuarded(cells) && !isGuarded(without)) return true;
    return speaking.some(
      ({ at, byFunction, read }) =>
        at.includes(index) && (byFunction || valueOf(read(cells)) !== valueOf(read(without))),
    );
  };
  const missedBy = (cells: Cells): readonly number[] => {
    const lost = [
      ...tests.only.filter(({ test }) => test(cells) === false),
      ...tests.except.filter(({ test }) => test(cells) === true),
    ].map(({ index }) => index);
    return lost.every((index) => isBlank(cells, index)) ? lost : [];
  };
  const known = new Map<string, DecidingAttributes>();
  return (cells) => {
    const filled = watched.filter((index) => !isBlank(cells, index));
    const decided = filled.filter((index) => decides(cells, index));
    const missed = filled.length < watched.length ? missedBy(cells) : [];
    const stated = clearing.filter((index) => !isBlank(cells, index));
    const key = [filled, decided, missed, stated].join("|");
    const same = known.get(key);
    if (same) return same;
    const named = (list: readonly number[]): readonly string[] => list.map((index) => lower[index] ?? "");
    const blank = watched.filter((index) => !filled.includes(index));
    const deciding = {
      filled: named(filled),
      blank: named(blank),
      decided: named(decided),
      missed: named(missed),
      stated: named(stated),
      unstated: named(clearing.filter((index) => !stated.includes(index))),
    };
    known.set(key, deciding);
    return deciding;
  };
};

/** The fields of the status, with the places of their attributes. `speaks`: a blank of it means something. */
const statusReaders = (
  part: Part,
  names: readonly string[],
  lower: readonly string[],
  fields: readonly FieldRead[],
) => {
  const none = names.map(() => "");
  return fields
    .filter(({ field }) => statusFields.has(field))
    .map(({ field, read }) => {
      const mapping = part.columns?.[field];
      const at = (mapping ? fieldColumns(mapping) : []).map((column) => lower.indexOf(column.toLowerCase()));
      // A function is asked only for what it was prepared for, so any value of its attributes counts as deciding.
      const byFunction = mapping?.function !== undefined;
      const speaks = byFunction || absenceSpeaks.has(field) || valueOf(read(none)) !== undefined;
      return { at, byFunction, speaks, read };
    });
};

/** The attributes of fields that a blank clears, in lower case. Those of the status decide, which is more. */
const clearingAttributes = ({ columns = {} }: Part): readonly string[] => [
  ...new Set(
    Object.entries(columns)
      .filter(([field, { blank }]) => blank === "clear" && !statusFields.has(field))
      .flatMap(([, mapping]) => fieldColumns(mapping).map((name) => name.toLowerCase()))
      .filter((name) => name !== "dn" && name !== "parentdn"),
  ),
];

/** Fields from which the status of a person or a department follows. */
export const statusFields: ReadonlySet<string> = new Set(
  "active expiredTime resignationDate onLeave leaveFrom leaveUntil hireDate".split(" "),
);

/** Fields whose absence gives people another status (plan/people/wanted-status.ts), even if the mapping gives a blank no meaning. */
const absenceSpeaks: ReadonlySet<string> = new Set("resignationDate onLeave leaveFrom leaveUntil".split(" "));

const isBlank = (cells: Cells, index: number): boolean => (cells[index] ?? "") === "";

const valueOf = (converted: Converted): unknown =>
  "value" in converted ? (converted.value ?? undefined) : converted.bad.code;
