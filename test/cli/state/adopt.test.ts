/** Tests `musterd adopt` as users and scripts use it: open decisions, stored decisions, and their effect on the next run. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliResult, runCli } from "../../support/processes/cli-process.ts";
import { onTerminal } from "../../support/processes/on-terminal.ts";
import { officeFiles, officePeople, officeSettings, personalData } from "../../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture } from "../../support/servers/service-fixture.ts";

const people = officePeople(3);

let fixture: ServiceFixture;
let place: Workplace;

/** The service already contains the office. One person was entered there by hand, under another account. */
beforeAll(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(people), officeSettings(fixture));
  await musterd("apply", "--yes");
  const organisation = await fixture.dump();
  const employees = organisation.employees.map((person) =>
    person.account === "e02" ? { ...person, account: "hand", employeeNumber: null } : person,
  );
  await fixture.load({ ...organisation, employees });
});

afterAll(async () => {
  await fixture.close();
  await place.remove();
});

const musterd = (command: string, ...more: readonly string[]): Promise<CliResult> =>
  runCli([command, "--config", place.config, ...more], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

describe("adopt", () => {
  it("says what is to be decided, with the evidence and without personal data", async () => {
    const { code, stdout } = await musterd("adopt", "--json");
    expect(code).toBe(2);
    const { open, decided } = JSON.parse(stdout);
    expect(decided).toEqual([]);
    expect(open).toMatchObject([
      { kind: "employee", source: "e02", reason: "possible-twin", candidates: [{ key: "hand", active: true }] },
    ]);
    expect(open[0].candidates[0].evidence).toContainEqual(["idCardNumber"]);
    const shown = stdout + (await musterd("plan")).stdout;
    for (const value of people.flatMap((row) => Object.values(personalData(row)))) expect(shown).not.toContain(value);
  });

  it("asks on a terminal alone, shows the question all the same, and refuses what it does not understand", async () => {
    const asked = await musterd("adopt");
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringMatching(/^confirmation-needed: 1 to decide/) });
    expect(asked.stdout).toMatch(/e02.*\n(.*\n)*.*1\. .*hand.*agrees in: ID card number/);
    expect((await musterd("adopt", "--same", "e02")).stderr).toMatch(/^option-invalid: /);
    expect((await musterd("adopt", "--same", "house/e02=hand")).stderr).toMatch(/^option-invalid: /);
  });

  it("refuses a decision about what is not there, names what is similar, and keeps nothing", async () => {
    const refused = async (...words: readonly string[]) => {
      const { code, stderr } = await musterd("adopt", ...words);
      expect(code).toBe(1);
      return stderr;
    };
    expect(await refused("--same", "00000X=wang.zz")).toMatch(
      /^decision-invalid: .*the source has no employee "00000X"/,
    );
    expect(await refused("--same", "E02=hant")).toMatch(/the service has no employee "hant"; similar: hand/);
    expect(await refused("--same", "E02=hаnd")).toMatch(/only hand, which looks like hа\[U\+0430\]nd/);
    expect(await refused("--other", "E02=nobody")).toMatch(/the service has no employee "nobody"/);
    expect(await refused("--same", "department/NONE=R1")).toMatch(/the source has no department "NONE"/);
    expect(await refused("--same", "E02=hand", "--other", "e02=hand")).toMatch(/contradicts/);
    expect(await refused("--same", "E02=hand", "--same", "E01=hand")).toMatch(/contradicts/);
    expect(await refused("--withdraw", "E02=hand")).toMatch(
      /^decision-invalid: there is no decision about employee\/E02=hand/,
    );
    expect(JSON.parse((await musterd("adopt", "--list", "--json")).stdout)).toEqual({ decisions: [] });
  });

  it("keeps one unchecked if told so, holds its record, lists it, and takes it back", async () => {
    expect(await musterd("adopt", "--unchecked", "--same", "E02=later")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Not checked"),
    });
    const held = JSON.parse((await musterd("plan", "--json")).stdout).held;
    expect(held).toMatchObject([{ id: "employee/e02/create", reason: "decision-without-object", about: ["later"] }]);
    const { decisions } = JSON.parse((await musterd("adopt", "--list", "--json")).stdout);
    expect(decisions).toEqual([
      {
        kind: "employee",
        source: "e02",
        target: "later",
        same: true,
        from: "store",
        decidedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await musterd("adopt", "--list")).stdout).toMatch(/employee e02 = later +the same/);
    expect((await musterd("adopt", "--same", "E02=hand")).stderr).toMatch(/contradicts e02=later \(same\)/);
    // Refused as a whole: nothing is withdrawn either.
    const half = await musterd("adopt", "--withdraw", "E02=later", "--same", "E02=hant");
    expect(half).toMatchObject({ code: 1, stderr: expect.stringMatching(/^decision-invalid: /) });
    const both = await musterd("adopt", "--unchecked", "--same", "E03=hand", "--other", "e03=Hand");
    expect(both).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^decision-invalid: --same E03=hand contradicts --other e03=Hand/),
    });
    expect(JSON.parse((await musterd("adopt", "--list", "--json")).stdout)).toEqual({ decisions });
    const withdrawn = JSON.parse((await musterd("adopt", "--withdraw", "E02=later", "--json")).stdout);
    expect(withdrawn).toMatchObject({
      withdrawn: [{ kind: "employee", source: "E02", target: "later" }],
      open: [{ source: "e02", reason: "possible-twin" }],
    });
  });

  it("takes one back and keeps another one about the same record in one command", async () => {
    await musterd("adopt", "--unchecked", "--same", "E02=later");
    const { code, stdout } = await musterd("adopt", "--withdraw", "E02=later", "--other", "E02=hand");
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("1 decision kept") });
    const { decisions } = JSON.parse((await musterd("adopt", "--list", "--json")).stdout);
    expect(decisions).toMatchObject([{ source: "e02", target: "hand", same: false }]);
    await musterd("adopt", "--withdraw", "E02=hand", "--json");
  });

  it("keeps nothing of what a person skips, and a decision by its number", async () => {
    const answered = (keys: string) =>
      onTerminal(["adopt", "--config", place.config], { env: { API_KEY: fixture.apiKey }, prompt: "q: quit]", keys });
    expect(await answered("s\r")).toMatchObject({ code: 2, shown: expect.stringContaining("0 decisions kept") });
    expect((await musterd("adopt", "--json")).code).toBe(2);
    expect(await answered("1\r")).toMatchObject({ code: 0, shown: expect.stringContaining("1 decision kept") });
    expect((await musterd("adopt", "--json")).code).toBe(0);
  });

  it("keeps a decision by its pair, which the next run carries out", async () => {
    expect(await musterd("adopt", "--same", "E02=hand")).toMatchObject({ code: 0, stderr: "" });
    expect((await musterd("apply", "--yes")).code).toBe(0);
    const { employees } = await fixture.dump();
    expect(employees.map(({ account, employeeNumber }) => `${account} ${employeeNumber}`).toSorted()).toEqual(
      people.map(({ account, number }) => `${account} ${number}`),
    );
    expect((await musterd("plan")).code).toBe(0);
  });
});
