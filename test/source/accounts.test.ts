/** Generated accounts: unique, and never changed because somebody else came or left. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import type { SourceProfile } from "../../src/model/plan/quality.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { csvText, freshMemory, readCsv } from "./csv-folder.ts";

const seed = { seed: 20_261_122, numRuns: 60 };
const quiet = Object.fromEntries(
  ["rejected-many", "fill-fell", "keys-changed", "rows-fell", "rows-rose"].map((rule) => [rule, "off"]),
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-accounts-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Row = readonly [number: string, first: string, last: string];

const generate = ["{first}.{last}", "{first}.{last}{n}"];
const settingsOf = (account: object) => ({
  quality: quiet,
  employees: { file: "e.csv", columns: { number: "number", name: "{last} {first}", account } },
});

/** Reads the rows once. `last` is the profile of the reading before. */
const read = async (rows: readonly Row[], last?: SourceProfile, account: object = { generate }) => {
  await writeFile(join(folder, "e.csv"), csvText(["number", "first", "last"], rows));
  const settings = sourceSettings.parse({
    ...settingsOf(account),
    feeds: { hr: { files: { folder, settleSeconds: 0 } } },
  });
  const source = createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
  const { snapshot, profile } = await source.read([]);
  const accounts = new Map(snapshot.directory.employees?.map(({ number, account: own }) => [number, own]));
  // The store keeps a profile as JSON, so the profile is converted to JSON and back.
  return { accounts, profile: JSON.parse(JSON.stringify(profile)) as SourceProfile, rejected: snapshot.rejected };
};

const number = fc.tuple(fc.constantFrom("E", "E0"), fc.nat(9)).map(([letters, at]) => `${letters}${at}`);
const person = fc.tuple(number, fc.constantFrom("Ann", "Bo"), fc.constantFrom("Lin", "Wu"));
const company = fc.uniqueArray(person, { selector: ([own]) => own, minLength: 1, maxLength: 8 });

