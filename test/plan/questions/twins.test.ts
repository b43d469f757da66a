/** Tests newcomers who may already be in the service: what counts as evidence, who is no candidate, the effect of a decision. */
import { describe, expect, test } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import { defaultIdentity } from "../../../src/model/directory/identity.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { withDecisions } from "../../../src/plan/questions/decisions.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { heldIn, idsOf, planBetween } from "../../support/target/plan-between.ts";

const base = () => directory().level("L1").department("RD").department("HR");
const newcomer = (fields: Partial<Employee>) => base().employee("new", { number: "N1", name: "王小明", ...fields });
const there = (fields: Partial<Employee>) => base().employee("old", { number: "N9", ...fields });

const twin = ["employee/new/create: possible-twin"];

describe("a newcomer is held if somebody unknown to HR has", () => {
  test.each<[string, Partial<Employee>, Partial<Employee>]>([
    ["the same ID number, in other character forms", { idCardNumber: "a123456789" }, { idCardNumber: "Ａ123456789 " }],
    ["the same e-mail", { email: "W@example.com" }, { email: "w@example.com" }],
    ["the same phone and name", { phoneNumber: "0912-345-678" }, { phoneNumber: "+886912345678", name: "王　小明" }],
    ["the same name and birth date", { birthDate: "1990-01-02" }, { name: "王小明", birthDate: "1990-01-02" }],
    ["the same name and hire date", { hireDate: "2020-01-02" }, { name: "王小明", hireDate: "2020-01-02" }],
    ["the same e-mail, and is inactive", { email: "w@example.com" }, { email: "w@example.com", active: false }],
  ])("%s", (_, own, other) => {
    const plan = planBetween(there({ name: "別人", ...other }), newcomer(own));
    expect(heldIn(plan)).toEqual(twin);
    expect(plan.held[0]).toMatchObject({ about: ["old"], candidates: [{ key: "old" }] });
  });

  test("the same ID number, although the person has left for HR: the other account may still be signed in to", () => {
    const plan = planBetween(
      there({ idCardNumber: "A123456789" }),
      newcomer({ idCardNumber: "A123456789", active: false }),
    );
    expect(heldIn(plan)).toEqual(twin);
    expect(plan.notices.map(({ code }) => code)).not.toContain("inactive-not-created");
  });

  test("the same name in the same department", () => {
    const plan = planBetween(there({ name: "王小明" }).in("RD"), newcomer({}).in("RD"));
    expect(heldIn(plan)).toEqual(twin);
  });
});

describe("a newcomer is created if", () => {
  const created = ["employee/new/create"];

  test.each<Partial<Employee>>([{ email: "shop@example.com" }, { idCardNumber: "0000000000" }])(
    "three people of other names who have left had %o; of two, or of a near name, it is asked",
    (common) => {
      const after = (leavers: number, name = "別人") =>
        heldIn(
          planBetween(
            directory({
              employees: Array.from({ length: leavers }, (_, index) => {
                return { account: `old${index}`, number: `L${index}`, name, active: false, ...common };
              }),
            }),
            directory().employee("new", { number: "N1", name: "王小明", ...common }),
          ),
        );
      expect([after(3), after(2), after(3, "王小民")]).toEqual([[], twin, twin]);
    },
  );

  test.each<[string, Partial<Employee>, Partial<Employee>]>([
    ["only the name is the same", {}, { name: "王小明" }],
    ["people with different names share a phone", { phoneNumber: "02-2345-6789" }, { phoneNumber: "02-2345-6789" }],
    ["only blank values are the same", { email: null, idCardNumber: null }, { email: null, idCardNumber: null }],
    ["only an extension is the same", { phoneNumber: "#123" }, { phoneNumber: "#123", name: "王小明" }],
  ])("%s", (_, own, other) => {
    expect(idsOf(planBetween(there({ name: "別人", ...other }), newcomer(own)).changes)).toEqual(created);
  });

  test("the namesake is in another department", () => {
    const plan = planBetween(there({ name: "王小明" }).in("HR"), newcomer({}).in("RD"));
    expect(idsOf(plan.changes)).toEqual(created);
  });

  test("the other one is known to HR as somebody else", () => {
    const current = there({ name: "王小明", hireDate: "2020-01-02" });
    const desired = newcomer({ hireDate: "2020-01-02" }).employee("old", { number: "N9", name: "王小明" });
    expect(idsOf(planBetween(current, desired).changes)).toEqual(created);
  });

  test("an unusable row names the other person", () => {
    const stated = (source: SourceSnapshot): SourceSnapshot => ({
      ...source,
      rejected: [{ kind: "employee", file: "hr.csv", line: 2, column: "name", code: "bad", reason: "", key: "N9" }],
    });
    const current = there({ name: "王小明", hireDate: "2020-01-02" });
    expect(idsOf(planBetween(current, newcomer({ hireDate: "2020-01-02" }), { stated }).changes)).toEqual(created);
  });

  test("the configured weights of the evidence are too low", () => {
    const rules = [{ same: ["email"], weight: 20 } as const, { same: ["name", "hireDate"], weight: 20 } as const];
    const both = { email: "w@example.com", name: "王小明", hireDate: "2020-01-02" };
    const plans = [30, 40, 41].map((holdFrom) => {
      const settings = { identity: { ...defaultIdentity, rules, holdFrom } };
      return planBetween(there({ ...both, active: false }), newcomer(both), { settings }).held.length;
    });
    expect(plans).toEqual([1, 1, 0]);
  });
});

