/** The document center: libraries, folders, documents, controlled documents and the trash (L1–L22, U5–U13). */
import type { Feature } from "../kernel/feature.ts";
import { centerRules } from "./center-rules.ts";
import { controlledRules } from "./controlled-rules.ts";
import { dumpLibraries } from "./dump-libraries.ts";
import { libraryRules } from "./library-rules.ts";
import { loadLibraries } from "./load-libraries.ts";
import { registerDocumentSandbox } from "./sandbox.ts";
import { type Company, createDocumentTables } from "./tables.ts";
import { dumpTrash, loadTrash } from "./trash-section.ts";

export const documents = {
  tables: createDocumentTables,
  rules: { ...libraryRules, ...controlledRules, ...centerRules },
  sections: {
    libraries: { refersTo: ["organisation"], load: loadLibraries, dump: dumpLibraries },
    trash: { refersTo: ["organisation"], load: loadTrash, dump: dumpTrash },
  },
  routes: registerDocumentSandbox,
} satisfies Feature<Company>;
