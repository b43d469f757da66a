/**
 * Questions that wait for an answer: is a record of the source a certain object of the service? They stay open when HR then changes what the
 * two had in common, until somebody answers or the records say that they are two: what is created a second time could never be removed
 * (lives 16000850, 13000245). The ledger keeps with the object by which keys HR names the record.
 */

import { addressKey, parseAddress } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import { type AdoptedKind, adoptedKinds } from "../../model/directory/identity.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { ShownEmployee, SourceSnapshot } from "../../model/directory/snapshot.ts";
import { askedAbout, ledgerKey, type Memory, subjectsWith } from "../../model/memory/memory.ts";
import type { HeldChange, LedgerEntry } from "../../model/plan/plan.ts";
import { differs, namesDiffer } from "./evidence.ts";

/** How the source names a record; one of them that stays is enough. */
export type RecordKeys = readonly string[];

export const keysOfPerson = ({ account, number, id }: Employee): RecordKeys => [
  keyText("account", account),
  ...(number ? [keyText("number", number)] : []),
  ...(id === undefined ? [] : [keyText("id", id)]),
];

export const keysOfCode = (code: string): RecordKeys => [keyText("code", code)];

const keyText = (name: string, key: string): string => `${name} ${canonicalKey(key)}`;

/** Stands among the keys if was asked whether a number was given again. */
const givenAgain = "given-again";

/**
 * Returns the canonical keys of the objects about which was asked whether they are this record. `question`: only where was asked whether a
 * number was given again.
 */
export const askedBefore = (
  memory: Pick<Memory, "written">,
  kind: AdoptedKind,
  question?: typeof givenAgain,
): ((keys: RecordKeys) => ReadonlySet<string>) => {
  const objectsOf = new Map<string, string[]>();
  for (const subject of subjectsWith(memory, askedAbout)) {
    const address = parseAddress(subject);
    if (address?.of !== kind || !("key" in address)) continue;
    const names = keysIn(memory, subject);
    if (question !== undefined && !names.includes(question)) continue;
    for (const key of names) objectsOf.set(key, [...(objectsOf.get(key) ?? []), address.key]);
  }
  return (keys) => new Set(objectsOf.size === 0 ? [] : keys.flatMap((key) => objectsOf.get(key) ?? []));
};

/**
 * Has HR only stopped to say that a newcomer may be this person, and does not say that they are two? Another ID number may be a correction
 * where the birth date and the name still agree (life 20000087).
 */
export const mayStillBe = (newcomer: Employee, person: ShownEmployee): boolean => {
  const otherBirth = differs(newcomer, person, "birthDate");
  const isOtherName = namesDiffer(newcomer, person) === "whole";
  if (differs(newcomer, person, "idCardNumber") === true) return otherBirth === false && !isOtherName;
  return otherBirth === undefined ? !isOtherName : !otherBirth;
};

const questions: ReadonlySet<HeldChange["reason"]> = new Set([
  "possible-twin",
  "identity-conflict",
  "number-given-again",
]);

/** What a run remembers of the questions in `held`. Those of records that HR does not name this time stay as they are. */
export const questionsRemembered = (
  { directory }: Pick<SourceSnapshot, "directory">,
  memory: Memory,
  held: readonly HeldChange[],
): LedgerEntry[] => {
  const people = byKey(directory.employees);
  const open = new Map<string, Set<string>>();
  for (const { kind, key, reason, candidates = [] } of held) {
    if (!questions.has(reason) || !isAdopted(kind)) continue;
    const person = kind === "employee" ? people.get(canonicalKey(key)) : undefined;
    const mark = reason === "number-given-again" ? [givenAgain] : [];
    const keys = [...(person ? keysOfPerson(person) : keysOfCode(key)), ...mark];
    for (const candidate of candidates) {
      const subject = addressKey({ of: kind, key: candidate.key });
      open.set(subject, new Set([...(open.get(subject) ?? []), ...keys]));
    }
  }
  const known = subjectsWith(memory, askedAbout);
  const named = known.length === 0 ? new Set<string>() : namedIn(directory);
  const over = known.filter((subject) => !open.has(subject) && keysIn(memory, subject).some((key) => named.has(key)));
  const entry = (subject: string, value: string | null): LedgerEntry[] =>
    memory.written.get(ledgerKey(subject, askedAbout)) === value ? [] : [{ subject, field: askedAbout, value }];
  return [
    ...[...open].flatMap(([subject, keys]) => entry(subject, JSON.stringify([...keys].sort()))),
    ...over.flatMap((subject) => entry(subject, null)),
  ];
};

const isAdopted = (kind: HeldChange["kind"]): kind is AdoptedKind =>
  (adoptedKinds as readonly HeldChange["kind"][]).includes(kind);

const namedIn = ({ employees = [], levels, titles, functions, departments }: SourceSnapshot["directory"]) =>
  new Set([
    ...employees.flatMap(keysOfPerson),
    ...[levels, titles, functions, departments].flatMap((list) => (list ?? []).flatMap(({ code }) => keysOfCode(code))),
  ]);

const keysIn = ({ written }: Pick<Memory, "written">, subject: string): readonly string[] =>
  JSON.parse(written.get(ledgerKey(subject, askedAbout)) ?? "[]") as readonly string[];
