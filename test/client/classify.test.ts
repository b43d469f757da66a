import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { statedSize } from "../../src/client/answers/part-of-list.ts";
import { retryAfterIn } from "../../src/client/answers/retry-after.ts";
import { CallError } from "../../src/client/call-error.ts";
import { classify } from "../../src/client/classify.ts";
import { networkFailure } from "../../src/client/transport/network-failure.ts";
import type { WireAnswer } from "../../src/client/transport/transport.ts";
import { stopsRun } from "../../src/site/calls/stops-run.ts";

const json = "application/json; charset=utf-8";
const answer = (status: number, text: string | undefined, contentType = json, retryAfter?: string): WireAnswer => ({
  status,
  text,
  contentType,
  retryAfter,
});

/** Returns an error as `code outcome`, with `repeated` if it is retryable and `stops` if it ends a run; a success as JSON. */
const meaning = (operation: "D1" | "D4", given: WireAnswer): string => {
  try {
    return JSON.stringify(classify(operation, given)) ?? "undefined";
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { code, retryable, failure } = error;
    return [code, failure.outcome, retryable && "repeated", stopsRun(error) && "stops"].filter(Boolean).join(" ");
  }
};

const errorBody = JSON.stringify({ errorCode: "DEPT_IN_USE", traceId: "t-9", errorExpando: [{ error: "王小明" }] });
const unauthorized = "target-unauthorized not-done stops";
const misconfigured = "target-misconfigured not-done stops";
/** The address of one write is wrong, or its body: the others may go on. */
const wrongWrite = "target-misconfigured not-done";
const refused = "target-refused not-done";

const busy = ["target-unavailable unknown repeated", "target-unavailable unknown repeated"] as const;
const limitOfCalls =
  '{"errorCode":"E1","errorExpando":[{"error":"呼叫次數超過上限，請於一分鐘後再呼叫","expandoObject":null}],"traceId":"t"}';
const announced = '{"model":[1],"message":"系統維護中 18:00"}';
const maintainers = '{"code":"D1","name":"系統維護中心","description":"under maintenance"}';
const worked = '{"success":true,"message":"Done; try again later for the list"}';

it("a refused key names what helps, also that a daemon does not read it again, and a refused token only what concerns it", () => {
  const hintOf = (operation: "D1" | "U2"): string => {
    try {
      classify(operation, answer(401, ""));
      return "";
    } catch (error) {
      return (error as CallError).hint;
    }
  };
  expect(hintOf("D1")).toMatch(/the key needs .*; a daemon keeps the key of its start, so restart it/);
  expect(hintOf("U2")).not.toMatch(/daemon|key/);
});

