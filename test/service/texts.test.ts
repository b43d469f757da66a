/**
 * The texts of requests: every property of every operation has a rule for its characters and its length, and where no schema
 * looks, the reader of bodies does. `texts.slow.test.ts` sends each property what breaks its rule.
 */
import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationIds } from "../../src/contract/contract.ts";
import { ruleOfPattern } from "../../src/contract/records/texts.ts";
import { baseline } from "./cases/baseline.ts";
import {
  findings,
  isBase64,
  isId,
  isLong,
  isText,
  leavesOf,
  patternsOf,
  sendTo,
  validRequest,
  withValue,
} from "./request-leaves.ts";
import { errorCodeOf, keyOf, startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService({ quirks: {} });
});
afterAll(() => service.close());

it.each(operationIds)("%s has a rule for the characters and the length of every text", (id) => {
  for (const { place, schema } of leavesOf(id).filter(isText)) {
    const rules = patternsOf(schema).filter((pattern) => ruleOfPattern.has(pattern));
    const isBounded = schema.maxLength !== undefined || isId(schema);
    expect([place.join("."), rules.length > 0 || isBase64(schema), isBounded]).toEqual([place.join("."), true, true]);
  }
});

it("looks at every kind of text", () => {
  const all = operationIds.flatMap((id) => leavesOf(id)).filter(isText);
  expect(all.length).toBeGreaterThan(250);
  expect(all.filter(isLong).length).toBeGreaterThan(10);
  expect(all.filter(({ schema }) => isId(schema)).length).toBeGreaterThan(8);
  expect(new Set(all.flatMap(({ schema }) => patternsOf(schema))).size).toBeGreaterThanOrEqual(4);
});

describe("where no schema looks", () => {
  const initiate = (value: unknown) => {
    const request = validRequest("F1");
    return sendTo(service, "", "F1", withValue(request, ["body", "fields", "0", "value"], value));
  };

  it.each([
    ["a text", "x\u0007", "fields.0.value"],
    ["a cell of a grid", [{ col: "ok" }, { col: "\ud800" }], "fields.0.value.1.col"],
    ["the name of a column", [{ "a\0b": 1 }], "fields.0.value.0"],
    ["a raw control character", "x\u0085", "fields.0.value"],
  ])("refuses an unreadable value of a field: %s", async (_, value, property) => {
    const answer = await initiate(value);
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
    expect(findings(answer)).toEqual([{ error: expect.stringContaining("control characters"), property }]);
  });

  it("reads escapes as JSON does: an escaped backslash is none", async () => {
    const answer = await initiate("C:\\backup\\u0007\n\t\ud83d\ude00");
    expect(findings(answer).filter(({ property }) => property.startsWith("fields"))).toEqual([]);
  });

  it("refuses an unknown property that is unreadable, and a company document", async () => {
    const answer = await sendTo(service, "", "V2", {
      params: {},
      body: { code: "N", name: "N", more: { "x\u0000": 1 } },
    });
    expect(findings(answer)).toEqual([{ error: expect.any(String), property: "more" }]);
    const [level, ...levels] = baseline().levels;
    const company = { organisation: { ...baseline(), levels: [{ ...level, name: "a\u0000" }, ...levels] } };
    await expect(service.admin("PUT", "/company", company)).rejects.toThrow("organisation.levels.0.name");
    const broken = { organisation: { ...baseline(), levels: [{ ...level, name: "a\nb" }, ...levels] } };
    await expect(service.admin("PUT", "/company", broken)).rejects.toThrow("must be one line of text");
  });

  it("finds the place in a body as deep as a body may be", async () => {
    const depth = 99;
    const body = `{"code":"N","name":"N","more":${"[".repeat(depth)}"\\u0000"${"]".repeat(depth)}}`;
    const answer = await service.raw("POST", "/openapi/base/v1/deptlevel", keyOf, body);
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
    expect(findings(answer)[0]?.property).toMatch(/^more(\.0){18}$/);
  });
});

it("gives every pattern of a schema its rule in words", () => {
  const files = globSync(["src/contract/**/*.ts", "src/service/kernel/**/*.ts"]);
  const sources = files.map((file) => readFileSync(file, "utf8"));
  const calls = sources.flatMap((source) => source.match(/\.regex\((?:\/(?:[^/\\\n]|\\.)+\/\w*|\w+)\s*[,)]/g) ?? []);
  expect(calls.length).toBeGreaterThan(2);
  expect(calls.filter((call) => call.endsWith(")"))).toEqual([]);
});

it("answers a name as long as the largest body", async () => {
  const body = { fileName: "字a👩".repeat(1_000_000), base64Content: "QQ==" };
  const answer = await sendTo(service, "", "UP3", { params: {}, body });
  expect([answer.status, findings(answer)]).toEqual([
    400,
    [{ error: "must NOT have more than 255 characters", property: "fileName" }],
  ]);
});
