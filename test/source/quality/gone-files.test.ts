/** A pattern that finds fewer files than last time: nobody in the missing one has left. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import type { SourceProfile } from "../../../src/model/plan/quality.ts";
import { createHrSource } from "../../../src/source/hr-source.ts";
import { sourceSettings } from "../../../src/source/settings.ts";
import { freshMemory } from "../csv-folder.ts";
import { textRow, workbookFile } from "../files/workbook-file.ts";

let folder: string;
let last: SourceProfile | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-gone-"));
  last = undefined;
});

afterEach(() => rm(folder, { recursive: true }));

/** Nine people in each file but the last, which has one, so that the number of rows falls too little to be seen. */
const readFiles = async (names: readonly string[], part: object, accepted: readonly string[] = []) => {
  await rm(folder, { recursive: true });
  for (const [at, name] of names.entries()) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    const people = Array.from({ length: at === names.length - 1 ? 1 : 9 }, (_, n) => `p${at}${n}`);
    await writeFile(join(folder, name), ["account", ...people, ""].join("\n"));
  }
  return readFolder(part, accepted);
};

const readFolder = async (part: object, accepted: readonly string[] = []) => {
  const employees = { columns: { account: "account" }, ...part };
  const feeds = { hr: { files: { folder, settleSeconds: 0 } } };
  const quality = { "rows-fell": "off", "rows-rose": "off", "keys-changed": "off", "files-overlap": "off" };
  const settings = sourceSettings.parse({ feeds, employees, quality });
  const source = createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
  const { findings, profile, snapshot } = await source.read(accepted);
  last = JSON.parse(JSON.stringify(profile)) as SourceProfile;
  return {
    found: findings.map(({ severity, rule, message }) => [severity, rule, message]),
    people: snapshot.directory.employees?.length,
  };
};

const files = "plants/*/people.csv";
const plants = ["plants/02/people.csv", "plants/03/people.csv", "plants/01/people.csv"];
const without01 = plants.slice(0, 2);

describe("the file of a plant whose folder is not mounted", () => {
  it("holds the people until it is back, or somebody accepts that it is gone", async () => {
    expect(await readFiles(plants, { files: [files] })).toEqual({ found: [], people: 19 });
    const missing =
      "1 of the 3 files of employee that were read last time are not there, or have no rows any more (plants/01/people.csv)";
    for (let night = 0; night < 2; night++)
      expect(await readFiles(without01, { files: [files] })).toEqual({
        found: [["hold", "file-gone", missing]],
        people: undefined,
      });
    expect(await readFiles(plants, { files: [files] })).toEqual({ found: [], people: 19 });
    const accepted = await readFiles(without01, { files: [files] }, ["file-gone"]);
    expect(accepted).toEqual({ found: [["warn", "file-gone", missing]], people: 10 });
    expect(await readFiles(without01, { files: [files] })).toEqual({ found: [], people: 10 });
  });
});

describe("files are not missing", () => {
  it.each([
    ["whose names differ in a date", ["a_20261128.csv", "b_20261128.csv"], ["a_20261129.csv", "b_20261129.csv"]],
    [
      "of which one has another name now",
      ["plants/01/p.csv", "plants/02/p.csv"],
      ["plants/01/p.csv", "plants/2/p.csv"],
    ],
    ["that are parts of exports that pile up", ["p_20261127.csv", "p_20261128.csv"], ["p_20261129.csv"]],
    ["to which one has come", ["a.csv"], ["a.csv", "b.csv"]],
  ])("%s", async (_, before, after) => {
    await readFiles(before, { files: ["**/*.csv"] });
    expect((await readFiles(after, { files: ["**/*.csv"] })).found).toEqual([]);
  });

  it("where only the newest is read", async () => {
    await readFiles(["emp_8.csv", "emp_9.csv"], { files: ["emp_*.csv"] });
    const newest = { files: ["emp_*.csv"], newest: 1 };
    expect((await readFiles(["emp_8.csv", "emp_9.csv", "emp_10.csv"], newest)).found).toEqual([]);
  });
});

/** The files of plants with this many people each. */
const readPlants = async (rows: Readonly<Record<string, number>>, accepted: readonly string[] = []) => {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  for (const [name, people] of Object.entries(rows)) {
    const numbers = Array.from({ length: people }, (_, n) => `${name}${n}`);
    await writeFile(join(folder, `${name}.csv`), ["account", ...numbers, ""].join("\n"));
  }
  const feeds = { hr: { files: { folder, settleSeconds: 0 } } };
  const employees = { files: ["plant*.csv"], columns: { account: "account" } };
  const settings = sourceSettings.parse({ feeds, employees });
  const source = createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
  const { findings, profile } = await source.read(accepted);
  last = JSON.parse(JSON.stringify(profile)) as SourceProfile;
  return findings.map(({ severity, rule, message }) => [severity, rule, message]);
};

