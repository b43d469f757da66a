/**
 * Packs a person's punches into one row per month, and reads the punches in a range without reading other months. Also loads and
 * dumps the section of punches.
 */
import type { PunchesSection, PunchType } from "../../contract/everyday-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import { type Range, readInstant } from "../kernel/instant.ts";
import { findNamed, nameOf } from "../organisation/lookup.ts";
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

export const loadPunches = (company: Company, section: PunchesSection): void => {
  company.punchMonths.clear();
  const punches = section.map(({ account, punchDate, punchType: type, location = null, remark = null }, index) => ({
    personId: findNamed(company, account, `punches.${index}.account`).id,
    at: Date.parse(readInstant(punchDate, `punches.${index}.punchDate`)),
    type,
    location,
    remark,
  }));
  for (const [personId, own] of Map.groupBy(punches, (punch) => punch.personId)) {
    for (const [month, ofMonth] of Map.groupBy(own, ({ at }) => monthOf(at))) {
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
  }
};

const always = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

export const dumpPunches = (company: Company): PunchesSection =>
  company.employees.all().flatMap((person) =>
    punchesOf(company, person.id, always).map(({ at, type, ...same }) => {
      return { account: nameOf(person), punchDate: isoInstant(at), punchType: type, ...same };
    }),
  );

/**
 * Returns the month as a number. For an infinite time, which is an open end of a range, the result is NaN: no month is before
 * or after it.
 */
const monthOf = (epochMs: number): number => {
  const date = new Date(epochMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
