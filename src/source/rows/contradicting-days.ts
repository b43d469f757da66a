/**
 * Finds days of one person that cannot all be so: a last day before the first, a birth after it or ahead. A program writes such days
 * for none (1970-01-01), columns are exchanged, or somebody came back and the last day is of the time before. Somebody may work whose
 * last day says otherwise, so that row is rejected; other days are left out.
 */
import type { BadCell } from "../values/cell.ts";
import type { Values } from "./rows.ts";

type Found = { readonly field: string; readonly cell: BadCell };

const none: readonly Found[] = [];

/** `today` in ISO form. The returned function gets the values of one row. */
export const contradictingDays =
  (today: string) =>
  ({ birthDate, hireDate, resignationDate }: Values): readonly Found[] => {
    const [birth, first, last] = [day(birthDate), day(hireDate), day(resignationDate)];
    if (last !== undefined && (last < (first ?? birth ?? last) || last === epoch)) return [lastBeforeFirst];
    if (birth === undefined) return none;
    if (birth > today) return [birthAhead];
    return first !== undefined && first < birth ? hiredBeforeBirth : none;
  };

const day = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The day 0 of most programs; nobody's last day is still reported from then. */
const epoch = "1970-01-01";

const code = "days-contradict";
const lastBeforeFirst: Found = {
  field: "resignationDate",
  cell: {
    code,
    reason:
      "the last day lies before the first: if somebody came back, leave out the earlier last day; if it stands for none, list it in `empty`",
  },
};
const birthAhead: Found = {
  field: "birthDate",
  cell: { code, reason: "the birth date lies ahead: look at `twoDigitYears` and at the column", keepsRecord: true },
};
const hiredBeforeBirth: readonly Found[] = ["birthDate", "hireDate"].map((field) => ({
  field,
  cell: { code, reason: "the first day lies before the birth date: are the columns exchanged?", keepsRecord: true },
}));
