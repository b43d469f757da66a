/** Tests `musterd audit` as auditors and scripts use it. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CliResult, runCli } from "../../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings } from "../../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture } from "../../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;

beforeAll(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(officePeople(3)), officeSettings(fixture));
});
afterAll(async () => {
  await fixture.close();
  await place.remove();
});

const musterd = (...words: readonly string[]): Promise<CliResult> =>
  runCli([...words, "--config", place.config], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

it("shows what runs have done to people and programs, and finds what was changed afterwards", async () => {
  expect((await musterd("audit", "verify")).stdout).toBe("The trail is valid: it has no entries yet.\n");
  expect((await musterd("apply", "--yes")).code).toBe(0);
  const entries = JSON.parse((await musterd("audit", "export", "--json")).stdout);
  expect(entries.map(({ event }: { event: string }) => event)).toEqual([
    "configuration-changed",
    "run-begun",
    "planned",
    "run-ended",
  ]);
  expect(entries[2].facts).toMatchObject({
    changes: expect.any(Number),
    source: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(entries[1].by.name).toMatch(/@/);
  const csv = (await musterd("audit", "export", "--csv", "--from", "2020-01-01")).stdout.split("\r\n");
  expect(csv[0]).toBe("\ufeffnumber,at,event,by,name,reason,target,facts,version,host,digest");
  expect(csv).toHaveLength(entries.length + 2);
  expect((await musterd("audit", "export", "--to", "2020-01-01")).stdout).toBe("No entries.\n");
  expect((await musterd("audit", "export")).stdout).toContain("run-ended");

  const head = `${entries.at(-1).number}:${entries.at(-1).digest}`;
  expect((await musterd("audit", "verify", "--head", head)).stdout).toContain(`4 entries, the last one ${head}`);
  const other = `2:${"0".repeat(64)}`;
  const rewritten = await musterd("audit", "verify", "--head", other);
  expect(rewritten).toMatchObject({ code: 1, stdout: expect.stringMatching(/^The trail was rewritten: entry 2 /) });
  const longer = await musterd("audit", "verify", "--json", "--head", `9:${"0".repeat(64)}`);
  expect(JSON.parse(longer.stdout)).toMatchObject({ head, problem: { code: "restored", number: 5 } });
  expect((await musterd("audit", "verify", "--head", "now")).stderr).toMatch(/^option-invalid: /);

  const sqlite = new DatabaseSync(join(place.folder, "state", "musterd.db"));
  sqlite.exec(`UPDATE audit SET body = replace(body, '"schedule"', '"x"') || ' ' WHERE number = 3`);
  sqlite.close();
  expect(await musterd("audit", "verify", "--language", "zh-TW")).toMatchObject({
    code: 1,
    stdout: "第 3 筆已遭更改。\n",
  });
});

it("has the last entry in the line of the log that ends a run", async () => {
  const { stderr } = await musterd("apply", "--yes", "--log-level", "info");
  expect(stderr).toMatch(/"audit":"\d+:[0-9a-f]{64}".*"msg":"run ended"/);
});
