/** `GET /sandbox/initiations`: every initiation with its result and the state of its callback, oldest first. */
import type { FastifyInstance } from "fastify";
import type { ServiceParts } from "../kernel/api.ts";
import type { Company, InitiationRow } from "./tables.ts";

/** The displayed data of an initiation, without field values. */
export type ShownInitiation = Pick<
  InitiationRow,
  | "traceId"
  | "formName"
  | "formSn"
  | "process"
  | "result"
  | "retryCount"
  | "resultMessage"
  | "callback"
  | "callbackAttempts"
>;

export const registerFormsSandbox = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  app.get("/sandbox/initiations", { onRequest: admin }, () =>
    file.read(() => file.company.initiations.all().map(show)),
  );
};

const show = (row: InitiationRow): ShownInitiation => {
  const { traceId, formName, formSn, process, result, retryCount, resultMessage, callback, callbackAttempts } = row;
  return { traceId, formName, formSn, process, result, retryCount, resultMessage, callback, callbackAttempts };
};
