/** Tests which bodies under 200 are a refusal: nothing reads E9 and P1 back, so what such a body is taken for is what the run says. */
import { describe, expect, it } from "vitest";
import { CallError } from "../../../src/client/call-error.ts";
import { classify } from "../../../src/client/classify.ts";

const isRefused = (operation: "E9" | "P1" | "E2", body: unknown, status = 200): boolean => {
  try {
    classify(operation, { status, text: JSON.stringify(body), contentType: "application/json", retryAfter: undefined });
    return false;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return error.code === "target-refused";
  }
};

describe("a body under 200 is a refusal", () => {
  it.each<[string, unknown]>([
    ["with the error code in another case", { ErrorCode: "E1", TraceId: "t" }],
    ["with the error code under another name", { error_code: "E17" }],
    ["with an error as a text", { error: "access denied" }],
    ["with an error as an object", { Error: { code: 5, message: "no" } }],
    ["with a list of errors", { errors: ["x"] }],
    ["with the errors of the interface, without a code", { errorExpando: [{ error: "x" }], traceId: "t" }],
    ["with the message of an error", { errorMessage: "權限不足" }],
    ["with an error beside an empty record", { result: null, error: { message: "x" } }],
    ["that is no success, as a number", { success: 0 }],
    ["that is no success, as a text", { Success: "false", Msg: "x" }],
    ["that is an error", { isError: true }],
    ["that has errors", { HasErrors: "true" }],
    ["with a negative code and a message", { code: -1, msg: "x" }],
    ["with a code of its own and the words of a failure", { code: 1001, message: "date not allowed", data: null }],
    ["with nothing but the words of a failure", { Message: "更新權限資料失敗" }],
    ["that is not good", { status: "NG" }],
    ["that says so as a text", "NG"],
  ])("%s", (_, body) => {
    expect(isRefused("E9", body)).toBe(true);
    expect(isRefused("P1", body)).toBe(true);
  });
});

describe("a body under 200 is none", () => {
  it.each<[string, unknown]>([
    ["with no error", { success: true, error: null, errors: [], errorMessage: "" }],
    ["with an empty error", { model: null, error: {}, isError: false }],
    ["that says in words that there is no error", { error: "none" }],
    ["with a message beside the code of success", { errorCode: "0000", errorMessage: "執行成功" }],
    ["with warnings beside a success", { success: true, errors: ["no mail was sent"] }],
    ["with a code of its own", { code: 1, message: "done" }],
    ["with the words of a success beside a code of its own", { code: 1, msg: "更新成功，失敗 0 筆" }],
    ["with words beside the code of success", { code: 0, message: "nobody was refused" }],
    ["with words beside a value", { message: "the last one failed", count: 3 }],
    ["that counts errors", { errorCount: 0, errors: 0 }],
  ])("%s", (_, body) => {
    expect(isRefused("E9", body)).toBe(false);
    expect(isRefused("P1", body)).toBe(false);
  });
});

it("a 404 with the error code in another case is that of the interface", () => {
  expect(isRefused("E2", { ErrorCode: "USER_NOT_FOUND", TraceId: "t" }, 404)).toBe(true);
});
