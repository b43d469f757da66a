/** Examples of proposals: the thresholds, the evidence in numbers, the answers that are offered, and what is not proposed. */
import { describe, expect, it } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";
import { decisionsIn, withPasted } from "../../support/pasted-lines.ts";
import { heldIn, planBetween } from "../../support/target/plan-between.ts";

/** Departments A, B, C, D, and those of `more`; `where` has one letter for each person: the department of the main post. */
const company = (where: string, without = "", more = ""): DirectoryBuilder =>
  Array.from(where).reduce(
    (made, code, at) => made.employee(`p${at}`, { name: `員工${at}`, number: `N${at}` }).in(code),
    Array.from(`ABCD${more}`)
      .filter((code) => !without.includes(code))
      .reduce((made, code) => made.department(code, { name: `${code}課` }), directory().level("L1")),
  );

const shortly = ({ proposals = [] }: Plan): readonly string[] =>
  proposals.map(({ what, from, to, people, of, meanwhile }) => {
    const [olds, news] = [from, to].map((named) => named.map(({ key }) => key).join("+"));
    return `${what} ${olds} → ${news}${people === undefined ? "" : ` ${people}/${of}`} ${meanwhile}`;
  });

describe("departments were merged", () => {
  it("if they are gone and more than half of each is in one department", () => {
    expect(shortly(planBetween(company("AAAABBBCC"), company("CCCDCCDCC", "AB")))).toEqual(["merge A+B → C 5/7 open"]);
    expect(shortly(planBetween(company("AAAABBBCC"), company("CCDDCCDCC", "AB")))).toEqual(["merge B → C 2/3 open"]);
  });

  it("if HR has closed them; the plan closes them too", () => {
    const now = company("CCCC", "A").department("A", { name: "A課", active: false });
    expect(shortly(planBetween(company("AAAC"), now))).toEqual(["merge A → C 3/3 closed"]);
  });

  it("if HR keeps a department from which three or more people went together", () => {
    expect(shortly(planBetween(company("AAABBCC"), company("CCCBBCC")))).toEqual(["merge A → C 3/3 open"]);
    expect(shortly(planBetween(company("AABBCC"), company("CCBBCC")))).toEqual([]);
    expect(shortly(planBetween(company("AAABBCC"), company("CCABBCC")))).toEqual([]);
  });

  it("into a new one, which can be the largest under a new code", () => {
    const plan = planBetween(company("AAABBBBB"), company("MMMMMMMM", "AB", "M"));
    expect(shortly(plan)).toEqual(["merge B+A → M 8/8 held"]);
    expect(plan.proposals?.[0]).toMatchObject({
      to: [{ key: "M", label: "M課" }],
      evidence: [["people"]],
      lines: ['- { kind: department, source: "M", is: "B" }', '- { kind: department, source: "M", isNot: "B" }'],
    });
    const even = planBetween(company("AAABBB"), company("MMMMMM", "AB", "M"));
    expect(shortly(even)).toEqual(["merge A+B → M 6/6 open"]);
    expect(even.proposals?.[0]?.lines).toEqual(['- { kind: department, source: "M", is: "A" }']);
  });

  it("beside the question whether another new one is one of them under a new code", () => {
    const now = company("CCCBBCC", "A").department("E", { name: "A課" });
    expect(shortly(planBetween(company("AAABBCC"), now))).toEqual(["merge A → C 3/3 open", "recode A → E 0/3 held"]);
  });

  it("but not if only one person was there, or the row of the department cannot be read", () => {
    expect(shortly(planBetween(company("ABB"), company("CBB", "A")))).toEqual([]);
    const unread = (source: SourceSnapshot): SourceSnapshot => ({
      ...source,
      rejected: [{ kind: "department", file: "d.csv", line: 2, column: "name", code: "bad", reason: "", key: "A" }],
    });
    expect(shortly(planBetween(company("AAACC"), company("CCCCC", "A"), { stated: unread }))).toEqual([]);
  });
});

describe("a department was split", () => {
  it("if more than half of its people are in two or more new ones, of which they are most", () => {
    const before = company("AAAAAAAAAA");
    expect(shortly(planBetween(before, company("XXXXYYYYYY", "A", "XY")))).toEqual(["split A → Y+X 10/10 held"]);
    expect(shortly(planBetween(before, company("XXXYYYAAAA", "", "XY")))).toEqual(["split A → X+Y 6/10 open"]);
    expect(shortly(planBetween(before, company("XXYYYAAAAA", "", "XY")))).toEqual([]);
    expect(shortly(planBetween(before, company("XYYYYYYAAA", "", "XY")))).toEqual([]);
    const others = company("AAAABBBBBBB");
    expect(shortly(planBetween(others, company("XXYYXXXBBBB", "A", "XY")))).toEqual([]);
  });

  it("and the largest part can keep the history", () => {
    const plan = planBetween(company("AAAAAA"), company("XXXYYY", "A", "XY"));
    expect(plan.proposals?.[0]?.lines).toEqual(['- { kind: department, source: "X", is: "A" }']);
    const kept = planBetween(company("AAAAAA"), company("XXYYAA", "", "XY"));
    expect(kept.proposals?.[0]?.lines).toEqual([]);
  });
});

