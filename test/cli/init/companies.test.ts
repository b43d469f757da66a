/** Several companies in one export: each gets a configuration that reads its own people, and nobody else. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runCli } from "../../support/processes/cli-process.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

type Row = readonly [company: string, number: string, department: string];

const header = "公司別,工號,帳號,姓名,部門代號,部門名稱";

const csv = (rows: readonly Row[]): string =>
  [
    header,
    ...rows.map(([company, number, department], at) =>
      [company, number, `user${at}`, `陳${String.fromCodePoint(0x4e00 + at)}`, department, `${department} 部`].join(
        ",",
      ),
    ),
    "",
  ].join("\n");

/** Both companies count from 1001, and both have a department A1. */
const rows: readonly Row[] = [
  ...["A1", "A1", "A2", "A2", "A2", "A1"].map((department, at): Row => ["北方", String(1001 + at), department]),
  ...["A1", "S1", "S1", "S1", "A1", "S1"].map((department, at): Row => ["南方", String(1001 + 2 * at), department]),
];

const proposedFor = (folder: string, company: string) =>
  proposalOf(folder, ({ id }) => (id === "company" ? company : "?"));

const accountsFor = async (folder: string, company: string): Promise<readonly string[]> => {
  const { yaml } = await proposedFor(folder, company);
  const { directory } = (await readWith(folder, yaml)).snapshot;
  return (directory.employees ?? []).map(({ account }) => account);
};

describe("an export with several companies", () => {
  it("is asked about, and each company is judged by its own rows", async () => {
    await inFolder({ "people.csv": csv(rows) }, async (folder) => {
      const { first, draft, yaml } = await proposedFor(folder, "南方");
      expect(first.questions[0]).toMatchObject({ id: "company" });
      expect(first.questions[0]?.options.map(({ value }) => value)).toEqual(["each", "北方", "南方", "all"]);
      expect(draft.questions.map(({ id }) => id)).toEqual(["company"]);
      expect(parse(yaml)).toMatchObject({
        source: {
          departments: { only: [{ column: "公司別", is: "南方" }] },
          employees: { only: [{ column: "公司別", is: "南方" }], columns: { number: "工號" } },
        },
        state: { folder: ".musterd/南方" },
      });
      expect(draft.unread).toEqual([]);
      const { directory } = (await readWith(folder, yaml)).snapshot;
      expect(directory.departments?.map(({ code }) => code)).toEqual(["A1", "S1"]);
    });
  });

  it("gives every row to exactly one company, whatever the names and sizes", async () => {
    const names = fc.uniqueArray(
      fc.constantFrom("北方", "南方", "A/S", "a-s", "ACME Ltd.", "甲.乙", "North", "北 方"),
      {
        minLength: 2,
        maxLength: 4,
      },
    );
    const company = names.chain((all) =>
      fc.array(fc.constantFrom(...all), { maxLength: 14 }).map((more) => [...all, ...all, ...all, ...all, ...more]),
    );
    await fc.assert(
      fc.asyncProperty(company, async (companies) => {
        const made = companies.map((name, at): Row => [name, String(1001 + at), `D${at % 3}`]);
        await inFolder({ "people.csv": csv(made) }, async (folder) => {
          const found = new Map<string, readonly string[]>();
          for (const name of new Set(companies)) found.set(name, await accountsFor(folder, name));
          const wanted = Map.groupBy(made.entries(), ([, [name]]) => name);
          for (const [name, its] of wanted) expect(found.get(name)).toEqual(its.map(([at]) => `user${at}`));
        });
      }),
      { seed: 20_261_126, numRuns: 12 },
    );
  });

  it("is read with the words of a status that only another company has", async () => {
    const withStatus = csv(rows)
      .trimEnd()
      .split("\n")
      .map((line, at) => `${line},${at === 0 ? "狀態" : at === 12 ? "離職" : "在職"}`)
      .join("\n");
    await inFolder({ "people.csv": `${withStatus}\n` }, async (folder) => {
      const { yaml } = await proposedFor(folder, "北方");
      expect(parse(yaml).source.employees.columns.active).toEqual({
        column: "狀態",
        values: { 在職: true, 離職: false },
      });
      const { directory } = (await readWith(folder, yaml)).snapshot;
      expect(directory.employees).toHaveLength(6);
    });
  });

  it("has names of files that differ, also where case does not count", async () => {
    const companies = ["A/S", "a-s", "A.S"].flatMap((name, at) =>
      rows.map(([, number, code]): Row => [name, `${at}${number}`, code]),
    );
    await inFolder({ "people.csv": csv(companies) }, async (folder) => {
      const folders = await Promise.all(
        ["A/S", "a-s", "A.S"].map(async (name) => parse((await proposedFor(folder, name)).yaml).state.folder),
      );
      expect(folders).toEqual([".musterd/A-S", ".musterd/a-s-2", ".musterd/A-S-3"]);
    });
  });

  it("is one company where somebody says so, and one where only one is named", async () => {
    await inFolder({ "people.csv": csv(rows) }, async (folder) => {
      const { yaml } = await proposedFor(folder, "all");
      expect(parse(yaml).source.employees).not.toHaveProperty("only");
      expect(parse(yaml)).not.toHaveProperty("state");
    });
    const alone = rows.map(([, number, department], at): Row => ["北方", `${number}${at}`, department]);
    await inFolder({ "people.csv": csv(alone) }, async (folder) => {
      expect((await proposedFor(folder, "?")).first.questions.map(({ id }) => id)).not.toContain("company");
    });
  });

  it("says that a table of departments without the column goes to each company", async () => {
    const people = csv(rows).replaceAll(/,[^,\n]*$/gm, "");
    const files = { "people.csv": people, "部門.csv": "部門代號,部門名稱\nA1,甲\nA2,乙\nS1,丙\n" };
    await inFolder(files, async (folder) => {
      const { draft } = await proposedFor(folder, "北方");
      expect(draft.notes).toContain("部門.csv has no 公司別: each company gets all departments of it.");
    });
  });

  it("gets a configuration and a state folder for each, and none of them is overwritten", async () => {
    const files = { "people.csv": csv(rows), "a.yaml": "company: each\n" };
    await inFolder(files, async (folder) => {
      const init = () => runCli(["init", "people.csv", "--answers", "a.yaml"], { cwd: folder });
      const { code, stdout } = await init();
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(readdirSync(folder).filter((name) => name.startsWith("musterd"))).toEqual([
        "musterd-北方.yaml",
        "musterd-南方.yaml",
      ]);
      expect(stdout.match(/The first plan: \d+ entries, 0 held/g)).toHaveLength(2);
      expect(readdirSync(join(folder, ".musterd")).toSorted()).toEqual(["北方", "南方"]);
      const before = readFileSync(join(folder, "musterd-北方.yaml"), "utf8");
      const again = await init();
      expect(again.stderr).toContain("not overwritten: musterd-北方.yaml");
      expect(readFileSync(join(folder, "musterd-北方.yaml"), "utf8")).toBe(before);
      expect(existsSync(join(folder, "musterd.yaml"))).toBe(false);
    });
  });
});
