/**
 * Tests proposals on the sample company, with a configuration that does not say that a department has a new code: the plan asks,
 * and the line that it offers, pasted into the configuration, makes the next plan rename the department.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { stringify } from "yaml";
import type { Proposal } from "../../src/model/plan/proposal.ts";
import { type CliResult, runCli } from "../support/processes/cli-process.ts";
import { openWorkplace, smallSample, targetPart, type Workplace } from "../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture } from "../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;
let settings: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const { before, files, source } = await smallSample();
  fixture = await openServiceFixture();
  await fixture.load(before);
  settings = { source: { ...source, renames: [] }, target: targetPart(fixture) };
  place = await openWorkplace(files, settings);
});

afterAll(async () => {
  await fixture.close();
  await place.remove();
});

const musterd = (...args: readonly string[]): Promise<CliResult> =>
  runCli([...args, "--config", place.config], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

it("keeps the proposals about its subjects in a restricted plan", async () => {
  const ofPlan = async (subject: string): Promise<readonly string[]> => {
    const { proposals } = JSON.parse((await musterd("plan", "--json", "--only", subject)).stdout);
    return proposals.map(({ to }: Proposal) => to[0]?.key);
  };
  expect(await ofPlan("E300")).toEqual(["E300"]);
  expect(await ofPlan("D200")).toEqual([]);
});

it("offers a line for the new code of a department, which the next plan carries out", async () => {
  const { proposals } = JSON.parse((await musterd("adopt", "--json")).stdout) as { proposals: readonly Proposal[] };
  const recoded = proposals.find(({ what }) => what === "recode");
  expect(recoded).toMatchObject({
    kind: "department",
    from: [{ key: "MIS" }],
    to: [{ key: "E300" }],
    meanwhile: "held",
    evidence: [["name"], ["people"]],
  });
  const [line = ""] = recoded?.lines ?? [];
  const shown = (await musterd("plan", "--full")).stdout;
  expect(shown).toContain(line);

  await place.write({ "musterd.yaml": `${stringify(settings)}identity:\n  adopt:\n    ${line}\n` });
  const plan = JSON.parse((await musterd("plan", "--json")).stdout);
  expect(plan.changes.map(({ id }: { id: string }) => id)).toContain("department/MIS/rename");
  expect(plan.proposals.filter(({ what }: Proposal) => what === "recode")).toEqual([]);
});
