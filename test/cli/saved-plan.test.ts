/** Tests `musterd plan --out` and `musterd apply FILE`: exactly the plan that was saved is applied, or nothing. */
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
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

it("a plan is saved for nobody else to read, refused when the source has changed, applied once when it has not", async () => {
  const file = join(place.folder, "approved.plan");
  await writeFile(file, "an old file that everybody may read");
  await chmod(file, 0o644);
  expect(await musterd("plan", "--out", file)).toMatchObject({ code: 2, stdout: expect.stringContaining(file) });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (const { account, name } of officePeople(4)) {
    expect(await readFile(file, "utf8")).not.toContain(`"${account}"`);
    expect(await readFile(file, "utf8")).not.toContain(name);
  }

  await place.write(officeFiles(officePeople(5)));
  const stale = await musterd("apply", file);
  expect(stale).toMatchObject({ code: 1, stderr: expect.stringMatching(/^plan-stale: [\s\S]*\n {2}\+ employee\//) });
  expect(writesOf(await fixture.calls())).toEqual([]);

  await place.write(officeFiles(officePeople(4)));
  expect(await musterd("apply", file)).toMatchObject({ code: 0 });
  expect(writesOf(await fixture.calls()).length).toBeGreaterThan(0);
  const again = await musterd("apply", file);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/^plan-stale: .* 0 are new/) });
});

it("a file that is no saved plan is refused before anything is read", async () => {
  await fixture.forgetCalls();
  const refused = await musterd("apply", place.config);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^plan-file-invalid: /) });
  expect((await musterd("apply", "missing.plan")).stderr).toMatch(/^plan-file-invalid: /);
  expect(await fixture.calls()).toEqual([]);
});

it("a plan that is named can be applied after the key was replaced, another cannot", async () => {
  await place.write(officeFiles(officePeople(6)));
  const [named, other] = [join(place.folder, "named.plan"), join(place.folder, "other.plan")];
  for (const file of [named, other]) expect(await musterd("plan", "--out", file)).toMatchObject({ code: 2 });
  const rotate = (...files: readonly string[]) => musterd("rotate-key", "--json", ...files);
  expect((await rotate(named, place.config)).stderr).toMatch(/"plan-file-invalid"/);
  const rotated = await rotate(named);
  expect([rotated.code, JSON.parse(rotated.stdout)]).toEqual([0, { values: expect.any(Number), plans: 1 }]);
  expect((await musterd("apply", other)).stderr).toMatch(/^plan-file-foreign: /);
  expect(await musterd("apply", named)).toMatchObject({ code: 0 });
  expect((await stat(named)).mode & 0o777).toBe(0o600);
});
