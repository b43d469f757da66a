/**
 * Finds objects that may have got a new code. A level, title, function or department with a code that only the source has may
 * be an object that the service has under an old code. Creating it again would make a duplicate, so the create is held until
 * somebody decides whether the code was renamed or the object is another one.
 */

import { reference } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";
import type { AdoptedKind, CodeEvidence } from "../../model/directory/identity.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { Memory } from "../../model/memory/memory.ts";
import type { Candidate, FieldChange, Kind } from "../../model/plan/plan.ts";
import { type PlanContext, presentKeys, type Recodes } from "../draft/plan-context.ts";
import { foldedName } from "../match/evidence.ts";
import { askedBefore, keysOfCode } from "../match/open-questions.ts";
import type { SharedPeople } from "../match/shared-people.ts";
import { onFirstUse } from "../values/on-first-use.ts";
import { reached } from "../values/reached.ts";
import { compareText } from "../values/sequence.ts";

type Coded = { readonly code: string; readonly name?: string; readonly active?: boolean };

export const findRecodes = (context: PlanContext, shared: () => SharedPeople): Recodes => {
  const { source, target } = context;
  const { levels, functions, titles, departments } = source.directory;
  const found = new Map<string, readonly Candidate[]>([
    ...byName(context, "level", levels, target.levels),
    ...byName(context, "function", functions, target.functions),
    ...byName(context, "title", titles?.map(titled), target.titles.map(titled)),
    ...ofDepartments(context, departments, shared),
  ]);
  return { of: (kind, code) => found.get(reference(kind, code)) ?? [] };
};

const titled = ({ title, ...rest }: { readonly code: string; readonly title?: string; readonly active?: boolean }) => ({
  ...rest,
  ...(title === undefined ? {} : { name: title }),
});

/** The records that only one side has, and whether two of them were declared to be different. */
const unmatched = <A extends Coded, B extends Coded>(
  { source, memory }: PlanContext,
  kind: AdoptedKind,
  desired: readonly A[] = [],
  current: readonly B[],
) => {
  const own = new Set(desired.map(({ code }) => canonicalKey(code)));
  const present = presentKeys(source);
  const there = new Set(current.map(({ code }) => canonicalKey(code)));
  const left = current.filter(({ code }) => !own.has(canonicalKey(code)) && !present.has(canonicalKey(code)));
  return {
    fresh: desired.filter(({ code }) => !there.has(canonicalKey(code))),
    left,
    areDistinct: distinctCodes(source, kind),
    asked: askedIn(memory, codesBefore(source, kind), kind, left),
  };
};

/** Returns a code and the codes that HR has renamed to it, one after the other. */
const codesBefore = ({ renames }: SourceSnapshot, kind: AdoptedKind) => {
  const renamed = Map.groupBy(
    renames.filter((rename) => rename.kind === kind),
    ({ to }) => canonicalKey(to),
  );
  return (code: string): ReadonlySet<string> =>
    reached([canonicalKey(code)], (one) => (renamed.get(one) ?? []).map(({ from }) => canonicalKey(from)));
};

/** Returns the objects of which somebody was asked before whether they are a record of the source, also under an earlier code. */
const askedIn = <B extends Coded>(
  memory: Memory,
  before: ReturnType<typeof codesBefore>,
  kind: AdoptedKind,
  left: readonly B[],
) => {
  const objectsOf = onFirstUse(() => askedBefore(memory, kind));
  return ({ code }: Coded): readonly B[] => {
    const keys = objectsOf()([...before(code)].flatMap(keysOfCode));
    return keys.size === 0 ? [] : left.filter((object) => keys.has(canonicalKey(object.code)));
  };
};

/** Has somebody decided that a record of the source and an object of the service differ? */
export const distinctCodes = ({ distinct = [] }: SourceSnapshot, kind: Kind) => {
  const pair = (source: string, target: string) => `${canonicalKey(source)}\n${canonicalKey(target)}`;
  const pairs = new Set(distinct.flatMap((one) => (one.kind === kind ? [pair(one.source, one.target)] : [])));
  return (record: Coded, object: Coded): boolean => pairs.has(pair(record.code, object.code));
};

