/**
 * Judges a match by everything that both records state, whatever key it was found by: numbers, accounts and e-mails are given again.
 * The weights are in model/directory/identity.ts. Only what the lists of the service show is compared, so that the verdict is the same
 * before and after the details are read. Of a value that the service hides, what the ledger remembers stands for it.
 */

import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import {
  type Agreement,
  agreementWeights,
  type Contradiction,
  contradictedFrom,
  contradictionWeights,
  type PersonDecision,
} from "../../model/directory/identity.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { ShownEmployee, SourceSnapshot } from "../../model/directory/snapshot.ts";
import {
  askedAbout,
  decidedAs,
  employeeSubject,
  ledgerKey,
  type Memory,
  subjectsWith,
} from "../../model/memory/memory.ts";
import { digest } from "../values/fingerprint.ts";
import { differsFromStated } from "../values/stated-values.ts";
import { commonValues, differs, type IsCommon, isMisspelt, namesDiffer } from "./evidence.ts";
import { askedBefore, keysOfPerson } from "./open-questions.ts";

/** What earlier runs remember of people. */
export type Remembered = Pick<Memory, "links" | "written">;

/** What so many people of one side have does not settle a match. */
const doubtfulFrom = 2;

/** Is this match contradicted, and nobody has decided about these records? */
export type IsContradicted = (record: Employee, found: ShownEmployee) => boolean;

export const contradictionsIn = (
  { directory, decided }: Pick<SourceSnapshot, "directory" | "decided">,
  current: readonly ShownEmployee[],
  memory: Remembered,
): IsContradicted => {
  const desired = directory.employees ?? [];
  const ownership = ownershipOf(desired, current, memory.links?.employee);
  const isCommon = commonValues([desired, current], doubtfulFrom);
  const questions =
    subjectsWith(memory, askedAbout).length === 0 ? undefined : askedBefore(memory, "employee", "given-again");
  return (record, found) => {
    const decision = decided?.get(canonicalKey(record.account));
    if (decision && isDecided(decision, record, found, memory)) return false;
    return (
      isOtherPerson(record, found, ownership(record, found), memory.written, isCommon) ||
      (questions?.(keysOfPerson(record)).has(canonicalKey(found.account)) === true && mayStillBeAnother(record, found))
    );
  };
};

/**
 * Has HR only stopped to say that this may be somebody else, and does not say that the two are one? Who holds a key that was given again is
 * asked until somebody answers: what is written to the wrong record is lost (life 21000517).
 */
const mayStillBeAnother = (record: Employee, found: ShownEmployee): boolean => {
  const [name, otherId, otherBirth, otherHire] = [
    namesDiffer(record, found),
    differs(record, found, "idCardNumber"),
    differs(record, found, "birthDate"),
    differs(record, found, "hireDate"),
  ];
  if (name === "none" && otherBirth === false) return false;
  if (otherId !== undefined) return otherId;
  if (otherBirth !== undefined) return otherBirth || name === "whole";
  return name !== "none" || otherHire !== false;
};

/**
 * The decisions that still mean what they were made about. A decision names an object by its account, and accounts move on: once a
 * record evidently has an object under its own account, it is neither the one that was meant there nor another one.
 */
export const decisionsStanding = (
  decided: ReadonlyMap<string, PersonDecision>,
  desired: readonly Employee[],
  current: readonly ShownEmployee[],
): ReadonlyMap<string, PersonDecision> => {
  if (decided.size === 0) return decided;
  const records = byKey(desired);
  const objects = byKey(current);
  const isCommon = commonValues([desired, current], doubtfulFrom);
  return new Map(
    [...decided].map(([key, decision]) => {
      const [record, found] = [records.get(key), objects.get(key)];
      if (!record || !found || !isEvidentlyOwn(record, found, isCommon)) return [key, decision];
      const { adopts, differs: others, ...rest } = decision;
      const isOwn = (account: string) => sameKey(account, found.account);
      const isStanding = adopts !== undefined && isOwn(adopts);
      return [key, { ...rest, differs: others.filter((one) => !isOwn(one)), ...(isStanding && { adopts }) }];
    }),
  );
};

/**
 * Equal in the ID number, or in name and one more value, and different in nothing that says who somebody is. Another number is what
 * a re-key asks about, so the answer to it stands.
 */
const isEvidentlyOwn = (record: Employee, found: ShownEmployee, isCommon: IsCommon): boolean => {
  if (record.number && found.number && !sameKey(record.number, found.number)) return false;
  const otherId = differs(record, found, "idCardNumber");
  if (otherId !== undefined && !isCommon("idCardNumber", record)) return !otherId;
  const sameNumber = Boolean(record.number && found.number && sameKey(record.number, found.number));
  const dates = [differs(record, found, "birthDate"), differs(record, found, "hireDate")];
  const isNamedAlike = namesDiffer(record, found) === "none";
  return isNamedAlike && !dates.includes(true) && (sameNumber || dates.includes(false));
};

/** Whose account is it, as far as stable ids of the source say? */
type Ownership = "own" | "another" | undefined;

