/**
 * Finds objects that may have got a new code. A level, title, function or department with a code that only the source has may
 * be an object that the service has under an old code. Creating it again would make a duplicate, so the create is held until
 * somebody decides whether the code was renamed or the object is another one.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Department } from "../model/directory.ts";
import type { Candidate, CodeEvidence, FieldChange, Kind } from "../model/plan.ts";
import { foldedName } from "./evidence.ts";
import type { Person } from "./people.ts";
import { type PlanContext, presentKeys, type Recodes } from "./plan-context.ts";
import { compareText } from "./sequence.ts";

type Coded = { readonly code: string; readonly name?: string; readonly active?: boolean };

/** `people`: the people of both sides. */
export const findRecodes = (context: PlanContext, people: readonly Person[]): Recodes => {
  const { source, target } = context;
  const { levels, functions, titles, departments } = source.directory;
  const found = new Map<string, readonly Candidate[]>([
    ...byName(context, "level", levels, target.levels),
    ...byName(context, "function", functions, target.functions),
    ...byName(context, "title", titles?.map(titled), target.titles.map(titled)),
    ...ofDepartments(context, departments, people),
  ]);
  return { of: (kind, code) => found.get(keyOf(kind, code)) ?? [] };
};

const titled = ({ title, ...rest }: { readonly code: string; readonly title?: string; readonly active?: boolean }) => ({
  ...rest,
  ...(title === undefined ? {} : { name: title }),
});

const keyOf = (kind: Kind, code: string): string => `${kind}/${canonicalKey(code)}`;

/** The records that only one side has, and whether somebody has decided that two of them differ. */
const unmatched = <A extends Coded, B extends Coded>(
  { source }: PlanContext,
  kind: Kind,
  desired: readonly A[] = [],
  current: readonly B[],
) => {
  const own = new Set(desired.map(({ code }) => canonicalKey(code)));
  const present = presentKeys(source);
  const there = new Set(current.map(({ code }) => canonicalKey(code)));
  const distinct = new Set(
    (source.distinct ?? []).flatMap((one) =>
      one.kind === kind ? [`${canonicalKey(one.source)}\n${canonicalKey(one.target)}`] : [],
    ),
  );
  return {
    fresh: desired.filter(({ code }) => !there.has(canonicalKey(code))),
    left: current.filter(({ code }) => !own.has(canonicalKey(code)) && !present.has(canonicalKey(code))),
    areDistinct: (a: A, b: B) => distinct.has(`${canonicalKey(a.code)}\n${canonicalKey(b.code)}`),
  };
};

const byName = (context: PlanContext, kind: Kind, desired: readonly Coded[] | undefined, current: readonly Coded[]) => {
  const { fresh, left, areDistinct } = unmatched(context, kind, desired, current);
  const named = Map.groupBy(left, ({ name = "" }) => foldedName(name));
  return fresh.flatMap((record) => {
    const same = record.name === undefined ? [] : (named.get(foldedName(record.name)) ?? []);
    const candidates = same
      .filter((object) => !areDistinct(record, object))
      .map((object) => candidateOf(record, object, ["name"], []));
    return candidates.length === 0 ? [] : [[keyOf(kind, record.code), candidates] as const];
  });
};

const areNamesakes = (a: Coded, b: Coded): boolean => foldedName(a.name ?? "") === foldedName(b.name ?? "");

/** Matches departments by their people; or by name, if their parents are the same or may have a new code too. */
const ofDepartments = (
  context: PlanContext,
  departments: readonly Department[] | undefined,
  people: readonly Person[],
) => {
  const { fresh, left, areDistinct } = unmatched(context, "department", departments, context.target.departments);
  if (fresh.length === 0 || left.length === 0) return [];
  const shared = sharedPeople(people);
  const desired = new Map(fresh.map((record) => [canonicalKey(record.code), record]));
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
    const matches = left.filter((object) => {
      if (areDistinct(record, object)) return false;
      return (
        (areNamesakes(record, object) && parents.has(canonicalKey(object.parent ?? ""))) ||
        shared.most(record.code, object.code)
      );
    });
    found.set(key, matches);
    return matches;
  };
  return fresh.flatMap((record) => {
    const candidates = judge(record)
      .map((object) => {
        const evidence: CodeEvidence[] = [
          ...(areNamesakes(record, object) ? (["name"] as const) : []),
          ...(shared.most(record.code, object.code) ? (["people"] as const) : []),
        ];
        return candidateOf(record, object, evidence, [
          { field: "parent", before: object.parent ?? null, after: record.parent ?? null },
        ]);
      })
      .sort((a, b) => b.weight - a.weight || compareText(a.key, b.key));
    return candidates.length === 0 ? [] : [[keyOf("department", record.code), candidates] as const];
  });
};

/** Two departments must share at least this many people; a single person may simply have moved. */
const minPeople = 2;

/** `most`: are most matched people of a department of the source in one department of the service, and the reverse? */
const sharedPeople = (people: readonly Person[]) => {
  const count = new Map<string, number>();
  const add = (key: string) => count.set(key, (count.get(key) ?? 0) + 1);
  const main = (person: Person["desired"]) => person?.posts?.find((post) => post.main)?.department;
  for (const { correlation, desired, current } of people) {
    const [after, before] = [main(desired), main(current)];
    if (correlation.state !== "matched" || after === undefined || before === undefined) continue;
    add(`after ${canonicalKey(after)}`);
    add(`before ${canonicalKey(before)}`);
    add(`${canonicalKey(after)}\n${canonicalKey(before)}`);
  }
  return {
    most: (after: string, before: string): boolean => {
      const [a, b] = [canonicalKey(after), canonicalKey(before)];
      const both = count.get(`${a}\n${b}`) ?? 0;
      const larger = Math.max(count.get(`after ${a}`) ?? 0, count.get(`before ${b}`) ?? 0);
      return both >= minPeople && both * 2 > larger;
    },
  };
};

/** Weights of evidence about codes: a name is stronger evidence than the people, who may have moved together. */
const weights: Readonly<Record<CodeEvidence, number>> = { name: 80, people: 60 };

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