describe("an answer", () => {
  it.each<[string, WireAnswer, string, string]>([
    ["200 with a value", answer(200, "[1]"), "[1]", "[1]"],
    ["200 empty", answer(200, ""), "undefined", "undefined"],
    ["200 with texts filled with NUL", answer(200, '["A\\u0000\\u0000", "B"]'), '["A","B"]', '["A","B"]'],
    ["204", answer(204, "", ""), "undefined", "undefined"],
    ["200 true", answer(200, "true"), "true", "true"],
    ["200 false", answer(200, "false"), "false", refused],
    ["200 with false in an envelope", answer(200, '{"model":false}'), '{"model":false}', refused],
    ["200 with the text False", answer(200, "False", "text/plain"), "response-incomplete not-done repeated", refused],
    ["200 with false as a text", answer(200, '"false"'), '"false"', refused],
    ["200 with the text of a failure in an envelope", answer(200, '{"model":"Fail"}'), '{"model":"Fail"}', refused],
    ["200 with the result false", answer(200, '{"result":false}'), refused, refused],
    ["200 with a status of HTTP", answer(200, '{"title":"Unauthorized","status":401}'), refused, refused],
    [
      "200 with a code and a message",
      answer(200, '{"code":"401","msg":"token expired","data":null}'),
      refused,
      refused,
    ],
    [
      "200 with a code of success",
      answer(200, '{"code":200,"msg":"OK"}'),
      '{"code":200,"msg":"OK"}',
      '{"code":200,"msg":"OK"}',
    ],
    [
      "200 with a department 401",
      answer(200, '{"code":"401","name":"A"}'),
      '{"code":"401","name":"A"}',
      '{"code":"401","name":"A"}',
    ],
    ["200 with an error code", answer(200, errorBody), refused, refused],
    ["200 with false in an envelope in another case", answer(200, '{"Model":false}'), '{"Model":false}', refused],
    ["200 that says it failed", answer(200, '{"success":false,"model":null}'), refused, refused],
    ["200 that says it failed otherwise", answer(200, '{"IsSuccess":false}'), refused, refused],
    ["200 with the status of a failure", answer(200, '{"status":"fail","message":"x"}'), refused, refused],
    ["200 with the result of a failure", answer(200, '{"Result":"ERROR"}'), refused, refused],
    ["200 with the status of a success", answer(200, '{"status":"ok"}'), '{"status":"ok"}', '{"status":"ok"}'],
    ["200 that says it worked", answer(200, '{"success":true}'), '{"success":true}', '{"success":true}'],
    ["200 with error code 0", answer(200, '{"errorCode":0}'), '{"errorCode":0}', '{"errorCode":0}'],
    ["200 with error code 0000", answer(200, '{"errorCode":"0000"}'), '{"errorCode":"0000"}', '{"errorCode":"0000"}'],
    [
      "200 with the code of success",
      answer(200, '{"errorCode":"Success"}'),
      '{"errorCode":"Success"}',
      '{"errorCode":"Success"}',
    ],
    ["200 with error code 200", answer(200, '{"errorCode":"200"}'), '{"errorCode":"200"}', '{"errorCode":"200"}'],
    ["200 with error code 200 that failed", answer(200, '{"errorCode":200,"success":false}'), refused, refused],
    ["400 with error code 0", answer(400, '{"errorCode":"0"}'), refused, refused],
    ["400 with error code 200", answer(400, '{"errorCode":"200"}'), refused, refused],
    ["200 with an empty error code", answer(200, '{"errorCode":""}'), '{"errorCode":""}', '{"errorCode":""}'],
    ["200 that says it is busy", answer(200, '{"message":"System busy"}'), ...busy],
    ["200 that says so beside nobody", answer(200, '{"model":null,"message":"系統忙碌，請稍後再試"}'), ...busy],
    ["200 that says so as a failure", answer(200, '{"success":false,"message":"系統維護中"}'), ...busy],
    ["200 that says so as text", answer(200, "Down for maintenance, back at 8", "text/plain"), ...busy],
    ["400 that says it is busy", answer(400, '{"errorCode":"E9","errorExpando":[{"error":"服務忙碌中"}]}'), ...busy],
    ["200 with the code of a limit of calls", answer(200, '{"errorCode":"TOO_MANY_REQUESTS","traceId":"t"}'), ...busy],
    ["400 with another such code", answer(400, '{"errorCode":"OPA-RateLimit","traceId":"t"}'), ...busy],
    ["400 that tells of a limit of calls", answer(400, '{"message":"API rate limit exceeded"}'), ...busy],
    ["200 that tells of one in Chinese", answer(200, limitOfCalls), ...busy],
    [
      "400 about a limit of users",
      answer(400, '{"errorCode":"LIMIT","message":"使用人數超過授權上限"}'),
      refused,
      refused,
    ],
    [
      "400 about a limit of length",
      answer(400, '{"errorCode":"LIMIT","message":"length limit exceeded"}'),
      refused,
      refused,
    ],
    ["200 that announces maintenance", answer(200, announced), announced, announced],
    ["200 of a department that maintains", answer(200, maintainers), maintainers, maintainers],
    ["200 that has worked, and says more", answer(200, worked), worked, worked],
    [
      "400 that asks for other data first",
      answer(400, '{"message":"請先至系統維護作業新增職稱後再試"}'),
      refused,
      refused,
    ],
    // A gateway may have put it in place of the answer to a write that was carried out.
    ["200 with a web page", answer(200, "<html>", "text/html"), misconfigured, "target-misconfigured unknown stops"],
    ["200 with JSON labelled as a page", answer(200, " [1]", "text/html"), "[1]", "[1]"],
    ["200 true labelled as a page", answer(200, "true", "text/html"), "true", "true"],
    [
      "200 with text labelled as a page",
      answer(200, "OK", "text/html"),
      misconfigured,
      "target-misconfigured unknown stops",
    ],
    [
      "200 with half JSON labelled as a page",
      answer(200, '[{"a":', "text/html"),
      "response-incomplete not-done repeated",
      "target-no-answer unknown repeated",
    ],
    ["400 with an error body labelled as a page", answer(400, errorBody, "text/html"), refused, refused],
    ["200 with a disguised page", answer(200, " <!doctype html>"), misconfigured, "target-misconfigured unknown stops"],
    [
      "200 cut off",
      answer(200, undefined),
      "response-incomplete not-done repeated",
      "target-no-answer unknown repeated",
    ],
    [
      "200 with half JSON",
      answer(200, '[{"a":'),
      "response-incomplete not-done repeated",
      "target-no-answer unknown repeated",
    ],
    ["200 with plain text", answer(200, "OK", "text/plain"), "response-incomplete not-done repeated", "undefined"],
    ["302", answer(302, ""), misconfigured, "target-misconfigured unknown"],
    ["304", answer(304, ""), misconfigured, "target-misconfigured unknown"],
    ["400 with an error body", answer(400, errorBody), refused, refused],
    ["400 without", answer(400, ""), refused, refused],
    ["400 with a web page", answer(400, "<h1>", "text/html"), misconfigured, wrongWrite],
    ["401", answer(401, errorBody), unauthorized, unauthorized],
    ["403 with a web page", answer(403, "<h1>", "text/html"), unauthorized, unauthorized],
    ["404 with an error body", answer(404, errorBody), refused, refused],
    ["404 without", answer(404, '{"title":"Not Found"}'), misconfigured, wrongWrite],
    ["405", answer(405, ""), misconfigured, wrongWrite],
    ["407", answer(407, ""), misconfigured, misconfigured],
    ["415", answer(415, ""), misconfigured, wrongWrite],
    ["409", answer(409, errorBody), refused, refused],
    ["422", answer(422, errorBody), refused, refused],
    ["408", answer(408, ""), "target-unavailable unknown repeated", "target-unavailable unknown repeated"],
    ["423", answer(423, ""), "target-unavailable not-done repeated", "target-unavailable not-done repeated"],
    ["425", answer(425, ""), "target-unavailable not-done repeated", "target-unavailable not-done repeated"],
    ["429", answer(429, ""), "target-unavailable not-done repeated", "target-unavailable not-done repeated"],
    [
      "500 with an error body",
      answer(500, errorBody),
      "target-unavailable unknown repeated",
      "target-unavailable unknown repeated",
    ],
    [
      "502 with a web page",
      answer(502, "<h1>", "text/html"),
      "target-unavailable unknown repeated",
      "target-unavailable unknown repeated",
    ],
  ])("%s means the same for every operation of its kind", (_, given, reading, writing) => {
    expect(meaning("D1", given)).toBe(reading);
    expect(meaning("D4", given)).toBe(writing);
  });

  it.each([
    [undefined, "(status 429)"],
    ["59", "(status 429)"],
    ["60", "(status 429); it asks to wait for 1 min"],
    ["600", "(status 429); it asks to wait for 10 min"],
  ])("that asks to wait for %s seconds says so if it is a minute or more", (retryAfter, end) => {
    const message = `the service could not take the call ${end}`;
    expect(() => classify("D1", answer(429, "", json, retryAfter))).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ message }) }),
    );
  });

  it("shows the service's error code and trace id, never its message texts", () => {
    expect(() => classify("D4", answer(400, errorBody))).toThrow(/errorCode DEPT_IN_USE, trace t-9\)/);
    expect(() => classify("D4", answer(400, errorBody))).not.toThrow(/王小明/);
    expect(() => classify("D4", answer(400, '{"errorCode":"員工 王小明"}'))).not.toThrow(/王小明/);
    for (const value of ["A123456020", "0988-000-060", "1975-03-04", "0988000060"]) {
      const told = JSON.stringify({ errorCode: `DUP:${value}`, traceId: `t.${value}` });
      expect(() => classify("E11", answer(400, told))).toThrow(/errorCode DUP:…, trace t.…\)/);
    }
  });
});

