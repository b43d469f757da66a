/** Punch queries compared with a scan of the whole list, and time zones compared with JavaScript's Temporal. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PunchType } from "../../../src/contract/sections/everyday.ts";
import { dumpCompany, loadCompany } from "../../../src/service/company-document.ts";
import { punchRules } from "../../../src/service/everyday/punch-rules.ts";
import { findTimeZone } from "../../../src/service/kernel/time-zones.ts";
import { cases } from "../../support/suites/runs.ts";
import { account, baseline } from "../cases/baseline.ts";
import { caller, companyInMemory, outcomeOf } from "./company-in-memory.ts";

type Zoned = { readonly epochMilliseconds: number };
type TemporalPart = {
  readonly PlainDateTime: {
    readonly from: (text: string) => {
      readonly toZonedDateTime: (zone: string, options: { readonly disambiguation: "compatible" }) => Zoned;
    };
  };
  readonly Instant: {
    readonly fromEpochMilliseconds: (epochMs: number) => {
      readonly toString: (options: { readonly timeZone: string }) => string;
    };
  };
};
/** Temporal computes time zones independently. The project's language level does not declare it yet, so its type is here. */
const { Temporal } = globalThis as unknown as { readonly Temporal: TemporalPart };

/** Identifiers and the zones they mean. Some zones shift the clock by half an hour or by a whole day, or in unusual months. */
const zones = [
  ["Taipei Standard Time", "Asia/Taipei"],
  ["Asia/Taipei", "Asia/Taipei"],
  ["Eastern Standard Time", "America/New_York"],
  ["America/St_Johns", "America/St_Johns"],
  ["W. Europe Standard Time", "Europe/Berlin"],
  ["Europe/Dublin", "Europe/Dublin"],
  ["Australia/Lord_Howe", "Australia/Lord_Howe"],
  ["Pacific/Apia", "Pacific/Apia"],
  ["Africa/Casablanca", "Africa/Casablanca"],
  ["Asia/Kathmandu", "Asia/Kathmandu"],
  ["utc", "UTC"],
  ["+05:30", "+05:30"],
] as const;

/** Instants at which clocks change in these zones, and some ordinary ones. */
const edges = [
  "2026-03-08T07:00:00Z",
  "2026-11-01T06:00:00Z",
  "2026-03-29T01:00:00Z",
  "2026-10-25T01:00:00Z",
  "2026-04-04T15:00:00Z",
  "2026-10-03T15:30:00Z",
  "2011-12-30T10:00:00Z",
  "2026-02-15T02:00:00Z",
  "2026-03-22T02:00:00Z",
  "2026-06-30T16:00:00Z",
  "2026-12-31T16:00:00Z",
].map((edge) => Date.parse(edge));

const hour = 60 * 60 * 1000;
/** A random instant near one of the edges, in whole minutes; often the edge itself. */
const instant = fc
  .tuple(fc.constantFrom(...edges), fc.oneof(fc.constantFrom(0, -1, 1, 30, 60), fc.integer({ min: -2160, max: 2160 })))
  .map(([edge, minutes]) => edge + minutes * 60_000);
const zone = fc.constantFrom(...zones);
const local = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19);

const temporalInstant = (text: string, iana: string): number =>
  /(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Temporal.PlainDateTime.from(text).toZonedDateTime(iana, { disambiguation: "compatible" }).epochMilliseconds;
const temporalText = (epochMs: number, iana: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toString({ timeZone: iana });

describe("a time zone", () => {
  it("reads local times and shows instants like Temporal, also where the clock skips or repeats", () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: -14, max: 14 }), ([id, iana], epochMs, shift) => {
        const text = local(epochMs + shift * hour);
        const found = findTimeZone(id, "timeZoneId");
        expect([id, text, found.instantOf(text)]).toEqual([id, text, temporalInstant(text, iana)]);
        expect(found.show(epochMs)).toBe(temporalText(epochMs, iana));
        expect(Date.parse(found.show(epochMs))).toBe(epochMs);
      }),
      { ...cases(4_000), seed: 20261121 },
    );
  });

  it("shows offsets of the nineteenth century to the minute, without moving the instant", () => {
    const epochMs = Date.parse("1880-01-01T00:00:00Z");
    expect(findTimeZone("America/New_York", "x").show(epochMs)).toBe("1879-12-31T19:04:00-04:56");
    expect(findTimeZone("Asia/Taipei", "x").show(epochMs)).toBe("1880-01-01T08:06:00+08:06");
    expect(findTimeZone("UTC", "x").show(123)).toBe("1970-01-01T00:00:00.123+00:00");
  });

  it("is refused with its own code if it is unknown", () => {
    for (const id of ["Nowhere", "Asia/Taipei2", "constructor", "__proto__", "+25:00", "8", "\u0000", "台北標準時間"]) {
      expect(() => findTimeZone(id, "timeZoneId")).toThrow(
        expect.objectContaining({ code: "OPA-TIME-ZONE-UNKNOWN", status: 400 }),
      );
    }
  });
});