describe("generated accounts", () => {
  it("stay with their people whoever comes and goes, and are everybody's own", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(company, { minLength: 2, maxLength: 5 }), async (days) => {
        let last: SourceProfile | undefined;
        let before: ReadonlyMap<unknown, string> = new Map();
        for (const day of days) {
          const { accounts, profile } = await read(day, last);
          expect(accounts.size).toBe(day.length);
          expect(new Set(accounts.values()).size).toBe(day.length);
          for (const [own, account] of accounts) expect(account).toBe(before.get(own) ?? account);
          const newcomers = [...accounts].filter(([own]) => !before.has(own)).map(([, account]) => account);
          expect(newcomers.filter((account) => [...before.values()].includes(account))).toEqual([]);
          [last, before] = [profile, accounts];
        }
      }),
      { ...seed, numRuns: 25 },
    );
  });

  it("are known by their canonical writing, also those that a column may state", async () => {
    const { generatedAccounts, directory } = await readCsv(
      { "e.csv": "number,account\nA1,\nA2,bo\n" },
      {
        employees: {
          file: "e.csv",
          columns: { number: "number", account: { column: "account", generate: ["{}", "X{number}"] } },
        },
      },
    );
    expect(directory.employees?.map(({ account }) => account)).toEqual(["Xa1", "bo"]);
    expect(generatedAccounts).toEqual(new Set(["xa1", "bo"]));
  });

  it("do not depend on the order of the rows", async () => {
    await fc.assert(
      fc.asyncProperty(company, fc.gen(), async (rows, gen) => {
        const shuffled = rows.map((row) => ({ row, at: gen(fc.nat) })).sort((a, b) => a.at - b.at);
        const one = await read(rows);
        const other = await read(shuffled.map(({ row }) => row));
        expect(other.accounts).toEqual(one.accounts);
      }),
      { ...seed, numRuns: 25 },
    );
  });

  it("stay without any memory when somebody with a later number comes", async () => {
    const first = await read([["E9", "Ann", "Lin"]]);
    const second = await read([
      ["E10", "Ann", "Lin"],
      ["E9", "Ann", "Lin"],
    ]);
    expect([first.accounts.get("E9"), second.accounts.get("E9"), second.accounts.get("E10")]).toEqual([
      "ann.lin",
      "ann.lin",
      "ann.lin2",
    ]);
  });

  it("stay when a person takes another name", async () => {
    const { profile } = await read([["E1", "Ann", "Lin"]]);
    expect((await read([["E1", "Ann", "Wu"]], profile)).accounts.get("E1")).toBe("ann.lin");
  });

  it("of somebody who has just gone are given to nobody", async () => {
    const { profile } = await read([["E1", "Ann", "Lin"]]);
    expect((await read([["E2", "Ann", "Lin"]], profile)).accounts.get("E2")).toBe("ann.lin2");
  });

  it("leave out accents, blanks and apostrophes, and patterns with a blank column", async () => {
    const account = { generate: ["{first}.{number}.{last}", "x{number}"] };
    const rows: Row[] = [
      ["E1", "Zoë Anne", "O'Brien"],
      ["E2", "Bo", ""],
    ];
    expect([...(await read(rows, undefined, account)).accounts.values()]).toEqual(["zoeanne.e1.obrien", "xe2"]);
  });

  it.each<[string, Row, object, string]>([
    ["in another script", ["E1", "小明", "Lin"], { generate }, "account-not-latin"],
    ["of which every pattern is taken", ["E2", "Ann", "Lin"], { generate: ["{first}.{last}"] }, "account-taken"],
    ["without a number", ["", "Ann", "Lin"], { generate }, "key-missing"],
    ["of blank columns", ["E1", "", ""], { generate }, "key-missing"],
  ])("%s reject the row and show no name", async (_, row, account, code) => {
    const { accounts, rejected } = await read([["E0", "Ann", "Lin"], row], undefined, account);
    expect([...accounts]).toEqual([["E0", "ann.lin"]]);
    expect(rejected).toMatchObject([{ line: 3, code }]);
    expect(JSON.stringify(rejected)).not.toMatch(/Ann|小明/);
  });

  it("can be made of the text of a column or a function", async () => {
    const account = { column: "last", capture: "^(.)", generate: ["{}{first}", "{}{first}{n}"] };
    const rows: Row[] = [
      ["E1", "Ann", "Lin"],
      ["E2", "Ann", "Liu"],
    ];
    expect([...(await read(rows, undefined, account)).accounts.values()]).toEqual(["lann", "lann2"]);
  });

  it("are the same for all rows of one person", async () => {
    const files = {
      "e.csv": csvText(
        ["number", "first", "last", "now"],
        [
          ["E1", "Ann", "Wu", "N"],
          ["E1", "Ann", "Lin", "Y"],
        ],
      ),
    };
    const { employees } = settingsOf({ generate });
    const settings = { quality: quiet, employees: { ...employees, except: [{ column: "now", is: "N" }] } };
    const { directory, excluded } = await readCsv(files, settings);
    expect([directory.employees?.map(({ account }) => account), excluded]).toEqual([["ann.lin"], undefined]);
  });

  it("need the number of the people", async () => {
    const settings = { employees: { file: "e.csv", columns: { account: { generate } } } };
    await expect(readCsv({}, settings)).rejects.toThrow(/account\.generate|needs `number`/);
  });
});

describe("a damaged name", () => {
  it.each(["M?ller", "MÃ¼ller", "####", "王"])("(%s) beside a generated account counts its row once", async (bad) => {
    const row = (at: number): Row => [String(at + 1), `first${at}`, at === 5 ? bad : "last"];
    for (const patterns of [generate, ["{first}"], ["{last}{n}", "{first}"]]) {
      const rows = Array.from({ length: 80 }, (_, at) => row(at));
      const { accounts, profile, rejected } = await read(rows, undefined, { generate: patterns });
      const places = new Set(rejected.flatMap(({ dropped, line }) => (dropped ? [] : [line])));
      const known = profile.kinds.employee;
      expect([known?.rows, known?.rejected, accounts.size]).toEqual([80, places.size, 80 - places.size]);
      expect(rejected.filter(({ key }) => key !== "6" && key !== "first5")).toEqual([]);
    }
  });
});
