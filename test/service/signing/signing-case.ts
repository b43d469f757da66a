/** What the cases of signing operations expect. All of them run over real HTTP with the company of signing-company.ts. */
import { expect } from "vitest";
import type { DocumentsSection, SectionDocument } from "../../../src/contract/sections/documents.ts";

/** The present time of the service's clock. */
export const now = "2026-03-31T00:00:00.000Z";

export type Documents = DocumentsSection["documents"];

type Task = SectionDocument["tasks"][number];

/** Expects a change to one document: to its own fields, to tasks by their index, and additional tasks at the end. */
export const change =
  (
    formSn: string,
    fields: Partial<SectionDocument>,
    tasks: Readonly<Record<number, Partial<Task>>> = {},
    added: readonly Partial<Task>[] = [],
  ) =>
  (documents: Documents): void => {
    const at = documents.findIndex((document) => document.formSn === formSn);
    const before = documents[at];
    if (!before) throw new Error("the case changes a document that does not exist");
    const changed = before.tasks.map((task, number) => ({ ...task, ...tasks[number] }));
    documents[at] = { ...before, ...fields, tasks: [...changed, ...added.map(newTask)] };
  };

const newTask = (fields: Partial<Task>): Task => ({
  nodeId: expect.any(String) as string,
  place: [0],
  kind: 1,
  signer: null,
  decidedBy: null,
  decision: null,
  note: null,
  opinion: null,
  createdAt: now,
  decidedAt: null,
  from: null,
  ...fields,
});

export const approved = (decidedBy: string, opinion: string | null = null) =>
  ({ decision: "approved", decidedBy, decidedAt: now, opinion }) as const;
export const rejected = (decidedBy: string, opinion: string) =>
  ({ decision: "rejected", decidedBy, decidedAt: now, opinion }) as const;
export const notNeeded = { decision: "not-needed", decidedAt: now } as const;
