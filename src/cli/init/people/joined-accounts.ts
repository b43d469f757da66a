/** Further tables with the numbers of the people: one that has their accounts, and lists of leavers with their last days. */

import { type FieldLine, type Making, mappingOf, type PartDraft } from "../draft.ts";
import { scores } from "../knowledge/scores.ts";
import { haveLastDays, isOfLeavers } from "../roles/leavers-list.ts";
import { columnsOf, plainColumnsOf } from "../roles/meanings.ts";
import type { Group, Roles } from "../roles/roles.ts";
import { type Column, isKey, overlap, paddedTo, zeroWidth } from "../tables/columns.ts";
import { findDates, findDetails, findLeave } from "./details.ts";
import { type FoundNumber, findAccount } from "./keys.ts";
import { findStatus } from "./status.ts";

type AccountIn = {
  readonly found: ReturnType<typeof findAccount>;
  readonly own: boolean;
  readonly parts: readonly PartDraft[];
};

/** The account: a column of the people's table, or of another table with the same numbers, or as somebody answers. */
export const findAccountIn = (
  making: Making,
  people: Group,
  roles: Roles,
  number: FoundNumber,
  isRepeated: boolean,
): AccountIn => {
  const isThere = plainColumnsOf(people.meanings, "account").some((column) => column !== number.column);
  for (const other of isThere ? [] : roles.people.slice(1)) {
    const joined = joinedPart(making, other, number);
    if (joined) return joined;
  }
  return { found: findAccount(making, people, number, isRepeated), own: true, parts: [] };
};

const joinedPart = (making: Making, other: Group, number: FoundNumber): AccountIn | undefined => {
  const { words } = making;
  const known = number.column;
  const key = columnsOf(other.meanings, "number").find(isKey);
  if (!known || !key) return undefined;
  const width = Math.max(...known.texts.map(({ length }) => length));
  const padded = paddedTo(width);
  const isPadded = !areJoined(known, key) && areJoined(known, key, padded);
  const form = isPadded ? padded : undefined;
  if (!areJoined(known, key, form)) return undefined;
  const share = overlap(known, key, form);
  making.used.add(key);
  const found = findAccount(making, other, { column: key, line: undefined, leavesOut: false }, false);
  const { lines: dates, lastDay } = findDates(making, other);
  const lines: FieldLine[] = [
    {
      field: "number",
      mapping: isPadded ? { column: key.name, pad: width } : key.name,
      why: words.why.found(Math.round(share * known.filled), known.filled, other.table.label, key.name),
    },
    ...(found.line ? [found.line] : []),
    ...dates,
    ...findStatus(making, other, lastDay),
    ...findLeave(making, other),
    ...findDetails(making, other),
  ];
  const settings = [{ name: "required", value: false, why: words.why.furtherPart }];
  return { found, own: false, parts: [{ table: "employees", from: other.table, also: other.also, settings, lines }] };
};

/** Whether the other table has the numbers of all people, or has no others and lacks some, such as those who have left. */
const areJoined = (known: Column, key: Column, form?: (text: string) => string): boolean => {
  const share = overlap(known, key, form);
  return share >= scores.reference || (share > 1 - scores.keyMissing && overlap(key, known, form) >= scores.reference);
};

/**
 * Parts for lists of leavers that have no accounts, so that nobody can be read from them alone: they give their last days to those whom
 * the people's table still has.
 */
export const leaverParts = (
  making: Making,
  roles: Roles,
  { column: known }: FoundNumber,
  taken: readonly PartDraft[],
): readonly PartDraft[] =>
  roles.people.slice(1).flatMap((other): readonly PartDraft[] => {
    const { table, also, meanings } = other;
    const key = plainColumnsOf(meanings, "number").find(isKey);
    if (!known || !key || taken.some(({ from }) => from === table)) return [];
    if (!isOfLeavers(table) && !haveLastDays(table)) return [];
    const { lines, lastDay } = findDates(making, { table, meanings: { ...meanings, all: lastDaysOf(meanings) } });
    if (!lastDay) return [];
    const width = zeroWidth(known);
    const number: FieldLine = {
      field: "number",
      mapping: mappingOf(key, { pad: width }),
      why: making.words.why.furtherPart,
    };
    making.used.add(key);
    const settings = [{ name: "required", value: false, why: making.words.why.leaversOnly }];
    return [{ table: "employees", from: table, also, settings, lines: [number, ...lines] }];
  });

const lastDaysOf =
  ({ all }: Group["meanings"]): Group["meanings"]["all"] =>
  (meaning) =>
    meaning === "resignationDate" ? all(meaning) : [];
