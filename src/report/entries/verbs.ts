/**
 * Says in one word what happens to a person, a department or another object, as people would put it: somebody joins, moves or
 * leaves; a department is closed or gets another manager.
 */
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { Action, FieldValue, Reason } from "../../model/plan/plan.ts";
import type { SubjectKind } from "../../model/plan/subjects.ts";
import type { Fact } from "./facts.ts";

/** In order of consequence, worst first. */
export const verbs = [
  "leaves",
  "pauses",
  "manager-removed",
  "manager-replaced",
  "approver-removed",
  "approver-replaced",
  "post-lost",
  "closed",
  "joins",
  "moves",
  "starts",
  "returns",
  "new",
  "reopened",
  "moved",
  "renamed",
  "account-renamed",
  "manager-set",
  "approver-set",
  "post-gained",
  "post-changed",
  "reordered",
  "changed",
] as const;

/**
 * leaves: a person is disabled · pauses: is disabled for a leave · starts: becomes active on the hire date · returns: is enabled
 * again · moves: gets another main department · post-lost, post-gained,
 * post-changed: about other posts, or title and functions of a post · approver-…: the person chosen to approve for a post ·
 * closed, reopened: an object is disabled, enabled again · moved: a department under another one, a function to another category ·
 * renamed: another name or code · changed: nothing of all that
 */
export type Verb = (typeof verbs)[number];

const rank: ReadonlyMap<Verb, number> = new Map(verbs.map((verb, index) => [verb, index]));

export const verbRank = (verb: Verb): number => rank.get(verb) ?? verbs.length;

/** True for what somebody must see before the plan is applied: no report leaves it out. */
export const isSevere = (verb: Verb): boolean => verbRank(verb) <= verbRank("closed");

/** A person's main post. */
export type MainPost = {
  readonly department: string;
  readonly title: string | null;
  readonly functions: readonly string[];
};

export type Move = { readonly from: MainPost; readonly to: MainPost };

/** The move from one main department to another; undefined if the main department stays. */
export const moveIn = (facts: readonly Fact[]): Move | undefined => {
  const posts = facts.filter(({ kind, field }) => kind === "post" && field === "post");
  const [from] = posts.flatMap((fact) => mainPost(fact, fact.before));
  const [to] = posts.flatMap((fact) => mainPost(fact, fact.after));
  return from && to && from.department !== to.department ? { from, to } : undefined;
};

/** Returns the verbs of an object whose changes have these actions, worst first; there is at least one. */
export const verbsOf = (
  kind: SubjectKind,
  actions: ReadonlySet<Action>,
  reasons: ReadonlySet<Reason | HeldReason>,
  facts: readonly Fact[],
  move: Move | undefined,
): readonly Verb[] => {
  const found = new Set<Verb>(actions.has("create") ? [kind === "employee" ? "joins" : "new"] : []);
  if (actions.has("deactivate"))
    found.add(kind === "employee" ? (reasons.has("on-leave") ? "pauses" : "leaves") : "closed");
  if (actions.has("reactivate"))
    found.add(kind === "employee" ? (reasons.has("hire-date-reached") ? "starts" : "returns") : "reopened");
  if (!actions.has("create")) {
    if (move) found.add("moves");
    for (const fact of facts) {
      const verb = verbOf(fact, move);
      if (verb !== undefined && verb !== "changed") found.add(verb);
    }
  }
  return found.size === 0 ? ["changed"] : [...found].sort((a, b) => verbRank(a) - verbRank(b));
};

/** The verb that one field stands for in an entry that is neither created nor only enabled or disabled. */
export const verbOf = (fact: Fact, move: Move | undefined): Verb | undefined => {
  const { kind, field, before, after } = fact;
  if (kind === "manager")
    return isSet(before) ? (isSet(after) ? "manager-replaced" : "manager-removed") : "manager-set";
  if (kind === "supervisor")
    return isSet(before) ? (isSet(after) ? "approver-replaced" : "approver-removed") : "approver-set";
  if (kind === "post" && field === "post") return postVerb(fact, move);
  if (field === "active") return undefined;
  if (kind === "employee" || kind === "post") return field === "account" ? "account-renamed" : "changed";
  return objectVerbs.get(field) ?? "changed";
};

const postVerb = ({ department, before, after }: Fact, move: Move | undefined): Verb | undefined => {
  if (department === move?.from.department || department === move?.to.department) return undefined;
  if (!isSet(before)) return isSet(after) ? "post-gained" : undefined;
  return isSet(after) ? "post-changed" : "post-lost";
};

const objectVerbs: ReadonlyMap<string, Verb> = new Map([
  ["parent", "moved"],
  ["category", "moved"],
  ["code", "renamed"],
  ["name", "renamed"],
  ["title", "renamed"],
  ["order", "reordered"],
]);

const isSet = (value: FieldValue | undefined): boolean => value !== undefined && value !== null && value !== "";

const mainPost = ({ department = "" }: Fact, value: FieldValue | undefined): readonly MainPost[] => {
  if (typeof value !== "object" || value === null || value[0] !== "main") return [];
  return [{ department, title: value[1] || null, functions: value.slice(2).filter(Boolean) }];
};
