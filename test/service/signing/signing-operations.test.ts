/** The signing operations over real HTTP: answers, effects, and refusals that change nothing. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { type OperationId, specOf } from "../../../src/contract/contract.ts";
import type { DocumentsSection } from "../../../src/contract/documents-section.ts";
import { permissions } from "../../../src/contract/operation-spec.ts";
import { ErrorBody } from "../../../src/contract/records.ts";
import { requiredProperties } from "../required-properties.ts";
import { errorCodeOf, type Input, keyOf, pathOf, startTestService } from "../running-service.ts";
import { searchCases } from "./search-cases.ts";
import { type CasesOf, now, type Refusal } from "./signing-case.ts";
import { signingCases } from "./signing-cases.ts";
import { signingCompany } from "./signing-company.ts";

const cases = { ...signingCases, ...searchCases };
const ids = Object.keys(cases) as (keyof typeof cases)[];
const of = (id: keyof typeof cases) => (cases as CasesOf<keyof typeof cases>)[id];

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => Date.parse(now) } });
});
afterAll(() => service.close());
beforeEach(() => service.admin("PUT", "/company", signingCompany()));

const call = async (id: OperationId, { as, ...input }: Input & { readonly as?: string }) =>
  as === undefined ? service.call(id, input) : service.callAs(await service.token(as), id, input);

const prepare = async ({ first }: Pick<Refusal, "first">) => {
  for (const [id, input] of first ?? []) expect((await call(id, input)).status).toBe(200);
  return ((await service.admin("GET", "/company")) as { documents: DocumentsSection }).documents;
};

const successes = ids.flatMap((id) => of(id).succeeds.map((success) => ({ id, ...success })));

it.each(successes)("$id $fact", async ({ id, ...success }) => {
  const before = await prepare(success);
  const answer = await call(id, success);
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual(success.answers);
  expect((specOf(id).response ?? z.undefined()).parse(answer.json)).toEqual(answer.json);
  success.leaves?.(before.documents);
  expect(await prepare({})).toEqual(before);
});

const refusals = ids.flatMap((id) => of(id).refuses.map((refusal) => ({ id, ...refusal })));

it.each(refusals)("$id refuses $fact", async ({ id, code, status = 400, where, ...refusal }) => {
  const before = await prepare(refusal);
  const answer = await call(id, refusal);
  expect([answer.status, errorCodeOf(answer)]).toEqual([status, code]);
  const { errorExpando } = ErrorBody.parse(answer.json);
  const places = errorExpando?.map(({ expandoObject }) => expandoObject);
  expect(places).toEqual(where === undefined ? places : [{ property: where }]);
  expect(await prepare({})).toEqual(before);
});

it.each(ids)("%s refuses a caller without its permission", async (id) => {
  const [valid] = of(id).succeeds;
  const { permission, group, method } = specOf(id);
  const granted = permissions.filter((one) => one !== permission);
  const answer =
    group === "system"
      ? await service.raw(method, pathOf(id, valid.params), { ...keyOf, "Api-Key": "stranger-secret" }, valid.body)
      : await service.callAs(await service.token(valid.as ?? "", granted), id, valid);
  expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-KEY-PERMISSION"]);
});

const required = requiredProperties(ids);

it.each(required)(
  "$id refuses a body without $name, or with a null, blank or wrong one",
  async ({ id, name, notRecords }) => {
    const [valid] = of(id).succeeds;
    for (const value of [undefined, null, " ", [[]], ...notRecords, true]) {
      const answer = await call(id, { ...valid, body: { ...(valid.body as object), [name]: value } });
      expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
    }
  },
);
