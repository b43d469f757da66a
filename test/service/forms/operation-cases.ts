/** The type of a case of an agent or form operation, and the function that runs the cases over real HTTP. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import type { CompanyDocument } from "../../../src/contract/company-document.ts";
import { type OperationId, owesRefresh, specOf } from "../../../src/contract/contract.ts";
import { ErrorBody } from "../../../src/contract/records.ts";
import { requiredProperties } from "../required-properties.ts";
import { errorCodeOf, type Input, keyOf, pathOf, startTestService } from "../running-service.ts";

export type TestService = Awaited<ReturnType<typeof startTestService>>;
type Calls = readonly (readonly [OperationId, Input])[];

type Success = Input & {
  /** A test title in the present tense. */
  readonly fact: string;
  /** Calls to make before the case's own call. */
  readonly first?: Calls;
  /** The rest of the input, if it depends on earlier answers. */
  readonly input?: (service: TestService) => Promise<Input>;
  readonly answers?: unknown;
  /** Checks more of the answer, and what the call has caused. */
  readonly check?: (answer: unknown, service: TestService) => Promise<void>;
  /** Makes the expected change to the list of people with absences and agents; undefined if nothing changes. */
  readonly leaves?: (agents: NonNullable<CompanyDocument["agents"]>["people"]) => void;
};

export type Refusal = Input & {
  readonly fact: string;
  readonly first?: Calls;
  readonly code: string;
  /** Default: 400. */
  readonly status?: number;
  /** The property named in the refusal. */
  readonly where?: string;
};

export type CasesOf<Id extends OperationId> = Readonly<
  Record<Id, { readonly succeeds: readonly [Success, ...Success[]]; readonly refuses: readonly Refusal[] }>
>;

const anything: unknown = expect.anything();
export const anyId: unknown = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
export const anyInstant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Runs each case on a newly loaded company. */
export const runCases = (cases: CasesOf<OperationId> | Partial<CasesOf<OperationId>>, company: () => unknown) => {
  let service: TestService;
  const ids = Object.keys(cases) as OperationId[];
  const of = (id: OperationId) => cases[id] as CasesOf<OperationId>[OperationId];

  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());
  beforeEach(() => service.admin("PUT", "/company", company()));

  const prepare = async (first: Calls = []) => {
    for (const [id, input] of first) expect((await service.call(id, input)).status).toBe(200);
    const { organisation, forms, agents } = (await service.admin("GET", "/company")) as CompanyDocument;
    return { document: { organisation, forms, agents }, owed: (await service.refreshes()).dirty };
  };

  const successes = ids.flatMap((id) => of(id).succeeds.map((success) => ({ id, ...success })));
  it.each(successes)("$id $fact", async ({ id, first, input, answers = anything, check, leaves, ...given }) => {
    const { document, owed } = await prepare(first);
    const answer = await service.call(id, { ...given, ...(await input?.(service)) });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(answers);
    expect((specOf(id).response ?? z.undefined()).parse(answer.json)).toEqual(answer.json);
    await check?.(answer.json, service);
    const expected = structuredClone(document);
    leaves?.(expected.agents?.people ?? []);
    expect(await prepare()).toEqual({ document: expected, owed: owed + Number(owesRefresh(id)) });
  });

  const refusals = ids.flatMap((id) => of(id).refuses.map((refusal) => ({ id, ...refusal })));
  it.each(refusals)("$id refuses $fact", async ({ id, first, code, status = 400, where, ...input }) => {
    const before = await prepare(first);
    const answer = await service.call(id, input);
    expect([answer.status, errorCodeOf(answer)]).toEqual([status, code]);
    const { errorExpando } = ErrorBody.parse(answer.json);
    const places = errorExpando?.map(({ expandoObject }) => expandoObject);
    expect(places).toEqual(where === undefined ? anything : [{ property: where }]);
    expect(await prepare()).toEqual(before);
  });

  it.each(ids)("%s refuses a key without its permission", async (id) => {
    const [{ params, body }] = of(id).succeeds;
    const headers = { ...keyOf, "Api-Key": "stranger-secret" };
    const answer = await service.raw(specOf(id).method, pathOf(id, params), headers, body);
    expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-KEY-PERMISSION"]);
  });

  const required = requiredProperties(ids);
  it.each(required)(
    "$id refuses a body without $name, or with a null, blank or wrong one",
    async ({ id, name, notRecords }) => {
      const [valid] = of(id).succeeds;
      const given = { ...valid, ...(await valid.input?.(service)) };
      for (const value of [undefined, null, " ", [[]], ...notRecords, true]) {
        const answer = await service.call(id, { ...given, body: { ...(given.body as object), [name]: value } });
        expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
      }
    },
  );
  return { service: () => service };
};
