/** Packs a person's punches into one row per month, and reads the punches in a range without reading other months. */
import type { PunchType } from "../../contract/everyday-section.ts";
import type { Range } from "../kernel/time-zones.ts";
import type { Company } from "./tables.ts";

export type Punch = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: PunchType;
  readonly location: string | null;
  readonly remark: string | null;
};

/** A person's punches within a range, in order of time; equal times stay in the order of storage. */
export const punchesOf = ({ punchMonths }: Company, personId: number, { since, until }: Range): Punch[] => {
  const rows = punchMonths
    .by("person", personId)
    .filter(({ month }) => !(month < monthOf(since) || month > monthOf(until)))
    .sort((a, b) => a.month - b.month);
  return rows.flatMap(({ at, type, location, remark, texts }) =>
    at.flatMap((instant, index) => {
      if (instant < since || instant > until) return [];
      return {
        at: instant,
        type: type[index] as PunchType,
        location: texts[location[index] ?? 0] ?? null,
        remark: texts[remark[index] ?? 0] ?? null,
      };
    }),
  );
};

/** Stores all punches of a person who has none yet. */
export const putPunches = (company: Company, personId: number, punches: readonly Punch[]): void => {
  for (const [month, ofMonth] of Map.groupBy(punches, ({ at }) => monthOf(at))) {
    const ordered = ofMonth.toSorted((a, b) => a.at - b.at);
    const texts = [...new Set(ordered.flatMap(({ location, remark }) => [location, remark]))];
    const placeOf = new Map(texts.map((text, index) => [text, index]));
    company.punchMonths.put({
      id: company.newId(),
      personId,
      month,
      at: ordered.map(({ at }) => at),
      type: ordered.map(({ type }) => type),
      location: ordered.map(({ location }) => placeOf.get(location) ?? 0),
      remark: ordered.map(({ remark }) => placeOf.get(remark) ?? 0),
      texts,
    });
  }
};

/**
 * Returns the month as a number. For an infinite time, which is an open end of a range, the result is NaN: no month is before
 * or after it.
 */
const monthOf = (epochMs: number): number => {
  const date = new Date(epochMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
