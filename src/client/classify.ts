/** Classifies an answer: returns its JSON value or throws a CallError (R5, R6, R7). Knows nothing about single operations. */
import { type OperationId, specOf } from "../contract/contract.ts";
import { permissionLabels } from "../contract/operations/permission-labels.ts";
import { mayHaveReferences, withoutReferences } from "./answers/json-references.ts";
import { partOfList } from "./answers/part-of-list.ts";
import { retryAfterOf } from "./answers/retry-after.ts";
import { saysBusy, saysTooManyCalls } from "./answers/says-busy.ts";
import { errorCodeIn, failedWord, noError, saysFailed } from "./answers/says-failed.ts";
import { envelopeIn, isRecord } from "./answers/shape.ts";
import { CallError, type CallFailure } from "./call-error.ts";
import type { WireAnswer } from "./transport/transport.ts";

/*
 * The first line that fits an answer decides. "Repeated" is `retryable`, "outcome" is whether the service may have acted.
 * | status        | body                        | code                 | repeated | outcome  |
 * |---------------|-----------------------------|----------------------|----------|----------|
 * | 401 403       | any                         | target-unauthorized  | no       | not-done |
 * | 423 425 429   | any                         | target-unavailable   | yes      | not-done |
 * | 408 5xx       | any                         | target-unavailable   | yes      | unknown  |
 * | 2xx 400       | says only that it is busy   | target-unavailable   | yes      | unknown  |
 * | 3xx, writing  | any                         | target-misconfigured | no       | unknown  |
 * | 3xx           | any                         | target-misconfigured | no       | not-done |
 * | 2xx, writing  | HTML                        | target-misconfigured | no       | unknown  |
 * | any           | HTML                        | target-misconfigured | no       | not-done |
 * | 405 407 415   | any                         | target-misconfigured | no       | not-done |
 * | 404           | no error body               | target-misconfigured | no       | not-done |
 * | a refusal     | says: too many calls        | target-unavailable   | yes      | unknown  |
 * | other 4xx     | any                         | target-refused       | no       | not-done |
 * | 2xx, reading  | cut off, not JSON, a part   | response-incomplete  | yes      | not-done |
 * | 2xx, writing  | cut off, invalid JSON       | target-no-answer     | yes      | unknown  |
 * | 2xx           | object with an errorCode    | target-refused       | no       | not-done |
 * | 2xx           | object that says it failed  | target-refused       | no       | not-done |
 * | 2xx, writing  | false, as value or text     | target-refused       | no       | not-done |
 * | 2xx           | anything else               | (the value)          |          |          |
 */

/**
 * Returns the JSON value of a successful answer, or undefined if the answer is empty. Returns null for a failure that
 * `meansNone` recognises, and throws a CallError for any other failure.
 */
export const classify = (
  operation: OperationId,
  answer: WireAnswer,
  meansNone: (failure: CallFailure) => boolean = () => false,
): unknown => {
  const body = decode(answer);
  const found =
    failureOf(operation, answer, body) ??
    (specOf(operation).mutates ? writeFailure(answer, body) : readFailure(answer, body));
  if (!found) return answer.named ? answer.named(body.value) : body.value;
  const errorCode = errorCodeOf(body.value);
  const failure = { status: answer.status, ...(errorCode === undefined ? {} : { errorCode }), ...found };
  if (meansNone(failure)) return null;
  throw new CallError(operation, failure);
};

type Body = {
  /** `text` is any other complete text; `broken` was cut off, or was labelled as JSON but is not valid JSON. */
  readonly kind: "empty" | "json" | "html" | "text" | "broken";
  readonly value?: unknown;
};

const decode = ({ text, contentType }: WireAnswer): Body => {
  if (text === undefined) return { kind: "broken" };
  if (text.trim() === "") return { kind: "empty" };
  const isLabelledHtml = contentType.includes("html");
  if (text.trimStart().startsWith("<") || (isLabelledHtml && !beginsAsJson.test(text))) return { kind: "html" };
  try {
    const value = JSON.parse(text, text.includes("\\u0000") ? withoutFilling : undefined) as unknown;
    if (!mayHaveReferences(text)) return { kind: "json", value };
    const resolved = withoutReferences(value);
    return resolved === undefined ? { kind: "broken" } : { kind: "json", value: resolved };
  } catch {
    return { kind: isLabelledHtml || contentType.includes("json") ? "broken" : "text" };
  }
};

