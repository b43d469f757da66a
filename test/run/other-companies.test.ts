/**
 * Runs against a service in which people of other companies hold posts, manage, and supervise (R64), with a real service over
 * HTTP. HR knows nothing of them, and a run leaves them everything they have.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../src/cli/words/words.ts";
import type { PersonName } from "../../src/contract/records/organisation.ts";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { createLog } from "../../src/lib/log.ts";
import { kinds } from "../../src/model/directory/kind.ts";
import { breachName } from "../../src/model/plan/release.ts";
import type { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { openReader } from "../../src/site/open-target.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { canonical } from "../support/directory/full-directory.ts";
import { accountIn, organisationOf } from "../support/directory/organisation-document.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { quickSettings, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite } from "../support/suites/run-site.ts";
import { cases, firstOf } from "../support/suites/runs.ts";

useRunParts();

const corpCode = "GROUP";
const other = (account: string): PersonName => ({ account, corpCode });
const isOther = (name: PersonName | null | undefined): boolean => typeof name === "object" && name !== null;

type Person = Organisation["employees"][number];

const foreign = (account: string, departments: readonly string[], more: Partial<Person> = {}): Person => ({
  account,
  corpCode,
  name: `${account} of the group`,
  employeeNumber: `G-${account}`,
  active: true,
  locked: false,
  loginValidation: ["UOF"],
  depts: departments.map((code) => ({ code, isMainDept: false, jobTitleCode: null, jobFuncs: [] })),
  ...more,
});

const serviceHas = async (organisation: Organisation, quirks: Partial<Quirks>): Promise<void> => {
  await fixture.mend();
  await fixture.quirks(quirks);
  await fixture.load(organisation);
  await fixture.forgetCalls();
};

const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

describe("a person of another company", () => {
  const office = () => directory().level("L1").department("RD").department("QA").title("T1").title("T2");

  /** Runs once, with these people of another company and these roles of theirs; returns the plan and the state after it. */
  const run = async (
    current: DirectoryBuilder,
    wanted: DirectoryBuilder,
    others: readonly Person[],
    change: (organisation: Organisation) => void = () => undefined,
    quirks: Partial<Quirks> = {},
  ) => {
    const organisation = structuredClone(organisationOf(current.full()));
    organisation.employees.push(...others);
    change(organisation);
    await serviceHas(organisation, quirks);
    const site = await openRunSite(quickSettings(fixture), redis, clock);
    try {
      const { run: made, plan } = await site.run({ source: wanted.source() });
      const dumped = await fixture.dump();
      return {
        status: made.status,
        held: plan?.held.map(({ id, reason, about }) => [id, reason, about]),
        changes: plan?.changes.map(({ id }) => id),
        writes: writesOf(await fixture.calls()).length,
        others: dumped.employees.filter((person) => person.corpCode !== undefined),
        managerOf: (code: string) => dumped.departments.find((one) => one.code === code)?.manager,
        supervisorOf: (account: string) =>
          dumped.employees
            .find((one) => one.account === account && !one.corpCode)
            ?.depts.map((post) => post.supervisor),
      };
    } finally {
      await site.close();
    }
  };
  const manages = (code: string, account: string) => (organisation: Organisation) => {
    for (const department of organisation.departments)
      if (department.code === code) department.manager = other(account);
  };
  const supervises = (who: string, account: string) => (organisation: Organisation) => {
    for (const person of organisation.employees)
      if (person.account === who && !person.corpCode) for (const post of person.depts) post.supervisor = other(account);
  };

  it.each(["hidden", "listed"] as const)(
    "with a post is no leaver and no matter of ours (E1: %s)",
    async (otherCompanies) => {
      const staff = office().employee("amy").in("RD");
      const { changes, held, others } = await run(staff, staff, [foreign("gia", ["RD"])], undefined, {
        otherCompanies,
      });
      expect([changes, held]).toEqual([[], []]);
      expect(others).toMatchObject([{ account: "gia", active: true, depts: [{ code: "RD" }] }]);
    },
  );

  it("with the account of somebody here is told apart from them, even if E1 lists both", async () => {
    const staff = office().employee("amy", { number: "1" }).in("RD");
    const wanted = office().employee("amy", { number: "1", name: "Amy B." }).in("QA");
    const twin = foreign("amy", ["QA"], { employeeNumber: "1" });
    const { status, others, held } = await run(staff, wanted, [twin], undefined, { otherCompanies: "listed" });
    expect([status, held]).toEqual(["succeeded", []]);
    expect(others).toMatchObject([{ name: "amy of the group", depts: [{ code: "QA" }] }]);
  });

  it.each(["hidden", "listed"] as const)(
    "who manages stays when HR names no manager (E1: %s)",
    async (otherCompanies) => {
      const staff = office().employee("amy").in("RD");
      const silent = directory().level("L1").department("RD", { manager: null }).department("QA");
      const wanted = silent.title("T1").title("T2").employee("amy").in("RD");
      const result = await run(staff, wanted, [foreign("gia", ["RD"])], manages("RD", "gia"), { otherCompanies });
      const name = otherCompanies === "listed" ? "gia (G-gia)" : "gia";
      expect(result.held).toEqual([["manager/RD/update", "not-listed", [name]]]);
      expect(result.managerOf("RD")).toEqual(other("gia"));
    },
  );

  it("who manages gives way to a manager whom HR names, also to one with the same account", async () => {
    const staff = office().employee("amy", { number: "1" }).in("RD");
    const wanted = office().employee("amy", { number: "1" }).in("RD").managing("RD");
    const result = await run(staff, wanted, [foreign("amy", ["RD"])], manages("RD", "amy"));
    expect([result.held, result.changes]).toEqual([[], ["manager/RD/update"]]);
    expect(result.managerOf("RD")).toBe("amy");
  });

  it("who manages keeps a department where it is, because a move may lose the manager", async () => {
    const staff = office().employee("amy").in("RD");
    const wanted = directory().level("L1").department("RD").department("QA", { parent: "RD" }).title("T1").title("T2");
    const quirks = { d7: "takes-along" } as const;
    const result = await run(
      staff,
      wanted.employee("amy").in("RD"),
      [foreign("gia", ["QA"])],
      manages("QA", "gia"),
      quirks,
    );
    expect(result.held).toContainEqual(["department/QA/move", "not-listed", ["gia"]]);
    expect(result.managerOf("QA")).toEqual(other("gia"));
  });

  it.each(["one", "cascade"] as const)("keeps a department open (D4: %s)", async (d4) => {
    const staff = office().employee("amy").in("RD");
    const wanted = directory().level("L1").department("RD").department("QA", { active: false }).title("T1").title("T2");
    const result = await run(staff, wanted.employee("amy").in("RD"), [foreign("gia", ["QA"])], undefined, { d4 });
    expect(result.held).toEqual([["department/QA/deactivate", "still-occupied", ["gia"]]]);
    expect([result.writes, result.others[0]?.depts.length]).toEqual([0, 1]);
  });

  it("who is inactive keeps no department open", async () => {
    const staff = office().employee("amy").in("RD");
    const wanted = directory().level("L1").department("RD").department("QA", { active: false }).title("T1").title("T2");
    const gone = foreign("gia", ["QA"], { active: false });
    const result = await run(staff, wanted.employee("amy").in("RD"), [gone]);
    expect([result.held, result.changes]).toEqual([[], ["department/QA/deactivate"]]);
  });

  it.each(["kept", "dropped"] as const)("who supervises is not lost in E14 (%s)", async (supervisorsOnReplace) => {
    const staff = (title: string) => office().employee("amy").in("RD", { title });
    const result = await run(staff("T1"), staff("T2"), [foreign("gia", ["RD"])], supervises("amy", "gia"), {
      supervisorsOnReplace,
    });
    expect(result.held).toEqual([["post/amy/update", "not-listed", ["gia"]]]);
    expect(result.supervisorOf("amy")).toEqual([other("gia")]);
  });

  it("who supervises stays when HR says that the manager approves, and gives way to a supervisor whom HR names", async () => {
    const staff = (supervisor: string | null) =>
      office().employee("bob").in("RD").employee("amy").in("RD", { supervisor });
    const kept = await run(staff(null), staff(null), [foreign("bob", ["RD"])], supervises("amy", "bob"));
    expect(kept.held).toEqual([["supervisor/amy/RD/update", "not-listed", ["bob (G-bob)"]]]);
    expect(kept.supervisorOf("amy")).toEqual([other("bob")]);
    const given = await run(staff(null), staff("bob"), [foreign("bob", ["RD"])], supervises("amy", "bob"));
    expect([given.held, given.supervisorOf("amy")]).toEqual([[], ["bob"]]);
  });

  describe.each([
    ["equal", "1"],
    ["hidden", null],
  ])("with the account of somebody here and a number that is %s", (_, employeeNumber) => {
    const others = [foreign("bob", ["RD"], { employeeNumber })];
    const staff = (supervisor: string | null, title = "T1") =>
      office()
        .employee("bob", { number: "1" })
        .in("RD")
        .employee("amy", { number: "2" })
        .in("RD", { supervisor, title });

    it("who supervises stays when HR says that the manager approves, and is not lost in E14", async () => {
      const cleared = await run(staff(null), staff(null), others, supervises("amy", "bob"));
      expect(cleared.held).toEqual([["supervisor/amy/RD/update", "not-listed", ["bob"]]]);
      expect(cleared.supervisorOf("amy")).toEqual([other("bob")]);
      const dropped = { supervisorsOnReplace: "dropped" } as const;
      const moved = await run(staff(null), staff(null, "T2"), others, supervises("amy", "bob"), dropped);
      expect(moved.held).toContainEqual(["post/amy/update", "not-listed", ["bob"]]);
      expect(moved.supervisorOf("amy")).toEqual([other("bob")]);
    });

    it("our own supervisor is replaced by somebody whom HR names, and stays if HR names them", async () => {
      const given = await run(staff("bob"), staff("amy-s").employee("amy-s").in("RD"), others);
      expect([given.status, given.supervisorOf("amy")]).toEqual(["succeeded", ["amy-s"]]);
      const same = await run(staff("bob"), staff("bob"), others);
      expect([same.held, same.writes]).toEqual([[], 0]);
    });
  });

  it("is not seen in an ordinary company: a supervisor of our own is cleared", async () => {
    const staff = (supervisor: string | null) =>
      office().employee("bob", { number: "1" }).in("RD").employee("amy").in("RD", { supervisor });
    const { held, supervisorOf } = await run(staff("bob"), staff(null), []);
    expect([held, supervisorOf("amy")]).toEqual([[], [null]]);
  });

  it.each(["posts", "no posts"])(
    "whom E1 lists and HR has is held, and keeps no leaver enabled (HR has %s)",
    async (said) => {
      const staff = office().employee("amy").in("RD");
      const wanted = office()
        .employee("amy", { active: false })
        .in("RD")
        .employee("gia", { name: "Gia", active: false })
        .in("RD");
      const source = wanted.source();
      const employees = source.directory.employees?.map(({ posts, ...person }) =>
        said === "posts" ? { ...person, posts } : person,
      );
      const result = await run(
        staff,
        { ...wanted, source: () => ({ ...source, directory: { ...source.directory, employees } }) } as DirectoryBuilder,
        [foreign("gia", ["RD"])],
        undefined,
        { otherCompanies: "listed" },
      );
      expect(result.held).toEqual([["employee/gia/update", "other-company", ["gia"]]]);
      expect([result.status, result.changes, result.writes]).toEqual(["succeeded", ["employee/amy/deactivate"], 1]);
    },
  );

  it("who manages, and whom E1 lists with the number of somebody in HR, stays", async () => {
    const staff = office().employee("amy").in("RD");
    const wanted = staff.employee("gina", { number: "G-gia", name: "gia of the group" }).in("RD").source();
    const departments = wanted.directory.departments?.map((one) => ({ ...one, manager: null }));
    const source = () => ({ ...wanted, directory: { ...wanted.directory, departments } });
    const quirks = { otherCompanies: "listed" } as const;
    const result = await run(
      staff,
      { ...staff, source } as DirectoryBuilder,
      [foreign("gia", ["RD"])],
      manages("RD", "gia"),
      quirks,
    );
    expect(result.held).toContainEqual(["manager/RD/update", "not-listed", ["gia"]]);
    expect([result.managerOf("RD"), result.writes]).toEqual([other("gia"), 0]);
  });

  it("below an inactive department keeps the one above open, where D4 takes along what is below", async () => {
    const tree = (active: boolean) =>
      directory()
        .level("L1")
        .department("RD")
        .department("QA", { active })
        .department("OLD", { parent: "QA", active: false })
        .title("T1")
        .title("T2")
        .employee("amy")
        .in("RD");
    const result = await run(tree(true), tree(false), [foreign("gia", ["OLD"])], undefined, { d4: "cascade" });
    expect(result.held).toEqual([["department/QA/deactivate", "still-occupied", ["gia"]]]);
    expect([result.writes, result.others[0]?.depts.length]).toEqual([0, 1]);
  });

  it("keeps a department where it is that would move below an inactive one, where D7 takes it along", async () => {
    const tree = (parent: string | null) =>
      directory()
        .level("L1")
        .department("RD")
        .department("OLD", { active: false })
        .department("QA", { parent })
        .department("QA1", { parent: "QA" })
        .title("T1")
        .title("T2")
        .employee("amy")
        .in("RD");
    const quirks = { d7: "takes-along", d4: "cascade" } as const;
    const result = await run(tree(null), tree("OLD"), [foreign("gia", ["QA1"])], undefined, quirks);
    expect(result.held).toEqual([["department/QA/move", "still-occupied", ["gia"]]]);
    expect([result.writes, result.others[0]?.depts.length]).toEqual([0, 1]);
  });

  it("E2 and E4 of a newcomer with the account of such a person do not stop the run", async () => {
    const staff = office().employee("amy").in("RD");
    const wanted = office().employee("amy").in("RD").employee("gia", { number: "7" }).in("RD");
    const result = await run(staff, wanted, [foreign("gia", ["RD"])], manages("RD", "gia"));
    expect([result.status, result.others.length]).toEqual(["succeeded", 1]);
    expect(result.managerOf("RD")).toEqual(other("gia"));
  });
});

