/**
 * The keys of both sides that look like a key which a change introduces or refers to (look-alikes.ts). Such a change is held,
 * unless somebody has decided that the two are the same object, or two objects; a rename in the configuration is such a decision.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import { adoptedKinds } from "../../model/directory/identity.ts";
import { type Coded, codedKinds, codedRecords } from "../../model/directory/objects.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Candidate, Kind } from "../../model/plan/plan.ts";
import { onFirstUse } from "../values/on-first-use.ts";
import { compareText } from "../values/sequence.ts";
import { lookAlikesIn, shownKey } from "./look-alikes.ts";
import { statedKeys } from "./new-keys.ts";

/** What looks like a key: the keys, with the code points of their suspect characters, and those who have them in the service. */
type Similar = { readonly about: readonly string[]; readonly candidates: readonly Candidate[] };

export type SimilarKeys = {
  /** Undefined if no key that the operations introduce looks like another one. `kind`: of the object that gets the key. */
  readonly introduced: (kind: Kind, operations: readonly Operation[]) => Similar | undefined;
  /** The keys, of any kind, that look like a reference (`kind/key`, or only the key) that leads nowhere. */
  readonly toReference: (named: string) => readonly string[];
};

type Holder = { readonly key: string; readonly owner: string; readonly label: string; readonly active: boolean };
type Keyed = Kind | "number";
type Sides = { readonly source: SourceSnapshot; readonly target: TargetSnapshot };

export const similarKeys = (sides: Sides): SimilarKeys => {
  // Made where a change is planned, and `present` where something looks alike: most nights have neither.
  const inTarget = onFirstUse(() => indexed(holdersIn(sides.target)));
  const inSource = onFirstUse(() => indexed(holdersIn(sides.source.directory)));
  const settled = onFirstUse(() => settledPairs(sides.source));
  const present = onFirstUse(
    () => new Set(holdersIn(sides.target).map(([kind, holder]) => `${kind}/${canonicalKey(holder.key)}`)),
  );
  const isThere = (keyed: Keyed, key: string): boolean => present().has(`${keyed}/${canonicalKey(key)}`);
  const find = (index: Index, kind: Keyed, key: string): readonly Holder[] => index.get(kind)?.(key) ?? [];
  return {
    introduced: (kind, operations) => {
      const found = statedKeys(operations).flatMap(([keyed, key]) => {
        const open = (index: Index) =>
          find(index, keyed, key).filter(({ owner }) => !settled()(kindOf(keyed), key, owner));
        const [ofTarget, ofSource] = [open(inTarget()), open(inSource())];
        const isFree = ofTarget.length + ofSource.length === 0 || isThere(keyed, key);
        return isFree ? [] : [{ keyed, key, ofTarget, ofSource }];
      });
      if (found.length === 0) return undefined;
      const about = found.flatMap(({ key, ofTarget, ofSource }) => [
        key,
        ...[...ofTarget, ...ofSource].map((one) => one.key),
      ]);
      const candidates = found.flatMap(({ keyed, key, ofTarget }) =>
        kindOf(keyed) === kind && adoptedKinds.some((adopted) => adopted === kind)
          ? ofTarget.map((holder) => candidateOf(keyed, key, holder))
          : [],
      );
      return { about: unique(about.map(shownKey)), candidates };
    },
    toReference: (named) => {
      const [, of, key = named] = /^([a-z]+)\/(.*)$/s.exec(named) ?? [];
      const kinds = [...inTarget().keys(), ...inSource().keys()].filter((kind) => of === undefined || kind === of);
      return unique(
        kinds
          .flatMap((kind) => [...find(inTarget(), kind, key), ...find(inSource(), kind, key)])
          .map((one) => shownKey(one.key)),
      );
    },
  };
};

const kindOf = (keyed: Keyed): Kind => (keyed === "number" ? "employee" : keyed);

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort(compareText);

type Index = ReturnType<typeof indexed>;

const indexed = (holders: readonly (readonly [Keyed, Holder])[]) =>
  new Map(
    [...Map.groupBy(holders, ([kind]) => kind)].map(([kind, all]) => [
      kind,
      lookAlikesIn(all.map(([, holder]) => [holder.key, holder] as const)),
    ]),
  );

const holdersIn = (directory: SourceSnapshot["directory"]) => {
  const { functions = [], employees = [] } = directory;
  const coded = (kind: Kind, records: readonly Coded[]) =>
    records.map(({ code, name, title, active }) => {
      const holder = { key: code, owner: code, label: name ?? title ?? code, active: active !== false };
      return [kind, holder] as const;
    });
  const categories = new Set(functions.flatMap(({ category }) => category ?? []));
  const ofPerson = ({ account, number, name, active }: Employee) => {
    const holder = { owner: account, label: name ?? account, active: active === true };
    return [
      ["employee", { ...holder, key: account }] as const,
      ...(number ? [["number", { ...holder, key: number }] as const] : []),
    ];
  };
  return [
    ...codedKinds.flatMap((kind) => coded(kind, codedRecords(directory, kind) ?? [])),
    ...coded(
      "category",
      [...categories].map((code) => ({ code })),
    ),
    ...employees.flatMap(ofPerson),
  ] satisfies (readonly [Keyed, Holder])[];
};

/** Has somebody decided about the key and the object with this code or account? The order of the two does not matter. */
const settledPairs = ({ directory, decided, distinct = [], renames }: SourceSnapshot) => {
  const pairs = new Set<string>();
  const settle = (kind: Kind, one: string, other: string) => {
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const)
      pairs.add(pairOf(kind, a, b));
  };
  for (const { kind, source, target } of distinct) settle(kind, source, target);
  for (const { kind, from, to, linked } of renames) if (!linked) settle(kind, from, to);
  for (const { account, number } of decided ? (directory.employees ?? []) : []) {
    const decision = decided?.get(canonicalKey(account));
    if (!decision) continue;
    for (const other of [...(decision.adopts === undefined ? [] : [decision.adopts]), ...decision.differs]) {
      for (const key of [account, ...(number ? [number] : [])]) settle("employee", key, other);
    }
  }
  return (kind: Kind, key: string, owner: string): boolean => pairs.has(pairOf(kind, key, owner));
};

const pairOf = (kind: Kind, key: string, owner: string): string =>
  `${kind}\n${canonicalKey(key)}\n${canonicalKey(owner)}`;

/** A key that looks the same outweighs every other evidence. */
const weight = 100;

const candidateOf = (keyed: Keyed, key: string, { key: other, owner, label, active }: Holder): Candidate => {
  const field = keyed === "number" ? "number" : keyed === "employee" ? "account" : "code";
  return {
    key: owner,
    label,
    active,
    weight,
    evidence: [["look-alike"]],
    fields: [{ field, before: shownKey(other), after: shownKey(key) }],
  };
};
