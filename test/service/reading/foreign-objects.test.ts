/**
 * An object that belongs to somebody else is refused exactly like one that does not exist, so that no caller learns what there is.
 * Every pair is sent over real HTTP, and the whole answers are compared.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OperationId, specOf } from "../../../src/contract/contract.ts";
import { baseline } from "../cases/baseline.ts";
import { at } from "../documents/cases/document-case.ts";
import { libraries } from "../documents/cases/libraries.ts";
import { everydayCompany } from "../everyday/everyday-baseline.ts";
import { type Answer, corpCode, type Input, pathOf, startTestService } from "../running-service.ts";
import { now } from "../signing/signing-case.ts";
import { signingCompany } from "../signing/signing-company.ts";

type Service = Awaited<ReturnType<typeof startTestService>>;
type Pair = readonly [foreign: Input, unknown: Input];

/** Everything that a caller sees of an answer, without the id of the trace and the date. */
const seen = ({ status, headers, json }: Answer) => {
  const { traceId: _, ...body } = json as { traceId: string };
  return { status, type: headers.get("content-type"), length: headers.get("content-length"), body };
};

/** What the caller sees of the refusals of both requests. */
const told = async (send: (input: Input) => Promise<Answer>, [foreign, unknown]: Pair) => {
  const answers = { foreign: seen(await send(foreign)), unknown: seen(await send(unknown)) };
  if (answers.foreign.status === 200) throw new Error("the foreign object was not refused");
  return answers;
};

describe("documents of other people", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startTestService({ clock: { nowMs: () => Date.parse(now) } });
    await service.admin("PUT", "/company", signingCompany());
  });
  afterAll(() => service.close());

  const numbers = ["LEAVE-20260301-0001", "LEAVE-20260301-0002", "LEAVE-20260301-0003", "EXPENSE-20260301-0001"];
  it.each(numbers)("are unknown to U3 and U4: %s", async (formSn) => {
    const token = await service.token("eve");
    const none = formSn.replace(/\d$/, "9");
    const { foreign, unknown } = await told(
      (input) => service.callAs(token, "U3", input),
      [{ params: { formSn } }, { params: { formSn: none } }],
    );
    expect(foreign).toEqual(unknown);
    for (const decision of [{ status: 0 }, { status: 1, reason: "No" }]) {
      const pair = [{ body: { formSn, ...decision } }, { body: { formSn: none, ...decision } }] as const;
      const signing = await told((input) => service.callAs(token, "U4", input), pair);
      expect(signing.foreign).toEqual(signing.unknown);
    }
  });

  it("are known to people who take part in them", async () => {
    for (const who of ["dan", "cal", "ida"]) {
      const answer = await service.callAs(await service.token(who), "U3", {
        params: { formSn: "LEAVE-20260301-0001" },
      });
      expect([who, answer.status]).toEqual([who, 200]);
    }
  });
});

describe("a key that is designated for some objects", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startTestService();
    await service.admin("PUT", "/company", { ...everydayCompany(), libraries: libraries() });
    const permissions = ["P-Survey", "P-Lib", "P-FormDoc"];
    const designated = { forms: ["NONE"], libraries: ["AI"], surveyCategories: ["MOOD"] };
    await service.admin("POST", "/keys", {
      name: "some",
      secret: "a-key-for-some-objects",
      permissions,
      ...designated,
    });
  });
  afterAll(() => service.close());

  const period = { startTime: "2098-01-01T00:00:00Z", endTime: "2099-01-01T00:00:00Z" };
  const pairs: readonly (readonly [OperationId, Pair])[] = [
    ["S1", [{ body: { code: "COMING", status: 1 } }, { body: { code: "NOTHING", status: 1 } }]],
    ["S1", [{ body: { code: "BEFORE", status: 2 } }, { body: { code: "NOTHING", status: 2 } }]],
    ["S2", [{ body: { sourceQueCode: "COMING", ...period } }, { body: { sourceQueCode: "NOTHING", ...period } }]],
    [
      "L8",
      [{ body: { ...at("GEN", "/rules"), pageOptions: {} } }, { body: { ...at("NO", "/rules"), pageOptions: {} } }],
    ],
    ["L2", [{ params: { rootCode: "GEN" } }, { params: { rootCode: "NO" } }]],
    ["L13", [{ params: { rootCode: "ISO" } }, { params: { rootCode: "NO" } }]],
    ["F8b", [{ params: { formSn: "LEAVE-20260301-0001" } }, { params: { formSn: "OTHER-20260301-0001" } }]],
  ];
  it.each(pairs)("cannot tell in %s what there is beside them", async (id, pair) => {
    const { method } = specOf(id);
    const headers = { "Api-Key": "a-key-for-some-objects", CorpCode: corpCode };
    const { foreign, unknown } = await told(
      ({ params, body }) => service.raw(method, pathOf(id, params), headers, body),
      pair,
    );
    expect(foreign).toEqual(unknown);
  });

  it("learns from a key for everything that the survey exists and another does not", async () => {
    expect((await service.call("S1", { body: { code: "COMING", status: 1 } })).status).toBe(200);
    expect((await service.call("S1", { body: { code: "NOTHING", status: 1 } })).status).toBe(404);
  });
});

describe("a library in which a person may read nothing", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startTestService();
    await service.admin("PUT", "/company", { organisation: baseline(), libraries: libraries() });
  });
  afterAll(() => service.close());

  const page = { pageOptions: {} };
  const requests: readonly (readonly [OperationId, object, string])[] = [
    ["U5", page, "/quality"],
    ["U5", page, "/no"],
    ["U5", page, "/"],
    ["U5", page, "no-path"],
    ["U5", { pageOptions: { by: 9 } }, "/"],
    ["U6", { documentNames: ["Manual"] }, "/quality"],
    ["U7", { documents: [], duplicateAction: 0 }, "/quality"],
    ["U8", { fileName: "Manual" }, "/quality"],
    ["U11", {}, "/new"],
    ["U12", {}, "/quality"],
    ["U13", {}, "/quality"],
    ["U13", {}, "/quality/../x"],
  ];
  it.each(requests)("is unknown to %s %o at %s", async (id, rest, path) => {
    const token = await service.token("dan");
    const pair = [{ body: { ...at("ISO", path), ...rest } }, { body: { ...at("NO", path), ...rest } }] as const;
    const { foreign, unknown } = await told((input) => service.callAs(token, id, input), pair);
    expect(foreign).toEqual(unknown);
  });

  it("is unknown to U10, and not in U9", async () => {
    const token = await service.token("dan");
    const pair = [{ params: { rootCode: "ISO" } }, { params: { rootCode: "NO" } }] as const;
    const { foreign, unknown } = await told((input) => service.callAs(token, "U10", input), pair);
    expect(foreign).toEqual(unknown);
    const { json } = await service.callAs(token, "U9");
    expect((json as { code: string }[]).map(({ code }) => code)).toEqual(["GEN"]);
  });

  it("hides the folders of a library in which the person may read others", async () => {
    const token = await service.token("cat");
    const pair = [
      { body: { ...at("GEN", "/staff/letters"), ...page } },
      { body: { ...at("GEN", "/staff/nothing"), ...page } },
    ] as const;
    const { foreign, unknown } = await told((input) => service.callAs(token, "U5", input), pair);
    expect(foreign).toEqual(unknown);
  });
});