const accounts = ["amy", "bob", "cat", "dan"];
const punch = fc.record({
  account: fc.constantFrom(...accounts),
  at: instant,
  punchType: fc.constantFrom<PunchType>(1, 2, 3, 4),
  location: fc.option(fc.constantFrom("Lobby", "Gate")),
  remark: fc.option(fc.string({ maxLength: 5 })),
});
const bound = fc.option(
  fc.oneof(
    instant.map(local),
    instant.map((epochMs) => `${local(epochMs)}Z`),
    instant.map((epochMs) => `${local(epochMs - 5 * hour)}-05:00`),
  ),
);
const types = [
  [1, 2, 3, 4],
  [1, 2],
  [3, 4],
];

/** The people of each department, each with the department under which they are listed. `+` includes the departments below. */
const members: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  HQ: { amy: "HQ", bob: "HQ" },
  "HQ+": { amy: "HQ", bob: "RD", cat: "RD1", dan: "FIN" },
  "RD+": { bob: "RD", cat: "RD1" },
  FIN: { cat: "FIN", dan: "FIN" },
  "LAB+": {},
};

it("K1 and K2 find the same as a scan of the whole list, before and after a dump is loaded", () => {
  const employees = baseline().employees.map((person) => person.account);
  fc.assert(
    fc.property(
      fc.array(punch, { maxLength: 60 }),
      zone,
      bound,
      bound,
      fc.constantFrom(0, 1, 2),
      fc.constantFrom(...accounts),
      fc.constantFrom(...Object.keys(members)),
      fc.boolean(),
      (list, [timeZoneId, iana], since, until, queryPunchHistoryType, who, where, again) => {
        const punches = list.map(({ at, ...rest }) => ({ ...rest, punchDate: new Date(at).toISOString() }));
        const company = companyInMemory({ organisation: baseline(), punches });
        if (again) loadCompany(company, JSON.parse(JSON.stringify(dumpCompany(company))));
        const from = since === null ? -Infinity : temporalInstant(since, iana);
        const to = until === null ? Infinity : temporalInstant(until, iana);
        const query = { dateRange: { since, until }, timeZoneId, queryPunchHistoryType };
        const personal = outcomeOf(() =>
          punchRules.K1(company, { params: {}, body: { ...query, user: { ...account(who), userType: 0 } }, caller }),
        );
        const found = list
          .filter(({ at, punchType }) => at >= from && at <= to && types[queryPunchHistoryType]?.includes(punchType))
          .toSorted((a, b) => a.at - b.at || employees.indexOf(a.account) - employees.indexOf(b.account))
          .map(({ at, ...rest }) => ({
            corpCode: "ACME",
            employeeNo: baseline().employees.find((person) => person.account === rest.account)?.employeeNumber,
            punchDate: temporalText(at, iana),
            ...rest,
          }));
        const orRefused = (answer: unknown) => (from > to ? "OPA-DATE-RANGE" : answer);
        expect(personal).toEqual(orRefused(found.filter((one) => one.account === who)));

        const deptCode = where.replace("+", "");
        const body = { ...query, deptCode, includeSubDept: where.endsWith("+") };
        const departments = members[where] ?? {};
        const ofMembers = found.flatMap((one) => {
          const through = departments[one.account];
          return through ? [{ ...one, deptCode: through }] : [];
        });
        expect(outcomeOf(() => punchRules.K2(company, { params: {}, body, caller }))).toEqual(orRefused(ofMembers));
      },
    ),
    { ...cases(400), seed: 20261122 },
  );
});

it("a query of one day reads only the rows of that person and month", () => {
  const months = Array.from({ length: 24 }, (_, month) => new Date(Date.UTC(2025, month, 15)).toISOString());
  const punches = accounts.flatMap((who) =>
    months.map((punchDate) => ({ account: who, punchDate, punchType: 1, location: "Lobby" })),
  );
  const company = companyInMemory({ organisation: baseline(), punches });
  expect(company.punchMonths.all()).toHaveLength(accounts.length * months.length);
  const cat = company.employees.by("account", "cat")[0]?.id;
  const touched: unknown[] = [];
  for (const row of company.punchMonths.all()) {
    company.punchMonths.restore(row.id, {
      ...row,
      get at() {
        touched.push([row.personId, row.month]);
        return row.at;
      },
    });
  }
  touched.length = 0;
  const dateRange = { since: "2026-03-15T00:00:00", until: "2026-03-15T23:59:59" };
  const body = {
    dateRange,
    timeZoneId: "Asia/Taipei",
    queryPunchHistoryType: 0,
    user: { ...account("cat"), userType: 0 as const },
  };
  expect(punchRules.K1(company, { params: {}, body, caller })).toHaveLength(1);
  expect(touched).toEqual([[cat, 2026 * 12 + 2]]);
});
