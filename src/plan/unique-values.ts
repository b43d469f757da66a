/**
 * An ID number and an e-mail address belong to one active person. A change after which two active people shared one that
 * they did not share before is held; who takes over what another one gives up comes after that one.
 */
import type { Employee } from "../model/directory.ts";
import type { Fields } from "../model/fields.ts";
import { fieldSpec, fieldsBy } from "../model/known-fields.ts";
import { foldedName } from "./evidence.ts";
import type { Person } from "./people.ts";
import type { PeopleContext } from "./plan-context.ts";
import { fieldPolicy, isProtected } from "./policy.ts";

type UniqueField = {
  [F in keyof Fields["employee"]]: Fields["employee"][F] extends { readonly unique: true } ? F : never;
}[keyof Fields["employee"]];

export const isUniqueField = (field: string): field is UniqueField => fieldSpec("employee", field)?.unique === true;

export const uniqueFields = fieldsBy("employee", "E11").filter(isUniqueField);

/** Who else has a value, or wants it. */
export type Rivals = {
  /** People who have it in the target now and do not want another one. */
  readonly keeping: readonly Person[];
  /** People who have it now and are to have another one. */
  readonly leaving: readonly Person[];
  /** People who are to get it as well. */
  readonly wanting: readonly Person[];
};

/** `activeAfter`: may the person work when all has gone as wanted? */
export const rivalsFor = (context: PeopleContext, activeAfter: (person: Person) => boolean) => {
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
  return (person: Person, field: UniqueField, value: string): Rivals => {
    const key = `${field} ${foldedName(value)}`;
    const others = (map: Map<string, Person[]>) => (map.get(key) ?? []).filter((other) => other !== person);
    const holders = others(has);
    const isLeaving = (other: Person) =>
      other.correlation.state === "matched" &&
      other.desired?.[field] !== undefined &&
      fieldPolicy(context.settings, "employee", field) === "manage" &&
      formOf(other.desired, field) !== formOf(other.current, field);
    return {
      keeping: holders.filter((other) => !isLeaving(other)),
      leaving: holders.filter(isLeaving),
      wanting: others(wants),
    };
  };
};

const formOf = (record: Employee | undefined, field: UniqueField): string | undefined => {
  const value = record?.[field];
  return value ? foldedName(value) : undefined;
};
