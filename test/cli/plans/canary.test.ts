/** `musterd apply --canary` as a user meets it: its question on a terminal, no terminal, and a process that is killed at the question. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../../support/processes/cli-process.ts";
import { onTerminal } from "../../support/processes/on-terminal.ts";
import { officeFiles, officePeople, officeSettings } from "../../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";
import { openServiceFixture, refreshesOf, type ServiceFixture } from "../../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(officePeople(9)), officeSettings(fixture));
  env = { API_KEY: fixture.apiKey };
});
afterAll(async () => {
  await fixture.close();
  await place.remove();
});

const people = async () => (await fixture.dump()).employees.length;
const refreshes = async () => refreshesOf(await fixture.calls()).length;
const musterd = (...parameters: string[]) =>
  runCli([...parameters, "--config", place.config], { env, cwd: place.folder });
const saved = async () => {
  await musterd("plan", "--out", "plan.json");
  return `${place.folder}/plan.json`;
};

it("goes on, killed at its question, declined, without a terminal and with --yes, until everything is there, with one refresh each", async () => {
  const canary = async (keys?: string) =>
    onTerminal(["apply", await saved(), "--canary", "3", "--config", place.config], {
      env,
      prompt: "that are left?",
      ...(keys === undefined ? {} : { keys }),
    });
  const killed = await canary();
  expect([killed.code === 0, await people(), await refreshes()]).toEqual([false, 1, 0]);
  expect(killed.shown).toContain("The canary is applied, and reads back as planned (3 entries):");
  expect(killed.shown).toContain("員工01 (e01): joins");

  const declined = await canary("n\r");
  expect(declined.shown).toContain("canary-only");
  expect([declined.code, await people(), await refreshes()]).toEqual([1, 3, 1]);

  const unasked = await musterd("apply", await saved(), "--canary", "2");
  expect([unasked.code, unasked.stderr.includes("canary-only")]).toEqual([1, true]);
  expect([await people(), await refreshes()]).toEqual([5, 2]);

  const rest = await musterd("apply", "--canary", "2", "--yes");
  expect([rest.code, await people(), await refreshes()]).toEqual([0, 9, 3]);
  expect((await musterd("plan")).code).toBe(0);
});

it("refuses a count that is none", async () => {
  const { code, stderr } = await musterd("apply", "--canary", "0", "--yes");
  expect([code, stderr]).toEqual([1, expect.stringContaining("option-invalid: 0 is not a number of entries")]);
});
