/**
 * Finds days of one person that cannot all be so: a last day before the first, a birth after it or ahead, days of a hundred years ago, a first
 * day in many years. A program writes such days for none (1970-01-01), columns are exchanged, a digit is missing, or somebody came back
 * and the last day is of the time before. Somebody may work whose last day says otherwise, and may not yet whose first does, so that row is
 * rejected; other days are left out.
 */
import type { BadCell } from "../values/cell.ts";
import type { Values } from "./rows.ts";

type Found = { readonly field: string; readonly cell: BadCell };

const none: readonly Found[] = [];

/** `today` in ISO form. The returned function gets the values of one row. */
export const contradictingDays = (today: string) => {
  const earliestBirth = yearsFrom(today, -100);
  const earliestWork = yearsFrom(today, -80);
  const latestFirst = yearsFrom(today, 10);
  return ({ birthDate, hireDate, resignationDate }: Values): readonly Found[] => {
    const [birth, first, last] = [day(birthDate), day(hireDate), day(resignationDate)];
    if (last !== undefined && (last < (first ?? birth ?? last) || last === epoch)) return [lastBeforeFirst];
    if (last !== undefined && last < earliestWork) return [lastLongAgo];
    if (first !== undefined && first > latestFirst) return [firstFarAhead];
    if (birth !== undefined && birth > today) return [birthAhead];
    const unlikely = [
      ...(birth !== undefined && birth < earliestBirth ? [tooLongAgo("birthDate")] : []),
      ...(first !== undefined && first < earliestWork ? [tooLongAgo("hireDate")] : []),
    ];
    if (unlikely.length > 0) return unlikely;
    return birth !== undefined && first !== undefined && first < birth ? hiredBeforeBirth : none;
  };
};

/** Nobody who works was born, or began, so long ago: 24/05/01 for 113/05/01 is 1935 in the calendar of Taiwan. */
const yearsFrom = (date: string, years: number): string => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;

const day = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The day 0 of most programs; nobody's last day is still reported from then. */
const epoch = "1970-01-01";

const code = "days-contradict";
const lastBeforeFirst: Found = {
  field: "resignationDate",
  cell: {
    code,
    reason:
      "the last day lies before the first: if somebody came back, leave out the earlier last day; if it stands for “no date”, list it in `empty`",
  },
};
const longAgo =
  "is too long ago: is a digit of the year missing, or is it a year of another calendar (`date`)? If it stands for “no date”, list it in `empty`";
const lastLongAgo: Found = { field: "resignationDate", cell: { code, reason: `the last day ${longAgo}` } };
const tooLongAgo = (field: "birthDate" | "hireDate"): Found => ({
  field,
  cell: { code, reason: `the day ${longAgo}`, keepsRecord: true },
});
const firstFarAhead: Found = {
  field: "hireDate",
  cell: { code, reason: "the first day lies more than ten years ahead: look at the year and at `date`" },
};
const birthAhead: Found = {
  field: "birthDate",
  cell: { code, reason: "the birth date lies ahead: look at `twoDigitYears` and at the column", keepsRecord: true },
};
const hiredBeforeBirth: readonly Found[] = ["birthDate", "hireDate"].map((field) => ({
  field,
  cell: { code, reason: "the first day lies before the birth date: are the columns exchanged?", keepsRecord: true },
}));