describe("a department was re-coded", () => {
  it("with the numbers that say so", () => {
    const [before, after] = ["A".repeat(40), `${"R".repeat(37)}DDD`];
    const plan = planBetween(company(before), company(after, "A", "R"));
    expect(shortly(plan)).toEqual(["recode A → R 37/40 held"]);
  });

  it("if HR has closed it, and its people are in a new one", () => {
    const now = company("RRRD", "A", "R").department("A", { name: "A課", active: false });
    const plan = planBetween(company("AAAA"), now);
    expect(shortly(plan)).toEqual(["recode A → R 3/4 closed"]);
    expect(plan.proposals?.[0]?.lines).toEqual(['- { kind: department, source: "R", is: "A" }']);
  });

  it("but no new code is offered while the configuration renames one of the two", () => {
    const now = company("RRR", "A", "R").department("A", { name: "A課", active: false });
    const offered = (to: string) =>
      planBetween(company("AAA"), now, { renames: [{ kind: "department", from: "Z", to }] }).proposals?.[0]?.lines;
    expect([offered("r"), offered("Y")?.length]).toEqual([[], 1]);
  });

  it("unless somebody has decided that it is another one", () => {
    const decided = (source: SourceSnapshot) => ({
      ...source,
      distinct: [{ kind: "department" as const, source: "r", target: "a" }],
    });
    const now = company("RRR", "A", "R").department("A", { name: "A課", active: false });
    expect(shortly(planBetween(company("AAA"), now, { stated: decided }))).toEqual([]);
  });
});

it("offers an answer for every kind of code", () => {
  const plan = planBetween(
    directory().title("T1", { title: "工程師" }).level("L1", { name: "處" }),
    directory().title("0012", { title: "工程師" }).level("L9", { name: "處" }),
  );
  expect(shortly(plan)).toEqual(["recode L1 → L9 held", "recode T1 → 0012 held"]);
  const lines = (plan.proposals ?? []).flatMap((proposal) => proposal.lines[0] ?? []);
  expect(decisionsIn(lines)).toEqual([
    { kind: "level", source: "L9", target: "L1", same: true },
    { kind: "title", source: "0012", target: "T1", same: true },
  ]);
});