describe("`musterd check`", () => {
  it.each(["not-found", "null", "error"] as const)(
    "passes where E1 lists a foreign person first (E2: %s)",
    async (nobody) => {
      const organisation = structuredClone(
        organisationOf(directory().level("L1").department("RD").employee("amy").in("RD").full()),
      );
      organisation.employees.unshift(foreign("gia", ["RD"]));
      await serviceHas(organisation, { otherCompanies: "listed", nobody });
      const reader = openReader(quickSettings(fixture), createLog("silent"));
      try {
        const [line, ...failed] = await reader.checkBindings(wordsOf("en").check);
        expect(line).toMatchObject({ found: expect.stringContaining("E2, E4") });
        expect(failed.filter((one) => "error" in one)).toEqual([]);
      } finally {
        await reader.close();
      }
    },
  );
});

/** A pair, the service's organisation with people of other companies in it, and a habit of the site. */
type Mixed = { readonly pair: Pair; readonly organisation: Organisation; readonly quirks: Partial<Quirks> };

const habits: readonly Partial<Quirks>[] = [
  {},
  { otherCompanies: "listed" },
  { supervisorsOnReplace: "dropped" },
  { supervisorShown: "effective" },
  { supervisorsOnReplace: "dropped", supervisorShown: "effective", otherCompanies: "listed" },
  { d7: "takes-along" },
  { d4: "cascade" },
  { managerLeaves: "cleared" },
  { renamedAccounts: "forgotten" },
  { inactivePeople: "hidden" },
];