test("a leaver is not asked about if the other account is disabled, too", () => {
  const plan = planBetween(
    there({ idCardNumber: "A123456789", active: false }),
    newcomer({ idCardNumber: "A123456789", active: false }),
  );
  expect(plan.held).toEqual([]);
  expect(plan.notices.map(({ code }) => code)).toContain("inactive-not-created");
});

describe("evidence is shown", () => {
  test("by rule, with the differences, the most likely person first", () => {
    const current = base()
      .employee("a", { name: "王小明", hireDate: "2020-01-02" })
      .employee("b", { name: "王 小明", hireDate: "2020-01-02", email: "w@example.com" });
    const plan = planBetween(current, newcomer({ hireDate: "2020-01-02", email: "w@example.com" }));
    expect(plan.held[0]?.candidates).toEqual([
      {
        key: "b",
        label: "王 小明",
        active: true,
        weight: 140,
        evidence: [["email"], ["name", "hireDate"]],
        fields: [
          { field: "account", before: "b", after: "new" },
          { field: "number", before: null, after: "N1" },
          { field: "name", before: "王 小明", after: "王小明" },
        ],
      },
      expect.objectContaining({ key: "a", weight: 60 }),
    ]);
  });
});

describe("an account alone", () => {
  test.each<[string, Partial<Employee>, Partial<Employee>, readonly string[]]>([
    ["is enough if nothing contradicts it", {}, {}, []],
    ["is not enough if the names differ", {}, { name: "李大華" }, ["employee/new/update: possible-twin"]],
    [
      "is enough under another name with the same ID number",
      { idCardNumber: "A1" },
      { name: "李", idCardNumber: "A1" },
      [],
    ],
    [
      "is not enough if the ID numbers differ",
      { idCardNumber: "A1" },
      { idCardNumber: "A2" },
      ["employee/new/update: possible-twin"],
    ],
  ])("%s", (_, own, other, held) => {
    const plan = planBetween(base().employee("new", { name: "王小明", ...other }), newcomer(own));
    expect(heldIn(plan)).toEqual(held);
  });
});

