/**
 * The sandbox of the document center, for tests and people: all libraries with their history, and the trash. Libraries are
 * loaded as a section of the company document.
 */
import type { FastifyInstance } from "fastify";
import type { ServiceParts } from "../kernel/api.ts";
import { dumpLibraries } from "./dump-libraries.ts";
import type { Company } from "./tables.ts";
import { emptyTrash } from "./trash.ts";
import { dumpTrash } from "./trash-section.ts";

/** `GET /sandbox/libraries`, `GET /sandbox/trash`, and `DELETE /sandbox/trash`, which empties it. */
export const registerDocumentSandbox = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  const { company } = file;
  app.get("/sandbox/libraries", { onRequest: admin }, () => file.read(() => dumpLibraries(company)));
  app.get("/sandbox/trash", { onRequest: admin }, () => file.read(() => dumpTrash(company)));
  app.delete("/sandbox/trash", { onRequest: admin }, async (_request, reply) => {
    await file.write(() => emptyTrash(company));
    return reply.send();
  });
};
