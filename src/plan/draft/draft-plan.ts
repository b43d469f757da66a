/**
 * The draft plan that the planning steps write to. It knows which objects exist, which ones an earlier change creates,
 * and which ones are wanted but held. So every change is either possible or held with a reason.
 *
 *   the object to which a change refers is …          the change …
 *   in the target, untouched                          is written
 *   in the target, changed by an earlier change       is written and needs that change
 *   created by an earlier change                      is written and needs that change
 *   wanted, but held                                  is held: reference-held; nor is it created in another way
 *   neither in the target nor wanted                  is held: reference-missing
 *   new, and a decision on it cannot be followed      is held: decision-without-object, decisions-contradict
 *   new, with a key that the service refuses          is held: key-refused
 *   new, with a key that looks like another one       is held: look-alike (similar-keys.ts)
 *   not there, but something that looks like it is    is held: look-alike
 *
 * A change that gives an object a key needs the change that frees that key. About every field that both sides may state, a planning
 * step decides once: it writes it, holds it, or leaves it with the reason.
 */
import { type Reference, reference } from "../../model/directory/address.ts";
import type { Memory } from "../../model/memory/memory.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { Candidate, Change, HeldChange, LedgerEntry, Notice, Wanted } from "../../model/plan/plan.ts";
import type { WhyNothing } from "../../model/runs/explanation.ts";
import { refusedKeys } from "../keys/new-keys.ts";
import type { SimilarKeys } from "../keys/similar-keys.ts";
import { inVain } from "./convergence.ts";
import { type LeftField, leftFields } from "./left-fields.ts";

/** A change without a wave. `after`: changes that must have ended first, whatever their outcome. */
export type DraftChange = Omit<Change, "wave" | "id"> & { readonly id: string; readonly after: readonly string[] };

export { type Reference, reference } from "../../model/directory/address.ts";

/** Whose fields are left: a person (people.ts), because accounts may be exchanged, or an object by the code after the plan. */
export type LeftObject = Reference | { readonly postChanges: readonly string[] };

/** A change that a planning step wants. */
export type Intent = Omit<DraftChange, "id" | "after" | "needs"> & {
  readonly after?: readonly string[];
  readonly needs?: readonly string[];
  /** Objects that must exist before the change. */
  readonly requires?: readonly Reference[];
  /** Objects that exist, or are active again, after the change. */
  readonly provides?: readonly Reference[];
  /** Keys that other objects can take after the change. */
  readonly frees?: readonly Reference[];
  /** Part of the change id, for objects that can have two changes with the same action. */
  readonly part?: string;
};

export type DraftPlan = {
  /** Adds the change and returns its id, or holds it and returns undefined. */
  readonly write: (intent: Intent) => string | undefined;
  /** Would the change be written now? Nothing may step aside for a change that is held. */
  readonly isPossible: (intent: Intent) => boolean;
  readonly hold: (
    intent: Intent,
    reason: HeldReason,
    about: readonly string[],
    candidates?: readonly Candidate[],
  ) => undefined;
  readonly notice: (notice: Notice) => void;
  /**
   * States why nothing is done about a field, or about all of an object (`wholeObject`). Posts and supervisors are `post:KEY` and
   * `supervisor:KEY` with the department's canonical code; `posts` is all posts.
   */
  readonly leave: (object: LeftObject, field: string, why: WhyNothing) => undefined;
  /** What was left of an object; nothing if the draft keeps no reasons. */
  readonly left: (object: LeftObject) => readonly LeftField[];
  readonly exists: (reference: Reference) => void;
  /** Holds a create because the object may exist in the target under another key. */
  readonly holdAsTwin: (intent: Intent, candidates: readonly Candidate[]) => undefined;
  /** What is to be remembered once this object has been created. */
  readonly rememberIfCreated: (reference: Reference, entries: readonly LedgerEntry[]) => void;
  /** Holds every later change that refers to this object. */
  readonly withhold: (reference: Reference) => void;
  /** Is the object in the target, or will the plan create it? */
  readonly willExist: (reference: Reference) => boolean;
  readonly isWithheld: (reference: Reference) => boolean;
  readonly changes: () => readonly DraftChange[];
  readonly held: () => readonly HeldChange[];
  readonly notices: () => readonly Notice[];
};

type Obstacle = Pick<HeldChange, "reason" | "about" | "candidates">;

type DraftInput = {
  readonly keepsReasons?: boolean;
  readonly memory: Memory;
  readonly today: string;
  readonly similar: SimilarKeys;
  /** New records that no change may create, because of what people have decided about them. */
  readonly undecidable: ReadonlyMap<Reference, { readonly reason: HeldReason; readonly about: readonly string[] }>;
};

