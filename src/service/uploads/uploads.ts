/** Uploaded files (UP1–UP3, U14–U16). Uploads are streams, so they have routes instead of rules. */
import type { Feature } from "../kernel/feature.ts";
import { registerUploads } from "./routes.ts";
import { registerFilesSandbox } from "./sandbox.ts";
import { type Company, createUploadTables } from "./tables.ts";
import type { UploadService } from "./upload-parts.ts";

export const uploads = {
  tables: createUploadTables,
  routes: (app, service) => {
    registerUploads(app, service);
    registerFilesSandbox(app, service);
  },
} satisfies Feature<Company, UploadService>;
