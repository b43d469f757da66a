/** Shows the fields of a person: the data, the account, the status and the last day; posts are in post-views.ts. */

import { specsOf } from "../model/directory/known-fields.ts";
import { maskValue } from "../model/plan/sensitive.ts";
import type { WhyNothing } from "../model/runs/explanation.ts";
import type { Person } from "../plan/match/people.ts";
import { flat } from "../plan/people/hidden-data.ts";
import { type FieldView, view, whyLeft } from "./field-view.ts";
import type { Known } from "./known.ts";
import { postViews } from "./post-views.ts";

/** `alone`: the reason for a person whom only the service knows. */
export const personViews = (known: Known, person: Person, alone: WhyNothing | undefined): readonly FieldView[] => {
  const { settings } = known.context;
  const { desired, current, correlation } = person;
  const hidden: ReadonlySet<string> = new Set(current?.hidden ?? []);
  const left = whyLeft(known, person);
  const fields = specsOf("employee").flatMap(([field, { by, key }]): readonly FieldView[] => {
    if (field === "posts") return [];
    const source = desired && flat(desired)[field];
    const target = hidden.has(field) ? maskValue(field) : current && flat(current)[field];
    const isStated = source !== undefined || target !== undefined;
    const isUnwritten = by.length === 0 && !key;
    const why = isUnwritten && !alone ? unwritten(field) : (left(field) ?? alone);
    // A field that nobody states may be written all the same: a last day is cleared.
    const isDecided = correlation.state === "matched" && !isUnwritten && why !== "not-stated";
    return isStated || isDecided ? [view(settings, { kind: "employee", field }, { source, target }, why)] : [];
  });
  return [...fields, ...postViews(known, person, alone)];
};

const unwritten = (field: string): WhyNothing =>
  field === "id" || field === "locked" ? "never-written" : "decides-status";
