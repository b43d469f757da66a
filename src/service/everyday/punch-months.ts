/** Packs a person's punches into one row per month, and reads the punches in a range without reading other months. */
import type { PunchType } from "../../contract/sections/everyday.ts";
import type { Range } from "../kernel/instant.ts";
import type { Company, PunchMonthRow } from "./tables.ts";

export type Punch = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly punchType: PunchType;
  readonly location: string | null;
  readonly remark: string | null;
};

/** A person's punches within a range, in order of time; equal times stay in the order of storage. */
export const punchesOf = ({ punchMonths }: Company, personId: number, { since, until }: Range): Punch[] =>
  punchMonths
    .by("person", personId)
    .filter(({ month }) => !(month < monthOf(since) || month > monthOf(until)))
    .sort((a, b) => a.month - b.month)
    .flatMap(unpack)
    .filter(({ at }) => at >= since && at <= until);

const unpack = ({ at, type, location, remark, texts }: PunchMonthRow): Punch[] =>
  at.map((instant, index) => ({
    at: instant,
    punchType: type[index] as PunchType,
    location: texts[location[index] ?? 0] ?? null,
    remark: texts[remark[index] ?? 0] ?? null,
  }));

/** Adds the punches of a person who has none. */
export const storePunches = ({ newId, punchMonths }: Company, personId: number, punches: readonly Punch[]): void => {
  for (const [month, ofMonth] of Map.groupBy(punches, ({ at }) => monthOf(at))) {
    const ordered = ofMonth.sort((a, b) => a.at - b.at);
    const texts = [...new Set(ordered.flatMap(({ location, remark }) => [location, remark]))];
    const indexOf = new Map(texts.map((text, index) => [text, index]));
    punchMonths.put({
      id: newId(),
      personId,
      month,
      at: ordered.map(({ at }) => at),
      type: ordered.map(({ punchType }) => punchType),
      location: ordered.map(({ location }) => indexOf.get(location) ?? 0),
      remark: ordered.map(({ remark }) => indexOf.get(remark) ?? 0),
      texts,
    });
  }
};

/** The month as a number. That of an open end of a range, which is infinite, is NaN: no month is before or after it. */
const monthOf = (epochMs: number): number => {
  const date = new Date(epochMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
