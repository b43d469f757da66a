/** The sandbox of uploaded files: reading the bytes back, which the published interface has no operation for. */
import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";
import type { ServiceParts } from "../api.ts";
import { refuse } from "../refusal.ts";
import { isExpired } from "./files.ts";

/** `GET /sandbox/files/{uuid}`: the bytes; 404 for a file that is unknown or has expired. */
export const registerFilesSandbox = (
  app: FastifyInstance,
  { file, uploads }: ServiceParts,
  admin: onRequestAsyncHookHandler,
): void => {
  const { company } = file;
  app.get<{ Params: { uuid: string } }>("/sandbox/files/:uuid", { onRequest: admin }, async (request, reply) => {
    const row = await file.read(() => company.files.by("uuid", request.params.uuid.toLowerCase())[0]);
    if (!row || isExpired(company, row)) return refuse("OPA-FILE-UNKNOWN", "uuid", 404);
    return reply
      .type("application/octet-stream")
      .header("content-length", row.length)
      .send(uploads.store.readBytes(row));
  });
};
