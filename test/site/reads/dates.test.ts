import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDate, readInstant, writeDate, writeInstant } from "../../../src/site/reads/dates.ts";

const formats = ["offset", "utc", "local"] as const;
const seconds = fc.integer({ min: Date.UTC(1901, 0, 2) / 1000, max: Date.UTC(9998, 11, 30) / 1000 });
const instants = seconds.map((epoch) => new Date(epoch * 1000).toISOString());
const calendarDates = instants.map((instant) => instant.slice(0, 10));

describe("dates of the service", () => {
  it("are read back as the same calendar date in every format", () => {
    fc.assert(
      fc.property(calendarDates, fc.constantFrom(...formats), (date, format) => {
        expect(readDate(writeDate(date, format))).toBe(date);
      }),
      { seed: 1 },
    );
  });

  it("are read back as the same instant in every format", () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...formats), (instant, format) => {
        expect(readInstant(writeInstant(instant, format))).toBe(instant);
      }),
      { seed: 2 },
    );
  });

  it("are read in every form in which programs of Taiwan and of other places write them", () => {
    const republican = (date: string) => String(Number(date.slice(0, 4)) - 1911).padStart(3, "0");
    const [month, day] = [(date: string) => Number(date.slice(5, 7)), (date: string) => Number(date.slice(8))];
    const forms: readonly ((date: string) => string)[] = [
      (date) => new Date(`${date}T00:00:00+08:00`).toUTCString(),
      (date) => `${date.slice(0, 4)}年${month(date)}月${day(date)}日`,
      (date) => `民國${Number(date.slice(0, 4)) - 1911}年${month(date)}月${day(date)}日`,
      (date) => `${republican(date)}/${date.slice(5, 7)}/${date.slice(8)}`,
      (date) => `${republican(date)}.${month(date)}.${day(date)} 00:00:00`,
      (date) => new Date(`${date}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" }),
    ];
    const days = fc.integer({ min: Date.UTC(1912, 0, 1), max: Date.UTC(2900, 0, 1) });
    fc.assert(
      fc.property(days, fc.constantFrom(...forms), (epochMs, write) => {
        const date = new Date(epochMs).toISOString().slice(0, 10);
        expect(readDate(write(date))).toBe(date);
      }),
      { seed: 7 },
    );
  });

  it.each([
    ["1955-07-01", "1955-07-01"],
    ["1955/07/01 上午 12:00:00", "1955-07-01"],
    ["1955/7/1 下午 11:59:59", "1955-07-01"],
    ["1955-07-01 12:00:00 AM", "1955-07-01"],
    ["1955-07-01T00:00:00", "1955-07-01"],
    ["1955-07-01T00:00:00+08:00", "1955-07-01"],
    ["1955-06-30T16:00:00Z", "1955-07-01"],
    ["1955-06-30T16:00:00.0000000Z", "1955-07-01"],
    ["1955-06-30 15:59:59+0000", "1955-06-30"],
    ["1955-07-01T23:30:00+09:30", "1955-07-01"],
    ["1955-07-01T00:00:00+09:00", "1955-07-01"],
    ["1955-07-01T00:00:00-05:00", "1955-07-01"],
    ["1955/07/01", "1955-07-01"],
    ["1955/7/1 00:00:00", "1955-07-01"],
    ["1955.07.01", "1955-07-01"],
    ["19550701", "1955-07-01"],
    ["19550701000000", "1955-07-01"],
    ["1955-07-01T00:00:00.000", "1955-07-01"],
    ["-457776000000", "1955-07-01"],
    ["/Date(-457776000000)/", "1955-07-01"],
    ["/Date(-457776000000+0800)/", "1955-07-01"],
    ["1955年7月1日", "1955-07-01"],
    ["民國44年7月1日", "1955-07-01"],
    ["中華民國 044 年 07 月 01 日", "1955-07-01"],
    ["044/07/01", "1955-07-01"],
    ["044/7/1 上午 12:00:00", "1955-07-01"],
    ["044.07.01 00:00:00", "1955-07-01"],
    ["Thu, 30 Jun 1955 16:00:00 GMT", "1955-07-01"],
    ["Fri, 01 Jul 1955 00:00:00 GMT", "1955-07-01"],
    ["01-JUL-1955", "1955-07-01"],
    ["Jul 1, 1955 12:00:00 AM", "1955-07-01"],
    ["Jul 1, 1955, 12:00:00 AM", "1955-07-01"],
  ])("reads the date %s as %s at the fixed offset +08:00", (text, date) => {
    expect(readDate(text)).toBe(date);
  });

  it.each([
    "0000-00-00",
    "0000-00-00 00:00:00",
    "0001-01-01T00:00:00",
    "0001-01-01T00:00:00Z",
    "null",
    "NULL",
    "None",
    "1900-01-01",
    "1899-12-31T16:00:00Z",
    "9999-12-31T23:59:59.9999999Z",
    "000/00/00",
    "999/12/31",
    "民國999年12月31日",
  ])("reads %s as no date", (text) => {
    expect(readDate(text)).toBeNull();
    expect(readInstant(text)).toBeNull();
  });

  it.each([
    "",
    "yesterday",
    "2024-02-31",
    "2024-13-01",
    "2024-02-01T25:00:00",
    "20240230",
    "1714492800",
    "01/05/2024",
    "2024-05/01",
    "44/07/01",
    "1130501",
    "44年7月1日",
    "01-JUL-55",
    "01 Foo 2024",
    "113/02/30",
    "民國113年13月1日",
    "****-**-01",
  ])("does not understand %j", (text) => {
    expect(readDate(text)).toBeUndefined();
  });

  it("truncates an instant to the second", () => {
    expect(readInstant("2027-01-01T07:59:59.987+08:00")).toBe("2026-12-31T23:59:59.000Z");
  });

  it("writes midnight at +08:00 of a calendar date", () => {
    expect(formats.map((format) => writeDate("2024-05-01", format))).toEqual([
      "2024-05-01T00:00:00+08:00",
      "2024-04-30T16:00:00Z",
      "2024-05-01T00:00:00",
    ]);
  });
});

describe("midnight of Taiwan in UTC without an offset, as .NET stores it", () => {
  it.each([
    ["1990-03-03T16:00:00", "1990-03-04"],
    ["2019-12-31 16:00:00.000", "2020-01-01"],
    ["1974-06-14T15:00:00", "1974-06-15"],
    // Other moments are what they say, and so is 16:00 with an offset.
    ["1990-03-03T15:00:00", "1990-03-03"],
    ["1990-03-03T16:00:01", "1990-03-03"],
    ["1990-03-03T23:00:00", "1990-03-03"],
    ["1990-03-03T16:00:00+08:00", "1990-03-03"],
  ])("%s is %s", (text, date) => {
    expect(readDate(text)).toBe(date);
  });
});

describe("midnight in Taiwan's summer time, as systems write it that know its history", () => {
  it.each([
    ["1974-06-14T15:00:00Z", "1974-06-15"],
    ["140454000000", "1974-06-15"],
    ["1979-08-29T23:00:00+08:00", "1979-08-30"],
    // Standard time, other hours and later years are what they say.
    ["1974-12-14T15:00:00Z", "1974-12-14"],
    ["1974-06-14T14:00:00Z", "1974-06-14"],
    ["1985-06-14T15:00:00Z", "1985-06-14"],
  ])("%s is %s", (text, date) => {
    expect(readDate(text)).toBe(date);
  });
});
