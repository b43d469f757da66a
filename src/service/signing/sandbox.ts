/**
 * The sandbox of signing: actions that the product offers only on its own screens (hand over a task, inquire, add
 * countersigners), and the whole state of a document. All of them need the admin key.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { UserRef } from "../../contract/records.ts";
import { Uuid } from "../../contract/texts.ts";
import type { ServiceParts } from "../kernel/api.ts";
import { fold } from "../kernel/identity.ts";
import { readDocument } from "../kernel/read-document.ts";
import { refuse } from "../kernel/refusal.ts";
import { findEmployee } from "../organisation/lookup.ts";
import { addCountersigners, handOver, inquire, requireOpen, type Turn } from "./decide.ts";
import { dumpDocument } from "./section.ts";
import type { Company, TaskRow } from "./tables.ts";

/** `note` is the signer's message to the people in `to`. */
const Transfer = z.strictObject({ to: z.array(UserRef).min(1).max(100), note: z.string().nullish() });

/** A task is handed over to exactly one person. */
const OnePerson = Transfer.extend({ to: z.array(UserRef).length(1) });

const ByNode = z.object({ nodeId: Uuid });

const turns: Readonly<Record<string, { readonly body: typeof Transfer; readonly turn: Turn }>> = {
  handover: {
    body: OnePerson,
    turn: (company, task, to, note) => to.map((person) => handOver(company, task, person, note)),
  },
  inquiry: { body: Transfer, turn: inquire },
  countersign: { body: Transfer, turn: addCountersigners },
};

export const registerSigningSandbox = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  const { company } = file;

  app.get<{ Params: { formSn: string } }>("/sandbox/documents/:formSn", { onRequest: admin }, ({ params }) =>
    file.read(() => {
      const document = company.documents.by("formSn", fold(params.formSn))[0];
      return dumpDocument(company, document ?? refuse("OPA-FORM-SN-UNKNOWN", "formSn", 404));
    }),
  );

  for (const [name, { body: schema, turn }] of Object.entries(turns)) {
    app.post(`/sandbox/tasks/:nodeId/${name}`, { onRequest: admin }, async ({ params, body }) => {
      const { nodeId } = readDocument(ByNode, params);
      const { to, note = null } = readDocument(schema, body);
      const tasks = await file.write(() => {
        const task = requireOpen(company, findTask(company, nodeId));
        const people = to.map((ref) => findEmployee(company, ref, "to"));
        return turn(company, task, people, note);
      });
      return { nodeIds: tasks.map(({ uuid }) => uuid) };
    });
  }
};

const findTask = (company: Company, nodeId: string): TaskRow =>
  company.tasks.by("uuid", nodeId.toLowerCase())[0] ?? refuse("OPA-TASK-UNKNOWN", "nodeId", 404);
