/** Documents and their signatures, and the permission refresh that routes follow (F8a–F8d, U2–U4, P1). */
import type { Feature } from "../kernel/feature.ts";
import type { ReportChange } from "../kernel/table.ts";
import { createPastTables, type Watched } from "./as-of-refresh.ts";
import { refreshRules } from "./refresh.ts";
import { registerSigningSandbox } from "./sandbox.ts";
import { searchRules } from "./search-rules.ts";
import { dumpDocuments, loadDocuments } from "./section.ts";
import { givesFile, signingRules } from "./signing-rules.ts";
import { type Company, createSigningTables } from "./tables.ts";

export const signing = {
  tables: (report: ReportChange, watched: Watched) => ({
    ...createSigningTables(report),
    ...createPastTables(watched, report),
  }),
  givesFile,
  rules: { ...searchRules, ...signingRules, ...refreshRules },
  sections: { documents: { refersTo: ["organisation", "forms"], load: loadDocuments, dump: dumpDocuments } },
  routes: registerSigningSandbox,
} satisfies Feature<Company>;
