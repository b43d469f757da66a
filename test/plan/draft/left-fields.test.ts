/** The law of decisions over random pairs: every stated field of every object is written, held or left, exactly once. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalKey } from "../../../src/model/directory/canonical.ts";
import type { Employee } from "../../../src/model/directory/directory.ts";
import { specsOf } from "../../../src/model/directory/known-fields.ts";
import type { Change, HeldChange } from "../../../src/model/plan/plan.ts";
import { type LeftObject, reference } from "../../../src/plan/draft/draft-plan.ts";
import { wholeObject } from "../../../src/plan/draft/left-fields.ts";
import { type Decided, decide, type PlanInput, planOf } from "../../../src/plan/make-plan.ts";
import { changeOwners, codeOwner, employeeOwner } from "../../../src/plan/restrict/change-owners.ts";
import { disturbedInputs } from "../../support/random/disturbed.ts";
import { cases } from "../../support/suites/runs.ts";

type Entry = Change | HeldChange;

const codedLists = { level: "levels", title: "titles", function: "functions", department: "departments" } as const;

const prefixes = ["post", "supervisor"] as const;

/** The fields of a record that the source states and that an operation can write. */
const statedIn = (kind: keyof typeof codedLists | "employee", record: object): string[] =>
  specsOf(kind).flatMap(([field, { by, key }]) => {
    const isWritable = by.length > 0 || (kind === "employee" && key);
    const isStated = (record as Readonly<Record<string, unknown>>)[field] !== undefined;
    return isWritable && isStated && field !== "posts" ? [field] : [];
  });

/** The posts of a person and the supervisors of those posts; `posts` for an empty list. */
const statedPosts = ({ posts = [] }: Employee): string[] => [
  ...new Set(
    posts.flatMap(({ department, supervisor }) =>
      prefixes.flatMap((of) =>
        of === "post" || supervisor !== undefined ? [`${of}:${canonicalKey(department)}`] : [],
      ),
    ),
  ),
];

/** The fields that a change names, as a planning step leaves them. */
const namedBy = ({ kind, key, action, fields }: Entry): string[] =>
  kind === "supervisor"
    ? [`supervisor:${canonicalKey(key.slice(key.lastIndexOf("/") + 1))}`]
    : [
        ...fields.map(({ field }) => (field.startsWith("post:") ? `post:${canonicalKey(field.slice(5))}` : field)),
        ...(action === "create" && kind === "employee" ? ["account"] : []),
      ];

/** Does a held change keep back more of the object than the fields that it names? */
const isHeldWith = (held: readonly HeldChange[], field: string): boolean =>
  held.some(({ kind, action, fields }) => {
    if (action === "create") return true;
    if (kind === "post") return field.startsWith("post:");
    return kind === "employee" && (action === "update" || (field === "active" && fields.length === 0));
  });

/** Fields of an object that are not decided exactly once, as `object field: how often it is left`. */
const undecidedOf = (
  { context: { draft } }: Decided,
  object: LeftObject,
  name: string,
  stated: readonly string[],
  entries: readonly Entry[],
): string[] => {
  const left = draft.left(object).map(({ field }) => field);
  const held = entries.filter((entry): entry is HeldChange => "about" in entry);
  const named = new Set(entries.flatMap(namedBy));
  const standsFor = (field: string) =>
    left.filter((one) => one === field || one === wholeObject || (one === "posts" && field.startsWith("post:")));
  return [...new Set([...stated, ...left])].flatMap((field) => {
    const times = standsFor(field).length;
    if (named.has(field)) return times === 0 ? [] : [`${name} ${field}: decided, and left`];
    if (times === 1) return [];
    return times === 0 && isHeldWith(held, field) ? [] : [`${name} ${field}: left ${times} times`];
  });
};

const undecided = (input: PlanInput): string[] => {
  const decided = decide({ ...input, keepsReasons: true });
  const plan = planOf(decided, input.target);
  const owners = changeOwners(plan.changes);
  const entries = Map.groupBy<string, Entry>([...plan.changes, ...plan.held], owners.of);
  const { source, people } = decided.context;
  const coded = (Object.keys(codedLists) as (keyof typeof codedLists)[]).flatMap((kind) =>
    (source.directory[codedLists[kind]] ?? []).flatMap((record) => {
      const owner = codeOwner(kind, record.code);
      return undecidedOf(
        decided,
        reference(kind, record.code),
        owner,
        statedIn(kind, record),
        entries.get(owner) ?? [],
      );
    }),
  );
  // A record in conflict is held as a whole, under the account of somebody else.
  const others = people.all.flatMap((person) => {
    const { correlation, current, desired } = person;
    if (correlation.state === "conflict" || !desired) return [];
    const owner = employeeOwner(current?.account ?? person.account, correlation.state === "new");
    const stated = [...statedIn("employee", desired), ...statedPosts(desired)];
    return undecidedOf(decided, person, owner, stated, entries.get(owner) ?? []);
  });
  return [...coded, ...others];
};

describe("a plan", () => {
  it("writes, holds or leaves every stated field of every object exactly once", () => {
    fc.assert(
      fc.property(disturbedInputs(), (input) => {
        expect(undecided(input)).toEqual([]);
      }),
      { ...cases(500), seed: 241 },
    );
  });

  it("keeps no reasons unless records are to be explained", () => {
    fc.assert(
      fc.property(disturbedInputs(), (input) => {
        const { context } = decide(input);
        expect(context.people.all.flatMap((person) => context.draft.left(person))).toEqual([]);
      }),
      { ...cases(40), seed: 242 },
    );
  });
});
