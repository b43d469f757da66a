/** Tests `musterd history` as somebody uses it who asks for a person by number, in both languages. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../../support/processes/cli-process.ts";
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

it("tells what a run has done to a person in the words of the language", async () => {
  const musterd = async (...words: readonly string[]): Promise<string> => {
    const options = { env: { API_KEY: fixture.apiKey }, cwd: place.folder };
    return (await runCli([...words, "--config", place.config], options)).stdout;
  };
  await musterd("apply", "--yes");
  const { key } = JSON.parse(await musterd("history", "employee/E01", "--json"));
  expect(await musterd("history", key)).toMatch(/ {2}employee create \(applied\) · run \S+ \(/);
  const [, head, field] = (await musterd("history", key, "--language", "zh-TW")).split("\n");
  expect(head).toMatch(/ {2}新增 員工（已套用） · 執行 \S+（/);
  expect(field).toMatch(/^ {4}\p{Script=Han}+：（無） → /u);
});
