/** Carries out the events of a day with the service's rules and with the model, and compares the two. */
import { expect } from "vitest";
import type { RouteStep } from "../../../src/contract/sections/forms.ts";
import type { Company } from "../../../src/service/features.ts";
import { placeKey } from "../../../src/service/forms/route.ts";
import { findDepartment, findEmployee } from "../../../src/service/organisation/lookup.ts";
import { startDocument } from "../../../src/service/signing/start-document.ts";
import type { DocumentRow } from "../../../src/service/signing/tables.ts";
import {
  attempt,
  changeCompany,
  companyOf,
  departments,
  type Event,
  pendingTasks,
  people,
  perform,
  type Start,
} from "./random-signing.ts";
import { account } from "./signing-company.ts";
import {
  beginDocument,
  type ModelDocument,
  modelDecide,
  modelRefresh,
  type Org,
  openTasks,
  type Post,
  type Seen,
} from "./signing-model.ts";

export const accountOf = (company: Company, id: number): string => company.employees.get(id)?.data.account ?? "nobody";

/** Starts a document of the form `R<number>`; returns undefined if nobody can sign it. */
export const applyFor = (company: Company, number: number, who: string, code: string): DocumentRow | undefined => {
  const applicantId = findEmployee(company, account(who), "").id;
  const departmentId = findDepartment(company, code, "").id;
  const form = company.forms.by("code", `r${number}`)[0];
  if (!form) throw new Error("no such form");
  const started: DocumentRow[] = [];
  const refusal = attempt(company, () => {
    const application = { form, applicantId, departmentId, urgent: false, opinion: null, values: {}, fileIds: [] };
    started.push(startDocument(company, application));
  });
  expect(refusal).toBe(started.length === 0 ? "OPA-ROUTE-EMPTY" : undefined);
  return started[0];
};

/** The organisation as the test itself keeps it, without the service. */
type Written = {
  departments: Record<string, Org["departments"][string]>;
  people: Record<string, { posts: readonly Post[] }>;
};

const writtenFrom = (start: Start): Written => ({
  departments: Object.fromEntries(
    departments.map((code, at) => {
      const parent = start.parents[at] ?? null;
      const above = parent === null ? null : (departments[parent] ?? null);
      return [code, { parent: above, manager: start.managers[at] ?? null }];
    }),
  ),
  people: Object.fromEntries(people.map((who, at) => [who, { posts: start.posts[at] ?? [] }])),
});

/** Records a change that succeeded; `postCode` is the department of the post in question. */
const note = (org: Written, event: Event, postCode: string | undefined): void => {
  if (event.kind === "manager") {
    org.departments[event.code] = { parent: org.departments[event.code]?.parent ?? null, manager: event.who };
  }
  if (event.kind === "move") {
    org.departments[event.code] = { parent: event.to, manager: org.departments[event.code]?.manager ?? null };
  }
  if (event.kind === "posts") {
    const own = org.people[event.who]?.posts ?? [];
    const kept = (code: string) => own.find((post) => post.code === code)?.supervisor ?? null;
    org.people[event.who] = { posts: event.posts.map((post) => ({ ...post, supervisor: kept(post.code) })) };
  }
  if (event.kind === "supervisor") {
    const own = org.people[event.who]?.posts ?? [];
    const changed = own.map((post) => (post.code === postCode ? { ...post, supervisor: event.to } : post));
    org.people[event.who] = { posts: changed };
  }
};

export const rehearse = (start: Start, given: readonly (readonly RouteStep[])[]) => {
  const company = companyOf(start, given);
  const live = writtenFrom(start);
  const active = new Set<string>(people);
  let refreshed: Org = structuredClone(live);
  const seen = (): Seen => ({ org: refreshed, isActive: (who) => active.has(who) });
  const documents: { readonly id: number; readonly model: ModelDocument }[] = [];

  const open = () => documents.flatMap(({ id, model }) => openTasks(model).map((one) => ({ ...one, id, model })));
  const nthPost = (who: string, nth: number): string | undefined => {
    const posts = live.people[who]?.posts ?? [];
    return posts[nth % Math.max(posts.length, 1)]?.code;
  };

  const decide = ({ nth, by, isApproval }: Extract<Event, { kind: "decide" }>): void => {
    const all = open();
    const one = all[nth % Math.max(all.length, 1)];
    if (!one) return;
    const { signer } = one.task;
    const row = company.tasks
      .by("document", one.id)
      .filter((task) => task.decision === null && placeKey(task.place) === one.place)
      .find((task) => accountOf(company, task.signerId) === signer);
    const who = by ?? signer;
    const ofOthers = who === signer ? undefined : "OPA-TASK-FOREIGN";
    const body = { user: account(who), nodeId: row?.uuid, opinion: "No" };
    const refusal = perform(company, isApproval ? "F10" : "F11", body);
    expect(refusal).toBe(active.has(who) ? ofOthers : "OPA-USER-INACTIVE");
    if (refusal === undefined) modelDecide(seen(), one.model, one.place, who, isApproval);
  };
  const refresh = (): void => {
    expect(perform(company, "P1", undefined)).toBeUndefined();
    refreshed = structuredClone(live);
    for (const { model } of documents) if (model.status === 1) modelRefresh(seen(), model);
    const signers = pendingTasks(company).map(({ signerId }) => accountOf(company, signerId));
    expect(signers.filter((who) => !active.has(who))).toEqual([]);
  };
  const apply = ({ who, nth, form }: Extract<Event, { kind: "apply" }>): void => {
    const department = nthPost(who, nth) ?? "D0";
    const number = form % given.length;
    const row = applyFor(company, number, who, department);
    const model = beginDocument(seen(), { applicant: who, department }, given[number] ?? []);
    expect(row === undefined).toBe(model === undefined);
    if (row && model) documents.push({ id: row.id, model });
  };
  const change = (event: Event): void => {
    const postCode = event.kind === "supervisor" ? nthPost(event.who, event.nth) : undefined;
    if (changeCompany(company, event, postCode) !== undefined) return;
    note(live, event, postCode);
    if (event.kind === "active") active[event.active ? "add" : "delete"](event.who);
  };

  const happen = (event: Event): void => {
    if (event.kind === "decide") decide(event);
    else if (event.kind === "refresh") refresh();
    else if (event.kind === "apply") apply(event);
    else change(event);
  };
  const compare = (): void => {
    for (const { id, model } of documents) {
      expect(company.documents.get(id)?.status).toBe(model.status);
      const pending = company.tasks.by("document", id).filter(({ decision }) => decision === null);
      const waiting = pending.map((task) => `${placeKey(task.place)} ${accountOf(company, task.signerId)}`);
      expect(new Set(waiting)).toEqual(new Set(openTasks(model).map(({ place, task }) => `${place} ${task.signer}`)));
      expect(new Set(waiting).size).toBe(waiting.length);
    }
  };
  return {
    company,
    documents,
    open,
    /** Carries out the event in the service and in the model, and expects the same state in both. */
    happen: (event: Event): void => {
      happen(event);
      compare();
    },
  };
};
