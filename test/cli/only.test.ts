/** Tests `--only`: a plan for one person or department is shown, saved and applied as such, and says so. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CliResult, runCli } from "../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings } from "../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture, writesOf } from "../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;

beforeAll(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(officePeople(4)), officeSettings(fixture));
});

afterAll(async () => {
  await fixture.close();
  await place.remove();
});

const musterd = (command: string, ...more: readonly string[]): Promise<CliResult> =>
  runCli([command, "--config", place.config, ...more], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

const accounts = async () => (await fixture.dump()).employees.map(({ account }) => account);

it("the text and the JSON report say to whom the plan is restricted and what it leaves out", async () => {
  const text = await musterd("plan", "--only", "員工02");
  expect(text).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/Only +員工02 \(e02\) · entries left out: 4\n/),
  });
  const chinese = await musterd("plan", "--only", "B/*", "--language", "zh-TW");
  expect(chinese.stdout).toMatch(/僅限 +乙部 \(B\) 含其下所有部門 · 未包含：3 筆\n/);
  const json = JSON.parse((await musterd("plan", "--only", "E02", "--only", "A", "--json")).stdout);
  expect(json.only).toEqual({
    subjects: [
      { kind: "employee", key: "e02", label: "員工02", named: "E02" },
      { kind: "department", key: "A", label: "甲部", named: "A" },
    ],
    leftOut: 1,
    leftOutEntries: 1,
  });
  expect(writesOf(await fixture.calls())).toEqual([]);
});

it("a saved plan is applied to the same people and departments, and takes no others", async () => {
  const file = join(place.folder, "one.plan");
  expect(await musterd("plan", "--only", "e02", "--out", file)).toMatchObject({ code: 2 });
  const wider = await musterd("apply", file, "--only", "e01");
  expect(wider).toMatchObject({ code: 1, stderr: expect.stringMatching(/^option-invalid: /) });
  expect(await musterd("apply", file)).toMatchObject({ code: 0 });
  expect(await accounts()).toEqual(["e02"]);
});

it("a fingerprint belongs to the restricted plan; for another plan the differences are named", async () => {
  const { fingerprint } = JSON.parse((await musterd("plan", "--only", "e01", "--json")).stdout);
  const whole = await musterd("apply", "--plan", fingerprint.slice(0, 12), "--yes");
  expect(whole).toMatchObject({ code: 1, stderr: expect.stringMatching(/^plan-stale: [\s\S]*\n {2}\+ employee\/e0/) });
  expect(await musterd("apply", "--plan", fingerprint.slice(0, 12), "--only", "e01", "--yes")).toMatchObject({
    code: 0,
  });
  expect(await accounts()).toEqual(["e02", "e01"]);
});

it("a name that nobody has is refused, with accounts and codes that are like it", async () => {
  const misspelt = await musterd("plan", "--only", "e011");
  expect(misspelt.stderr).toMatch(/^subject-unknown: nobody and no department is called "e011"; similar: .*\be01\b/);
  const unknown = await musterd("plan", "--only", "nobody");
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/^subject-unknown: .*"nobody"/) });
});