describe("the file of a plant of which little is left", () => {
  const full = { plantA: 200, plantB: 20, plantC: 3 };

  it("with nothing but its header holds the people, until somebody accepts it", async () => {
    expect(await readPlants(full)).toEqual([]);
    const gone =
      "1 of the 3 files of employee that were read last time are not there, or have no rows any more (plantC.csv)";
    const without = { ...full, plantC: 0 };
    for (let night = 0; night < 2; night++) expect(await readPlants(without)).toEqual([["hold", "file-gone", gone]]);
    expect(await readPlants(without, ["file-gone"])).toEqual([["warn", "file-gone", gone]]);
    expect(await readPlants(without)).toEqual([]);
    expect(await readPlants(full)).toEqual([]);
  });

  it("because it was cut off after a row refuses the reading", async () => {
    await readPlants(full);
    const fell = "rows of employee in plantB.csv fell from 20 to 9; at least 16 were expected";
    await expect(readPlants({ ...full, plantB: 9 })).rejects.toThrow(fell);
    expect(await readPlants({ ...full, plantB: 9 }, ["rows-fell"])).toEqual([["warn", "rows-fell", fell]]);
  });

  it("because its people work at another plant now, or a few have left, is none", async () => {
    await readPlants(full);
    expect(await readPlants({ plantA: 211, plantB: 9, plantC: 3 })).toEqual([]);
    expect(await readPlants({ plantA: 211, plantB: 6, plantC: 1 })).toEqual([]);
  });
});

describe("the first sheet of a workbook", () => {
  const readSheets = async (sheets: readonly (readonly [name: string, state?: string])[], part: object = {}) => {
    await rm(folder, { recursive: true });
    await mkdir(folder);
    const rows = ["account", "p1", "p2", ""].map((text, at) => textRow(at + 1, text)).join("");
    const all = sheets.map(([name, state]) => ({ name, rows, ...(state !== undefined && { state }) }));
    await writeFile(join(folder, "p.xlsx"), workbookFile({ sheets: all }));
    return readFolder({ file: "p.xlsx", ...part });
  };
  const held = [
    [
      "hold",
      "file-gone",
      "the first sheet of p.xlsx (employee) is 員工 (2); last time 員工 was read, which is still there",
    ],
  ];

  it("is not believed if it is another one than last time, which is still there", async () => {
    expect((await readSheets([["員工"]])).found).toEqual([]);
    expect(await readSheets([["員工 (2)"], ["員工"]])).toEqual({ found: held, people: undefined });
    expect(await readSheets([["員工", "hidden"], ["員工 (2)"]])).toEqual({ found: held, people: undefined });
    expect(await readSheets([["員工"], ["員工 (2)"]])).toEqual({ found: [], people: 2 });
  });

  it.each([
    ["has another name", "員工", ["名冊"]],
    ["is that of the next month", "員工202502", ["員工202503", "員工202502"]],
  ])("is read if it %s", async (_, before, after) => {
    await readSheets([[before]]);
    expect((await readSheets(after.map((name) => [name]))).found).toEqual([]);
  });

  it("does not matter where a setting names the sheet", async () => {
    await readSheets([["員工"]], { sheet: "員工" });
    expect((await readSheets([["員工 (2)"], ["員工"]], { sheet: "員工" })).found).toEqual([]);
  });
});

describe("the file of part-time posts", () => {
  const readPosts = async (posts: number, accepted: readonly string[] = []) => {
    await writeFile(join(folder, "people.csv"), "number,account,department\n1,a1,D1\n2,a2,D1\n3,a3,D1\n");
    const rows = Array.from({ length: posts }, (_, at) => `${at + 1},D2,N\n`);
    await writeFile(join(folder, "posts.csv"), ["employee,department,main\n", ...rows].join(""));
    const settings = sourceSettings.parse({
      feeds: { hr: { files: { folder, settleSeconds: 0 } } },
      employees: { file: "people.csv", columns: { number: "number", account: "account", department: "department" } },
      posts: { file: "posts.csv", columns: { employee: "employee", department: "department", main: "main" } },
    });
    const source = createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
    const { findings, profile, snapshot } = await source.read(accepted);
    last = JSON.parse(JSON.stringify(profile)) as SourceProfile;
    const known = snapshot.directory.employees?.flatMap(({ posts: held }) => held?.length ?? []);
    return [findings.map(({ severity, rule, message }) => [severity, rule, message]), known];
  };

  it("with nothing but its header any more takes no posts away, until somebody accepts it", async () => {
    expect(await readPosts(3)).toEqual([[], [2, 2, 2]]);
    const gone = "posts.csv (post) has no rows any more; last time it had 3";
    for (let night = 0; night < 2; night++) expect(await readPosts(0)).toEqual([[["hold", "file-gone", gone]], []]);
    expect(await readPosts(0, ["file-gone"])).toEqual([[["warn", "file-gone", gone]], [1, 1, 1]]);
    expect(await readPosts(0)).toEqual([[], [1, 1, 1]]);
  });

  it("may lose its only row, and gain the first", async () => {
    expect(await readPosts(1)).toEqual([[], [2, 1, 1]]);
    expect(await readPosts(0)).toEqual([[], [1, 1, 1]]);
    expect(await readPosts(3)).toEqual([[], [2, 2, 2]]);
  });
});