describe("an answer that is not JSON", () => {
  const messageOf = (text: string | undefined) => {
    try {
      return JSON.stringify(classify("D1", answer(200, text)));
    } catch (error) {
      return error instanceof CallError ? error.failure.message : "another error";
    }
  };

  it.each([
    ["a half", '[{"code":"A"'],
    ["no text in UTF-8", undefined],
    ["a half text", '["王'],
  ])("with %s says that it was cut off", (_, text) => {
    expect(messageOf(text)).toMatch(/cut off/);
  });

  it.each([
    ["NUL bytes", "[]\0\0"],
    ["a comment of a gateway", '[{"code":"A"}]\n<!-- web01 12 ms -->'],
    ["a second answer", '[{"code":"王小明"}][{"code":"王小明"}]'],
    ["a semicolon", "[];"],
  ])("with %s behind its JSON says so, and repeats nothing of it", (_, text) => {
    expect(messageOf(text)).toMatch(/does not end with its JSON/);
    expect(messageOf(text)).not.toMatch(/王|web01/);
  });

  it.each([
    ["a warning of PHP", "Notice: Undefined index in x.php\n[]"],
    ["a second byte order mark", "\uFEFF[]"],
    ["a guard against scripts", ")]}',\n[]"],
  ])("with %s before its JSON says so", (_, text) => {
    expect(messageOf(text)).toMatch(/does not begin as JSON does/);
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 0, 1);
  it.each([
    ["7", 7000],
    ["0", 0],
    ["600", 600_000],
    ["86400", 3_600_000],
    ["Thu, 01 Jan 2026 00:00:05 GMT", 5000],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
    ["-5", 0],
    ["soon", undefined],
    [undefined, undefined],
  ])("%j is %j ms", (header, ms) => {
    expect(retryAfterIn(header, now)).toBe(ms);
  });
});

it.each<[IncomingHttpHeaders, boolean]>([
  [{ link: '</x?page=1>; rel="prev"' }, false],
  [{ link: ['</x?page=1>; rel="prev"', '</x?page=3>; rel="next"'] }, true],
])("a list has a next page if one of its links leads there: %j", (headers, isPart) => {
  expect(statedSize(200, headers).isPart).toBe(isPart);
});

it.each([
  [{ total: 120 }, "[{}, {}]", "it has 2 records, and a total of 120"],
  [{}, '{"model": [{}], "pageInfo": {"itemsCount": 3}}', "it has 1 records, and a total of 3"],
  [{}, '{"model": [{}], "hasMore": true}', "the service says that there is more"],
  [{ isPart: true }, "[]", "the service says that there is more"],
])("a list that is only a part says how much is missing: %j", (size, text, said) => {
  const message = `the answer is only a part: ${said}`;
  expect(() => classify("E1", { ...answer(200, text), ...size })).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({ message, hint: expect.stringMatching(/the key may not see/) }),
    }),
  );
});

