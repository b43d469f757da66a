/**
 * Compares what the writes of a run have stated with what reading back shows, without a planner: of each field of an object, the value
 * stated last must stand there. A second plan is silent about a value that it holds, leaves by policy or no longer wants, such as a
 * temporary name whose successor is held; even so, no write may count as applied that the service has not carried out.
 */
import { type Reference, reference } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Carrier } from "../../model/directory/field-spec.ts";
import type { RecordKind } from "../../model/directory/fields.ts";
import { fieldsBy } from "../../model/directory/known-fields.ts";
import { byReference } from "../../model/directory/objects.ts";
import type { TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Change, FieldValue } from "../../model/plan/plan.ts";
import { sameCode, samenessOf } from "../../model/plan/sameness.ts";
import type { CreatedPerson } from "./created-people.ts";
import { codeAfter } from "./new-names.ts";
import { isDone, type Results } from "./second-plan.ts";

type Values = Readonly<Record<string, unknown>>;

/** What an operation states of an object: values by field. */
type Statement = { readonly object: Reference; readonly kind: RecordKind; readonly values: Values };

/** Fields of a change that was answered with success, which the service shows otherwise, and the operation that stated them. */
export type Unshown = {
  readonly change: Change;
  readonly operation: Operation["id"];
  readonly fields: readonly string[];
};

type Carried = {
  /** The changes carried out in this order, under the codes that they have led to, and the results by id. */
  readonly tried: readonly Change[];
  readonly results: Results;
  readonly created: readonly CreatedPerson[];
  /** Returns the account that is valid after the run, of whoever had this one when the change was carried out. */
  readonly accountOf: (account: string, wave: number) => string;
};

/** The value stated last with success, and those of later writes that failed and may have been carried out all the same. */
type Last = {
  readonly change: Change;
  readonly operation: Operation["id"];
  readonly kind: RecordKind;
  readonly value: unknown;
  readonly orElse: unknown[];
  /** What an earlier change of the run has stated with success. */
  readonly earlier: readonly Stated[];
};

type Stated = { readonly change: Change; readonly operation: Operation["id"]; readonly field: string };

/** `now`: the reading back; of objects and fields that it does not show, nothing is said. */
export const unshownIn = (now: TargetSnapshot, carried: Carried): Unshown[] => {
  const shown = byReference(now);
  const unshown = new Map<string, Unshown>();
  for (const [object, fields] of statedLast(carried)) {
    const record = shown.get(object);
    if (!record) continue;
    const hidden = new Set((record["hidden"] ?? []) as readonly string[]);
    for (const [field, { change, operation, kind, value, orElse, earlier }] of fields) {
      const found = record[field];
      const same = field === "parent" ? sameCode : samenessOf(kind, field);
      const isShown = [value, ...orElse].some((one) => same(one as FieldValue, found as FieldValue));
      if (isShown || hidden.has(field) || found === undefined) continue;
      // An earlier value that the last one should have replaced, such as a temporary name, was not stored either.
      const ignored = earlier.filter((one) => same(valueBefore(one), found as FieldValue));
      for (const one of [{ change, operation }, ...ignored]) {
        const fields = new Set([...(unshown.get(one.change.id)?.fields ?? []), field]);
        unshown.set(one.change.id, { change: one.change, operation: one.operation, fields: [...fields] });
      }
    }
  }
  return [...unshown.values()];
};

const valueBefore = ({ change, field }: Stated): FieldValue | undefined =>
  change.fields.find((one) => one.field === field)?.before;

/** What was stated of each field of each object. */
const statedLast = ({ tried, results, created, accountOf }: Carried): Map<Reference, Map<string, Last>> => {
  const shownAs = new Map(created.map(({ account, found }) => [canonicalKey(account), found.account]));
  const asShown = (account: string) => shownAs.get(canonicalKey(account)) ?? account;
  const last = new Map<Reference, Map<string, Last>>();
  for (const change of tried.toSorted((a, b) => a.wave - b.wave)) {
    const result = results.get(change.id);
    if (result === "not-tried") continue;
    for (const operation of change.operations) {
      const statement = statementOf(operation, (account) => asShown(accountOf(account, change.wave)));
      if (!statement) continue;
      const { object, kind, values } = statement;
      const fields = last.get(object) ?? new Map<string, Last>();
      last.set(object, fields);
      for (const [field, value] of Object.entries(values)) {
        if (value === undefined) continue;
        const before = fields.get(field);
        const earlier = before ? [...before.earlier, { ...before, field }] : [];
        if (isDone(result)) fields.set(field, { change, operation: operation.id, kind, value, orElse: [], earlier });
        else before?.orElse.push(value);
      }
    }
  }
  return last;
};

const statementOf = (operation: Operation, nowOf: (account: string) => string): Statement | undefined => {
  const values = operation as unknown as Values;
  switch (operation.id) {
    case "E7":
    case "E8":
      return stated("employee", operation.id, nowOf(operation.account), values);
    case "E11":
      return stated("employee", operation.id, nowOf(operation.newAccount), operation.set);
    case "E12":
      return stated("employee", operation.id, nowOf(operation.account), { ...values, ...operation.data });
    case "D3":
      return stated("department", operation.id, operation.newCode, operation.set);
    case "D2":
    case "D4":
    case "D7":
      return stated("department", operation.id, operation.code, values);
    case "V2":
    case "V3":
    case "V5":
      return stated("level", operation.id, codeAfter(operation), values);
    case "T2":
    case "T3":
    case "T5":
      return stated("title", operation.id, codeAfter(operation), values);
    case "J5":
    case "J6":
    case "J8":
      return stated("function", operation.id, codeAfter(operation), values);
    case "V4":
    case "T4":
    case "J1":
    case "J2":
    case "J7":
    case "D11":
    case "D12":
    case "E9":
    case "E13":
    case "E14":
      // The second plan judges places, managers and posts; no read shows the last day (R61).
      return undefined;
  }
};

const stated = (kind: RecordKind, id: Carrier, key: string, values: Values): Statement => {
  const fields = fieldsBy(kind, id).filter((field) => field !== "posts" && field in values);
  return {
    object: reference(kind, key),
    kind,
    values: Object.fromEntries(fields.map((field) => [field, values[field]])),
  };
};
