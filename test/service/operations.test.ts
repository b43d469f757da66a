/**
 * Every operation of the organisation group over real HTTP: its effect on the whole organisation, its answer, and refusals that
 * change nothing. The table's type requires all operations: without cases for one of them it does not compile.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { type OrganisationId, organisationIds as operationIds, specOf } from "../../src/contract/contract.ts";
import { ErrorBody } from "../../src/contract/records/organisation.ts";
import { baseline } from "./cases/baseline.ts";
import type { CasesOf, Success } from "./cases/case.ts";
import { departmentBatchCases } from "./cases/department-batch.ts";
import { departmentCases } from "./cases/departments.ts";
import { employeeCases } from "./cases/employees.ts";
import { functionCases } from "./cases/functions.ts";
import { levelCases } from "./cases/levels.ts";
import { postCases } from "./cases/posts.ts";
import { titleCases } from "./cases/titles.ts";
import { checkCompany, readerOf } from "./company-checks.ts";
import { requiredProperties } from "./required-properties.ts";
import { errorCodeOf, startTestService } from "./running-service.ts";

const cases: CasesOf<OrganisationId> = {
  ...departmentCases,
  ...departmentBatchCases,
  ...levelCases,
  ...employeeCases,
  ...postCases,
  ...functionCases,
  ...titleCases,
};

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => service.load(baseline()));

const prepare = async ({ first }: Pick<Success, "first">) => {
  for (const [id, input] of first ?? []) expect((await service.call(id, input)).status).toBe(200);
  return { organisation: await service.dump(), owed: (await service.refreshes()).dirty };
};

const successes = operationIds.flatMap((id) => cases[id].succeeds.map((success) => ({ id, ...success })));

it.each(successes)("$id $fact", async ({ id, ...success }) => {
  const { organisation, owed } = await prepare(success);
  const { response = z.undefined(), mutates } = specOf(id);
  const answer = await service.call(id, success);
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual(success.answers);
  expect(answer.text === "").toBe(success.answers === undefined);
  expect(response.nullable().parse(answer.json)).toEqual(answer.json);

  const expected = structuredClone(organisation);
  success.leaves?.(expected);
  expect(await service.dump()).toEqual(expected);
  expect((await service.refreshes()).dirty).toBe(id === "P1" ? 0 : owed + Number(mutates));
  await checkCompany(readerOf(service));
});

const refusals = operationIds.flatMap((id) => cases[id].refuses.map((refusal) => ({ id, ...refusal })));

it.each(refusals)("$id refuses $fact", async ({ id, ...refusal }) => {
  const before = await prepare(refusal);
  const answer = await service.call(id, refusal);
  expect(errorCodeOf(answer)).toBe(refusal.code);
  expect(answer.status).toBe(refusal.status ?? 400);
  expect(ErrorBody.parse(answer.json)).toEqual(answer.json);
  expect(await prepare({})).toEqual(before);
});

const required = requiredProperties(operationIds);

/** Null is valid for these properties: it clears them (R9 in interface-notes.md). */
const clearedByNull = ["expiredTime", "resignationDate"];

it.each(required)("$id refuses a body without $name, or with a null, blank or wrong one", async ({ id, name }) => {
  const [valid] = cases[id].succeeds;
  await prepare(valid);
  const wrong = [undefined, " ", [[]], { wrong: 1 }, ...(clearedByNull.includes(name) ? [] : [null])];
  for (const value of wrong) {
    const answer = await service.call(id, { ...valid, body: { ...(valid.body as object), [name]: value } });
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
  }
});
