/** `musterd check --site` and its write test as a user meets them: what is listed, the two questions, and whom it refuses. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { directory } from "../../support/directory/directory-builder.ts";
import { organisationOf } from "../../support/directory/organisation-document.ts";
import { runCli } from "../../support/processes/cli-process.ts";
import { onTerminal } from "../../support/processes/on-terminal.ts";
import { officeFiles, officePeople, officeSettings } from "../../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";
import {
  openServiceFixture,
  refreshesOf,
  type ServiceFixture,
  writesOf,
} from "../../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(officePeople(2)), officeSettings(fixture));
  env = { API_KEY: fixture.apiKey };
  const office = directory().level("L").department("A").title("T1").title("T2").employee("boss").in("A");
  const people = office.employee("probe").in("A", { title: "T1", supervisor: "boss" }).employee("e01").in("A");
  await fixture.quirks({ supervisorsOnReplace: "dropped" });
  await fixture.load(organisationOf(people.full()));
  await fixture.forgetCalls();
});
afterAll(async () => {
  await fixture.close();
  await place.remove();
});

const check = (...parameters: string[]) => runCli(["check", "--config", place.config, ...parameters], { env });
const onTheTerminal = (keys: string, account = "probe") =>
  onTerminal(["check", "--site", "--write-test", account, "--config", place.config], { env, prompt: "[y/N]", keys });

describe("check --site", () => {
  it("names addresses, readings, and what cannot be known without writing", async () => {
    const { code, stdout } = await check("--site");
    expect(code).toBe(0);
    expect(stdout).toContain("  E14 writes  PUT ");
    expect(stdout).toMatch(/What the key may read\n {2}✓ target.*V1, D1, T1, J4, E1/);
    expect(stdout).toMatch(/Whether the key may use V2, .*E14, and what else these writes change/);
    const { stdout: json } = await check("--site", "--json");
    expect(JSON.parse(json)).toMatchObject({
      habits: [],
      operations: expect.arrayContaining([expect.objectContaining({ id: "E11", seen: 0 })]),
    });
    expect(writesOf(await fixture.calls())).toEqual([]);
  });
});

describe("the write test", () => {
  it.each([
    ["n\r", "Nothing was written."],
    ["y\rprobee\r", "Nothing was written."],
  ])("that is answered with %j writes nothing", async (keys, says) => {
    const { code, shown } = await onTheTerminal(keys);
    expect([code, shown.includes(says)]).toEqual([1, true]);
    expect(writesOf(await fixture.calls())).toEqual([]);
  });

  it("needs a terminal, and refuses somebody of HR's data", async () => {
    expect((await check("--site", "--write-test", "probe")).stderr).toContain("confirmation-needed");
    expect((await check("--site", "--write-test", "E01")).stderr).toContain("write-test-real: E01 is somebody");
    expect((await check("--site", "--write-test", "E01", "--real-person")).stderr).toContain("confirmation-needed");
    expect(writesOf(await fixture.calls())).toEqual([]);
  });

  it("agreed to twice, also ahead, says what it has found, and check --site knows it afterwards", async () => {
    const before = await fixture.dump();
    const { code, shown } = await onTheTerminal("y\rprobe\r");
    expect(shown).toContain("Tried: E11, E14, E13, E7");
    expect(shown).toContain("The person is as before.");
    expect(code).toBe(0);
    expect(await fixture.dump()).toEqual(before);
    expect(refreshesOf(await fixture.calls())).toHaveLength(1);
    const { stdout } = await check("--site");
    expect(stdout).toMatch(/What writes were seen to do\n {2}E14 /);
    expect(stdout).toMatch(/E14 {1}writes .*read back 2/);
  });

  it("names what cannot be put back", async () => {
    await fixture.quirks({ supervisorsOnReplace: "dropped", ignores: ["E13"] });
    const { code, shown } = await onTheTerminal("y\rprobe\r");
    expect([code, shown]).toEqual([1, expect.stringContaining("write-test-left")]);
    expect(shown).toContain("supervisor/supervisor");
  });
});
