/**
 * Three companies set up by a newcomer from README, getting-started and sources.md: checked, planned and applied to the service inside
 * musterd, which must then say what the export says. Each mistake of a newcomer is answered by what to do.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Organisation } from "../../../src/contract/sections/organisation.ts";
import { cacheFolder } from "../../docs/blocks.ts";
import { runCli } from "../../support/processes/cli-process.ts";
import type { ExportedCompany } from "./company.ts";
import { germanNames } from "./german-names.ts";
import { taiwanWithPaths } from "./taiwan-paths.ts";
import { workbookOfTwoSheets } from "./two-sheets.ts";

const folder = cacheFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, { files, configuration }: Pick<ExportedCompany, "files" | "configuration">): string => {
  const own = join(folder, name);
  mkdirSync(join(own, "hr"), { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(own, "hr", file), content);
  writeFileSync(join(own, "musterd.yaml"), configuration);
  return own;
};

const run = (cwd: string, command: string) => runCli(command.split(" "), { cwd });

const dayOf = (moment: string | null | undefined): string => moment?.slice(0, 10) ?? "";

/** People of the service in the words of the export. */
const peopleIn = ({ employees }: Organisation) =>
  employees.map(({ account, name, employeeNumber, active, hireDate, resignationDate, depts }) => {
    const [main] = depts;
    return {
      account,
      number: employeeNumber ?? "",
      name,
      active,
      hired: dayOf(hireDate),
      lastDay: dayOf(resignationDate),
      department: main?.code ?? "",
      title: main?.jobTitleCode ?? "",
      supervisor: main?.supervisor ?? undefined,
    };
  });

const byAccount = <Person extends { readonly account: string }>(people: readonly Person[]): readonly Person[] =>
  people.toSorted((one, other) => (one.account < other.account ? -1 : 1));

describe.each([
  ["a Big5 list with 民國 dates and paths", taiwanWithPaths],
  ["a windows-1252 list with Nachname, Vorname and last days ahead", germanNames],
  ["a workbook with two sheets and title rows", workbookOfTwoSheets],
] as const)("%s", (name, make) => {
  const company = make();

  it("is right at the first applied plan, and then there is nothing to do", async () => {
    const cwd = write(name, company);
    const check = await run(cwd, "source check");
    expect(check).toMatchObject({ code: 0 });
    for (const text of company.told) expect(check.stdout).toContain(text);
    expect(check.stdout).toContain("Quality: nothing found.");
    expect((await run(cwd, "plan")).code).toBe(2);
    expect((await run(cwd, "apply --yes")).code).toBe(0);
    const { stdout } = await run(cwd, "service dump --section organisation");
    const { organisation } = parse(stdout) as { organisation: Organisation };
    // Who had left before the first plan is not created.
    expect(byAccount(peopleIn(organisation))).toEqual(byAccount(company.people.filter(({ active }) => active)));
    const nameOf = new Map(organisation.departments.map(({ code, name: own }) => [code, own]));
    const tree = organisation.departments.map((one) => [one.name, nameOf.get(one.parentCode ?? "")]);
    expect(new Map(tree as [string, string][])).toEqual(
      new Map(company.departments.map((one) => [one.name, one.parent])),
    );
    expect(await run(cwd, "plan")).toMatchObject({ code: 0 });
  });

  it.each(company.mistakes)("answers a newcomer who writes, for %j, %j", async (text, instead, told) => {
    expect(company.configuration).toContain(text);
    const cwd = write(`${name} mistaken`, { ...company, configuration: company.configuration.replace(text, instead) });
    const { stdout, stderr } = await run(cwd, "source check");
    expect(stdout + stderr).toMatch(told);
  });
});
