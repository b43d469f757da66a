/** Tests `musterd plan --compare`: how the plan of another configuration differs, from the same readings, without a write. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CliResult, runCli } from "../../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings } from "../../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture, writesOf } from "../../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;

beforeAll(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(officePeople(4)), officeSettings(fixture));
  await musterd("apply", "--yes");
  const people = officePeople(5).map((person) => (person.account === "e01" ? { ...person, name: "新名" } : person));
  await place.write({ ...officeFiles(people), "titles.csv": "code,title,rank\nT1,經理,1\n" });
  await fixture.forgetCalls();
});

afterAll(async () => {
  await fixture.close();
  await place.remove();
});

const musterd = (command: string, ...more: readonly string[]): Promise<CliResult> =>
  runCli([command, "--config", place.config, ...more], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

type Settings = ReturnType<typeof officeSettings>;

/** Compares with a configuration that differs as `change` says. */
const compared = async (change: (settings: Settings) => object, ...more: readonly string[]): Promise<CliResult> => {
  const other = join(place.folder, "other.yaml");
  await writeFile(other, JSON.stringify(change(officeSettings(fixture))));
  return musterd("plan", "--compare", other, ...more);
};

const jsonOf = async (change: (settings: Settings) => object) => JSON.parse((await compared(change, "--json")).stdout);

const idsIn = (changes: readonly { readonly id: string }[]) => changes.map(({ id }) => id);

it("a configuration that plans the same differs in nothing, and both plans are the plan", async () => {
  const before = (await musterd("runs", "--json")).stdout;
  const result = await compared((settings) => ({ ...settings, language: "en" }));
  expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("Both configurations give the same plan.") });
  const { plans, same } = await jsonOf((settings) => settings);
  expect((await musterd("runs", "--json")).stdout).toBe(before);
  const { fingerprint, changes } = JSON.parse((await musterd("plan", "--json")).stdout);
  expect(plans.map((plan: { fingerprint: string }) => plan.fingerprint)).toEqual([fingerprint, fingerprint]);
  expect(same).toBe(changes.length);
  expect(writesOf(await fixture.calls())).toEqual([]);
});

it("policy, guard and mapping: what only one plan has, what both plan differently, which limits only one exceeds", async () => {
  const policy = await jsonOf((settings) => ({ ...settings, policy: { fields: { "employee.name": "ignore" } } }));
  expect(idsIn(policy.plans[0].only)).toEqual(["employee/e01/update"]);
  expect(idsIn(policy.plans[1].only)).toEqual([]);
  const guard = await jsonOf((settings) => ({ ...settings, guard: { caps: { employee: { create: { count: 0 } } } } }));
  expect([guard.plans[0].breaches, guard.plans[1].breaches]).toMatchObject([
    [],
    [{ kind: "employee", count: 1, limit: 0 }],
  ]);
  const mapping = await jsonOf(({ source, ...settings }) => {
    const columns = { ...source.employees.columns, englishName: "account" };
    const titles = { file: "titles.csv", columns: { code: "code", title: "title", rank: "rank" } };
    return { ...settings, source: { ...source, titles, employees: { ...source.employees, columns } } };
  });
  expect(idsIn(mapping.plans[1].only)).toContain("title/T1/create");
  expect(idsIn(mapping.plans[0].differing)).toEqual(idsIn(mapping.plans[1].differing));
  expect(idsIn(mapping.plans[1].differing)).toContain("employee/e01/update");
  const text = await compared((settings) => ({ ...settings, policy: { protectedAccounts: ["e01"] } }));
  expect(text).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/═ Only with .*musterd.yaml[\s\S]*新名[\s\S]*═ Only with .*other/),
  });
  for (const { number } of officePeople(5))
    expect(text.stdout + JSON.stringify(mapping)).not.toContain(`Z9000000${number.slice(1)}`);
});

it("another target, folder or file is refused, and so are options that mean one plan", async () => {
  const impossible = async (change: (settings: Settings) => object, named: string) =>
    expect(await compared(change)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^comparison-impossible: .* ${named}\\n`)),
    });
  await impossible((settings) => ({ ...settings, target: { ...settings.target, corpCode: "OTHER" } }), "target");
  await impossible(
    ({ source, ...settings }) => ({ ...settings, source: { ...source, feeds: { hr: { files: { folder: ".." } } } } }),
    "source.feeds.hr",
  );
  await impossible(
    ({ source, ...settings }) => ({
      ...settings,
      source: { ...source, employees: { ...source.employees, file: "people.csv" } },
    }),
    "source.employees",
  );
  for (const option of ["--only=e01", "--out=x.plan", "--html=x.html"])
    expect((await compared((settings) => settings, option)).stderr).toMatch(/^option-invalid: /);
});