describe("a decision", () => {
  const current = there({ name: "王小明", email: "w@example.com" });
  const desired = newcomer({ email: "w@example.com" });
  const decided = (same: boolean, key = "new", target = "old") =>
    planBetween(current, desired, {
      stated: (source) => withDecisions(source, current.target(), [{ kind: "employee", source: key, target, same }]),
    });

  test("for the same person updates the number and the account", () => {
    const plan = decided(true);
    expect(idsOf(plan.changes)).toEqual(["employee/old/update", "employee/old/rename"]);
    expect(idsOf(decided(true, "N1", "OLD").changes)).toEqual(idsOf(plan.changes));
  });

  test("for somebody else creates the person without the value that two active people would share", () => {
    const plan = decided(false);
    expect(heldIn(plan)).toEqual(["employee/new/update: value-taken"]);
    expect(plan.held[0]).toMatchObject({ about: ["old"], fields: [{ field: "email", after: "w@example.com" }] });
    expect(plan.changes.map(({ id, fields }) => [id, fields.some(({ field }) => field === "email")])).toEqual([
      ["employee/new/create", false],
    ]);
  });

  test("about one of two who have the value creates nobody", () => {
    const shared = base()
      .employee("old", { number: "N8", name: "李四", email: "w@example.com" })
      .employee("older", { number: "N9", name: "張三", idCardNumber: "A1" });
    const decision = { kind: "employee", source: "new", target: "old", same: false } as const;
    const plan = planBetween(shared, newcomer({ email: "w@example.com", idCardNumber: "A1" }), {
      settings: { identity: { ...defaultIdentity, holdFrom: 1000 } },
      stated: (source) => withDecisions(source, shared.target(), [decision]),
    });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["employee/new/create: value-taken"]);
  });

  test("about a person who does not exist is listed", () => {
    const codes = (plan: ReturnType<typeof decided>) => plan.notices.map(({ code, key }) => `${code} ${key}`);
    expect(codes(decided(true, "newt"))).toContain("decision-without-object newt");
    expect(codes(decided(true, "new", "odl"))).toContain("decision-without-object new");
    expect(codes(decided(true))).not.toContain("decision-without-object new");
  });

  test("that makes one person of two rows holds both", () => {
    const two = desired.employee("too", { number: "N2", name: "王小明" });
    const plan = planBetween(current, two, {
      stated: (source) =>
        withDecisions(source, current.target(), [
          { kind: "employee", source: "new", target: "old", same: true },
          { kind: "employee", source: "too", target: "old", same: true },
        ]),
    });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual([
      "employee/new/create: decisions-contradict",
      "employee/too/create: decisions-contradict",
    ]);
  });
});

describe("a code that the service does not have", () => {
  const named = (code: string, name: string) => directory().level("L1").department(code, { name });

  test("is held if the same name exists under another code below the same parent", () => {
    const old = named("A", "製造處").department("A1", { name: "一課", parent: "A" }).department("A2", { name: "二課" });
    const now = named("B", "製造處")
      .department("B1", { name: "一課", parent: "B" })
      .department("B2", { name: "二課", parent: "B" });
    const plan = planBetween(old, now);
    expect(heldIn(plan)).toEqual([
      "department/B/create: possible-twin",
      "department/B1/create: possible-twin",
      "department/B2/create: reference-held",
    ]);
    expect(plan.held.map(({ candidates }) => candidates?.map(({ fields }) => fields))).toEqual([
      [[{ field: "code", before: "A", after: "B" }]],
      [
        [
          { field: "code", before: "A1", after: "B1" },
          { field: "parent", before: "A", after: "B" },
        ],
      ],
      undefined,
    ]);
  });

  test("is held if most of the people are the same", () => {
    const people = (code: string, name: string, count: number) =>
      Array.from({ length: 4 }).reduce<ReturnType<typeof directory>>(
        (made, _, at) => made.employee(`p${at}`, { name: `p${at}`, number: `${at}` }).in(at < count ? code : "X"),
        named(code, name).department("X", { name: "其他" }),
      );
    const heldWith = (count: number) => heldIn(planBetween(people("A", "舊課", 4), people("B", "新課", count)));
    expect(heldWith(3)).toContain("department/B/create: possible-twin");
    expect(heldWith(2)).toEqual([]);
  });

  test.each([
    ["title", directory().title("T1", { title: "工程師" }), directory().title("T9", { title: "工 程師" })],
    ["function", directory().function("F1", { name: "採購" }), directory().function("F9", { name: "採購" })],
    ["level", directory().level("L1", { name: "處" }), directory().level("L9", { name: "處" })],
  ] as const)("is held for a %s of the same name", (kind, old, now) => {
    const plan = planBetween(old, now);
    expect(plan.changes).toEqual([]);
    expect(plan.held[0]).toMatchObject({ kind, reason: "possible-twin", candidates: [{ evidence: [["name"]] }] });
  });

  test("is renamed or created as somebody has decided", () => {
    const [old, now] = [named("A", "製造處"), named("B", "製造處")];
    const decided = (same: boolean) =>
      planBetween(old, now, {
        stated: (source) =>
          withDecisions(source, old.target(), [{ kind: "department", source: "b", target: "a", same }]),
      });
    expect(decided(true).changes).toMatchObject([{ id: "department/A/rename", fields: [{ before: "A", after: "B" }] }]);
    expect(idsOf(decided(false).changes)).toEqual(["department/B/create"]);
  });
});

