/** Turns the result of a rule into status and body, and sends them; quirks may change the form of the answer (R8, R39, R43). */
import type { FastifyReply } from "fastify";
import { type OperationId, specOf } from "../../../contract/contract.ts";
import type { Quirks } from "../quirks/quirks.ts";
import { refuse } from "../refusal.ts";
import { inAnswerForm } from "./answer-forms.ts";
import { jsonParts, longListLength, streamOf } from "./long-list.ts";

export type Answer = {
  readonly status: number;
  /** The body as JSON, or empty for no body. A long list comes in parts, which can be iterated only once. */
  readonly payload: string | Iterable<string>;
};

/** Returns the body of the answer when the requested manager (R39) or person (R52) does not exist. */
const shownNone = (id: OperationId, quirks: Quirks): unknown => {
  if (id === "D10" && quirks.noManager === "error") refuse("OPA-NO-MANAGER", "code");
  const how = id === "D10" ? quirks.noManager : quirks.nobody;
  return how === "empty-object" ? {} : null;
};

/** For each value of the quirk `writeAnswers` but `record`, the body that answers every organisation write (R7). */
const shownWrite = { empty: undefined, true: true, object: {} } as const;

/** `result` is undefined when the operation has no success body. */
export const answerOf = (id: OperationId, result: unknown, quirks: Quirks): Answer => {
  const { mutates, permission } = specOf(id);
  const { writeAnswers } = quirks;
  const isOther = writeAnswers !== "record" && mutates && permission === "P-Org";
  const said = isOther ? shownWrite[writeAnswers] : result;
  if (said === undefined) return { status: 200, payload: "" };
  if (id === "D10" && said === null && quirks.noManager === "no-content") return { status: 204, payload: "" };
  const shown = said === null ? shownNone(id, quirks) : said;
  const listed = quirks.lists === "flat" && (id === "J4" || id === "T1") ? (shown as unknown[]).flat() : shown;
  const body = permission === "P-Org" ? inAnswerForm(listed, quirks) : listed;
  const [before, after] = quirks.envelope === "model" ? ['{"model":', "}"] : ["", ""];
  if (Array.isArray(body) && body.length >= longListLength)
    return { status: 200, payload: jsonParts(body, before, after) };
  return { status: 200, payload: before + JSON.stringify(body) + after };
};

export const send = (reply: FastifyReply, { status, payload }: Answer): FastifyReply => {
  reply.code(status);
  if (payload === "") return reply.send();
  reply.header("content-type", "application/json; charset=utf-8");
  return reply.send(typeof payload === "string" ? payload : streamOf(payload));
};
