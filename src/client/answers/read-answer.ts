/**
 * Turns a successful answer into a value of the contract: it reshapes and validates the answer, and returns null for "no such
 * record". An answer that does not fit the contract is an error, which names the place in the body but never the value there.
 */
import { z } from "zod";
import { type OperationId, type Response, specOf } from "../../contract/contract.ts";
import { CallError, type CallFailure } from "../call-error.ts";
import { withContractNames } from "./contract-names.ts";
import { inContractForm, type KnownForms } from "./lossless-forms.ts";
import { isRecord, shape } from "./shape.ts";

/** Reads whose answer may be "no such record" (R39, R52). */
const mayBeNone = ["E2", "E3", "D10"] as const;
export type MayBeNoneId = (typeof mayBeNone)[number];

export const isMayBeNone = (id: OperationId): id is MayBeNoneId => mayBeNone.some((one) => one === id);

/** Returns the answer to a call as a value of the contract; null means that there is no such record. */
export const valueOf = <Id extends OperationId>(id: Id, given: unknown, forms?: KnownForms): Response<Id> | null => {
  const value = withoutNobody(id, withContractNames(shape(id, given), specOf(id).response));
  if (isMayBeNone(id) && saysNone(value)) return null;
  if (value === undefined) throw emptyAnswer(id);
  // An envelope that says more than `model: null` may report a failure, so it is no empty list.
  if (value === null && given !== null && Object.keys(given as object).length > 1) throw unexpected(id, "a value");
  if (id === "D10" && isByNumber(value)) return validated(id, { ...value, account: "" }, forms);
  const answer = validated(id, value, forms);
  if (isMayBeNone(id) && isBlank((answer as Response<MayBeNoneId>).account))
    throw unexpected(id, "an account", ["account"]);
  return answer;
};

/** A manager who is named by number only can be looked up; the account is blank then. */
const isByNumber = (value: unknown): value is object =>
  isRecord(value) && isBlank(value["account"]) && !isBlank(value["employeeNumber"]);

/** What 204 says; nothing where it would mean that all people, departments or levels are gone, which no list without a body shows. */
const whenEmpty: Partial<Record<OperationId, unknown>> = { J4: [], T1: [], D9: [], E4: { depts: [] } };

/** The value of an answer that states by its status that it has no body. */
export const noContent = (id: OperationId, status: number): unknown => (status === 204 ? whenEmpty[id] : undefined);

/** A list of people without records that name nobody at all; if most do, the list is not understood. */
const withoutNobody = (id: OperationId, value: unknown): unknown => {
  if ((id !== "E1" && id !== "D9") || !Array.isArray(value)) return value;
  const people: readonly unknown[] = value.some(saysNone) ? value.filter((record) => !saysNone(record)) : value;
  return people.length * 2 > value.length ? withAccounts(people) : value;
};

/** Where others have an account, one that is left out is null; whether too many lack it is decided in site/reads/read-lists.ts. */
const withAccounts = (people: readonly unknown[]): readonly unknown[] => {
  const lacksAccount = (one: unknown) => typeof one === "object" && one !== null && !("account" in one);
  return people.some(lacksAccount) && !people.every(lacksAccount)
    ? people.map((one) => (lacksAccount(one) ? { ...(one as object), account: null } : one))
    : people;
};

/** True when a failure means "no such record". That is one of the site's own error codes, or in E2 and E3 also a 404. */
export const meansNone = (id: OperationId, failure: CallFailure, absentErrorCodes: readonly string[]): boolean =>
  failure.code === "target-refused" &&
  isMayBeNone(id) &&
  ((id !== "D10" && failure.status === 404) || absentErrorCodes.includes(failure.errorCode ?? ""));

/**
 * An empty body, `null`, `{}`, or a record without account, number and name means that there is no such person. Anything else that
 * has no account, such as the record in a list or under another name, is not understood: nobody must be missed for it.
 */
const saysNone = (value: unknown): boolean => {
  if (isBlank(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  const record = value as Readonly<Record<string, unknown>>;
  return "account" in record
    ? [record["account"], record["employeeNumber"], record["name"]].every(isBlank)
    : Object.values(record).every(isBlank);
};

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const validated = <Id extends OperationId>(id: Id, value: unknown, forms?: KnownForms): Response<Id> =>
  validatedPart(id, specOf(id).response as z.ZodType, value, [], forms) as Response<Id>;

/** Item by item: a list in which nothing fits would need a hundred times its memory for all that is wrong. */
const validatedPart = (
  id: OperationId,
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
  forms?: KnownForms,
): unknown => {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item, index) => validatedPart(id, schema.element as z.ZodType, item, [...path, index], forms));
  }
  if (hasTooManyValues(value)) throw unexpected(id, `at most ${mostValues} values in one record`, path);
  return validatedRecord(id, schema, value, path, forms);
};

/** Values of one record, in all lists in it. */
const mostValues = 100_000;

const hasTooManyValues = (value: unknown): boolean => {
  let count = 0;
  const exceeds = (part: unknown): boolean => {
    if (typeof part !== "object" || part === null) return false;
    const values = Object.values(part);
    count += values.length;
    return count > mostValues || values.some(exceeds);
  };
  return exceeds(value);
};

/** Only an answer that does not fit as it is, or may have short employee numbers, is converted; so ordinary sites pay nothing for it. */
const validatedRecord = (
  id: OperationId,
  schema: z.ZodType,
  value: unknown,
  place: readonly PropertyKey[],
  forms?: KnownForms,
): unknown => {
  const asSent = schema.safeParse(value);
  if (asSent.success && forms?.employeeNumberWidth === undefined && forms?.accountDomain === undefined)
    return asSent.data;
  const converted = inContractForm(schema, value, forms);
  const result = schema.safeParse(converted);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const expected = issue?.code === "invalid_type" ? issue.expected : "another value";
  const found = typeof partAt(converted, issue?.path ?? []);
  const path = [...place, ...(issue?.path ?? [])];
  if (expected === "string" && found === "number") throw unexpected(id, "string, not a number", path, numberHint);
  if (expected === "boolean" && (found === "string" || found === "number"))
    throw unexpected(id, `boolean, or a word or number that surely means one, not another ${found}`, path, booleanHint);
  throw unexpected(id, expected, path);
};

const partAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((part, name) => (part as Readonly<Record<PropertyKey, unknown>> | null)?.[name], value);

export const numberHint =
  "have the service send it as a text: a number has lost its leading zeros, and beyond 2^53 also digits; for employee numbers, `target.employeeNumberWidth` can say how many digits they have; nothing was guessed";

const booleanHint =
  "have the service send true or false; 1 and 0, yes and no, Y and N, enabled and disabled, 啟用 and 停用 are taken too, but what this one means would be a guess";

/** The error for an answer that is complete but does not match the contract. */
export const unexpected = (
  operation: OperationId,
  expected: string,
  path: readonly PropertyKey[] = [],
  hint = "compare the service's version with the contract; if only one record is wrong, correct it in the service",
): CallError => {
  const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("") || "its top";
  return new CallError(operation, {
    code: "response-unexpected",
    message: `the answer does not fit the contract at ${place}: expected ${expected}`,
    hint,
    outcome: specOf(operation).mutates ? "unknown" : "not-done",
    retryable: false,
  });
};

const emptyAnswer = (operation: OperationId): CallError =>
  new CallError(operation, {
    code: "response-incomplete",
    message: "the answer has no body",
    hint: "check the network, and proxies between musterd and the service; nothing was planned from this answer",
    outcome: specOf(operation).mutates ? "unknown" : "not-done",
    retryable: !specOf(operation).mutates,
  });