const byName = (
  context: PlanContext,
  kind: AdoptedKind,
  desired: readonly Coded[] | undefined,
  current: readonly Coded[],
) => {
  const { fresh, left, areDistinct, asked } = unmatched(context, kind, desired, current);
  const named = Map.groupBy(left, ({ name = "" }) => foldedName(name));
  return fresh.flatMap((record) => {
    const same = record.name === undefined ? [] : (named.get(foldedName(record.name)) ?? []);
    const candidates = [...new Set([...same, ...asked(record)])]
      .filter((object) => !areDistinct(record, object))
      .map((object) => candidateOf(record, object, [same.includes(object) ? "name" : "asked"], []));
    return candidates.length === 0 ? [] : [[reference(kind, record.code), candidates] as const];
  });
};

export const areNamesakes = (a: Coded, b: Coded): boolean => foldedName(a.name ?? "") === foldedName(b.name ?? "");

/** Matches departments by their people; or by name, if their parents are the same or may have a new code too. */
const ofDepartments = (
  context: PlanContext,
  departments: readonly Department[] | undefined,
  shared: () => SharedPeople,
) => {
  const sides = unmatched(context, "department", departments, context.target.departments);
  const { fresh, left, areDistinct, asked } = sides;
  if (fresh.length === 0 || left.length === 0) return [];
  const keyed = byKey(left);
  const withMost = ({ code }: Department) => keyed.get(shared().mainlyFrom(canonicalKey(code)) ?? "");
  const nameUnder = ({ name = "" }: Department, parent: string) => JSON.stringify([foldedName(name), parent]);
  const named = Map.groupBy(left, (object) => nameUnder(object, canonicalKey(object.parent ?? "")));
  const desired = byKey(fresh);
  const found = new Map<string, readonly Department[]>();
  const judge = (record: Department): readonly Department[] => {
    const key = canonicalKey(record.code);
    const known = found.get(key);
    if (known) return known;
    found.set(key, []);
    const above = desired.get(canonicalKey(record.parent ?? ""));
    const parents = new Set(
      [record.parent ?? "", ...(above ? judge(above) : []).map(({ code }) => code)].map(canonicalKey),
    );
    const most = withMost(record);
    const alike = [...parents].flatMap((parent) => named.get(nameUnder(record, parent)) ?? []);
    const matches = [...new Set([...alike, ...(most ? [most] : []), ...asked(record)])].filter(
      (object) => !areDistinct(record, object),
    );
    found.set(key, matches);
    return matches;
  };
  return fresh.flatMap((record) => {
    const candidates = judge(record)
      .map((object) => {
        const evidence: CodeEvidence[] = [
          ...(areNamesakes(record, object) ? (["name"] as const) : []),
          ...(withMost(record) === object ? (["people"] as const) : []),
        ];
        return candidateOf(record, object, evidence.length > 0 ? evidence : ["asked"], [
          { field: "parent", before: object.parent ?? null, after: record.parent ?? null },
        ]);
      })
      .sort((a, b) => b.weight - a.weight || compareText(a.key, b.key));
    return candidates.length === 0 ? [] : [[reference("department", record.code), candidates] as const];
  });
};

/** Weights of evidence about codes: a name is stronger evidence than the people, who may have moved together. */
const weights: Readonly<Record<CodeEvidence, number>> = { "look-alike": 100, name: 80, people: 60, asked: 0 };

const candidateOf = (
  record: Coded,
  object: Coded,
  evidence: readonly CodeEvidence[],
  more: readonly FieldChange[],
): Candidate => ({
  key: object.code,
  label: object.name ?? object.code,
  active: object.active !== false,
  weight: evidence.reduce((sum, one) => sum + weights[one], 0),
  evidence: evidence.map((one) => [one]),
  fields: [
    { field: "code", before: object.code, after: record.code },
    { field: "name", before: object.name ?? null, after: record.name ?? null },
    ...more,
  ].filter(({ before, after }) => before !== after),
});
