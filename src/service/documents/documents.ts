/** The document center: libraries, folders, documents, controlled documents and the trash (L1–L22, U5–U13). */
import type { Feature } from "../kernel/http/feature.ts";
import { documentRules } from "./rules.ts";
import { dumpLibraries, dumpTrash, loadLibraries, loadTrash } from "./sections.ts";
import { type Company, createDocumentTables } from "./tables.ts";
import { emptyTrash } from "./trash.ts";
import { givesFile } from "./visibility.ts";

export const documents = {
  tables: createDocumentTables,
  givesFile,
  rules: documentRules,
  sections: {
    libraries: { refersTo: ["organisation"], load: loadLibraries, dump: dumpLibraries },
    trash: { refersTo: ["organisation"], load: loadTrash, dump: dumpTrash },
  },
  /** `GET /sandbox/libraries`, `GET /sandbox/trash`, and `DELETE /sandbox/trash`, which empties it. */
  routes: (app, { file, admin }) => {
    const { company } = file;
    app.get("/sandbox/libraries", { onRequest: admin }, () => file.read(() => dumpLibraries(company)));
    app.get("/sandbox/trash", { onRequest: admin }, () => file.read(() => dumpTrash(company)));
    app.delete("/sandbox/trash", { onRequest: admin }, async (_request, reply) => {
      await file.write(() => emptyTrash(company));
      return reply.send();
    });
  },
} satisfies Feature<Company>;
