/** Tests the sample's sections other than `organisation`: the service accepts them, and they have examples of all kinds. CI leaves out the largest company. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CompanyDocument } from "../../src/contract/sections/company-document.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { sampleSections } from "../../src/sample/sections.ts";
import { errorCodeOf, startTestService } from "../service/running-service.ts";
import { inPart } from "../support/suites/runs.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
const today = new Date().toISOString().slice(0, 10);
const { before: organisation } = sampleCompany({ today });
const sections = sampleSections(organisation, today);

beforeAll(async () => {
  service = await startTestService();
  await service.admin("PUT", "/company", { organisation, ...sections });
});
afterAll(() => service.close());

const dump = () => service.admin("GET", "/company") as Promise<CompanyDocument>;
const answerOf = async (id: "K2" | "S1" | "S2", body: unknown) => {
  const answer = await service.call(id, { body });
  expect([answer.status, errorCodeOf(answer)]).toEqual([200, undefined]);
  return answer.json as readonly Record<string, unknown>[];
};

it.each(inPart(2, [100, 1_000, 5_000]))("is accepted by the service in a company of %d people", async (people) => {
  const { before } = sampleCompany({ people, today });
  const other = await startTestService();
  const document = { organisation: before, ...sampleSections(before, today) };
  try {
    await expect(other.admin("PUT", "/company", document)).resolves.toBeUndefined();
  } finally {
    await other.close();
  }
});

it("is the same for the same day, with dates around that day", () => {
  const day = "2026-11-21";
  const first = sampleSections(organisation, day);
  expect(JSON.stringify(sampleSections(organisation, day))).toBe(JSON.stringify(first));
  const days = first.punches.map(({ punchDate }) => punchDate.slice(0, 10)).sort();
  expect([days[0], days.at(-1)]).toEqual(["2026-11-02", "2026-11-20"]);
});

it("is unchanged after a dump and a load", async () => {
  const first = await dump();
  await service.admin("PUT", "/company", first);
  expect(await dump()).toEqual(first);
});

it("has a survey of each status, one of which cannot be published yet", async () => {
  const codes = await Promise.all([0, 1, 2, 3].map((status) => answerOf("S1", { status })));
  expect(codes.map((list) => list.map(({ code }) => code))).toEqual([
    ["SATISFACTION"],
    ["COURSES"],
    ["CANTEEN"],
    ["SAFETY"],
  ]);
  const copy = (sourceQueCode: string) =>
    answerOf("S2", { sourceQueCode, startTime: "2090-01-01T00:00:00", endTime: "2090-02-01T00:00:00" });
  expect(await copy("SAFETY")).toMatchObject({
    hasSettingError: false,
    hasContentError: true,
    questionErrors: { items: [{ seq: 2, errorCode: "OPA-QUESTION-NO-OPTIONS" }] },
  });
  expect(await copy("CANTEEN")).toMatchObject({ hasSettingError: false, hasContentError: false });
});

it("has punches of all kinds that the department queries find", async () => {
  const query = { dateRange: {}, timeZoneId: "Taipei Standard Time", queryPunchHistoryType: 0, includeSubDept: true };
  const all = await answerOf("K2", { ...query, deptCode: "A000" });
  expect(all).toHaveLength(sections.punches.length);
  expect(new Set(all.map(({ punchType }) => punchType))).toEqual(new Set([1, 2, 3, 4]));
  expect(new Set(all.map(({ deptCode }) => deptCode))).toEqual(new Set(["D110", "E100", "E200"]));
  expect(all.every(({ punchDate }) => String(punchDate).endsWith("+08:00"))).toBe(true);
});

it("has forms, libraries of both kinds, connections, agents and notices", async () => {
  const { forms, libraries, agents, notices } = await dump();
  expect(forms?.forms.map(({ code }) => code)).toEqual(["LEAVE", "PURCHASE", "ONBOARD"]);
  expect(forms?.connections).toHaveLength(2);
  expect(
    libraries?.map(({ code, documents, controlledDocuments }) => [code, documents.length, controlledDocuments.length]),
  ).toEqual([
    ["COMPANY", 4, 0],
    ["ISO", 0, 3],
    ["RD", 1, 0],
  ]);
  expect(agents?.people.flatMap((person) => person.agents)).toHaveLength(3);
  expect(notices?.map(({ read }) => read)).toEqual([true, false]);
});
