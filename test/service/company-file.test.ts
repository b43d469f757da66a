/** Turns: work that is asked for in one breath is still done, stored and undone one piece at a time. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createCompany } from "../../src/service/company.ts";
import { type CompanyFile, openCompanyFile } from "../../src/service/company-file.ts";
import { Quirks } from "../../src/service/quirks.ts";
import { openServiceDatabase, type ServiceDatabase } from "../../src/service/service-database.ts";
import { corpCode, temporaryDirectory } from "./running-service.ts";

let directory: string;
let database: ServiceDatabase;
let file: CompanyFile;

const open = async (): Promise<void> => {
  database = openServiceDatabase(join(directory, "service.db"));
  file = await openCompanyFile(database, createCompany(corpCode, Quirks.parse({}), systemClock));
};
beforeEach(async () => {
  directory = await temporaryDirectory();
  await open();
});
afterEach(async () => {
  await database.destroy();
  await rm(directory, { recursive: true });
});

const add = (code: string) => () => {
  const { levels, newId } = file.company;
  levels.put({ id: newId(), code, name: code, active: true, seq: 0 });
};
const fail = (code: string) => () => {
  add(code)();
  throw new Error(`no ${code}`);
};
const codes = () => file.company.levels.all().map(({ code }) => code);

it("undoes only the work that failed, however the calls are mixed", async () => {
  const results = await Promise.allSettled([
    file.write(add("A")),
    file.write(fail("B")),
    file.write(add("C")),
    file.write(fail("D")),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
  expect(codes()).toEqual(["A", "C"]);
  await database.destroy();
  await open();
  expect(codes()).toEqual(["A", "C"]);
});

it("reads after everything asked for before is stored, and before everything asked for later", async () => {
  const story: string[] = [];
  await Promise.all([
    file.write(add("A"), () => story.push("stored A")),
    file.read(() => story.push(`read ${codes().join()}`)),
    file.write(add("B"), () => story.push("stored B")),
    file.write(add("C"), () => story.push("stored C")),
    file.read(() => story.push(`read ${codes().join()}`)),
  ]);
  expect(story).toEqual(["stored A", "read A", "stored B", "stored C", "read A,B,C"]);
});

it("undoes work that cannot be stored, and goes on when it can", async () => {
  await file.write(add("A"));
  await database.schema.alterTable("record").renameTo("elsewhere").execute();
  await expect(file.write(add("B"))).rejects.toThrow("no such table");
  expect(codes()).toEqual(["A"]);
  await database.schema.alterTable("elsewhere").renameTo("record").execute();
  await file.write(add("C"));
  await database.destroy();
  await open();
  expect(codes()).toEqual(["A", "C"]);
});

it("keeps rows in the order of their making when a removal is undone", async () => {
  for (const code of ["A", "B", "C"]) await file.write(add(code));
  const removeFirst = () => {
    file.company.levels.remove(file.company.levels.all()[0]?.id as number);
    throw new Error("not after all");
  };
  await expect(file.write(removeFirst)).rejects.toThrow("not after all");
  expect(codes()).toEqual(["A", "B", "C"]);
});
