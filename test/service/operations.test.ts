/**
 * Every operation of the contract over real HTTP: what it does to the whole organisation, what it answers, and what it
 * refuses without leaving a trace. The table is complete by its type: an operation without cases does not compile.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type OperationId, operationIds, specOf } from "../../src/contract/contract.ts";
import { ErrorBody } from "../../src/contract/records.ts";
import { baseline } from "./cases/baseline.ts";
import type { CasesOf, Refusal, Success } from "./cases/case.ts";
import { departmentBatchCases } from "./cases/department-batch.ts";
import { departmentCases } from "./cases/departments.ts";
import { employeeCases } from "./cases/employees.ts";
import { functionCases } from "./cases/functions.ts";
import { levelCases } from "./cases/levels.ts";
import { postCases } from "./cases/posts.ts";
import { titleCases } from "./cases/titles.ts";
import { errorCodeOf, startTestService } from "./running-service.ts";

const cases: CasesOf<OperationId> = {
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

const prepare = async ({ first }: Success | Refusal) => {
  for (const [id, input] of first ?? []) expect((await service.call(id, input)).status).toBe(200);
  return service.dump();
};

describe.each(operationIds)("%s", (id) => {
  const { response, body, mutates } = specOf(id);

  it.each(cases[id].succeeds)("$fact", async (success) => {
    const expected = structuredClone(await prepare(success));
    const owed = (await service.refreshes()).dirty;
    const answer = await service.call(id, success);
    expect(answer.status).toBe(200);
    if (response && success.answers !== null) expect(response.parse(answer.json)).toEqual(answer.json);
    else expect(answer.text).toBe(success.answers === null ? "null" : "");
    expect(answer.json).toEqual(success.answers);
    success.leaves?.(expected);
    expect(await service.dump()).toEqual(expected);
    if (!mutates) expect((await service.refreshes()).dirty).toBe(owed);
  });

  if (cases[id].refuses.length > 0) {
    it.each(cases[id].refuses)("refuses $fact", async (refusal) => {
      const before = await prepare(refusal);
      const owed = (await service.refreshes()).dirty;
      const answer = await service.call(id, refusal);
      expect(errorCodeOf(answer)).toBe(refusal.code);
      expect(answer.status).toBe(refusal.status ?? 400);
      expect(ErrorBody.parse(answer.json)).toEqual(answer.json);
      expect(await service.dump()).toEqual(before);
      expect((await service.refreshes()).dirty).toBe(owed);
    });
  }

  if (body instanceof z.ZodObject) {
    const { params, body: valid, first } = cases[id].succeeds[0];
    const clears = ["expiredTime", "resignationDate"];
    const required = Object.keys(body.shape).filter((name) => !body.shape[name].safeParse(undefined).success);

    it.each(required)("refuses a body without %s, with null, or with a blank or wrong value", async (name) => {
      await prepare({ fact: "", ...(first ? { first } : {}) });
      const wrong = [undefined, ...(clears.includes(name) ? [] : [null]), " ", [[]], { wrong: 1 }];
      for (const value of wrong) {
        const sent = { ...(valid as object), [name]: value };
        const answer = await service.call(id, { ...(params ? { params } : {}), body: sent });
        expect(answer.status).toBe(400);
      }
    });
  }
});