describe("an ID number or e-mail", () => {
  const two = (a: Partial<Employee>, b: Partial<Employee>) =>
    directory()
      .employee("a", { number: "1", name: "A", ...a })
      .employee("b", { number: "2", name: "B", ...b });

  test("is not written if somebody else keeps it; the other fields are", () => {
    const current = two({ email: "x@example.com" }, { email: "y@example.com" });
    const plan = planBetween(current, two({ email: "x@example.com" }, { email: "X@example.com", name: "BB" }));
    expect(heldIn(plan)).toEqual(["employee/b/update/2: value-taken"]);
    expect(plan.changes.map(({ id, fields }) => [id, fields.map(({ field }) => field)])).toEqual([
      ["employee/b/update", ["name"]],
    ]);
  });

  test("is taken over after the other person has got another one", () => {
    const current = two({ email: "x@example.com" }, { email: "y@example.com" });
    const plan = planBetween(current, two({ email: "y@example.com" }, { email: "z@example.com" }));
    expect(heldIn(plan)).toEqual([]);
    expect(plan.changes.find(({ id }) => id === "employee/a/update")?.needs).toEqual(["employee/b/update"]);
  });

  test("is not taken over from somebody who cannot get another one", () => {
    const current = two({ email: "x@example.com" }, { email: "y@example.com" });
    const settings = { protectedAccounts: ["b"] };
    const plan = planBetween(current, two({ email: "y@example.com" }, { email: "z@example.com" }), { settings });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["employee/a/update: value-taken", "employee/b/update: protected"]);
  });

  test("may be exchanged in a cycle", () => {
    const current = two({ email: "x@example.com" }, { email: "y@example.com" });
    const plan = planBetween(current, two({ email: "y@example.com" }, { email: "x@example.com" }));
    expect(heldIn(plan)).toEqual([]);
    expect(idsOf(plan.changes).toSorted()).toEqual(["employee/a/update", "employee/b/update"]);
  });

  test("is not given to a newcomer who joins soon while somebody who works has it", () => {
    const plan = planBetween(
      directory().employee("a", { number: "1", name: "A", email: "x@example.com" }),
      two({ email: "x@example.com" }, { email: "x@example.com", hireDate: "2026-11-24" }),
      { settings: { identity: { ...defaultIdentity, holdFrom: 1000 } } },
    );
    expect(heldIn(plan)).toEqual(["employee/b/create: value-taken"]);
  });

  test("that two newcomers want is given to neither", () => {
    const plan = planBetween(directory(), two({ idCardNumber: "A1" }, { idCardNumber: "A1" }));
    expect(heldIn(plan)).toEqual(["employee/a/create: value-taken", "employee/b/create: value-taken"]);
  });

  test("of an inactive person is free", () => {
    const plan = planBetween(
      two({ active: false, email: "x@example.com" }, {}),
      two({ active: false }, { email: "x@example.com" }),
    );
    expect(heldIn(plan)).toEqual([]);
    expect(idsOf(plan.changes)).toEqual(["employee/b/update"]);
  });

  test("prevents the reactivation of a person who would share it", () => {
    const current = two({ active: false, email: "x@example.com" }, { email: "x@example.com" });
    const plan = planBetween(current, two({ active: true }, {}));
    expect(heldIn(plan)).toEqual(["employee/a/reactivate: value-taken"]);
  });
});

test("whoever is decided not to be one candidate is still held for the other: a second account would be made", () => {
  const both = base().employee("old", { number: "N9", name: "王小明", birthDate: "1990-01-02" });
  const now = both.employee("older", { number: "N8", name: "王小明", birthDate: "1990-01-02" });
  const wanted = newcomer({ birthDate: "1990-01-02" });
  const decision = { kind: "employee", source: "new", target: "old", same: false } as const;
  const plan = planBetween(now, wanted, { stated: (source) => withDecisions(source, now.target(), [decision]) });
  expect(heldIn(plan)).toEqual(twin);
  expect(plan.held[0]?.candidates?.map(({ key }) => key)).toEqual(["older"]);
});
