/**
 * Tests that the client returns the same results from sites that answer in other forms. The cases are those of the organisation
 * group; the site is the reference service with quirks.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openClient, type SystemClient } from "../../src/client/client.ts";
import { type OperationId, specOf } from "../../src/contract/contract.ts";
import { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { conformanceGroups } from "../service/conformance-groups.ts";
import { corpCode, keyOf, startTestService } from "../service/running-service.ts";

const [{ cases, company } = { cases: {}, company: () => ({}) }] = conformanceGroups;
const of = (id: OperationId) => cases[id] ?? { succeeds: [], refuses: [] };
const ids = Object.keys(cases) as OperationId[];

/** Forms of answers with the same meaning. `tells` is false if writes do not return their record. */
const forms = [
  { tells: true, quirks: { envelope: "model", lists: "flat", noManager: "empty-object", nobody: "null" } },
  { tells: true, quirks: { refusals: "ok", keyRefusal: 403, noManager: "no-content", nobody: "empty-object" } },
  { tells: false, quirks: { envelope: "model", writeAnswers: "true", extraFields: "enabled", nobody: "error" } },
  {
    tells: false,
    quirks: { writeAnswers: "object", extraFields: "more", unknownProperties: "refused", noManager: "error" },
  },
  { tells: false, quirks: { writeAnswers: "empty", lists: "flat", keyRefusal: 403 } },
] as const;

const absentErrorCodes = ["OPA-USER-UNKNOWN", "OPA-NO-MANAGER"];

describe.each(forms)("a site with $quirks", ({ tells, quirks }) => {
  let service: Awaited<ReturnType<typeof startTestService>>;
  let client: SystemClient;

  beforeAll(async () => {
    service = await startTestService({ quirks: { ...Quirks.parse({}), ...quirks } });
    client = openClient({ url: service.url, corpCode, apiKey: keyOf["Api-Key"] }, { absentErrorCodes });
  });
  afterAll(async () => {
    await client.close();
    await service.close();
  });
  beforeEach(() => service.admin("PUT", "/company", company()));

  const call = (id: OperationId, input: object): Promise<unknown> => client.call(id as never, input);

  const successes = ids.flatMap((id) =>
    of(id)
      .succeeds.slice(0, 2)
      .map((success) => ({ id, ...success })),
  );
  it.each(successes)("answers like any other: $id $fact", async ({ id, first = [], answers, params, body }) => {
    for (const [other, input] of first) await call(other, input);
    const answer = await call(id, { params, body });
    const told = id === "J4" || id === "T1" ? (answers as unknown[][]).flat() : answers;
    expect(answer).toEqual(specOf(id).mutates && !tells ? undefined : told);
  });

  const refusals = ids
    .filter((id) => id !== "E2" && id !== "E3" && id !== "D10")
    .flatMap((id) =>
      of(id)
        .refuses.slice(0, 1)
        .map((refusal) => ({ id, ...refusal })),
    );
  it.each(refusals)("refuses like any other: $id $fact", async ({ id, first = [], params, body, code }) => {
    for (const [other, input] of first) await call(other, input);
    const refused = call(id, { params, body });
    await expect(refused).rejects.toMatchObject({ code: "target-refused", failure: { errorCode: code } });
  });

  it("returns null for nobody and no manager, and no doubt about a key", async () => {
    expect(await client.getEmployee({ params: { userType: "0", userCode: "nobody" } })).toBeNull();
    expect(await client.getDepartmentManager({ params: { code: "LAB" } })).toBeNull();
    await using stranger = openClient({ url: service.url, corpCode, apiKey: "stranger-secret" });
    await expect(stranger.listDepartmentLevels()).rejects.toMatchObject({
      code: "target-unauthorized",
      failure: { errorCode: "OPA-KEY-PERMISSION" },
    });
  });
});
