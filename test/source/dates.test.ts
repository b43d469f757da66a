import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asDate, asInstant, dateReader } from "../../src/source/values/dates.ts";

const parseDate = (text: string, format: string) => asDate(dateReader(format)(text));
const parseInstant = (text: string, format: string) => asInstant(dateReader(format)(text));

const day = fc
  .date({ min: new Date("1912-01-01T00:00:00Z"), max: new Date("2199-12-30T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
  .filter((date) => date !== "1900-01-01");
const seed = { seed: 20_240_501 };

describe("a date", () => {
  it("reads back from each form in which it is written", () => {
    fc.assert(
      fc.property(day, (date) => {
        const [year = "", month = "", dayOfMonth = ""] = date.split("-");
        const roc = String(Number(year) - 1911);
        const short = `${Number(month)}/${Number(dayOfMonth)}`;
        for (const text of [date, `${year}/${short}`, `${date}T00:00:00`, `${date} 08:30`]) {
          expect(parseDate(text, "iso")).toEqual({ date });
        }
        expect(parseDate(`${year}${month}${dayOfMonth}`, "yyyymmdd")).toEqual({ date });
        const forms = [
          `${roc}/${short}`,
          `${roc}.${month}.${dayOfMonth}`,
          `民國${roc}年${Number(month)}月${Number(dayOfMonth)}日`,
          `民國 ${roc} 年 ${Number(month)} 月 ${dayOfMonth} 日`,
          `${roc}. ${Number(month)}. ${Number(dayOfMonth)}`,
        ];
        for (const text of [...forms, `${roc.padStart(3, "0")}${month}${dayOfMonth}`]) {
          expect(parseDate(text, "roc")).toEqual({ date });
        }
      }),
      seed,
    );
  });

  it("is never moved: an accepted date is the day that was written", () => {
    const numbers = fc.tuple(
      fc.integer({ min: 1901, max: 2199 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 33 }),
    );
    fc.assert(
      fc.property(numbers, ([year, month, dayOfMonth]) => {
        const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
        const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth;
        const parsed = parseDate(`${year}-${month}-${dayOfMonth}`, "iso");
        expect(parsed).toEqual(real ? { date: date.toISOString().slice(0, 10) } : "bad");
      }),
      seed,
    );
  });

  it.each([
    ["112/02/29", "roc"],
    ["000/05/01", "roc"],
    ["0000501", "roc"],
    ["999/05/01", "roc"],
    ["1899-12-31", "iso"],
    ["2200-01-01", "iso"],
    ["1120229", "roc"],
    ["113/13/01", "roc"],
    ["2023-02-29", "iso"],
    ["2024-05-01", "roc"],
    ["113/05/01", "iso"],
    ["20240501", "iso"],
    ["2024-05-01", "yyyymmdd"],
    ["01/05/2024", "iso"],
    ["2024-05-01 noon", "iso"],
    ["2024-05-01T25:00", "iso"],
    ["45413", "iso"],
  ] as const)("refuses %s as %s", (text, format) => {
    expect(parseDate(text, format)).toBe("bad");
    expect(parseInstant(text, format)).toBe("bad");
  });

  it.each(["9999-12-31", "9999/12/31", "99991231", "9999-12-31T23:59:59"])("takes %s for never", (text) => {
    for (const format of ["iso", "yyyymmdd", "roc"] as const) expect(parseDate(text, format)).toBe("never");
  });

  it.each(["1900-01-01", "1900/1/1", "0001-01-01", "0001-01-01T00:00:00", "0", "0000000"])(
    "takes %s for a filler",
    (text) => {
      for (const format of ["iso", "yyyymmdd", "roc"] as const) expect(parseDate(text, format)).toBe("none");
    },
  );

  it.each([
    ["2024/5/1 上午 12:00:00", { date: "2024-05-01" }, "2024-05-01T15:59:59.000Z"],
    ["2024/5/1 下午 12:00:00", { date: "2024-05-01" }, "2024-05-01T04:00:00.000Z"],
    ["2024/5/1 下午 11:59", { date: "2024-05-01" }, "2024-05-01T15:59:00.000Z"],
    ["2024-05-01 12:00:00 AM", { date: "2024-05-01" }, "2024-05-01T15:59:59.000Z"],
    ["2024-05-01 1:30 pm", { date: "2024-05-01" }, "2024-05-01T05:30:00.000Z"],
  ])("may have a time of twelve hours, as Windows writes it: %s", (text, date, instant) => {
    expect(parseDate(text, "iso")).toEqual(date);
    expect(parseInstant(text, "iso")).toEqual({ instant });
    expect(parseDate(text.replace("2024", "113").replaceAll("-", "/"), "roc")).toEqual(date);
  });

  it.each(["2024-05-01 13:00 PM", "2024-05-01 0:30 AM", "2024-05-01 上午 1:00 AM", "2024-05-01 AM"])(
    "has no hour that a half day lacks: %s",
    (text) => expect(parseDate(text, "iso")).toBe("bad"),
  );

  it("with an offset is the calendar date at +08:00", () => {
    expect(parseDate("2024-04-30T16:00:00Z", "iso")).toEqual({ date: "2024-05-01" });
    expect(parseDate("2024-05-01T01:30:00+0900", "iso")).toEqual({ date: "2024-05-01" });
    expect(parseDate("2024-05-01T00:30:00+0900", "iso")).toEqual({ date: "2024-04-30" });
  });

  it.each(["+0900", "+10:00", "-08:00"])("is HR's day at midnight of the written offset %s", (offset) => {
    expect(parseDate(`2024-05-01T00:00:00${offset}`, "iso")).toEqual({ date: "2024-05-01" });
    const instant = new Date(`2024-05-01T00:00:00${offset.replace(/(\d\d)(\d\d)$/, "$1:$2")}`).toISOString();
    expect(parseInstant(`2024-05-01T00:00:00${offset}`, "iso")).toEqual({ instant });
  });
});

describe("a FILETIME", () => {
  const filetime = (iso: string): string => String((BigInt(Date.parse(iso)) + 11_644_473_600_000n) * 10_000n);

  it("is the moment it was made of, and on a date field the calendar date at +08:00", () => {
    const moment = fc.date({
      min: new Date("1601-01-02T00:00:00Z"),
      max: new Date("9999-12-30T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, fc.nat(9_999), (date, hundreds) => {
        date.setUTCMilliseconds(0);
        const text = String(BigInt(filetime(date.toISOString())) + BigInt(hundreds));
        expect(parseInstant(text, "filetime")).toEqual({ instant: date.toISOString() });
        const local = new Date(date.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
        expect(parseDate(text, "filetime")).toEqual({ date: local });
      }),
      seed,
    );
  });

  it.each(["0", "9223372036854775807", filetime("9999-12-31T00:00:00Z")])("of %s is never", (text) => {
    expect(parseInstant(text, "filetime")).toBe("never");
  });

  it.each(["-1", "9223372036854775808", "1.335E+17", "2024-05-01", "", "12345678901234567890"])(
    "refuses %s",
    (text) => {
      expect(parseInstant(text, "filetime")).toBe("bad");
      expect(parseDate(text, "filetime")).toBe("bad");
    },
  );
});

describe("a GeneralizedTime", () => {
  it.each([
    ["20261121153000Z", "2026-11-21T15:30:00.000Z"],
    ["2026112115Z", "2026-11-21T15:00:00.000Z"],
    ["202611211530Z", "2026-11-21T15:30:00.000Z"],
    ["2026112115.5Z", "2026-11-21T15:30:00.000Z"],
    ["202611211530,25Z", "2026-11-21T15:30:15.000Z"],
    ["20261121153000.999Z", "2026-11-21T15:30:00.000Z"],
    ["20261121153000+0800", "2026-11-21T07:30:00.000Z"],
    ["20261121153000-08", "2026-11-21T23:30:00.000Z"],
    ["20161231235960Z", "2017-01-01T00:00:00.000Z"],
  ])("of %s is %s", (text, instant) => {
    expect(parseInstant(text, "generalized")).toEqual({ instant });
  });

  it("is the calendar date at +08:00 on a date field", () => {
    expect(parseDate("20261121160000Z", "generalized")).toEqual({ date: "2026-11-22" });
    expect(parseDate("20261121003000+0900", "generalized")).toEqual({ date: "2026-11-20" });
    expect(parseDate("20261121000000+0900", "generalized")).toEqual({ date: "2026-11-21" });
  });

  it.each([
    "20261121153000",
    "20261121T153000Z",
    "20261121",
    "20261131153000Z",
    "20230229000000Z",
    "20261121240000Z",
    "20261121156000Z",
    "20261121153061Z",
    "20261121153000.Z",
    "20261121153000+2400",
    "20261121153000+0860",
    "000001010000Z",
  ])("refuses %s", (text) => {
    expect(parseInstant(text, "generalized")).toBe("bad");
  });
});

describe("a day as a spreadsheet counts it", () => {
  it("is the day that a spreadsheet shows for it", () => {
    const dayZero = Date.UTC(1899, 11, 30);
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_464 }), fc.integer({ min: 1, max: 86_399 }), (serial, second) => {
        const date = new Date(dayZero + serial * 86_400_000).toISOString().slice(0, 10);
        expect(parseDate(String(serial), "excel")).toEqual({ date });
        expect(parseDate(String(serial + second / 86_400), "excel")).toEqual({ date });
        expect(parseInstant(String(serial), "excel")).toEqual({
          instant: new Date(`${date}T23:59:59+08:00`).toISOString(),
        });
        const atMs = Date.parse(`${date}T00:00:00+08:00`) + second * 1000;
        expect(parseInstant(String(serial + second / 86_400), "excel")).toEqual({
          instant: new Date(atMs).toISOString(),
        });
      }),
      seed,
    );
  });

  it.each([
    ["45413", { date: "2024-05-01" }],
    ["61", { date: "1900-03-01" }],
    ["60", "bad"],
    ["1", "bad"],
    ["0", "none"],
    ["2958465", "never"],
    ["2958466", "bad"],
    ["-45413", "bad"],
    ["45413,5", "bad"],
    ["2024-05-01", "bad"],
  ] as const)("of %s is %j", (text, parsed) => {
    expect(parseDate(text, "excel")).toEqual(parsed);
  });
});

describe("an instant", () => {
  it.each([
    ["2026-12-31", "2026-12-31T15:59:59.000Z"],
    ["2026/12/31 00:00", "2026-12-31T15:59:59.000Z"],
    ["2026-12-31T00:00:00", "2026-12-31T15:59:59.000Z"],
    ["2026-12-31 18:00", "2026-12-31T10:00:00.000Z"],
    ["2026-12-31T00:00:00Z", "2026-12-31T00:00:00.000Z"],
    ["2026-12-31T23:59:59.1234567+08:00", "2026-12-31T15:59:59.000Z"],
  ])("of %s is %s", (text, instant) => {
    expect(parseInstant(text, "iso")).toEqual({ instant });
  });

  it("of a bare date is the last second of that day at +08:00", () => {
    fc.assert(
      fc.property(day, (date) => {
        expect(parseInstant(date, "iso")).toEqual({ instant: new Date(`${date}T23:59:59+08:00`).toISOString() });
      }),
      seed,
    );
  });
});
