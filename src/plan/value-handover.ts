/** The order in which people are planned: a person who gives up a unique value comes before the person who takes it. */
import type { FieldValue } from "../model/plan.ts";
import type { Person } from "./people.ts";
import type { PeopleContext } from "./plan-context.ts";
import { isUniqueField, rivalsFor } from "./unique-values.ts";
import { worksAfter } from "./wanted-status.ts";

/** A change of a person's data, and the fields it carries. */
export type Update = { readonly id: string | undefined; readonly fields: readonly string[] };

/** Plans people one after the other: a person who gives up a unique value is planned first. */
export type Turns = {
  readonly plan: (person: Person) => void;
  /** The changes to wait for before the person can have the value, or the accounts of those who keep it. */
  readonly claim: (
    person: Person,
    field: string,
    value: FieldValue,
  ) => { readonly needs: readonly string[]; readonly inTheWay: readonly string[] };
};

/** `planMatched`: plans the data of one person who is on both sides. */
export const takeTurns = (context: PeopleContext, planMatched: (person: Person, turns: Turns) => Update): Turns => {
  const rivals = rivalsFor(context, (person) => worksAfter(context, person));
  /** The data change of each person; undefined while it is being planned. */
  const planned = new Map<Person, Update | undefined>();
  const claim: Turns["claim"] = (person, field, value) => {
    if (!worksAfter(context, person) || !isUniqueField(field) || typeof value !== "string" || value === "")
      return unclaimed;
    const { keeping, leaving, wanting } = rivals(person, field, value);
    const needs: string[] = [];
    const inTheWay = [...keeping, ...wanting];
    for (const other of leaving) {
      turns.plan(other);
      const update = planned.get(other);
      // A cycle in which values are exchanged: this plan releases all of them, in any order.
      if (!update) continue;
      if (update.id !== undefined && update.fields.includes(field)) needs.push(update.id);
      else inTheWay.push(other);
    }
    return { needs, inTheWay: inTheWay.map(({ account }) => account) };
  };
  const turns: Turns = {
    claim,
    plan: (person) => {
      if (person.correlation.state !== "matched" || planned.has(person)) return;
      planned.set(person, undefined);
      planned.set(person, planMatched(person, turns));
    },
  };
  return turns;
};

const unclaimed = { needs: [], inTheWay: [] };
