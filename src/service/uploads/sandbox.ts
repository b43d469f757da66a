/** The sandbox of uploaded files: reads the bytes back, because the published interface has no operation for that. */
import type { FastifyInstance } from "fastify";
import { refuse } from "../kernel/refusal.ts";
import { isExpired } from "./files.ts";
import type { UploadService } from "./upload-parts.ts";

/** `GET /sandbox/files/{uuid}`: the bytes; 404 for an unknown or expired file. */
export const registerFilesSandbox = (app: FastifyInstance, { file, uploads, admin }: UploadService): void => {
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
