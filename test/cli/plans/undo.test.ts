/** Tests `musterd undo` as users and scripts use it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CliResult, runCli } from "../../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings, personalData } from "../../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture, writesOf } from "../../support/servers/service-fixture.ts";

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
  runCli([command, ...more, "--config", place.config], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

const { phoneNumber } = personalData(officePeople(1)[0] ?? { account: "", number: "", name: "" });

const nameOf = async (account: string) =>
  (await fixture.dump()).employees.find((person) => person.account === account)?.name;

it("an undo is shown, approved by its fingerprint, applied, and named by `runs` and `show`", async () => {
  expect((await musterd("undo", "last", "--dry-run")).stderr).toMatch(/^nothing-to-undo: /);
  expect(await musterd("apply", "--yes")).toMatchObject({ code: 0 });
  const renamed = officePeople(4).map((row) => (row.account === "e01" ? { ...row, name: "新名字" } : row));
  const files = officeFiles(renamed);
  await place.write({ ...files, "employees.csv": String(files["employees.csv"]).replace(phoneNumber, "0900-999-999") });
  expect(await musterd("apply", "--yes")).toMatchObject({ code: 0 });
  const [{ id }] = JSON.parse((await musterd("runs", "--json")).stdout) as [{ readonly id: string }];
  await fixture.forgetCalls();

  const shown = await musterd("undo", "last", "--dry-run");
  expect(shown).toMatchObject({ code: 2, stdout: expect.stringContaining(`Undo of`) });
  expect(shown.stdout).toContain(id);
  expect(shown.stdout).toContain("員工01");
  expect((await musterd("undo", id, "--quiet")).stderr).toMatch(/^confirmation-needed: .*[\s\S]*--dry-run/);
  expect((await musterd("undo", "20260101T000000-00000000", "--dry-run")).stderr).toMatch(/^run-unknown: /);
  expect((await musterd("undo", "nix")).stderr).toMatch(/^run-unknown: /);
  expect((await musterd("undo", id, "--plan", "0".repeat(12), "--yes")).stderr).toMatch(/^plan-stale: /);
  expect(writesOf(await fixture.calls())).toEqual([]);

  const { stdout } = await musterd("undo", id, "--dry-run", "--json", "--html", "undo.html");
  const { fingerprint, undoes } = JSON.parse(stdout) as { readonly fingerprint: string; readonly undoes: string };
  expect(undoes).toBe(id);
  expect(await readFile(join(place.folder, "undo.html"), "utf8")).toContain(id);
  expect(await musterd("undo", id, "--plan", fingerprint.slice(0, 12), "--yes")).toMatchObject({ code: 0 });
  expect(await nameOf("e01")).toBe("員工01");
  expect(JSON.parse((await musterd("runs", "--limit", "1", "--json")).stdout)).toMatchObject([{ undoes: id }]);
  expect((await musterd("runs", "--limit", "1")).stdout).toMatch(/undo of[^]*All numbers count entries/);
  expect((await musterd("show", "last")).stdout).toContain(id);
  expect((await musterd("show", "last", "--language", "zh-TW")).stdout).toContain("還原的執行");

  // The source still says otherwise.
  expect(await musterd("plan")).toMatchObject({ code: 2, stdout: expect.stringContaining("新名字") });
});

it("the undo of an undo brings back what the source says, and does not announce that the next run takes it back", async () => {
  const again = await musterd("undo", "last", "--dry-run");
  expect(again).toMatchObject({ code: 2, stdout: expect.stringContaining("新名字") });
  expect(again.stdout).not.toContain("the same changes again");
  expect(again.stdout.replaceAll(/\s+/g, " ")).toContain("the next run follows the source again");
  expect(await musterd("undo", "last", "--yes")).toMatchObject({ code: 0 });
  expect(await nameOf("e01")).toBe("新名字");
  expect(await musterd("plan")).toMatchObject({ code: 0 });
});

it("the state folder holds personal data of an undoable run only in encrypted form", async () => {
  for (const file of ["musterd.db", "musterd.key"])
    expect((await readFile(join(place.folder, "state", file))).includes(phoneNumber)).toBe(false);
});