export const openDraft = ({ keepsReasons, memory, today, similar, undecidable }: DraftInput): DraftPlan => {
  const drafts: DraftChange[] = [];
  const held: HeldChange[] = [];
  const notices: Notice[] = [];
  const left = keepsReasons ? leftFields<LeftObject>() : undefined;
  const existing = new Set<Reference>();
  const withheld = new Set<Reference>();
  const providers = new Map<Reference, string[]>();
  const freeing = new Map<Reference, string>();
  const withCreate = new Map<Reference, readonly LedgerEntry[]>();

  const undecided = ({ kind, key, action }: Intent) =>
    action === "create" ? undecidable.get(reference(kind, key)) : undefined;

  const hold: DraftPlan["hold"] = (intent, given, named, candidates) => {
    const first = undecided(intent);
    const meant = given === "reference-missing" ? named.flatMap(similar.toReference) : [];
    const said = meant.length > 0 ? ({ reason: "look-alike", about: meant } as const) : { reason: given, about: named };
    const { reason, about } = first ?? said;
    held.push({ ...heldChange(changeId(intent), intent, reason, about), ...(candidates && !first && { candidates }) });
    for (const provided of intent.provides ?? []) if (!existing.has(provided)) withheld.add(provided);
    return undefined;
  };

  const standing: Standing = { existing, withheld, providers, similar, triedInVain: inVain(memory, today) };
  const obstacle = (intent: Intent): Obstacle | undefined => {
    const unmet = (intent.provides ?? []).filter((provided) => withheld.has(provided));
    return unmet.length > 0
      ? { reason: "reference-held", about: unmet }
      : (undecided(intent) ?? obstacleTo(intent, standing));
  };

  const write: DraftPlan["write"] = (intent) => {
    const held = obstacle(intent);
    if (held) return hold(intent, held.reason, held.about, held.candidates?.length ? held.candidates : undefined);
    const id = changeId(intent);
    const requires = intent.requires ?? [];
    const { after = [], needs = [], requires: _requires, provides = [], frees = [], part: _part, ...change } = intent;
    const own = [
      ...requires.flatMap((required) => providers.get(required) ?? []),
      ...provides.flatMap((provided) => freeing.get(provided) ?? []),
    ];
    const { fields } = change;
    const ofCreate = change.action === "create" ? withCreate.get(reference(change.kind, change.key)) : undefined;
    const remember = ofCreate ? [...(change.remember ?? []), ...ofCreate] : change.remember;
    // A list to which something was added has free places for 16 more: of 100,000 changes they take 30 MiB, and slice leaves them out.
    const lists = { fields: fields.slice(), ...(remember && { remember: remember.slice() }) };
    drafts.push({ ...change, ...lists, id, needs: [...new Set([...needs, ...own])].sort(), after });
    for (const freed of frees) freeing.set(freed, id);
    for (const provided of provides) {
      providers.set(provided, [...(providers.get(provided) ?? []), id]);
    }
    return id;
  };

  return {
    write,
    isPossible: (intent) => obstacle(intent) === undefined,
    hold,
    holdAsTwin: (intent, candidates) => {
      const keys = candidates.map(({ key }) => key);
      return hold(intent, "possible-twin", keys, candidates);
    },
    notice: (notice) => void notices.push(notice),
    leave: (object, field, why) => left?.leave(object, field, why),
    left: (object) => left?.of(object) ?? [],
    exists: (name) => void existing.add(name),
    rememberIfCreated: (name, entries) => void withCreate.set(name, entries),
    withhold: (name) => void withheld.add(name),
    willExist: (name) => existing.has(name) || providers.has(name),
    isWithheld: (name) => withheld.has(name),
    changes: () => drafts,
    held: () => held,
    notices: () => notices,
  };
};

type Standing = Pick<DraftInput, "similar"> & {
  readonly triedInVain: ReturnType<typeof inVain>;
  readonly existing: ReadonlySet<Reference>;
  readonly withheld: ReadonlySet<Reference>;
  readonly providers: ReadonlyMap<Reference, readonly string[]>;
};

/** What a change is held for by how things stand now; undefined: it can be written. */
const obstacleTo = (
  intent: Intent,
  { existing, withheld, providers, similar, triedInVain }: Standing,
): Obstacle | undefined => {
  const missing = (intent.requires ?? []).filter((required) => !existing.has(required) && !providers.has(required));
  if (missing.length > 0) {
    const reason = missing.some((required) => withheld.has(required)) ? "reference-held" : "reference-missing";
    return { reason, about: missing };
  }
  const refused = refusedKeys(intent.operations, (kind, key) => existing.has(reference(kind, key)));
  if (refused.length > 0) return { reason: "key-refused", about: refused };
  const alike = similar.introduced(intent.kind, intent.operations);
  return alike ? { reason: "look-alike", ...alike } : triedInVain({ ...intent, id: changeId(intent) });
};

export const heldChange = (
  id: string,
  { kind, key, label, department, action, fields }: Omit<Wanted, "id">,
  reason: HeldReason,
  about: readonly string[],
): HeldChange => {
  const place = department === undefined ? {} : { department };
  return { id, kind, key, label, ...place, action, fields, reason, about };
};

export const changeId = (intent: Intent): string =>
  [intent.kind, intent.key, intent.action, ...(intent.part === undefined ? [] : [intent.part])].join("/");
