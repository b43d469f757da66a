/**
 * The sandbox of signing: actions that the product offers only on its own screens (hand over a task, inquire, add
 * countersigners), and the whole state of a document. All of them need the admin key.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { taskKind } from "../../contract/form-records.ts";
import { UserRef } from "../../contract/records.ts";
import { Uuid } from "../../contract/texts.ts";
import type { ServiceParts } from "../kernel/api.ts";
import { fold } from "../kernel/identity.ts";
import { readDocument } from "../kernel/read-document.ts";
import { refuse } from "../kernel/refusal.ts";
import { findEmployee } from "../organisation/lookup.ts";
import { askOthers } from "./decide.ts";
import { findTask, requireOpen } from "./own-tasks.ts";
import { dumpDocument } from "./section.ts";
import type { Company } from "./tables.ts";

const ByNode = z.object({ nodeId: Uuid });

export const registerSigningSandbox = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  const { company } = file;

  app.get<{ Params: { formSn: string } }>("/sandbox/documents/:formSn", { onRequest: admin }, ({ params }) =>
    file.read(() => {
      const document = company.documents.by("formSn", fold(params.formSn))[0];
      return dumpDocument(company, document ?? refuse("OPA-FORM-SN-UNKNOWN", "formSn", 404));
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