describe("people", () => {
  const base = () => directory().level("L1").department("A");
  const secret = { idCardNumber: "A123456789", birthDate: "1990-01-02", email: "wang@example.com" };
  const there = (fields: Partial<Employee>) => base().employee("old", { number: "N1", name: "王小明", ...fields });
  const inHr = (fields: Partial<Employee>) => base().employee("new", { number: "N9", name: "王小明", ...fields });

  it("have another number or account if the ID number or the account is the same", () => {
    const plan = planBetween(there(secret), inHr({ ...secret, email: null }));
    expect(shortly(plan)).toEqual(["re-key old → new held"]);
    expect(plan.proposals?.[0]?.evidence).toEqual([["idCardNumber"], ["name", "birthDate"]]);
    const numbered = planBetween(there({}), base().employee("old", { number: "N9", name: "王小明" }));
    expect(numbered.proposals).toMatchObject([{ what: "re-key", evidence: [["account"]] }]);
  });

  it("may be twins if other evidence agrees, or the account is the same and the rest contradicts it", () => {
    const { idCardNumber: _, ...rest } = secret;
    expect(shortly(planBetween(there(rest), inHr(rest)))).toEqual(["twin old → new held"]);
    const other = planBetween(
      there({ number: null, name: "李大華" }),
      base().employee("old", { number: "N9", name: "王" }),
    );
    expect(other.proposals).toMatchObject([{ what: "twin", evidence: [["account"]] }]);
  });

  it("are shown without a personal value", () => {
    const again = there(secret).employee("again", { number: "N8", name: "王小明", ...secret });
    const { proposals } = planBetween(there(secret), again);
    expect(proposals).toHaveLength(1);
    for (const value of Object.values(secret)) expect(JSON.stringify(proposals)).not.toContain(value);
  });

  it("who are one person in several candidates are asked about once", () => {
    const two = there({ email: "w@example.com" }).employee("old2", { name: "王小明", hireDate: "2020-01-02" });
    const plan = planBetween(two, inHr({ email: "w@example.com", hireDate: "2020-01-02" }));
    expect(shortly(plan)).toEqual(["twin old+old2 → new held"]);
    expect(plan.proposals?.[0]?.lines).toEqual([
      '- { source: "new", is: "old" }',
      '- { source: "new", is: "old2" }',
      '- { source: "new", isNot: ["old", "old2"] }',
    ]);
    const target = two.target();
    const answered = planBetween(two, inHr({ email: null, hireDate: "2020-01-02" }), {
      stated: (source) => withPasted(source, target, plan.proposals?.[0]?.lines.slice(-1) ?? []),
    });
    expect(heldIn(answered)).toEqual([]);
  });

  describe("twice in HR", () => {
    const again = (fields: Partial<Employee>, own: Partial<Employee> = {}) =>
      there(own).employee("again", { number: "N8", name: "王小明", ...fields });
    const born = { birthDate: "1990-01-02" };

    it("are found where one of them would get a second account", () => {
      expect(shortly(planBetween(there(born), again(born, born)))).toEqual(["twin old → again held"]);
      expect(shortly(planBetween(directory(), again(born, born)))).toEqual(["twin again → old held"]);
    });

    it("get no second account while both rows work, until somebody has said that they are two", () => {
      const plan = planBetween(there(born), again(born, born));
      expect(plan.held.map(({ key, reason, about }) => [key, reason, about])).toEqual([
        ["again", "value-taken", ["old"]],
      ]);
      expect(plan.changes).toEqual([]);
      // Of two newcomers only one is held.
      expect(planBetween(directory(), again(born, born)).changes.map(({ id }) => id)).toContain(
        "employee/again/create",
      );
    });

    it("are created where the other row has a last day: they go on under another number", () => {
      const ending = { ...born, resignationDate: "2027-12-31" };
      expect(shortly(planBetween(there(born), again(born, ending)))).toEqual(["twin old → again created"]);
    });

    it("are created where their ID numbers differ: they are namesakes born on one day", () => {
      const [one, other] = [
        { ...born, idCardNumber: "A123456780" },
        { ...born, idCardNumber: "B123456780" },
      ];
      expect(shortly(planBetween(there(one), again(other, one)))).toEqual(["twin old → again created"]);
      expect(shortly(planBetween(there(one), again(born, one)))).toEqual(["twin old → again held"]);
    });

    it("are created where they share only a mailbox", () => {
      const shared = { email: "hr@example.com" };
      const three = again({ ...shared, name: "陳美玲" }, shared).employee("third", {
        number: "N7",
        name: "林大為",
        ...shared,
      });
      const created = planBetween(there(shared), three).changes.map(({ id }) => id);
      expect(created).toEqual(["employee/again/create", "employee/third/create"]);
    });

    it("are found where an inactive person comes back under another number", () => {
      const former = { ...secret, active: false };
      const plan = planBetween(there(former), again(secret, former));
      expect(shortly(plan)).toEqual(["twin old → again created"]);
    });

    it("are not found where both have accounts, or one would not get any", () => {
      const joined = again(born, born).employee("third", { number: "N7", name: "陳美玲" });
      expect(shortly(planBetween(again(born, born), joined))).toEqual([]);
      expect(shortly(planBetween(there(born), again({ ...born, active: false }, born)))).toEqual([]);
    });

    it("are not found by a name with a day of hire or a department: these are namesakes", () => {
      const hired = { hireDate: "2020-01-02" };
      const now = there(hired)
        .in("A")
        .employee("again", { number: "N8", name: "王小明", ...hired })
        .in("A");
      expect(shortly(planBetween(there(hired).in("A"), now))).toEqual([]);
    });

    it("are not found by a mailbox that four people share", () => {
      const shared = (count: number) =>
        Array.from({ length: count }).reduce<DirectoryBuilder>(
          (made, _, at) => made.employee(`p${at}`, { number: `N${at}`, name: `${at}`, email: "hr@example.com" }),
          base(),
        );
      expect(shortly(planBetween(base(), shared(3)))).toHaveLength(3);
      expect(shortly(planBetween(base(), shared(4)))).toEqual([]);
    });

    it("are not asked about again once somebody has said that they are two", () => {
      const plan = planBetween(there(born), again(born, born));
      expect(plan.proposals?.[0]?.lines).toEqual(['- { source: "again", isNot: "old" }']);
      const answered = planBetween(there(born), again(born, born), {
        stated: (source) => withPasted(source, there(born).target(), plan.proposals?.[0]?.lines ?? []),
      });
      expect(answered.proposals).toBeUndefined();
      expect(answered.changes.map(({ id }) => id)).toEqual(["employee/again/create"]);
    });
  });
});
