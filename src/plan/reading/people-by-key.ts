/**
 * The people of one side by the keys by which records can mean the same person, or compete for a value that only one person may have. An
 * index of 100,000 people with a text and a list for each of their keys took 150 MiB; this one keeps neither: there is a map for each
 * sort of key, and most keys lead to one person.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import { foldedName } from "../match/evidence.ts";

export type Person = Employee | ShownEmployee;

/** The keys of a person by their sort; undefined where the person has none. */
const forms = {
  account: ({ account }: Person) => canonicalKey(account) || undefined,
  number: ({ number }: Person) => (number ? canonicalKey(number) : undefined),
  idCardNumber: ({ idCardNumber }: Person) => (idCardNumber ? foldedName(idCardNumber) : undefined),
  email: ({ email }: Person) => (email ? foldedName(email) : undefined),
} as const;
const sorts = ["account", "number", "idCardNumber", "email"] as const;

export type PeopleByKey = {
  /** Everybody who has a key of this person, who may be of another side. */
  readonly like: (person: Person) => readonly Person[];
  /** Whoever has this account (canonical), or is linked to it. */
  readonly withAccount: (account: string) => readonly Person[];
  readonly withNumber: (number: string) => readonly Person[];
  /** Have several people one of this person's keys? */
  readonly isShared: (person: Person) => boolean;
};

/** `linked`: the account (canonical) to which the stable id of a person is linked; "" if to none. */
export const peopleByKey = (people: readonly Person[], linked: (person: Person) => string): PeopleByKey => {
  const index = {
    account: indexOf(people, forms.account),
    number: indexOf(people, forms.number),
    idCardNumber: indexOf(people, forms.idCardNumber),
    email: indexOf(people, forms.email),
  };
  const byLink = indexOf(people, (person) => {
    const account = linked(person);
    return account === forms.account(person) ? undefined : account || undefined;
  });
  return {
    like: (person) => [...sorts.flatMap((sort) => index[sort](forms[sort](person))), ...byLink(forms.account(person))],
    withAccount: (account) => [...index.account(account), ...byLink(account)],
    withNumber: index.number,
    isShared: (person) => sorts.some((sort) => index[sort](forms[sort](person)).length > 1),
  };
};

const indexOf = (people: readonly Person[], keyOf: (person: Person) => string | undefined) => {
  const first = new Map<string | undefined, Person>();
  const several = new Map<string | undefined, Person[]>();
  for (const person of people) {
    const key = keyOf(person);
    if (key === undefined) continue;
    const known = first.get(key);
    const all = several.get(key);
    if (all) all.push(person);
    else if (known) several.set(key, [known, person]);
    else first.set(key, person);
  }
  return (key: string | undefined): readonly Person[] => {
    const one = first.get(key);
    return several.get(key) ?? (one ? [one] : []);
  };
};
