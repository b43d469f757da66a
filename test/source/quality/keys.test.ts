/** Examples of mass changes to keys, which are reported, and of ordinary changes to keys, which are not. */
import { describe, expect, it } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import { accountOf, company, judged, snapshotOf } from "./company.ts";

const full = company();
const before = snapshotOf(full);

const people = (change: (person: Employee, at: number) => Employee) =>
  snapshotOf({ ...full, employees: full.employees.map(change) });

const departments = (change: (code: string) => string, name = (old: string) => old) =>
  full.departments.map((department) => ({
    ...department,
    code: change(department.code),
    name: name(department.name ?? ""),
    ...(department.parent && { parent: change(department.parent) }),
  }));

describe("accounts of another form", () => {
  it("refuse the source, and people are recognised by their numbers", () => {
    const now = people((person) => ({ ...person, account: `tw-${person.account}`, email: null, name: "同名" }));
    const found = judged(now, before).filter(({ rule }) => rule === "keys-changed");
    expect(found).toEqual([
      {
        rule: "keys-changed",
        severity: "refuse",
        kind: "employee",
        field: "account",
        count: 0,
        limit: 50,
        base: 100,
        message:
          "account of employee: 0 of 100 values are still there, at least 50 were expected; 100 are recognised under another value",
        hint: "check the format of the column in the export; if the keys have really changed, accept `keys-changed` once",
        pairs: Array.from({ length: 10 }, (_, at) => ({ before: accountOf(at), after: `tw-${accountOf(at)}` })),
      },
    ]);
  });

  it("are recognised by address or by a unique name if the numbers have changed too", () => {
    const now = people((person, at) => ({
      ...person,
      account: `x${at}`,
      number: `N${at}`,
      email: at < 30 ? (person.email ?? null) : null,
      ...(at >= 60 && { name: "陳同名" }),
    }));
    const found = judged(now, before).filter(({ rule }) => rule === "keys-changed");
    expect(found.map(({ field, message, pairs }) => [field, message.split("; ")[1], pairs?.[3]])).toEqual([
      ["account", "60 are recognised under another value", { before: "e000003", after: "x3" }],
      ["number", "60 are recognised under another value", { before: "000003", after: "n3" }],
    ]);
  });

  it("of fewer than half the people are not a mass change, and neither are joiners and leavers", () => {
    expect(
      judged(
        people((person, at) => (at < 50 ? { ...person, account: `x${at}` } : person)),
        before,
      ),
    ).toEqual([]);
    expect(
      judged(
        people((person, at) => (at < 51 ? { ...person, account: `x${at}` } : person)),
        before,
      ),
    ).toHaveLength(1);
  });

  it("are one account in another case or width", () => {
    const now = people((person) => ({ ...person, account: ` ${person.account.toUpperCase().replace("E", "Ｅ")}` }));
    expect(judged(now, before)).toEqual([]);
  });

  it("are found where many have left, too", () => {
    const now = snapshotOf({
      ...full,
      employees: full.employees.slice(0, 60).map((person) => ({ ...person, account: `x${person.account}` })),
    });
    expect(judged(now, before).map(({ rule }) => rule)).toEqual(["rows-fell", "keys-changed"]);
    const left = snapshotOf({ ...full, employees: full.employees.slice(0, 30) });
    expect(judged(left, before).map(({ rule }) => rule)).toEqual(["rows-fell"]);
  });
});

describe("numbers that lost their zeros", () => {
  it("refuse the source, and are recognised by the account", () => {
    const numbered = (person: Employee, at: number) => (at === 50 ? { ...person, number: null } : person);
    const now = people((person) => ({ ...person, number: String(Number(person.number)) }));
    expect(judged(now, people(numbered))).toMatchObject([
      {
        rule: "keys-changed",
        severity: "refuse",
        field: "number",
        count: 0,
        base: 99,
        pairs: expect.arrayContaining([{ before: "000007", after: "7" }]),
      },
    ]);
  });

  it("and are all gone are a field that is not filled", () => {
    const now = people((person) => ({ ...person, number: null }));
    expect(judged(now, before).map(({ rule, field }) => [rule, field])).toEqual([["fill-fell", "number"]]);
  });
});