/** Columns of a fixed width reach some programs filled up with NUL, which no text of the interface contains. */
const withoutFilling = (_name: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(/\0+$/, "") : value;

/** Programs that set no content type, such as PHP and pages of ASP.NET, send JSON as text/html; no page begins in this way. */
const beginsAsJson = /^\s*(?:[[{]|(?:true|false|null)\s*$)/;

const failureOf = (operation: OperationId, answer: WireAnswer, body: Body): CallFailure | undefined => {
  const { status } = answer;
  const errorCode = errorCodeOf(body.value);
  if (status === 401 || status === 403) return unauthorized(operation, status);
  const isDown =
    (status < 300 || status === 400) && saysBusy(body.value, body.kind === "text" ? answer.text : undefined);
  if (isPutOff(status) || status === 408 || status >= 500) return unavailable(answer, `status ${status}`);
  if (isDown) return unavailable(answer, `status ${status}, and it says that it is busy`);
  if (status >= 300 && status < 400) return redirected(operation, status);
  if (body.kind === "html") {
    const what = "it answered with a web page";
    return status < 300 ? replaced(operation, what) : misconfigured(what);
  }
  if ([405, 407, 415].includes(status)) return misconfigured(`the method or path is not known there (${status})`);
  if (status === 404 && errorCode === undefined) return misconfigured("the path is not known there (404)");
  if (status >= 400 || !noError.test(errorCode ?? "") || saysFailed(body.value))
    return saysTooManyCalls(body.value) ? tooManyCalls(answer) : refused(`status ${status}`, body.value);
  return undefined;
};

const readFailure = ({ text, unknownEncoding, isPart, total }: WireAnswer, body: Body): CallFailure | undefined => {
  const part = partOfList(body.value, total) ?? (isPart ? "the service says that there is more" : undefined);
  if (part !== undefined) return { ...incomplete(`the answer is only a part: ${part}`), hint: partHint };
  if (body.kind !== "broken" && body.kind !== "text") return undefined;
  return incomplete(
    unknownEncoding === undefined
      ? whyNotJson(text)
      : `the answer is compressed in a way that is not known here (${printable(unknownEncoding) ?? "not printable"})`,
  );
};

/** What a text is that should be JSON. The message of the parser is not passed on, because it repeats a part of the text. */
const whyNotJson = (text: string | undefined): string => {
  if (text !== undefined && !/^[ \t\r\n]*(?:["[{\d-]|true|false|null)/.test(text)) return beginsOtherwise;
  try {
    JSON.parse(text ?? "");
  } catch (error) {
    if (/after JSON/.test(String(error)))
      return "the answer does not end with its JSON; a program beside the service may write something behind it";
  }
  return "the answer was cut off, or is not JSON in UTF-8";
};

/** The message about an answer that is no part of any JSON: a whole text, as far as can be seen. */
export const beginsOtherwise =
  "the answer does not begin as JSON does; a program beside the service may write something before it";

const partHint =
  "let the service, or what stands before it, send the list whole, and state no total that counts what the key may not see; nothing was planned from this answer";

const incomplete = (message: string): CallFailure => ({
  code: "response-incomplete",
  message,
  hint: "check the network, and proxies between musterd and the service; nothing was planned from this answer",
  outcome: "not-done",
  retryable: true,
});

const writeFailure = (answer: WireAnswer, body: Body): CallFailure | undefined => {
  if (body.kind === "broken") {
    return {
      code: "target-no-answer",
      message: `the answer (status ${answer.status}) was cut off`,
      hint: "check the network; the next run finds out whether the write took effect",
      outcome: "unknown",
      retryable: true,
    };
  }
  const envelope = isRecord(body.value) ? envelopeIn(body.value) : undefined;
  const value = isRecord(body.value) && envelope !== undefined ? body.value[envelope] : body.value;
  const told = body.kind === "text" ? answer.text : value;
  return value === false || (typeof told === "string" && failedWord.test(told.trim()))
    ? refused("false", undefined)
    : undefined;
};

const unauthorized = (operation: OperationId, status: number): CallFailure => {
  const { group, permission } = specOf(operation);
  const [secret, toCheck] =
    group === "user" ? ["token", "the token and its scopes"] : ["key", "key, company code and permitted addresses"];
  const needed = permission === null ? "" : `; the ${secret} needs ${permissionLabels[permission]}`;
  const restart =
    group === "user" ? "" : "; a daemon keeps the key of its start, so restart it when the key was replaced";
  return {
    code: "target-unauthorized",
    message: `the service did not accept the ${secret} (${status})`,
    hint: `check ${toCheck}${needed}${restart}`,
    outcome: "not-done",
    retryable: false,
  };
};

const unavailable = (answer: WireAnswer, how: string): CallFailure => {
  const retryAfterMs = retryAfterOf(answer);
  return {
    code: "target-unavailable",
    message: `the service could not take the call (${how})${askedToWait(retryAfterMs)}`,
    hint: "try again later, with a lower `concurrency` if the service is overloaded",
    outcome: isPutOff(answer.status) ? "not-done" : "unknown",
    retryable: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
};

/** Nothing says for how long; the repetitions outlast a minute. */
const tooManyCalls = (answer: WireAnswer): CallFailure => ({
  retryAfterMs: 15_000,
  ...unavailable(answer, `status ${answer.status}, and it says that there were too many calls`),
  hint: "set `target.callsPerSecond` to what the service permits",
});

const askedToWait = (ms = 0): string => (ms < 60_000 ? "" : `; it asks to wait for ${Math.round(ms / 60_000)} min`);

/** Locked by another call (423), too early (425), or too many calls (429). */
const isPutOff = (status: number): boolean => status === 423 || status === 425 || status === 429;

const misconfigured = (what: string): CallFailure => ({
  code: "target-misconfigured",
  message: `this is not the service's interface: ${what}`,
  hint: "check the address, the version and the `paths` of the target; a proxy or a login page may have answered instead",
  outcome: "not-done",
  retryable: false,
});

/** A gateway may have put this in place of the answer to a write that was carried out. */
const replaced = (operation: OperationId, what: string): CallFailure => ({
  ...misconfigured(what),
  outcome: specOf(operation).mutates ? "unknown" : "not-done",
});

/** No redirect is followed: a write would become a read (302), and the key could go to another host. */
const redirected = (operation: OperationId, status: number): CallFailure => ({
  ...replaced(operation, `it answered with a redirect (${status})`),
  hint: `if the service has ${operation} at another address, such as one with a slash at the end, bind it there with \`paths\` of the target; if all calls are redirected, correct the address; a login page may have answered instead`,
});

const refused = (how: string, value: unknown): CallFailure => {
  const errorCode = errorCodeOf(value);
  const trace = isRecord(value) ? printable(value["traceId"]) : undefined;
  const detail = [how, errorCode && `errorCode ${errorCode}`, trace && `trace ${trace}`].filter(Boolean).join(", ");
  return {
    code: "target-refused",
    message: `the service refused it (${detail})`,
    hint: `ask the service's administrator ${errorCode === undefined ? "for the reason: the answer names no error code" : "about the error code"}; nothing was changed`,
    outcome: "not-done",
    retryable: false,
  };
};

/** Returns the service's error code; undefined when the value is not an error body. */
const errorCodeOf = (value: unknown): string | undefined => {
  const code = errorCodeIn(value);
  if (typeof code === "number") return String(code);
  return typeof code === "string" && code.trim() !== "" ? (printable(code) ?? "(not printable)") : undefined;
};

/**
 * Returns a code or trace id, which may be printed; undefined for other text, which could contain personal data. Some services add the
 * value that they refuse, so what may be a phone or ID number or a date is left out.
 */
export const printable = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\w.:|-]{1,80}$/.test(value) ? value.replaceAll(longNumber, "…") : undefined;

const longNumber = /[A-Z]?\d(?:[-.]?\d){6,}/gi;
