/** Uploaded files (UP1–UP3, U14–U16). Uploads are streams, so they have routes instead of rules. */
import type { Feature } from "../kernel/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { isExpired } from "./files.ts";
import { registerUploads } from "./routes.ts";
import { type Company, createUploadTables } from "./tables.ts";
import type { UploadService } from "./upload-parts.ts";

export const uploads = {
  tables: createUploadTables,
  /** The operations, and `GET /sandbox/files/{uuid}`: the bytes; 404 for an unknown or expired file. */
  routes: (app, service) => {
    registerUploads(app, service);
    const { file, uploads: parts, admin } = service;
    app.get<{ Params: { uuid: string } }>("/sandbox/files/:uuid", { onRequest: admin }, async (request, reply) => {
      const row = await file.read(() => file.company.files.by("uuid", request.params.uuid.toLowerCase())[0]);
      if (!row || isExpired(file.company, row)) return refuse("OPA-FILE-UNKNOWN", "uuid", 404);
      return reply
        .type("application/octet-stream")
        .header("content-length", row.length)
        .send(parts.store.readBytes(row));
    });
  },
} satisfies Feature<Company, UploadService>;