describe("codes with a prefix", () => {
  it("refuse the source, and departments are recognised by a unique name", () => {
    const now = snapshotOf({
      ...full,
      departments: departments(
        (code) => `HQ-${code}`,
        (name) => (["部門1", "部門2"].includes(name) ? "管理部" : name),
      ),
    });
    const [found, ...others] = judged(now, before);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ rule: "keys-changed", kind: "department", field: "code" });
    expect(found?.message).toBe(
      "code of department: 0 of 40 values are still there, at least 20 were expected; 38 are recognised under another value",
    );
    expect(found?.hint).toContain("list the renames in `source.renames`");
    expect(found?.pairs?.slice(0, 2)).toEqual([
      { before: "0000", after: "hq-0000" },
      { before: "0003", after: "hq-0003" },
    ]);
  });

  it("are expected where the configuration lists them as renames", () => {
    const renames = full.departments.map(({ code }) => ({ kind: "department", from: code, to: `HQ-${code}` }) as const);
    const now = snapshotOf({ ...full, departments: departments((code) => `HQ-${code}`) }, [], renames);
    expect(judged(now, before)).toEqual([]);
    const half = snapshotOf(now.directory, [], renames.slice(0, 19));
    expect(judged(half, before)).toMatchObject([{ rule: "keys-changed", count: 19, limit: 20 }]);
  });

  it("of titles and functions are found as well; fewer than 20 records are not judged", () => {
    const now = snapshotOf({
      ...full,
      levels: full.levels.map((level) => ({ ...level, code: `X${level.code}` })),
      titles: full.titles.map((title) => ({ ...title, code: `X${title.code}` })),
      functions: full.functions.map((item) => ({ ...item, code: `X${item.code}` })),
    });
    expect(judged(now, before).map(({ kind, message }) => [kind, message.split("; ")[1]])).toEqual([
      ["title", "30 are recognised under another value"],
      ["function", "25 are recognised under another value"],
    ]);
    const small = snapshotOf(company({ departments: 19 }));
    const moved = company({ departments: 19 }).departments.map(({ parent: _parent, ...rest }, at) => ({
      ...rest,
      code: `X${rest.code}`,
      parent: at === 0 ? null : "X0000",
    }));
    expect(judged(snapshotOf({ ...small.directory, departments: moved }), small)).toEqual([]);
  });
});

describe("a rejected row", () => {
  it("may have any of the keys that are not there", () => {
    const rejected = Array.from({ length: 60 }, (_, at) => ({
      kind: "employee" as const,
      file: "e.csv",
      line: at + 2,
      column: "account",
      code: "key-missing",
      reason: "",
    }));
    const now = snapshotOf({ ...full, employees: full.employees.slice(60) }, rejected);
    expect(judged(now, before).map(({ rule }) => rule)).toEqual(["rejected-many"]);
    const others = full.employees.slice(60).map((person) => ({ ...person, account: `x${person.account}` }));
    expect(judged(snapshotOf({ ...full, employees: others }, rejected.slice(0, 22)), before)).toContainEqual(
      expect.objectContaining({ rule: "keys-changed", field: "account", count: 22, base: 62, limit: 31 }),
    );
  });
});

describe("a pair", () => {
  const pairsOf = (last: readonly Employee[], now: readonly Employee[]) => {
    const rest = full.employees.slice(2);
    const renamed = rest.map((person) => ({
      ...person,
      account: `x${person.account}`,
      number: null,
      name: "",
      email: null,
    }));
    const found = judged(
      snapshotOf({ employees: [...now, ...renamed] }),
      snapshotOf({ employees: [...last, ...rest] }),
    );
    return found.find(({ field }) => field === "account")?.pairs;
  };

  it("does not exist where two have the name before or after", () => {
    const two = (form: string) => ["1", "2"].map((at) => ({ account: `${form}${at}`, name: "同名" }));
    expect(pairsOf(two("a"), two("b"))).toEqual([]);
    expect(pairsOf(two("a"), two("b").slice(1))).toEqual([]);
    expect(pairsOf(two("a").slice(1), two("b"))).toEqual([]);
    expect(pairsOf(two("a").slice(1), two("b").slice(1))).toEqual([{ before: "a2", after: "b2" }]);
  });

  it("follows the most reliable trace if traces point to different records", () => {
    const last = [
      { account: "a", number: "1", email: "a@b" },
      { account: "c", number: "9", email: "c@b" },
    ];
    const now = [
      { account: "by-number", number: "1", email: "c@b" },
      { account: "by-address", number: "7", email: "a@b" },
    ];
    expect(pairsOf(last, now)).toEqual([{ before: "a", after: "by-number" }]);
  });
});