describe("a date in Retry-After", () => {
  it("is measured by the date of the answer, whose clock may be ahead", () => {
    const wire = { ...answer(429, "", json, "Fri, 01 Jan 2100 00:00:05 GMT"), date: "Fri, 01 Jan 2100 00:00:00 GMT" };
    expect(() => classify("V1", wire)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ retryAfterMs: 5000 }) }),
    );
  });
});

describe("no answer", () => {
  const failure = (code: string) => networkFailure("E12", Object.assign(new Error("x"), { code }));
  it.each([
    ["ECONNREFUSED", "target-unavailable", "not-done", true],
    ["UND_ERR_CONNECT_TIMEOUT", "target-unavailable", "not-done", true],
    ["ECONNRESET", "target-no-answer", "unknown", true],
    ["UND_ERR_SOCKET", "target-no-answer", "unknown", true],
    ["UND_ERR_HEADERS_TIMEOUT", "target-no-answer", "unknown", true],
    ["UND_ERR_DESTROYED", "target-no-answer", "unknown", false],
    ["CERT_HAS_EXPIRED", "target-misconfigured", "not-done", false],
    ["HPE_INVALID_CONSTANT", "target-misconfigured", "not-done", false],
  ])("because of %s is %s, %s", (symbol, code, outcome, retryable) => {
    expect(failure(symbol)).toMatchObject({ code, outcome, retryable });
  });

  it("leaves the effect of a write open, and speaks of no write where it was a read", () => {
    const silence = Object.assign(new Error("x"), { code: "UND_ERR_HEADERS_TIMEOUT" });
    expect(networkFailure("E12", silence).hint).toMatch(/whether the write took effect$/);
    expect(networkFailure("J4", silence).hint).toBe("check the service and the network");
  });
});
