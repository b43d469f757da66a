/** Accounts from a part of their own that no longer lists whoever has left: the leaver is still known by the number. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import type { SourceProfile } from "../../src/model/plan/quality.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { freshMemory } from "./csv-folder.ts";

let folder: string;
let last: SourceProfile | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-accounts-"));
  last = undefined;
});

afterEach(() => rm(folder, { recursive: true }));

const staff = ["01,林一,在職", "02,陳二,在職", "03,張三,在職", "04,李四,在職"];
const accounts = ["01,Amy", "02,Bob", "03,Eve", "04,Dan"];

const read = async (
  people: readonly string[],
  given: readonly string[],
  accountsPart: object = { required: false },
) => {
  await writeFile(join(folder, "people.csv"), ["number,name,status", ...people, ""].join("\n"));
  await writeFile(
    join(folder, "accounts.csv"),
    [given[0]?.split(",").length === 3 ? "number,login,state" : "number,login", ...given, ""].join("\n"),
  );
  const status = { column: "status", values: { 在職: true, 離職: false } };
  const employees = [
    { file: "people.csv", columns: { number: "number", name: "name", active: status } },
    { file: "accounts.csv", columns: { number: "number", account: "login" }, ...accountsPart },
  ];
  const quality = { "rejected-many": "off", "rows-fell": "off" };
  const settings = sourceSettings.parse({ feeds: { hr: { files: { folder, settleSeconds: 0 } } }, employees, quality });
  const source = createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
  const { profile, snapshot } = await source.read([]);
  last = JSON.parse(JSON.stringify(profile)) as SourceProfile;
  return {
    people: snapshot.directory.employees?.map(({ number, account, active }) => [number, account, active]),
    generated: [...(snapshot.generatedAccounts ?? [])],
    rejected: snapshot.rejected.map(({ key, code }) => [key, code]),
  };
};

const left = [...staff.slice(0, 3), "04,李四,離職"];

it("whoever has left and is no longer in the list of accounts is disabled, in each later reading", async () => {
  expect((await read(staff, accounts)).rejected).toEqual([]);
  for (let night = 0; night < 3; night++) {
    const { people, generated, rejected } = await read(left, accounts.slice(0, 3));
    expect(people?.at(3)).toEqual(["04", "dan", false]);
    // So the account in the service keeps its spelling.
    expect(generated).toEqual(["dan"]);
    expect(rejected).toEqual([]);
  }
});

it("so it is where everybody must be in the list, as in a directory from which accounts are deleted", async () => {
  await read(staff, accounts, {});
  for (let night = 0; night < 2; night++) {
    const { people, rejected } = await read(left, accounts.slice(0, 3), {});
    expect(people?.at(3)).toEqual(["04", "dan", false]);
    expect(rejected).toEqual([]);
  }
});

it("where the status in the list is preferred, a leaver whom it lacks is in doubt", async () => {
  const state = { column: "state", values: { on: true, off: false }, prefer: true };
  const preferred = { columns: { number: "number", account: "login", active: state } };
  const given = accounts.map((row) => `${row},on`);
  await read(staff, given, preferred);
  expect((await read(left, given.slice(0, 3), preferred)).rejected).toEqual([["dan", "one-sided"]]);
});

it("whoever works, or was never known, is in doubt where everybody must be in the list", async () => {
  await read(staff, accounts, {});
  expect((await read([...staff, "05,王五,離職"], accounts.slice(0, 3), {})).rejected).toEqual([
    ["04", "one-sided"],
    ["05", "one-sided"],
  ]);
});

it("an account that somebody else has by now is not kept, and nobody gets one that was never known", async () => {
  await read(staff, accounts);
  const given = [...accounts.slice(0, 2), "03,Dan"];
  expect(await read([...left, "05,王五,離職"], given)).toMatchObject({
    people: [
      ["01", "Amy", true],
      ["02", "Bob", true],
      ["03", "Dan", true],
    ],
    rejected: [
      ["04", "key-missing"],
      ["05", "key-missing"],
    ],
  });
});

it("whoever works and is not in the list is in doubt, because the list may be cut off", async () => {
  await read(staff, accounts);
  expect((await read(staff, accounts.slice(0, 3))).rejected).toEqual([["04", "key-missing"]]);
});

it("without an earlier reading a row without an account has no key", async () => {
  expect((await read(left, accounts.slice(0, 3))).rejected).toEqual([["04", "key-missing"]]);
});
