/** Examples for each rule of the gate: what it reports, with which numbers and words, and what it lets pass. */
import { describe, expect, it } from "vitest";
import type { Directory } from "../../../src/model/directory/directory.ts";
import type { Kind } from "../../../src/model/directory/kind.ts";
import type { RejectedRow } from "../../../src/model/directory/snapshot.ts";
import type { Finding, SourceFile } from "../../../src/model/plan/quality.ts";
import { earlierFiles, endsOf, missingEnds } from "../../../src/source/quality/judge-files.ts";
import { company, judged, secrets, settingsOf, snapshotOf } from "./company.ts";

const before = snapshotOf(company());

/** The company with some lists changed. */
const changed = (change: (full: ReturnType<typeof company>) => Directory) => {
  const full = company();
  return snapshotOf({ ...full, ...change(full) });
};

const told = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`);

const rejectedRows = (kind: Kind, count: number, key?: (at: number) => string): RejectedRow[] =>
  Array.from({ length: count }, (_, at) => ({
    kind,
    file: "people.csv",
    line: at + 2,
    column: "birthDate",
    code: "date-invalid",
    reason: "expected a date",
    ...(key && { key: key(at) }),
  }));

describe("rows-fell", () => {
  it("refuses a kind that has lost more than a fifth of its rows", () => {
    const now = changed(({ employees }) => ({ employees: employees.slice(0, 79) }));
    expect(judged(now, before)).toEqual([
      {
        rule: "rows-fell",
        severity: "refuse",
        kind: "employee",
        count: 79,
        limit: 80,
        base: 100,
        message: "rows of employee fell from 100 to 79; at least 80 were expected",
        hint: "check that the export is complete; if they are really gone, accept `rows-fell` once",
      },
    ]);
  });

  it("lets a loss of a fifth pass, and of any four rows", () => {
    const fifth = changed(({ employees }) => ({ employees: employees.slice(0, 80) }));
    expect(judged(fifth, before)).toEqual([]);
    const four = changed(({ levels }) => ({ levels: levels.slice(0, 1) }));
    expect(judged(four, before)).toEqual([]);
    const all = changed(() => ({ levels: [] }));
    expect(told(judged(all, before))).toEqual([
      "refuse rows-fell: rows of level fell from 5 to 0; at least 4 were expected",
    ]);
  });

  it("compares posts of people in both profiles, and part-time posts separately", () => {
    const mainOnly = changed(({ employees }) => ({
      employees: employees.map((person) => ({ ...person, posts: (person.posts ?? []).filter(({ main }) => main) })),
    }));
    expect(told(judged(mainOnly, before))).toEqual([
      "refuse rows-fell: part-time posts of the 100 people who are in both fell from 10 to 0; at least 8 were expected",
    ]);
    const unsaid = changed(({ employees }) => ({
      employees: employees.map(({ posts, ...person }, at) => (at < 40 ? person : { ...person, posts: posts ?? [] })),
    }));
    expect(told(judged(unsaid, before))).toEqual([
      "refuse rows-fell: posts of the 100 people who are in both fell from 110 to 66; at least 88 were expected",
    ]);
    const fewer = changed(({ employees }) => ({ employees: employees.slice(0, 85) }));
    expect(judged(fewer, before)).toEqual([]);
  });

  it("finds nothing in a first run, or in a kind that one of the two does not manage", () => {
    expect(judged(snapshotOf({ employees: [] }), undefined)).toEqual([]);
    const { employees: _employees, ...frame } = company();
    expect(judged(snapshotOf(frame), before)).toEqual([]);
    expect(judged(before, snapshotOf(frame))).toEqual([]);
  });
});

describe("rows-rose", () => {
  it("warns of a kind that has grown by more than half", () => {
    const now = snapshotOf(company({ people: 151 }));
    expect(told(judged(now, before))).toEqual([
      "warn rows-rose: rows of employee rose from 100 to 151; at most 150 were expected",
    ]);
    expect(judged(snapshotOf(company({ people: 150 })), before)).toEqual([]);
  });
});

describe("fill-fell", () => {
  const mailless = (filled: number, people = 100) => {
    const full = company({ people });
    const without = full.employees.map(({ email, ...person }, at) => (at < filled ? { ...person, email } : person));
    return snapshotOf({ ...full, employees: without as typeof full.employees });
  };

  it("holds a kind in which a field has lost its values", () => {
    expect(judged(mailless(3), mailless(98))).toEqual([
      {
        rule: "fill-fell",
        severity: "hold",
        kind: "employee",
        field: "email",
        count: 3,
        limit: 68,
        base: 98,
        message: "email of employee fell from 98 % to 3 % of 100 rows; at least 68 % were expected",
        hint: "check the column in the export and in the mapping; if it is right as it is, accept `fill-fell` once",
      },
    ]);
  });

  it("counts null and the empty text as blank, and lets 30 points pass", () => {
    const blank = changed(({ employees }) => ({
      employees: employees.map((person, at) => ({
        ...person,
        phoneNumber: at < 31 ? (at % 2 === 0 ? null : "") : "0",
      })),
    }));
    expect(told(judged(blank, before))).toEqual([
      "hold fill-fell: phoneNumber of employee fell from 100 % to 69 % of 100 rows; at least 70 % were expected",
    ]);
    expect(judged(mailless(70), mailless(100))).toEqual([]);
    expect(judged(mailless(27), mailless(57))).toEqual([]);
  });

  it("holds a kind of which a field that few fill has lost all values", () => {
    expect(told(judged(mailless(0), mailless(5)))).toEqual([
      "hold fill-fell: email of employee fell from 5 % to 0 % of 100 rows; at least 0.1 % were expected",
    ]);
    expect(judged(mailless(0), mailless(4))).toEqual([]);
    expect(judged(mailless(1), mailless(29))).toEqual([]);
    const { employees, ...rest } = company();
    const shared = (from: number, supervised: boolean) =>
      snapshotOf({
        ...rest,
        employees: employees.slice(from).map((person, at) => ({
          ...person,
          posts: (person.posts ?? []).map((post) =>
            supervised && at + from < 6 ? { ...post, supervisor: "a99" } : post,
          ),
        })),
      });
    expect(judged(shared(0, false), shared(0, true))).toMatchObject([{ kind: "post", field: "supervisor", count: 0 }]);
    // Two of the six are gone with their values.
    expect(judged(shared(2, false), shared(0, true))).toEqual([]);
  });

  it("finds nothing in fewer than 20 rows, now or last time", () => {
    expect(judged(mailless(0, 19), mailless(19, 19))).toEqual([]);
    expect(judged(mailless(0, 20), mailless(19, 19))).toEqual([]);
    expect(judged(mailless(0, 19), mailless(20, 20))).toEqual([]);
    expect(judged(mailless(0, 20), mailless(20, 20))).toMatchObject([{ rule: "fill-fell", field: "email" }]);
  });

  it("does not take a cell that was rejected for a blank one", () => {
    const full = company();
    const cells = (kind: Kind, keys: readonly string[]) =>
      keys.map((key, at) => ({ kind, file: "x.csv", line: at + 2, column: "x", code: "x", reason: "", key }));
    const lost = snapshotOf(
      {
        ...full,
        departments: full.departments.map(({ manager: _manager, ...department }) => department),
        employees: full.employees.map(({ name: _name, ...person }) => ({
          ...person,
          posts: (person.posts ?? []).map(({ title: _title, ...post }) => post),
        })),
      },
      [
        ...cells(
          "manager",
          full.departments.map(({ code }) => code),
        ),
        ...cells(
          "employee",
          full.employees.map(({ number }) => String(number)),
        ),
        ...cells(
          "supervisor",
          full.employees.map(({ account }) => account),
        ),
      ],
    );
    expect(judged(lost, before)).toEqual([]);
    expect(judged({ ...lost, rejected: [] }, before).map(({ kind, field }) => `${kind}.${field}`)).toEqual([
      "department.manager",
      "employee.name",
      "post.title",
    ]);
  });

  it("counts cells that were rejected last time as blank", () => {
    const rejected = rejectedRows("employee", 80, (at) => `e${String(at + 20).padStart(6, "0")}`);
    const last = { ...mailless(20), rejected };
    expect(judged(mailless(20), last)).toEqual([]);
    expect(judged(mailless(20), { ...mailless(100), rejected: rejected.slice(0, 40) })).toMatchObject([
      { field: "email", count: 20, base: 60 },
    ]);
  });

  it("holds posts that lost their titles, and departments that lost their managers", () => {
    const titleless = changed(({ employees }) => ({
      employees: employees.map((person) => ({
        ...person,
        posts: (person.posts ?? []).map((post) => ({ ...post, title: null, functions: [] })),
      })),
    }));
    expect(told(judged(titleless, before))).toEqual([
      "hold fill-fell: functions of post fell from 100 % to 0 % of 100 people; at least 70 % were expected",
      "hold fill-fell: title of post fell from 100 % to 0 % of 100 people; at least 70 % were expected",
    ]);
    const leaderless = changed(({ departments }) => ({
      departments: departments.map((department, at) => ({ ...department, manager: at < 20 ? null : "e000001" })),
    }));
    expect(told(judged(leaderless, before))).toEqual([
      "hold fill-fell: manager of department fell from 100 % to 50 % of 40 rows; at least 70 % were expected",
    ]);
  });
});

describe("tree-shape", () => {
  it("holds departments of which too many have moved to the top", () => {
    const withRoots = (count: number) =>
      changed(({ departments }) => ({
        departments: departments.map((department, at) => (at < count ? { ...department, parent: null } : department)),
      }));
    expect(judged(withRoots(4), before)).toEqual([]);
    expect(told(judged(withRoots(5), before))).toEqual([
      "hold tree-shape: departments at the top grew from 1 to 5; at most 4 were expected",
    ]);
    expect(told(judged(withRoots(13), withRoots(6)))).toEqual([
      "hold tree-shape: departments at the top grew from 6 to 13; at most 12 were expected",
    ]);
  });

  it("warns of parents that are not in the source, where there were none before", () => {
    const orphaned = changed(({ departments }) => ({
      departments: departments.map((department, at) => (at > 36 ? { ...department, parent: "NOWHERE" } : department)),
    }));
    expect(told(judged(orphaned, before))).toEqual([
      "warn tree-shape: 3 departments name a parent that is not in the source; last time all parents were there",
    ]);
    expect(judged(orphaned, orphaned)).toEqual([]);
    const excluded = { ...orphaned, excluded: [{ kind: "department" as const, key: "nowhere" }] };
    expect(judged(excluded, before)).toEqual([]);
    const lastInDoubt = { ...before, rejected: rejectedRows("department", 1) };
    expect(judged(orphaned, lastInDoubt)).toEqual([]);
  });

  it("warns of a tree that is much deeper or flatter", () => {
    const chain = (depth: number) =>
      changed(({ departments }) => ({
        departments: departments.map((department, at) => ({
          ...department,
          parent: at === 0 ? null : (departments[at < depth ? at - 1 : 0]?.code ?? null),
        })),
      }));
    expect(judged(chain(6), chain(4))).toEqual([]);
    expect(told(judged(chain(7), chain(4)))).toEqual([
      "warn tree-shape: the tree of departments is 7 levels deep, before 4; a change of at most 2 was expected",
    ]);
    expect(told(judged(chain(4), chain(7)))).toEqual([
      "warn tree-shape: the tree of departments is 4 levels deep, before 7; a change of at most 2 was expected",
    ]);
  });
});

describe("rejected-many", () => {
  const withRejected = (rejected: readonly RejectedRow[], people: number) =>
    snapshotOf({ ...company(), employees: company().employees.slice(0, people) }, rejected);

  it("refuses a kind of which more than a tenth is rejected, on a first run too", () => {
    const now = withRejected(rejectedRows("employee", 11), 89);
    expect(told(judged(now, undefined))).toEqual([
      "refuse rejected-many: 11 of 100 rows of employee are rejected; at most 10 are permitted",
    ]);
    expect(judged(withRejected(rejectedRows("employee", 10), 90), undefined)).toEqual([]);
    expect(judged(withRejected(rejectedRows("employee", 4), 4), undefined)).toEqual([]);
  });

  it("counts a row with several bad cells once, and a record with one bad cell not at all", () => {
    const twice = rejectedRows("employee", 6, (at) => `x${at}`).flatMap((row) => [row, { ...row, column: "gender" }]);
    expect(judged(withRejected(twice, 94), undefined)).toEqual([]);
    const present = rejectedRows("employee", 50, (at) => ` E${String(at).padStart(6, "0")}`);
    expect(judged(withRejected(present, 100), before)).toEqual([]);
    const entries = rejectedRows("employee", 11).map(({ line, ...row }) => ({ ...row, file: `uid=x${line},dc=corp` }));
    expect(judged(withRejected(entries, 89), undefined)).toMatchObject([{ count: 11 }]);
  });

  it("takes the number of posts from the file when no person's posts are known", () => {
    const full = company();
    const unsaid = full.employees.map(({ posts: _posts, ...person }) => person);
    const now = snapshotOf({ ...full, employees: unsaid }, rejectedRows("post", 6));
    const file: SourceFile = { feed: "hr", file: "posts.csv", kind: "post", modifiedMs: 0, rows: 110, end };
    expect(judged(now, before, { files: [file] })).toEqual([]);
    expect(told(judged(now, before, { files: [{ ...file, rows: 50 }] }))).toEqual([
      "refuse rejected-many: 6 of 50 rows of post are rejected; at most 5 are permitted",
    ]);
  });
});

describe("duplicates-many", () => {
  it("refuses where more than the share has a key of another record, and never fewer than five", () => {
    const withDoubled = (count: number) => {
      const rows = rejectedRows("employee", count, (at) => `x${at}`).map((row) => ({ ...row, code: "duplicate-key" }));
      return snapshotOf(company(), rows);
    };
    const people = company().employees.length;
    const settings = settingsOf({ "duplicates-many": { percent: 5 }, "rejected-many": "off" });
    const limit = Math.floor(((people + 9) * 5) / 100);
    expect(told(judged(withDoubled(9), undefined, { settings }))).toEqual([
      `refuse duplicates-many: 9 of ${people + 9} records of employee share a key with another; at most ${limit} are permitted`,
    ]);
    expect(judged(withDoubled(4), undefined, { settings })).toEqual([]);
    expect(judged(snapshotOf(company(), rejectedRows("employee", 9)), undefined, { settings })).toEqual([]);
  });
});

const end = { isEnded: true, hasTotal: false };

describe("rules about files", () => {
  const file: SourceFile = { feed: "hr", file: "people.csv", kind: "employee", modifiedMs: 0, rows: 812, end };
  const hours = (count: number) => count * 3_600_000;

  it("refuse a file that is older than `maxAgeHours`, and any age is right without it", () => {
    const settings = settingsOf({ maxAgeHours: 24 });
    const files = [file];
    expect(judged(before, before, { files, settings, nowMs: hours(24) })).toEqual([]);
    expect(told(judged(before, before, { files, settings, nowMs: hours(24) + 1 }))).toEqual([
      "refuse file-old: people.csv (employee) was written 24.1 hours ago; at most 24 are permitted",
    ]);
    expect(judged(before, before, { files, nowMs: hours(1000) })).toEqual([]);
  });

  it("refuse a file that was written before the one that was read last time", () => {
    const found = (wasMs: number, now: Partial<SourceFile>, readMs = hours(1000)) => {
      const last = { version: 1, kinds: {}, ends: endsOf([{ ...file, modifiedMs: wasMs }], readMs) } as const;
      return earlierFiles([{ ...file, ...now }], last).map(({ message }) => message);
    };
    const earlier = (name: string) => [
      `${name} (employee) was written 24 hours before the file that was read last time: an earlier export lies in its place`,
    ];
    expect(found(hours(48), { modifiedMs: hours(24) })).toEqual(earlier("people.csv"));
    // A change of the clocks may shift the time of the same file.
    expect(found(hours(48), { modifiedMs: hours(46) })).toEqual([]);
    expect(found(hours(48), { modifiedMs: hours(72) })).toEqual([]);
    // The newest of several has another name each night; another file is another export.
    const older = { file: "people_0501.csv", modifiedMs: hours(24) };
    expect(found(hours(48), { ...older, isNewest: true })).toEqual(earlier("people_0501.csv"));
    expect(found(hours(48), older)).toEqual([]);
    // The clock of the machine that wrote it was a day ahead.
    expect(found(hours(72), { modifiedMs: hours(49) }, hours(48))).toEqual([]);
  });

  it("refuse a file without the line end or the total row that it had last time, under whatever date in its name", () => {
    const whole = { isEnded: true, hasTotal: true };
    const found = (was: typeof whole, now: typeof whole, name = "people.csv") => {
      const last = { version: 1, kinds: {}, ends: endsOf([{ ...file, end: was }], 0) } as const;
      return told(
        missingEnds([{ ...file, file: name, end: now }], last).map((one) => ({ ...one, severity: "refuse" })),
      );
    };
    const refusal = (name: string, what: string) =>
      `refuse end-missing: ${name} (employee) lacks ${what}, which it had last time: it may have been cut off`;
    expect(found(whole, whole)).toEqual([]);
    expect(found(whole, { ...whole, isEnded: false })).toEqual([
      refusal("people.csv", "the line end of its last line"),
    ]);
    expect(found(whole, { ...whole, hasTotal: false }, "people-1127.csv")).toEqual([
      refusal("people-1127.csv", "its total row"),
    ]);
    expect(found({ isEnded: false, hasTotal: false }, { isEnded: false, hasTotal: false })).toEqual([]);
    expect(judged(before, before, { files: [{ ...file, end: { isEnded: false, hasTotal: false } }] })).toEqual([]);
  });

  it("refuse a file whose last line has another number of rows", () => {
    const said = (trailerCount: number) => ({ files: [{ ...file, trailerCount }] });
    expect(judged(before, undefined, said(812))).toEqual([]);
    expect(told(judged(before, undefined, said(1000)))).toEqual([
      "refuse trailer-differs: people.csv (employee) has 1000 rows according to its last line; 812 were read",
    ]);
  });
});

describe("rows-few", () => {
  it("refuses fewer rows than `minRows`, and a kind that is not there", () => {
    const settings = settingsOf({ minRows: { employee: 101, title: 30 } });
    expect(told(judged(before, undefined, { settings }))).toEqual([
      "refuse rows-few: employee has 100 rows; at least 101 are required",
    ]);
    expect(told(judged(snapshotOf({}), undefined, { settings: settingsOf({ minRows: { level: 1 } }) }))).toEqual([
      "refuse rows-few: level has 0 rows; at least 1 are required",
    ]);
    const present = snapshotOf(company(), rejectedRows("employee", 1));
    expect(judged(present, undefined, { settings })).toEqual([]);
  });
});

describe("the settings", () => {
  const halved = changed(({ employees }) => ({ employees: employees.slice(0, 50) }));

  it.each([
    ["off", []],
    ["warn", ["warn"]],
    ["hold", ["hold"]],
  ] as const)("say what a rule does: %s", (on, severities) => {
    const settings = settingsOf({ "rows-fell": on });
    expect(judged(halved, before, { settings }).map(({ severity }) => severity)).toEqual(severities);
  });

  it("move its threshold", () => {
    expect(judged(halved, before, { settings: settingsOf({ "rows-fell": { percent: 50 } }) })).toEqual([]);
  });
});

describe("a finding", () => {
  it("identifies nobody, and neither does a profile", () => {
    const broken = snapshotOf(
      {
        ...company(),
        departments: company().departments.map((department) => ({
          ...department,
          parent: null,
          code: `X${department.code}`,
        })),
        employees: company().employees.map((person, at) => ({
          ...person,
          account: `x${person.account}`,
          phoneNumber: null,
          ...(at % 2 === 0 ? { email: null } : { name: "王機密" }),
        })),
      },
      rejectedRows("employee", 30),
    );
    const findings = judged(broken, before);
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(
      new Set(["rejected-many", "fill-fell", "keys-changed", "tree-shape"]),
    );
    for (const secret of secrets) expect(JSON.stringify(findings)).not.toContain(secret);
  });
});
