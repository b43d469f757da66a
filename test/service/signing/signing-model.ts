/**
 * A second implementation of a document's path through its route, as processes that begin and end, on plain objects. The only
 * thing it shares with the service is the type of a route.
 */
import type { RouteStep } from "../../../src/contract/sections/forms.ts";
import { accountIn } from "../../support/directory/organisation-document.ts";

export type Post = { readonly code: string; readonly functions: readonly string[]; readonly supervisor: string | null };
/** The first post is the main one. */
type Person = { readonly posts: readonly Post[] };
export type Org = {
  /** Department code → parent and manager. */
  readonly departments: Readonly<Record<string, { readonly parent: string | null; readonly manager: string | null }>>;
  readonly people: Readonly<Record<string, Person>>;
};

export type Asker = { readonly applicant: string; readonly department: string };
export type Seen = { readonly org: Org; readonly isActive: (account: string) => boolean };

type Leaf = Exclude<RouteStep, { kind: "branches" }>;

type Task = { readonly signer: string; state: "open" | "approved" | "gone" };
type Process =
  | { readonly kind: "leaf"; readonly step: Leaf; readonly place: string; readonly tasks: Task[] }
  | { readonly kind: "row"; readonly parts: readonly Process[] }
  | { readonly kind: "side"; readonly parts: readonly Process[] };

export type ModelDocument = { readonly asker: Asker; readonly root: Process; status: number };

const uphill = (org: Org, code: string | undefined): string[] => {
  const path: string[] = [];
  for (let at = code; at !== undefined && org.departments[at]; at = org.departments[at]?.parent ?? undefined)
    path.push(at);
  return path;
};

/** The people who must sign a step, according to the organisation of `Seen`. */
const modelSigners = ({ org, isActive }: Seen, { applicant, department }: Asker, step: Leaf): string[] => {
  const can = (who: string): boolean => who !== applicant && isActive(who);
  const boss = (codes: readonly string[]): string[] => {
    for (const code of codes) {
      const manager = org.departments[code]?.manager;
      if (manager && can(manager)) return [manager];
    }
    return [];
  };
  const path = uphill(org, department);
  const has = (who: string, code: string, at: string | undefined): boolean =>
    (org.people[who]?.posts ?? []).some(
      (post) => post.functions.includes(code) && (at === undefined || post.code === at),
    );
  if (step.kind === "manager") return boss(path.slice(Math.min(step.levelsUp, path.length - 1)));
  if (step.kind === "supervisor") {
    const own = org.people[applicant]?.posts.find(({ code }) => code === department)?.supervisor;
    return own && can(own) ? [own] : boss(path);
  }
  if (step.kind === "person") {
    const found = step.accounts.flatMap((name) => {
      const who = accountIn(name);
      if (who === null) return [];
      return can(who) ? [who] : boss(uphill(org, org.people[who]?.posts[0]?.code));
    });
    return [...new Set(found)];
  }
  const everybody = Object.keys(org.people).filter(can);
  const code = step.jobFuncCode ?? "";
  if (step.within === "company") return everybody.filter((who) => has(who, code, undefined));
  return path.map((at) => everybody.filter((who) => has(who, code, at))).find((who) => who.length > 0) ?? [];
};

const processOf = (steps: readonly RouteStep[], before: string): Process => ({
  kind: "row",
  parts: steps.map((step, at): Process => {
    const place = before === "" ? `${at}` : `${before}.${at}`;
    if (step.kind !== "branches") return { kind: "leaf", step, place, tasks: [] };
    return { kind: "side", parts: step.branches.map((branch, n) => processOf(branch.steps, `${place}.${n}`)) };
  }),
});

const leaves = (process: Process): Extract<Process, { kind: "leaf" }>[] =>
  process.kind === "leaf" ? [process] : process.parts.flatMap(leaves);

/** Starts a document; undefined if the service must refuse because a step has no signers. */
export const beginDocument = (seen: Seen, asker: Asker, route: readonly RouteStep[]): ModelDocument | undefined => {
  const document: ModelDocument = { asker, root: processOf(route, ""), status: 1 };
  const steps = leaves(document.root);
  if (steps.length === 0 || steps.some(({ step }) => modelSigners(seen, asker, step).length === 0)) return undefined;
  goOn(seen, document);
  return document;
};

type State = "open" | "done" | "broken";

const goOn = (seen: Seen, document: ModelDocument): void => {
  const state = push(seen, document.asker, document.root);
  if (state === "open") return;
  close(document, state === "done" ? 3 : 6);
};

const close = (document: ModelDocument, status: number): void => {
  document.status = status;
  for (const { task } of openTasks(document)) task.state = "gone";
};

const push = (seen: Seen, asker: Asker, process: Process): State => {
  if (process.kind === "side") {
    const states = new Set(process.parts.map((part) => push(seen, asker, part)));
    return (["broken", "open"] as const).find((state) => states.has(state)) ?? "done";
  }
  if (process.kind === "row") {
    for (const part of process.parts) {
      const state = push(seen, asker, part);
      if (state !== "done") return state;
    }
    return "done";
  }
  if (process.tasks.length === 0) {
    const signers = modelSigners(seen, asker, process.step);
    process.tasks.push(...signers.map((signer): Task => ({ signer, state: "open" })));
  }
  if (process.tasks.some(({ state }) => state === "open")) return "open";
  return process.tasks.some(({ state }) => state === "approved") ? "done" : "broken";
};

export const openTasks = ({ root }: ModelDocument) =>
  leaves(root).flatMap((leaf) =>
    leaf.tasks.filter(({ state }) => state === "open").map((task) => ({ leaf, task, place: leaf.place })),
  );

export const modelDecide = (
  seen: Seen,
  document: ModelDocument,
  place: string,
  signer: string,
  isApproval: boolean,
): void => {
  const found = openTasks(document).find((one) => one.place === place && one.task.signer === signer);
  if (!found) throw new Error("the model has no such task");
  if (!isApproval) {
    close(document, 4);
    return;
  }
  found.task.state = "approved";
  if (found.leaf.step.mode === "any") {
    for (const task of found.leaf.tasks) if (task.state === "open") task.state = "gone";
  }
  goOn(seen, document);
};

/** Takes open tasks away from inactive people and asks other signers, as a permission refresh does. */
export const modelRefresh = (seen: Seen, document: ModelDocument): void => {
  let lostAny = false;
  for (const leaf of leaves(document.root)) {
    const lost = leaf.tasks.filter(({ state, signer }) => state === "open" && !seen.isActive(signer));
    if (lost.length === 0) continue;
    lostAny = true;
    for (const task of lost) task.state = "gone";
    const left = leaf.tasks.filter(({ state }) => state !== "gone");
    if (leaf.step.mode === "any" && left.length > 0) continue;
    const more = modelSigners(seen, document.asker, leaf.step).filter(
      (who) => !left.some(({ signer }) => signer === who),
    );
    leaf.tasks.push(...more.map((signer): Task => ({ signer, state: "open" })));
  }
  if (lostAny) goOn(seen, document);
};
