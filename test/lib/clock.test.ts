/** Laws of the calendar date in a time zone, with luxon as the other account, and around midnight in zones with summer time. */
import * as fc from "fast-check";
import { DateTime } from "luxon";
import { expect, test } from "vitest";
import { calendarDate, dateInZone } from "../../src/lib/clock.ts";
import { cases } from "../support/suites/runs.ts";

const zones = [
  "Asia/Taipei",
  "UTC",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Apia",
] as const;

const law = { seed: 20261122, ...cases(2000) };
const instants = fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });

test("the date in a zone is the one that luxon finds", () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
      const epochMs = instant.getTime();
      expect(dateInZone(zone, epochMs)).toBe(DateTime.fromMillis(epochMs, { zone }).toISODate());
    }),
    law,
  );
});

test("a day begins at the first instant of the zone's midnight, also when the clock is changed at that hour", () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
      const start = DateTime.fromMillis(instant.getTime(), { zone }).startOf("day");
      const date = dateInZone(zone, start.toMillis());
      expect(date).toBe(start.toISODate());
      expect(dateInZone(zone, start.toMillis() - 1) < date).toBe(true);
    }),
    law,
  );
});

test("in Taipei it is the date at +08:00", () => {
  fc.assert(
    fc.property(instants, (instant) => {
      expect(dateInZone("Asia/Taipei", instant.getTime())).toBe(calendarDate(instant.getTime()));
    }),
    law,
  );
});

test.each([
  ["America/New_York", "2026-03-08T04:59:59.999Z", "2026-03-07"],
  ["America/New_York", "2026-03-08T05:00:00Z", "2026-03-08"],
  ["America/New_York", "2026-03-09T04:00:00Z", "2026-03-09"],
  ["Africa/Cairo", "2026-04-23T21:59:59.999Z", "2026-04-23"],
  ["Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-24"],
  ["Asia/Taipei", "2026-02-28T16:00:00Z", "2026-03-01"],
  ["Asia/Taipei", "2028-02-28T16:00:00Z", "2028-02-29"],
])("in %s the date at %s is %s", (zone, instant, date) => {
  expect(dateInZone(zone, Date.parse(instant))).toBe(date);
});
