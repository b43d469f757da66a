/**
 * Time zones (R94). A zone converts date-times without an offset to instants, and instants to date-times with the offset at
 * that moment. A zone is identified by its IANA name, its Windows name, or a fixed offset; the rules are those of Node's ICU.
 */

import { findIana } from "windows-iana";
import { dayMs, minuteMs } from "../../lib/clock.ts";
import { hasOffset } from "./instant.ts";
import { refuse } from "./refusal.ts";

/** Finds a zone by its identifier; refuses an unknown identifier. `where` names the property. */
export const findTimeZone = (timeZoneId: string, where: string) => {
  const id = timeZoneId.trim();
  try {
    return zoneWith(offsetReader(findIana(id)[0] ?? id));
  } catch {
    return refuse("OPA-TIME-ZONE-UNKNOWN", where);
  }
};

/** `offsetAt` returns the zone's offset from UTC at an instant, in milliseconds; positive values are east of Greenwich. */
const zoneWith = (offsetAt: (epochMs: number) => number) => ({
  /**
   * Returns milliseconds since 1970. If a local time occurs twice (clocks are set back), the first instant is returned. If it
   * is skipped (clocks are set forward), it is read with the offset before the change.
   */
  instantOf: (dateTime: string): number => {
    if (hasOffset(dateTime)) return Date.parse(dateTime);
    const local = Date.parse(`${dateTime}Z`);
    const before = local - offsetAt(local - dayMs);
    const instants = [before, local - offsetAt(local + dayMs)].filter((one) => one + offsetAt(one) === local);
    return instants.length > 0 ? Math.min(...instants) : before;
  },
  /**
   * Formats an instant as `2026-11-21T08:58:00+08:00`; milliseconds appear only if they are not zero. Offsets of the nineteenth
   * century have seconds, which ISO 8601 cannot express; they are rounded to the minute.
   */
  show: (epochMs: number): string => {
    const minutes = Math.round(offsetAt(epochMs) / minuteMs);
    const local = new Date(epochMs + minutes * minuteMs).toISOString().replace(/(?:\.000)?Z$/, "");
    const hhmm = new Date(Math.abs(minutes) * minuteMs).toISOString().slice(11, 16);
    return `${local}${minutes < 0 ? "-" : "+"}${hhmm}`;
  },
});

/** Throws a RangeError for an unknown zone. */
const offsetReader = (timeZone: string): ((epochMs: number) => number) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const read = (epochMs: number): number => {
    const [, sign, hours = "0", minutes = "0", seconds = "0"] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(epochMs)) ?? [];
    const size = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1_000;
    return sign === "-" ? -size : size;
  };
  // Offsets are cached by day, because calling ICU for every punch would take most of a query's time. A day that begins
  // and ends with the same offset has it all day, because no zone changes its offset twice in a day.
  const byDay = new Map<number, number | null>();
  return (epochMs) => {
    const day = Math.floor(epochMs / dayMs);
    const known = byDay.get(day);
    if (known !== undefined) return known ?? read(epochMs);
    const offset = read(day * dayMs);
    byDay.set(day, offset === read((day + 1) * dayMs) ? offset : null);
    return read(epochMs);
  };
};