const mixed = fc.tuple(pairs(), fc.gen()).map(([pair, gen]): Mixed => {
  const draw = <T>(arbitrary: fc.Arbitrary<T>): T => gen(() => arbitrary);
  const organisation = structuredClone(organisationOf(pair.current));
  const codes = organisation.departments.map(({ code }) => code);
  const known = [...pair.current.employees, ...(pair.source.directory.employees ?? [])];
  const accounts = [...new Map(known.map(({ account }) => [canonical(account), account])).values(), "zoe", "yan"];
  const others = draw(fc.subarray(accounts, { minLength: 1, maxLength: Math.min(4, accounts.length) })).map(
    (account) => {
      const namesake = known.find((person) => canonical(person.account) === canonical(account));
      const departments = draw(fc.subarray(codes, { maxLength: Math.min(2, codes.length) }));
      // Two people with one account, one of whom has no post here, are told apart by their numbers only.
      const isSeen = departments.length > 0;
      const numbers = [`G-${account}`, ...(namesake && !isSeen ? [] : [null, (namesake ?? known[0])?.number ?? null])];
      const employeeNumber = draw(fc.constantFrom(...numbers));
      return foreign(account, departments, { employeeNumber, active: draw(fc.integer({ min: 0, max: 5 })) > 0 });
    },
  );
  const numbered = new Map(others.map((one) => [canonical(one.employeeNumber ?? one.account), one]));
  organisation.employees.push(...numbered.values());
  const somebody = () => other(draw(fc.constantFrom(...[...numbered.values()].map(({ account }) => account))));
  const happens = () => draw(fc.integer({ min: 0, max: 3 })) === 0;
  for (const department of organisation.departments) if (happens()) department.manager = somebody();
  for (const { corpCode: home, depts } of organisation.employees)
    if (!home) for (const post of depts) if (happens()) post.supervisor = somebody();
  return { pair, organisation, quirks: draw(fc.constantFrom(...habits)) };
});

