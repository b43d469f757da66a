/** Examples of what a profile remembers of a snapshot. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { profileOf } from "../../../src/source/quality/profile.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { company, secrets, snapshotOf } from "./company.ts";

const digest = (text: string): string => createHash("sha1").update(text).digest("base64").slice(0, 12);

describe("a profile", () => {
  it("holds numbers, canonical keys, and digests of names and addresses", () => {
    const { directory: full } = directory()
      .department("A", { name: "總經理室", level: "L1" })
      .department("Ｂ", { name: "Cafe\u0301", level: "L1", parent: "a", manager: "ANN" })
      .employee("ANN", { name: "王小明 ", number: "００１", email: "Ann@Example.com" })
      .in("A", { title: "T1" })
      .in("B")
      .employee("bob", { name: "", number: null })
      .source();
    const profile = profileOf({
      directory: full,
      rejected: [
        { kind: "employee", file: "e.csv", line: 4, column: "*", code: "cell-count", reason: "", key: "carl" },
      ],
      renames: [{ kind: "department", from: "OLD", to: "A" }],
    });
    expect(profile).toEqual({
      version: 1,
      kinds: {
        department: {
          rows: 2,
          rejected: 0,
          fill: { rows: 2, known: 2, filled: { code: 2, name: 2, parent: 1, level: 2, active: 2, manager: 1 } },
          keys: ["a", "b"],
          traces: { name: [digest("總經理室"), digest("Café")] },
          renamed: [["old", "a"]],
        },
        employee: {
          rows: 3,
          rejected: 1,
          fill: { rows: 3, known: 2, filled: { account: 2, name: 1, number: 1, email: 1, active: 2 } },
          keys: ["ann", "bob"],
          traces: { number: ["001", ""], email: [digest("ann@example.com"), ""], name: [digest("王小明"), ""] },
          renamed: [],
          posts: [2, 0],
          partTime: [1, 0],
          functions: [0, 0],
        },
        post: {
          rows: 2,
          rejected: 0,
          fill: { rows: 2, known: 1, filled: { title: 1 } },
          keys: [],
          traces: {},
          renamed: [],
        },
      },
      tree: { roots: 1, orphans: 0, depth: 2 },
    });
  });

  it("identifies nobody", () => {
    const text = JSON.stringify(profileOf(snapshotOf(company())));
    expect(text).toContain('"e000007"');
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it("can be made where departments lie below themselves", () => {
    const circle = directory()
      .department("A", { parent: "C" })
      .department("B", { parent: "A" })
      .department("C", { parent: "B" })
      .department("D", { parent: "D" })
      .source();
    expect(profileOf(circle).tree).toEqual({ roots: 0, orphans: 0, depth: 3 });
  });

  it("has no posts for a person with a rejected post, or for anybody without posts if the rejected one has no owner", () => {
    const source = directory().employee("a", { number: "1" }).employee("b").employee("c").in("A").source();
    const row = { kind: "post", file: "p.csv", line: 2, column: "*", code: "x", reason: "" } as const;
    const postsOf = (key?: string) => {
      const { kinds } = profileOf({ ...source, rejected: [key === undefined ? row : { ...row, key }] });
      expect(kinds.post).toMatchObject({ rows: 2, rejected: 1 });
      return kinds.employee?.posts;
    };
    expect(postsOf("1")).toEqual([-1, 0, 1]);
    expect(postsOf("nobody")).toEqual([-1, -1, 1]);
    expect(postsOf()).toEqual([-1, -1, 1]);
  });
});
