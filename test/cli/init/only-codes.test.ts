/** Where HR has codes of departments or titles and no names, the names that the service has stay. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { inFolder, proposalOf } from "./proposal-of.ts";

const csv = (header: string, row: (at: number) => string): string =>
  `${header}\n${Array.from({ length: 12 }, (_, at) => row(at)).join("\n")}\n`;

const proposed = async (files: Readonly<Record<string, string>>) => {
  const { yaml, draft } = await inFolder(files, (folder) =>
    proposalOf(folder, ({ id, options }) => (id === "department-name" ? "none" : (options[0]?.value ?? "?"))),
  );
  const { policy } = parse(yaml) as { policy?: { fields: Record<string, string> } };
  return { fields: policy?.fields, notes: draft.notes.filter((note) => note.includes("No column has the names")) };
};

describe("names of which HR has only codes", () => {
  it.each(["部門代號", "Dept ID", "Department"])(
    "are left as they are in the service: departments by %s",
    async (header) => {
      const people = csv(`工號,姓名,帳號,${header}`, (at) => `E${at}7,陳明${at},u${at},D${1 + (at % 3)}0`);
      const { fields, notes } = await proposed({ "people.csv": people });
      expect(fields).toEqual({ "department.name": "fill-if-empty" });
      expect(notes).toHaveLength(1);
    },
  );

  it("are left as they are where somebody says that a table of departments has no name", async () => {
    const { fields } = await proposed({
      "people.csv": csv("工號,姓名,帳號,部門代號", (at) => `E${at}7,陳明${at},u${at},D${1 + (at % 3)}0`),
      "departments.csv": "部門代號,Place\nD10,Bern\nD20,Rome\nD30,Oslo\n",
    });
    expect(fields).toEqual({ "department.name": "fill-if-empty" });
  });

  it("are left as they are: titles", async () => {
    const people = csv("工號,姓名,帳號,部門,職稱代號", (at) => `E${at}7,陳明${at},u${at},研發部,T${at % 3}`);
    const { fields } = await proposed({ "people.csv": people });
    expect(fields).toEqual({ "title.title": "fill-if-empty" });
  });

  it.each([
    ["部門", "研發部"],
    ["Department", "R&D"],
    ["部門代號", "研發部"],
    ["部門代號,部門名稱", "D10,研發部"],
  ])("are no codes: %s %s", async (header, department) => {
    const people = csv(`工號,姓名,帳號,${header}`, (at) => `E${at}7,陳明${at},u${at},${department}`);
    expect(await proposed({ "people.csv": people })).toEqual({ fields: undefined, notes: [] });
  });
});
