/** The order in which people are planned: a person who gives up a unique value comes before the person who takes it. */
import type { FieldChange, FieldValue } from "../../model/plan/plan.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { canWriteAbout } from "../draft/protection.ts";
import type { Person } from "../match/people.ts";
import { employeeIntent } from "./employee-intent.ts";
import { hiddenData } from "./hidden-data.ts";
import { isUniqueField, maxNamed, rivalsFor, type UniqueField } from "./unique-values.ts";
import { worksAfter } from "./wanted-status.ts";

/** A change to a person's data: its id, and the fields that it writes. */
export type Update = { readonly id: string | undefined; readonly fields: readonly string[] };

/** Plans people one after the other: a person who gives up a unique value is planned first. */
export type Turns = {
  readonly plan: (person: Person) => void;
  readonly claim: (person: Person, field: string, value: FieldValue) => Claim;
};

type Claim = {
  /** The changes after which the person can have the value. */
  readonly needs: readonly string[];
  /** The accounts of people who keep or want it. */
  readonly inTheWay: readonly string[];
  /** HR gives the value to many people: that others have it does not tell who somebody is. */
  readonly isCommon: boolean;
};

/** `planMatched`: plans the data of one person who is on both sides. */
export const takeTurns = (context: PeopleContext, planMatched: (person: Person, turns: Turns) => Update): Turns => {
  const rivals = rivalsFor(context, (person) => worksAfter(context, person));
  /** The data change of each person; undefined while it is being planned. */
  const planned = new Map<Person, Update | undefined>();
  const claim: Turns["claim"] = (person, field, value) => {
    if (!isUniqueField(field) || typeof value !== "string" || value === "" || !worksAfter(context, person))
      return unclaimed;
    const { keeping, leaving, wanting, isCommon } = rivals(person, field, value);
    const needs: string[] = [];
    const inTheWay = [...keeping, ...wanting];
    for (const other of leaving) {
      turns.plan(other);
      const update = planned.get(other);
      // People exchange values in a cycle: where all of them give up their values in this plan, the order does not matter.
      if (!update) {
        if (!givesUp(other, field, new Set([person, other]))) inTheWay.push(other);
      } else if (update.id !== undefined && update.fields.includes(field)) needs.push(update.id);
      else inTheWay.push(other);
    }
    return { needs, inTheWay: inTheWay.slice(0, maxNamed).map(({ account }) => account), isCommon };
  };
  /** Is nothing in the way of the exchange, as far as is known of somebody who is being planned? `passed`: those whose turn was before. */
  const givesUp = (person: Person, field: UniqueField, passed: ReadonlySet<Person>): boolean => {
    const { desired, current } = person;
    const update = planned.get(person);
    if (update) return update.id !== undefined && update.fields.includes(field);
    if (!desired || !current || hiddenData(context, desired, current).unknown.length > 0) return false;
    const after = desired[field] ?? null;
    const change = { field, before: current[field] ?? null, after };
    if (!canWriteAbout(context, person, employeeIntent(person, "update", "differs", [change]))) return false;
    if (!after) return true;
    const { keeping, leaving, wanting } = rivals(person, field, after);
    const isNext = (one: Person) => passed.has(one) || givesUp(one, field, new Set([...passed, one]));
    return keeping.length + wanting.length === 0 && leaving.every(isNext);
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

/** A field that would be written, and whom its value belongs to. */
export type ClaimedField = { readonly change: FieldChange; readonly claim: Claim };

export const claimedFields = (turns: Turns, person: Person, fields: readonly FieldChange[]): readonly ClaimedField[] =>
  fields.map((change) => ({ change, claim: turns.claim(person, change.field, change.after) }));

/** Holds the values that other people have or want; what else is written of the person does not depend on them. */
export const holdTaken = ({ draft }: PeopleContext, person: Person, taken: readonly ClaimedField[]): void => {
  if (taken.length === 0) return;
  const about = [...new Set(taken.flatMap(({ claim }) => claim.inTheWay))];
  const fields = taken.map(({ change }) => change);
  draft.hold(employeeIntent(person, "update", "differs", fields), "value-taken", about);
};

const unclaimed: Claim = { needs: [], inTheWay: [], isCommon: false };