const pairCount = 120;
const sample = fc
  .sample(mixed, { seed: 20_261_122, ...cases(pairCount) })
  .map((one, at) => [firstOf(pairCount) + at, one] as const);

const named = (account: string | null | undefined) => canonical(account ?? "");

describe("a run over random directories with people of other companies in them", () => {
  it.each(sample)("leaves them all that they have in pair %i", async (_, one) => {
    const { pair, organisation, quirks } = one;
    await serviceHas(organisation, { managersAreMembers: pair.settings.managerMustBeMember, ...quirks });
    const before = await fixture.dump();
    const nowMs = () => Date.parse(`${pair.today}T04:00:00Z`);
    const site = await openRunSite(quickSettings(fixture), redis, { nowMs });
    const settings = { ...pair.settings, accepted: kinds.map((kind) => breachName({ code: "source-empty", kind })) };
    try {
      for (let count = 0; count < 2; count += 1) {
        const { run } = await site.run({ ...pair, settings });
        expect(run.error).toBeUndefined();
        const refused = writesOf(await fixture.calls()).filter(({ status }) => status === null || status >= 400);
        expect(refused.map(({ operation, status }) => [operation, status])).toEqual([]);
      }
    } finally {
      await site.close();
    }
    const after = await fixture.dump();
    const renamed = new Set(
      pair.source.renames.flatMap(({ kind, from, to }) => (kind === "department" ? [named(from), named(to)] : [])),
    );
    const theirs = ({ employees }: Organisation) =>
      employees
        .filter(({ corpCode: home }) => home !== undefined)
        .map((person) => ({
          ...person,
          depts: person.depts.map((post) => (renamed.has(named(post.code)) ? { ...post, code: "renamed" } : post)),
        }));
    expect(theirs(after)).toEqual(theirs(before));
    expectRolesKept(pair, before, after, renamed);
  });

  const expectRolesKept = (
    pair: Pair,
    before: Organisation,
    after: Organisation,
    renamed: ReadonlySet<string>,
  ): void => {
    const wantedManager = new Map(
      (pair.source.directory.departments ?? []).map((one) => [named(one.code), one.manager]),
    );
    const departments = new Map(after.departments.map((one) => [named(one.code), one]));
    for (const { code, manager } of before.departments) {
      const now = departments.get(named(code));
      if (!isOther(manager) || !now || renamed.has(named(code))) continue;
      const wanted = wantedManager.get(named(code));
      const isReplaced = typeof now.manager === "string" && named(wanted) === named(now.manager);
      expect([code, now.manager]).toEqual([code, isReplaced ? now.manager : manager]);
    }
    const people = new Map(after.employees.filter((one) => !one.corpCode).map((one) => [named(one.account), one]));
    for (const person of before.employees.filter((one) => !one.corpCode)) {
      for (const { code, supervisor } of person.depts) {
        const now = people.get(named(person.account))?.depts.find((post) => named(post.code) === named(code));
        if (!isOther(supervisor) || !now || renamed.has(named(code))) continue;
        const stated = (pair.source.directory.employees ?? [])
          .flatMap(({ posts = [] }) => posts)
          .some(
            (post) =>
              named(post.department) === named(code) && named(post.supervisor) === named(accountIn(now.supervisor)),
          );
        const isReplaced = typeof now.supervisor === "string" && stated;
        expect([person.account, code, now.supervisor]).toEqual([
          person.account,
          code,
          isReplaced ? now.supervisor : supervisor,
        ]);
      }
    }
  };
});
