/** Documents and their signatures, and the permission refresh that routes follow (F8a–F8d, U2–U4, P1). */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { taskKind } from "../../contract/records/forms.ts";
import { UserRef } from "../../contract/records/organisation.ts";
import { Uuid } from "../../contract/records/texts.ts";
import type { ReportChange } from "../kernel/company/table.ts";
import type { ServiceParts } from "../kernel/http/api.ts";
import type { Feature } from "../kernel/http/feature.ts";
import { readDocument } from "../kernel/http/read-document.ts";
import { refuse } from "../kernel/refusal.ts";
import { findEmployee } from "../organisation/lookup.ts";
import { createPastTables, type Watched } from "./as-of-refresh.ts";
import { askOthers } from "./decide.ts";
import { documentWith } from "./form-sn.ts";
import { findTask, requireOpen } from "./own-tasks.ts";
import { givesFile } from "./readers.ts";
import { refreshRules } from "./refresh.ts";
import { searchRules } from "./search-rules.ts";
import { dumpDocument, dumpDocuments, loadDocuments } from "./section.ts";
import { filesOf } from "./show-document.ts";
import { signingRules } from "./signing-rules.ts";
import { type Company, createSigningTables } from "./tables.ts";

/**
 * The sandbox: the whole state of a document, and the actions that the product offers only on its own screens: hand over a task,
 * inquire, add countersigners.
 */
const registerRoutes = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  const { company } = file;

  app.get<{ Params: { formSn: string } }>("/sandbox/documents/:formSn", { onRequest: admin }, ({ params }) =>
    file.read(() => {
      const document = documentWith(company, params.formSn) ?? refuse("OPA-FORM-SN-UNKNOWN", "formSn", 404);
      return { ...dumpDocument(company, document), files: filesOf(company, document) };
    }),
  );

  for (const name of ["handover", "inquiry", "countersign"] as const) {
    // A task is handed over to exactly one person. `note` is the signer's message.
    const to = z.array(UserRef).min(1);
    const Asked = z.strictObject({ to: to.max(name === "handover" ? 1 : 100), note: z.string().nullish() });
    app.post(`/sandbox/tasks/:nodeId/${name}`, { onRequest: admin }, async ({ params, body }) => {
      const { nodeId } = readDocument(ByNode, params);
      const { to: refs, note = null } = readDocument(Asked, body);
      const tasks = await file.write(() => {
        const task = requireOpen(company, findTask(company, nodeId, 404));
        const people = refs.map((ref) => findEmployee(company, ref, "to"));
        return askOthers(company, task, taskKind[name], people, note);
      });
      return { nodeIds: tasks.map(({ uuid }) => uuid) };
    });
  }
};

const ByNode = z.object({ nodeId: Uuid });

export const signing = {
  tables: (report: ReportChange, watched: Watched) => ({
    ...createSigningTables(report),
    ...createPastTables(watched, report),
  }),
  givesFile,
  rules: { ...searchRules, ...signingRules, ...refreshRules },
  sections: { documents: { refersTo: ["organisation", "forms"], load: loadDocuments, dump: dumpDocuments } },
  routes: registerRoutes,
} satisfies Feature<Company>;
