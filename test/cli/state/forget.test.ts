/** Tests `musterd forget` as users and scripts use it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { openStore } from "../../../src/store/store.ts";
import { type CliResult, runCli } from "../../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings } from "../../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";
import { openServiceFixture, refreshesOf, type ServiceFixture } from "../../support/servers/service-fixture.ts";

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

const musterd = (command: string, ...more: readonly string[]): Promise<CliResult> =>
  runCli([command, "--config", place.config, ...more], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

describe("forget", () => {
  it("drops what is remembered of the target, in numbers; the next run that applies owes one refresh", async () => {
    expect((await musterd("apply", "--yes")).code).toBe(0);
    const json = await musterd("forget", "--target", "--yes", "--json");
    expect(JSON.parse(json.stdout)).toEqual({
      target: `${fixture.url} (company ${fixture.corpCode})`,
      dropped: expect.objectContaining({ source_profile: 1 }),
    });
    const again = await musterd("forget", "--target", "--yes");
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("0 × source profile"), stderr: "" });
    await fixture.forgetCalls();
    expect((await musterd("plan")).code).toBe(0);
    expect(refreshesOf(await fixture.calls())).toHaveLength(0);
    expect((await musterd("apply", "--yes")).code).toBe(0);
    expect((await musterd("apply", "--yes")).code).toBe(0);
    expect(refreshesOf(await fixture.calls())).toHaveLength(1);
  });

  it("asks on a terminal alone, and says what must be given", async () => {
    expect((await musterd("forget", "--target")).stderr).toMatch(/^confirmation-needed: /);
    expect((await musterd("forget", "--yes")).stderr).toMatch(/^option-invalid: /);
    expect((await musterd("forget", "--yes", "--target", "--profile")).stderr).toMatch(/^option-invalid: /);
  });

  it("is refused while a run goes on", async () => {
    const file = join(place.folder, "state", "musterd.db");
    const store = openStore(file, `${fixture.url} (company ${fixture.corpCode})`, systemClock);
    const lease = await store.leases.take();
    expect((await musterd("forget", "--target", "--yes")).stderr).toMatch(/^run-in-progress: /);
    await lease.release();
    await store.close();
  });

  it("removes a person from every file of the state folder, and the history goes on with a pseudonym", async () => {
    const person = { account: "zhang.wei-min", number: "Q7711", name: "張偉敏" };
    const rows = officePeople(3);
    await place.write(officeFiles([...rows, person]));
    expect((await musterd("apply", "--yes")).code).toBe(0);
    await place.write(officeFiles([...rows, { ...person, account: "zhang.wm2", name: "章維民" }]));
    expect((await musterd("apply", "--yes")).code).toBe(0);
    await place.write(officeFiles(rows));
    expect((await musterd("apply", "--yes")).code).toBe(0);
    const values = [person.account, "zhang.wm2", person.number, person.name, "章維民"];
    expect(values.filter((value) => stateBytes().includes(value))).not.toEqual([]);
    // Without a terminal nothing is asked or done, but what would be is shown.
    const refused = await musterd("forget", "--person", person.number);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^confirmation-needed: /) });
    expect(refused.stdout).toMatch(/zhang\.wm2.*\d+ × change/s);
    expect(values.filter((value) => stateBytes().includes(value))).not.toEqual([]);
    const json = await musterd("forget", "--person", person.number, "--yes", "--json");
    expect(json).toMatchObject({ code: 0, stderr: "" });
    expect(values.filter((value) => stateBytes().toLowerCase().includes(value.toLowerCase()))).toEqual([]);
    const { pseudonym } = JSON.parse(json.stdout) as { pseudonym: string };
    const runs = JSON.parse((await musterd("runs", "--json")).stdout) as readonly { readonly id: string }[];
    const shown = await Promise.all(runs.slice(0, 3).map(({ id }) => musterd("show", id, "--full")));
    for (const { code, stdout } of shown)
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(pseudonym) });
    expect((await musterd("forget", "--person", person.number, "--yes")).stderr).toMatch(/^subject-unknown: /);
  });
});

/** All files of the state folder, as one text. */
const stateBytes = (): string =>
  readdirSync(join(place.folder, "state"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
