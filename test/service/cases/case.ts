/** What a case of an operation says. All of them run over real HTTP against the baseline. */
import type { OperationId } from "../../../src/contract/contract.ts";
import type { Organisation } from "../../../src/contract/organisation.ts";
import type { Input } from "../running-service.ts";

export type Success = Input & {
  /** A present-tense fact. */
  readonly fact: string;
  /** Calls made before. */
  readonly first?: readonly (readonly [OperationId, Input])[];
  /** The body of the answer; left out where there is none. */
  readonly answers?: unknown;
  /** The whole organisation afterwards, as a change of the one before; left out: unchanged. */
  readonly leaves?: (organisation: Organisation) => void;
};

type Refusal = Input & {
  readonly fact: string;
  readonly first?: readonly (readonly [OperationId, Input])[];
  readonly code: string;
  /** 400 unless given. */
  readonly status?: number;
};

type Cases = { readonly succeeds: readonly [Success, ...Success[]]; readonly refuses: readonly Refusal[] };

export type CasesOf<Id extends OperationId> = Readonly<Record<Id, Cases>>;

/** Replaces the fields of one record of a list. */
export const edit = <R>(list: R[], key: (record: R) => boolean, fields: Partial<R>): void => {
  const at = list.findIndex(key);
  if (at < 0) throw new Error("the case edits a record that is not there");
  list[at] = { ...(list[at] as R), ...fields };
};

/** Puts one record of a list behind all others. */
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
