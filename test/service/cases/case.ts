/** The type of the cases of an operation. All cases run over real HTTP against the company of baseline.ts. */
import type { OperationId } from "../../../src/contract/contract.ts";
import type { Organisation } from "../../../src/contract/sections/organisation.ts";
import type { Input } from "../running-service.ts";

export type Success = Input & {
  /** A test title in the present tense. */
  readonly fact: string;
  /** Calls to make before the case's own call. */
  readonly first?: readonly (readonly [OperationId, Input])[];
  /** The body of the answer; absent if there is none. */
  readonly answers?: unknown;
  /** Makes the expected change to the whole organisation; undefined if nothing changes. */
  readonly leaves?: (organisation: Organisation) => void;
};

type Refusal = Input & {
  readonly fact: string;
  readonly first?: readonly (readonly [OperationId, Input])[];
  readonly code: string;
  /** Default: 400. */
  readonly status?: number;
};

type Cases = { readonly succeeds: readonly [Success, ...Success[]]; readonly refuses: readonly Refusal[] };

export type CasesOf<Id extends OperationId> = Readonly<Record<Id, Cases>>;

/** Replaces the fields of one record of a list. */
export const edit = <R>(list: R[], key: (record: R) => boolean, fields: Partial<R>): void => {
  const at = list.findIndex(key);
  if (at < 0) throw new Error("the case edits a record that does not exist");
  list[at] = { ...(list[at] as R), ...fields };
};

/** Moves one record to the end of a list. */
export const toEnd = <R>(list: R[], key: (record: R) => boolean): void => {
  const at = list.findIndex(key);
  list.push(...list.splice(at, 1));
};

/** A record without some of its fields. */
export const omit = <R extends object, Name extends keyof R>(record: R, ...names: Name[]): Omit<R, Name> => {
  const rest = { ...record };
  for (const name of names) Reflect.deleteProperty(rest, name);
  return rest;
};
