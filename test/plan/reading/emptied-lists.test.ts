import { describe, expect, it } from "vitest";
import type { TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { emptiedLists } from "../../../src/plan/reading/emptied-lists.ts";
import { refuseEmptied } from "../../../src/run/prepare/refuse-emptied.ts";
import { directory } from "../../support/directory/directory-builder.ts";

const people = ["amy", "bob", "cid"] as const;
const company = people.reduce(
  (made, account, at) =>
    made
      .level(`L${at}`)
      .title(`T${at}`)
      .function(`F${at}`)
      .department(`D${at}`, { level: `L${at}` })
      .employee(account)
      .in(`D${at}`, { title: `T${at}`, functions: [`F${at}`] })
      .managing(`D${at}`),
  directory(),
);
const wanted = company.source().directory;
const shown = company.target();

const kindsIn = (...given: Parameters<typeof emptiedLists>) => emptiedLists(...given).map(({ kind }) => kind);
const lists = { levels: [], departments: [], titles: [], functions: [], employees: [] };

describe("a list of the service that is empty", () => {
  it.each([
    ["level", { levels: [] }],
    ["title", { titles: [] }],
    ["function", { functions: [] }],
    ["department", { departments: [] }],
    ["employee", { employees: [] }],
  ] as const)("is not believed if the rest names three of it: %s", (kind, part: Partial<TargetSnapshot>) => {
    expect(kindsIn(wanted, { ...shown, ...part })).toContain(kind);
  });

  it("is believed if everything is", () => {
    expect(emptiedLists(wanted, { ...shown, ...lists })).toEqual([]);
  });

  it("is believed where HR does not manage the kind", () => {
    expect(kindsIn({}, { ...shown, titles: [] })).toEqual([]);
  });

  it("is believed where all managers are of another company", () => {
    expect(kindsIn(wanted, { ...shown, employees: [], strangers: [...people] })).toEqual([]);
  });

  it("ends the run, which is repeated", () => {
    const refused = expect.objectContaining({ code: "response-incomplete", place: { operation: "T1" } });
    expect(() => refuseEmptied(wanted, { ...shown, titles: [] })).toThrow(refused);
  });
});
