/** The type of a case of an agent, form or signing operation, and the function that runs the cases over real HTTP. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { type OperationId, owesRefresh, specOf } from "../../../src/contract/contract.ts";
import { permissions } from "../../../src/contract/operations/operation-spec.ts";
import { ErrorBody } from "../../../src/contract/records/organisation.ts";
import type { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { requiredProperties } from "../required-properties.ts";
import { errorCodeOf, type Input, keyOf, pathOf, startTestService } from "../running-service.ts";

export type TestService = Awaited<ReturnType<typeof startTestService>>;
/** `as`: account of the calling user, for operations of the user group. */
type Call = Input & { readonly as?: string };
export type Calls = readonly (readonly [OperationId, Call])[];

/** `List` is the list of a company document that the operations change. */
export type Success<List = unknown> = Call & {
  /** A test title in the present tense. */
  readonly fact: string;
  /** Calls to make before the case's own call. */
  readonly first?: Calls;
  /** The rest of the input, if it depends on earlier answers. */
  readonly input?: (service: TestService) => Promise<Input>;
  /** The body of the answer; absent: any body, or none if the operation has none. */
  readonly answers?: unknown;
  /** Checks more of the answer, and what the call has caused. */
  readonly check?: (answer: unknown, service: TestService) => Promise<void>;
  /** Makes the expected change to the list; undefined if nothing changes. */
  readonly leaves?: (list: List) => void;
};

export type Refusal = Call & {
  readonly fact: string;
  readonly first?: Calls;
  readonly code: string;
  /** Default: 400. */
  readonly status?: number;
  /** The property named in the refusal. */
  readonly where?: string;
};

type Cases<List> = {
  readonly succeeds: readonly [Success<List>, ...Success<List>[]];
  readonly refuses: readonly Refusal[];
};
export type CasesOf<Id extends OperationId, List = unknown> = Readonly<Record<Id, Cases<List>>>;

const anything: unknown = expect.anything();
export const anyId: unknown = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
export const anyInstant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Runs each case on a newly loaded company. `listOf` returns the list in the part of the document that is compared. */
export const runCases = <List>(
  cases: Partial<CasesOf<OperationId, List>>,
  company: () => unknown,
  listOf: (compared: CompanyDocument) => List,
  compared: readonly (keyof CompanyDocument)[] = ["organisation", "forms", "agents"],
  options: Partial<ServiceOptions> = {},
) => {
  let service: TestService;
  const ids = Object.keys(cases) as OperationId[];
  const of = (id: OperationId) => cases[id] as Cases<List>;
  const call = async (id: OperationId, { as, ...input }: Call) =>
    as === undefined ? service.call(id, input) : service.callAs(await service.token(as), id, input);

  beforeAll(async () => {
    service = await startTestService(options);
  });
  afterAll(() => service.close());
  beforeEach(() => service.admin("PUT", "/company", company()));

  const prepare = async (first: Calls = []) => {
    for (const [id, input] of first) expect((await call(id, input)).status).toBe(200);
    const query = compared.map((section) => `section=${section}`).join("&");
    const document = (await service.admin("GET", `/company?${query}`)) as CompanyDocument;
    return { document, owed: (await service.refreshes()).dirty };
  };

  const successes = ids.flatMap((id) => of(id).succeeds.map((success) => ({ id, ...success })));
  it.each(successes)("$id $fact", async ({ id, first, input, answers, check, leaves, ...given }) => {
    const { document, owed } = await prepare(first);
    const answer = await call(id, { ...given, ...(await input?.(service)) });
    const { response } = specOf(id);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(answers ?? (response && anything));
    expect((response ?? z.undefined()).parse(answer.json)).toEqual(answer.json);
    await check?.(answer.json, service);
    leaves?.(listOf(document));
    expect(await prepare()).toEqual({ document, owed: owed + Number(owesRefresh(id)) });
  });

  const refusals = ids.flatMap((id) => of(id).refuses.map((refusal) => ({ id, ...refusal })));
  it.each(refusals)("$id refuses $fact", async ({ id, first, code, status = 400, where, ...input }) => {
    const before = await prepare(first);
    const answer = await call(id, input);
    expect([answer.status, errorCodeOf(answer)]).toEqual([status, code]);
    const { errorExpando } = ErrorBody.parse(answer.json);
    const places = errorExpando?.map(({ expandoObject }) => expandoObject);
    const named: unknown = expect.objectContaining({ property: where });
    expect(places).toEqual(where === undefined ? anything : [named]);
    expect(await prepare()).toEqual(before);
  });

  it.each(ids)("%s refuses a caller without its permission", async (id) => {
    const [{ as, ...input }] = of(id).succeeds;
    const { method, permission } = specOf(id);
    const others = permissions.filter((one) => one !== permission);
    const headers = { ...keyOf, "Api-Key": "stranger-secret" };
    const answer =
      as === undefined
        ? await service.raw(method, pathOf(id, input.params), headers, input.body)
        : await service.callAs(await service.token(as, others), id, input);
    expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-KEY-PERMISSION"]);
  });

  const required = requiredProperties(ids);
  it.each(required)(
    "$id refuses a body without $name, or with a null, blank or wrong one",
    async ({ id, name, notRecords }) => {
      const [valid] = of(id).succeeds;
      const given = { ...valid, ...(await valid.input?.(service)) };
      for (const value of [undefined, null, " ", [[]], ...notRecords, true]) {
        const answer = await call(id, { ...given, body: { ...(given.body as object), [name]: value } });
        expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
      }
    },
  );
  return { service: () => service };
};