const isOtherPerson = (
  record: Employee,
  found: ShownEmployee,
  ownership: Ownership,
  written: Memory["written"],
  isCommon: IsCommon,
): boolean => {
  const name = namesDiffer(record, found);
  const isOther = (field: "idCardNumber" | "birthDate" | "phoneNumber") => {
    const isHidden = found.hidden?.includes(field);
    const other =
      differs(record, found, field) ??
      (isHidden ? differsFromStated({ written }, found.account, field, record[field]) : undefined);
    const saysNothing = field !== "birthDate" && (isCommon(field, record) || isCommon(field, found));
    return other === undefined || saysNothing ? undefined : other;
  };
  const otherBirth = isOther("birthDate");
  if (name === "none" && otherBirth === false) return false;
  // Number and ID of somebody with all else of another person: a row was overwritten.
  const isAnother = name === "whole" && otherBirth === true && graded(record, found, "birthDate") === "birthDate";
  const otherId = isOther("idCardNumber");
  if (otherId === false && !isAnother) return false;
  const left = hasLeft(record, found, written);
  const against: readonly (Contradiction | false)[] = [
    ownership === "another" && "anotherId",
    otherId === true && graded(record, found, "idCardNumber"),
    otherBirth === true && graded(record, found, "birthDate"),
    name === "whole" && "wholeName",
    name === "part" && "partOfName",
    name === "letter" && "misspelt",
    differs(record, found, "hireDate") === true && "hireDate",
    Boolean(record.number && found.number) && !sameKey(record.number ?? "", found.number ?? "") && "number",
    Boolean(record.gender && found.gender && record.gender !== found.gender) && "gender",
    left && "left",
    !sameKey(record.account, found.account) && "account",
  ];
  const inFavour: readonly (Agreement | false)[] = [
    ownership === "own" && "ownId",
    name === "none" && "name",
    otherBirth === false && "birthDate",
    // Who comes back is hired anew, and many begin on the same day (lives 26000069, 35000851).
    differs(record, found, "hireDate") === false && !left && otherBirth !== true && "hireDate",
    isOther("phoneNumber") === false && "phoneNumber",
  ];
  return sumOf(against, contradictionWeights) - sumOf(inFavour, agreementWeights) >= contradictedFrom;
};

/** Whether a hidden value is only misspelt is not known. */
const graded = (record: Employee, found: Employee, field: "idCardNumber" | "birthDate"): Contradiction =>
  isMisspelt(record, found, field) ? "misspelt" : field;

const sumOf = <Key extends string>(said: readonly (Key | false)[], weights: Readonly<Record<Key, number>>): number =>
  said.reduce((sum, one) => (one === false ? sum : sum + weights[one]), 0);

/** The person of the service no longer worked when the person of the source joined, or does not work now. */
const hasLeft = (record: Employee, found: ShownEmployee, written: Memory["written"]): boolean => {
  const lastDay = written.get(ledgerKey(employeeSubject(found.account), "resignationDate"));
  if (lastDay && record.hireDate && lastDay < record.hireDate) return true;
  return found.active === false && record.active !== false;
};

/** With fewer accounts, it is not certain whether the source has new ids. */
const minLinked = 10;

/** Says whose account it is. Says nothing if most people have other ids than before: then the source has new ones. */
const ownershipOf = (
  desired: readonly Employee[],
  current: readonly ShownEmployee[],
  links: ReadonlyMap<string, string> = new Map(),
): ((record: Employee, found: ShownEmployee) => Ownership) => {
  if (links.size === 0) return () => undefined;
  const idsNow = new Set(desired.map(({ id }) => id));
  const owners = new Map<string, string[]>();
  for (const [id, account] of links) {
    const key = canonicalKey(account);
    owners.set(key, [...(owners.get(key) ?? []), id]);
  }
  const linked = current.flatMap(({ account, active }) => (active && owners.get(canonicalKey(account))) || []);
  const known = linked.filter((id) => idsNow.has(id)).length;
  const hasNewIds = linked.length >= minLinked && known * 2 < linked.length;
  return (record, found) => {
    const ids = owners.get(canonicalKey(found.account));
    if (record.id === undefined || !ids) return undefined;
    return ids.includes(record.id) ? "own" : hasNewIds ? undefined : "another";
  };
};

/** A decision stands for the records that it was made about: not for the next person who gets the key. */
const isDecided = (
  decision: PersonDecision,
  record: Employee,
  found: ShownEmployee,
  { written }: Remembered,
): boolean => {
  if (!sameKey(decision.adopts ?? "", found.account)) return false;
  const [at, person] = written.get(ledgerKey(employeeSubject(found.account), decidedAs))?.split(" ") ?? [];
  return at !== timeOf(decision) || person === personDigest(record);
};

/** The ledger's value for a decision: when it was made, and about whom. */
export const decidedValue = (decision: PersonDecision, record: Employee): string =>
  `${timeOf(decision)} ${personDigest(record)}`;

const timeOf = ({ decidedAtMs = 0 }: PersonDecision): string => String(decidedAtMs);

/** 32 bits are enough to see another person. They are not shown: whoever knows the other three values could try the days of birth. */
const personDigest = ({ id, name, birthDate, idCardNumber }: Employee): string =>
  digest([id ?? null, name ?? null, birthDate ?? null, idCardNumber ?? null]).slice(0, 8);
