/** Managers and supervisors given by name: each reference means one person or nobody. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvText, readCsv } from "./csv-folder.ts";

const tree = [
  ["A", ""],
  ["B", "A"],
  ["C", "B"],
  ["D", "A"],
] as const;

type Person = {
  readonly account: string;
  readonly name: string;
  readonly department?: string;
  readonly active?: string;
};
type Case = {
  readonly people: readonly Person[];
  readonly manager?: string;
  readonly of?: string;
  readonly posts?: readonly (readonly [holder: string, department: string, supervisor?: string])[];
  readonly settings?: object;
};

const read = ({ people, manager = "", of = "C", posts = [], settings = {} }: Case) =>
  readCsv(
    {
      "d.csv": csvText(
        ["code", "parent", "manager"],
        tree.map(([code, parent]) => [code, parent, code === of ? manager : ""]),
      ),
      "e.csv": csvText(
        ["account", "name", "department", "active"],
        people.map(({ account, name, department = "", active = "" }) => [account, name, department, active]),
      ),
      "p.csv": csvText(
        ["employee", "department", "supervisor"],
        posts.map(([holder, department, supervisor = ""]) => [holder, department, supervisor]),
      ),
    },
    {
      peopleBy: "account",
      quality: { "rejected-many": "off" },
      departments: {
        file: "d.csv",
        columns: { code: "code", parent: "parent", manager: { column: "manager", by: "name" } },
      },
      employees: {
        file: "e.csv",
        columns: { account: "account", name: "name", department: "department", active: "active" },
        ...settings,
      },
      posts: {
        file: "p.csv",
        columns: {
          employee: "employee",
          department: "department",
          supervisor: { column: "supervisor", by: "name" },
        },
      },
    },
  );

const managerOf = async (said: Case) => {
  const { directory, rejected } = await read(said);
  return [directory.departments?.find(({ code }) => code === "C")?.manager, ...rejected.map(({ code }) => code)];
};

const lin = (account: string, department?: string, active?: string): Person => ({
  account,
  name: "林小明",
  ...(department === undefined ? {} : { department }),
  ...(active === undefined ? {} : { active }),
});

describe("a manager who is named by name", () => {
  it("is the one with the name, whatever its blanks and width", async () => {
    expect(await managerOf({ people: [lin("l")], manager: " 林　小明" })).toEqual(["l"]);
    expect(await managerOf({ people: [{ account: "a", name: "Ann Lee" }], manager: "ＡＮＮ Lee" })).toEqual(["a"]);
  });

  it.each([
    ["the one of the same department", [lin("b", "B"), lin("c", "C")], ["c"]],
    ["the one nearest above", [lin("a", "A"), lin("b", "B"), lin("d", "D")], ["b"]],
    ["nobody where two are as near", [lin("b", "B"), lin("b2", "B"), lin("a", "A")], [undefined, "person-ambiguous"]],
    ["nobody where none is above", [lin("d", "D"), lin("d2", "D")], [undefined, "person-ambiguous"]],
    ["nobody where it is not known where one of them is", [lin("c", "C"), lin("x")], [undefined, "person-ambiguous"]],
    ["not somebody who has left, if another is there", [lin("c", "C", "N"), lin("d", "D", "Y")], ["d"]],
    ["somebody who has left, if nobody else bears the name", [lin("c", "C", "N")], ["c"]],
    ["nobody without the name", [{ account: "x", name: "王" }], [undefined, "person-unknown"]],
  ])("is %s", async (_, people, expected) => {
    expect(await managerOf({ people, manager: "林小明" })).toEqual(expected);
  });

  it("is found by a post in another department too", async () => {
    const people = [lin("d", "D"), lin("b", "B")];
    expect(await managerOf({ people, manager: "林小明", posts: [["d", "C"]] })).toEqual(["d"]);
  });

  it("is not somebody whose namesake's row was rejected", async () => {
    const people = [lin("c", "C"), lin("b", undefined, "?")];
    expect(await managerOf({ people, manager: "林小明" })).toEqual([undefined, "value-unknown", "person-ambiguous"]);
  });

  it("counts a namesake who is out of scope, but not an older row of the same person", async () => {
    const except = { except: [{ column: "active", is: "N" }] };
    const other = [lin("c", "C"), lin("x", "C", "N")];
    expect(await managerOf({ people: other, manager: "林小明", settings: except })).toEqual(["c"]);
    const same = [lin("c", "C"), lin("c", "C", "N")];
    expect(await managerOf({ people: same, manager: "林小明", settings: except })).toEqual(["c"]);
    const guests = { except: [{ column: "account", is: "x" }] };
    const guest = [lin("c", "C"), lin("x", "C")];
    expect(await managerOf({ people: guest, manager: "林小明", settings: guests })).toEqual([
      undefined,
      "person-ambiguous",
    ]);
  });

  it("is reported without the name", async () => {
    const { rejected } = await read({ people: [lin("d", "D"), lin("d2", "D")], manager: "林小明" });
    expect(JSON.stringify(rejected)).not.toContain("林");
    expect(rejected[0]?.reason).toMatch(/^2 people in the source have this name/);
  });

  it("is never wrong: where the truth is one of the bearers above, it is that one or nobody", async () => {
    const places = fc.array(fc.constantFrom("A", "B", "C", "D"), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(places, async (departments) => {
        const people = departments.map((department, at) => lin(`p${at}`, department));
        const [found] = await managerOf({ people, manager: "林小明" });
        const nearest = (["C", "B", "A"] as const).find((code) => departments.includes(code));
        const there = people.filter(({ department }) => department === nearest);
        const expected = people.length === 1 ? people : there.length === 1 ? there : [];
        expect(found).toBe(expected[0]?.account);
      }),
      { seed: 20_261_122, numRuns: 40 },
    );
  });
});

describe("a supervisor who is named by name", () => {
  const supervisorOf = async (said: Case) => {
    const { directory, rejected } = await read(said);
    const posts = directory.employees?.find(({ account }) => account === "me")?.posts;
    return [posts?.find(({ department }) => department === "C")?.supervisor, ...rejected.map(({ code }) => code)];
  };
  const me: Person = { account: "me", name: "我", department: "B" };

  it("is the one nearest above the post", async () => {
    const people = [me, lin("a", "A"), lin("c", "C")];
    expect(await supervisorOf({ people, posts: [["me", "C", "林小明"]] })).toEqual(["c"]);
  });

  it("is nobody where the holder bears the name too: he or the other may be meant", async () => {
    const people = [lin("me", "B"), lin("a", "A")];
    expect(await supervisorOf({ people, posts: [["me", "C", "林小明"]] })).toEqual([undefined, "person-ambiguous"]);
  });
});
