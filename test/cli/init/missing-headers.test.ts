/** Files in which no header names what everybody needs: a name, and a department for the post. */
import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/cli/init/draft.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const read = (header: string, row: (at: number) => string, said: string) => {
  const rows = Array.from({ length: 8 }, (_, at) => `E${at}7,u${at},${row(at)}`);
  const answer = ({ id, options }: Question) =>
    id === "department" || id === "name" ? said : (options[0]?.value ?? "?");
  return inFolder({ "people.csv": `Employee Number,Login,${header}\n${rows.join("\n")}\n` }, async (folder) => {
    const { first, yaml } = await proposalOf(folder, answer);
    const { snapshot } = await readWith(folder, yaml);
    const asked = (id: string) => first.questions.find((one) => one.id === id)?.options.map(({ value }) => value);
    return { first, asked, employees: snapshot.directory.employees ?? [] };
  });
};

const person = (at: number): string => `Ann ${"ABCDEFGH"[at]}`;
const unit = (at: number): string => ["Legal", "Sales"][at % 2] ?? "";

describe("where no header names a department, it is asked", () => {
  const row = (at: number): string => `${person(at)},${unit(at)},2020-01-0${1 + at},Full-Time,Active,${900 + at}`;
  const header = "Name,Belongs To,Start Date,Kind,Status,Extension";

  it("among the columns whose texts repeat and mean nothing else", async () => {
    const { asked, employees } = await read(header, row, "Belongs To");
    expect(asked("department")).toEqual(["Belongs To", "none"]);
    expect(employees.map(({ posts }) => posts?.[0]?.department)).toEqual(
      Array.from({ length: 8 }, (_, at) => unit(at)),
    );
  });

  it("and none is read if somebody says so", async () => {
    const { employees } = await read(header, row, "none");
    expect(employees.flatMap(({ posts = [] }) => posts)).toEqual([]);
  });

  it("and a path is one", async () => {
    const { employees } = await read("Name,Belongs To", (at) => `${person(at)},Acme/${unit(at)}`, "Belongs To");
    expect(employees[1]?.posts?.[0]?.department).toBe("Acme.Sales");
  });

  it("and told, and left to decide, if no column can be it", async () => {
    const { first, asked } = await read("Name", person, "?");
    expect(asked("department")).toEqual(["none"]);
    expect(first.notes.join()).toContain("people.csv has no column that could be a department");
  });
});

describe("where no header names people, it is asked", () => {
  it("among columns of texts, although texts repeat", async () => {
    const { asked, employees } = await read("Called", (at) => `Ann ${"AB"[at % 2]}`, "Called");
    expect(asked("name")).toEqual(["Called", "none"]);
    expect(employees[0]?.name).toBe("Ann A");
  });

  it("although no column has texts", async () => {
    expect((await read("Locker", (at) => `${900 + at}`, "none")).asked("name")).toEqual(["none"]);
  });
});

it.each([
  ["VORNA,NACHN", (at: number) => `Ann,Lee${at}`, "name"],
  ["Name,Departments", (at: number) => `${person(at)},${unit(at)}`, "department"],
  [
    "성명,본부,팀",
    (at: number) => `${person(at)},${["개발본부", "영업본부"][at % 2]},${["플랫폼팀", "품질팀"][at % 2]}`,
    "department",
  ],
])("%s are known headers", async (header, row, id) => {
  const { asked, first } = await read(header, row, "?");
  expect(asked(id)).toBeUndefined();
  expect(first.parts.flatMap(({ lines }) => lines.map(({ field }) => field))).toContain(id);
});
