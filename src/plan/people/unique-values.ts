/**
 * Only one active person may have an ID number or an e-mail address. A change is held if two active people would share
 * a value that they do not share now. A person who takes over a value comes after the person who gives it up. A value that HR gives to
 * many people (a common mailbox, 0000000000) is written for none of them, and says of none of them that they exist already.
 */
import type { Employee } from "../../model/directory/directory.ts";
import type { Fields } from "../../model/directory/fields.ts";
import { fieldSpec, fieldsBy } from "../../model/directory/known-fields.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { fieldPolicy, isProtected } from "../draft/policy.ts";
import { commonFrom, commonValues, foldedName } from "../match/evidence.ts";
import type { Person } from "../match/people.ts";
import { onFirstUse } from "../values/on-first-use.ts";

export type UniqueField = {
  [F in keyof Fields["employee"]]: Fields["employee"][F] extends { readonly unique: true } ? F : never;
}[keyof Fields["employee"]];

export const isUniqueField = (field: string): field is UniqueField => fieldSpec("employee", field)?.unique === true;

export const uniqueFields = fieldsBy("employee", "E11").filter(isUniqueField);

/** A held change names at most this many rivals: a whole company may have one address by mistake. */
export const maxNamed = 20;

/** Other people who have or want a value. */
export type Rivals = {
  /** People who have the value in the target now and keep it. */
  readonly keeping: readonly Person[];
  /** People who have the value now and will get another one. */
  readonly leaving: readonly Person[];
  /** Other people who will get the value; at most `maxNamed`. */
  readonly wanting: readonly Person[];
  /** HR gives the value to many people. */
  readonly isCommon: boolean;
};

/** `activeAfter`: is the person active if everything goes as wanted? It says the same during the whole planning. */
export const rivalsFor = (context: PeopleContext, activeAfter: (person: Person) => boolean) => {
  const index = onFirstUse(() => indexed(context, activeAfter));
  const isCommon = commonValues([context.source.directory.employees ?? []], commonFrom);
  return (person: Person, field: UniqueField, value: string): Rivals => {
    const { has, wants } = index();
    const key = `${field} ${foldedName(value)}`;
    const holders = (has.get(key) ?? []).filter((other) => other !== person);
    const isLeaving = (other: Person) =>
      other.correlation.state === "matched" &&
      other.desired?.[field] !== undefined &&
      fieldPolicy(context.settings, "employee", field) === "manage" &&
      formOf(other.desired, field) !== formOf(other.current, field);
    return {
      keeping: holders.filter((other) => !isLeaving(other)),
      leaving: holders.filter(isLeaving),
      wanting: (wants.get(key) ?? []).slice(0, maxNamed + 1).filter((other) => other !== person),
      isCommon: isCommon(field, { account: person.account, [field]: value }),
    };
  };
};

/** Who has each value now, and who will get it. */
const indexed = (context: PeopleContext, activeAfter: (person: Person) => boolean) => {
  const has = new Map<string, Person[]>();
  const wants = new Map<string, Person[]>();
  const add = (map: Map<string, Person[]>, key: string, person: Person) => {
    const found = map.get(key);
    if (found) found.push(person);
    else map.set(key, [person]);
  };
  const wanted = (person: Person, field: UniqueField): string | undefined => {
    const { correlation } = person;
    if (correlation.state !== "matched" && correlation.state !== "new") return undefined;
    if (isProtected(context.settings, correlation.desired.account)) return undefined;
    const policy = fieldPolicy(context.settings, "employee", field);
    const isKept = policy === "ignore" || (policy === "fill-if-empty" && formOf(person.current, field) !== undefined);
    return isKept ? undefined : formOf(person.desired, field);
  };
  for (const field of uniqueFields) {
    for (const person of context.people.all) {
      const [now, next] = [formOf(person.current, field), wanted(person, field)];
      const worksNow = person.current?.active === true;
      if (now !== undefined && (worksNow || activeAfter(person))) add(has, `${field} ${now}`, person);
      if (next !== undefined && next !== now && activeAfter(person)) add(wants, `${field} ${next}`, person);
    }
  }
  return { has, wants };
};

const formOf = (record: Employee | undefined, field: UniqueField): string | undefined => {
  const value = record?.[field];
  return value ? foldedName(value) : undefined;
};
