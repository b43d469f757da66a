/** The refusals in the interface descriptions: the statuses that an operation answers, each with the bodies that it sends. */
import { type OperationId, specOf } from "../contract.ts";
import type { Group } from "../operations/operation-spec.ts";
import { type RefusalCode, refusals } from "../operations/refusals.ts";
import recorded from "../refused.json" with { type: "json" };
import type { JsonSchema } from "./schemas.ts";

/**
 * By `status code`, the entries of `errorExpando`: what `expandoObject` says, and `error` where it is not the sentence of the
 * code.
 */
type Answers = Readonly<Record<string, readonly ({ readonly error?: string } & JsonSchema)[]>>;

/** What the conformance suite was answered; `npm run operations` writes it. */
const answeredBy: Readonly<Partial<Record<OperationId, Answers>>> = recorded;

/** What any operation of the group may answer. */
const shared: Readonly<Record<Group, Answers>> = {
  system: {
    "400 OPA-CORP-UNKNOWN": [{ property: "CorpCode" }],
    "400 OPA-JSON-INVALID": [{}],
    "401 OPA-KEY-UNKNOWN": [{}],
    "401 OPA-KEY-PERMISSION": [{}],
    "401 OPA-KEY-EXPIRED": [{}],
    "401 OPA-KEY-ADDRESS": [{}],
    "413 OPA-BODY-TOO-LARGE": [{}],
    "415 OPA-MEDIA-TYPE": [{}],
  },
  user: {
    "400 OPA-CORP-UNKNOWN": [{ property: "CorpCode" }],
    "400 OPA-JSON-INVALID": [{}],
    "401 OPA-TOKEN-INVALID": [{}],
    "401 OPA-KEY-PERMISSION": [{}],
    "401 OPA-APP-OTHER": [{ property: "App-Id" }],
    "413 OPA-BODY-TOO-LARGE": [{}],
    "415 OPA-MEDIA-TYPE": [{}],
  },
};

const descriptions = {
  400: "The request is invalid, or not possible in the present state. Nothing was done.",
  401: "The key or token is unknown, or may not do this. Nothing was done.",
  404: "The record that the request names does not exist.",
  413: "The body is larger than the operation permits. Nothing was done.",
  415: "The body has the wrong content type. Nothing was done.",
} as const;
type Status = keyof typeof descriptions;

const examplesOf = (answers: Answers, status: string) =>
  Object.entries(answers)
    .map(([key, details]) => [...key.split(" "), details] as unknown as [string, RefusalCode, typeof details])
    .filter(([of]) => of === status)
    .map(([, errorCode, details]) => {
      const { sentence } = refusals[errorCode];
      const errorExpando = details.map(({ error = sentence, ...expandoObject }) => ({ error, expandoObject }));
      const value = { errorCode, errorExpando, traceId: "00000000-0000-4000-8000-000000000000" };
      return [errorCode, { summary: `${errorCode}: ${sentence}`, value }];
    });

const response = (answers: Answers, status: string, schema: JsonSchema) => ({
  description: descriptions[Number(status) as Status],
  content: { "application/json": { schema, examples: Object.fromEntries(examplesOf(answers, status)) } },
});

/** The responses that operations refer to; `schema` is that of the error body. */
export const sharedRefusals = (group: Group, schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    ["400", "401", "413", "415"].map((status) => [`Refusal${status}`, response(shared[group], status, schema)]),
  );

/** The refusals of an operation by status, with its own bodies where it has any. */
export const refusalsOf = (id: OperationId, schema: JsonSchema): JsonSchema => {
  const { body, group } = specOf(id);
  const own = answeredBy[id] ?? {};
  const isOwn = (status: string) => Object.keys(own).some((key) => key.startsWith(status));
  const all = { ...own, ...shared[group], ...own };
  const always = body ? ["400", "401", "413", "415"] : ["400", "401"];
  const statuses = Object.keys(descriptions).filter((status) => always.includes(status) || isOwn(status));
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      isOwn(status) ? response(all, status, schema) : { $ref: `#/components/responses/Refusal${status}` },
    ]),
  );
};
