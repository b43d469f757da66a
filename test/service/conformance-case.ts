/** What the conformance suite needs to know of a case: the groups' own tables say more, and are all of this form. */
import type { OperationId } from "../../src/contract/contract.ts";
import type { Permission } from "../../src/contract/operation-spec.ts";
import type { ServiceOptions } from "../../src/service/service.ts";
import type { startTestService } from "./running-service.ts";

export type TestService = Awaited<ReturnType<typeof startTestService>>;

type Input = { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };
/** `as`: account of the user who calls, for operations of the user group; `granted`: with these permissions only. */
export type CallInput = Input & { readonly as?: string; readonly granted?: readonly Permission[] };

type Common = CallInput & {
  /** A present-tense fact. */
  readonly fact: string;
  readonly first?: readonly (readonly [OperationId, CallInput])[];
};

export type ConformanceSuccess = Common & {
  /** The rest of the input, where it follows from what was answered before. */
  readonly input?: (service: TestService) => Promise<Input>;
  readonly answers?: unknown;
  readonly check?: (answer: unknown, service: TestService) => Promise<unknown>;
};

export type ConformanceRefusal = Common & {
  readonly code: string;
  /** 400 unless given. */
  readonly status?: number;
};

export type ConformanceCases = {
  readonly [Id in OperationId]?: {
    readonly succeeds: readonly ConformanceSuccess[];
    readonly refuses: readonly ConformanceRefusal[];
  };
};

export type ConformanceGroup = {
  readonly name: string;
  readonly cases: ConformanceCases;
  /** What the service is loaded with before each case. */
  readonly company: () => object;
  readonly options?: Partial<ServiceOptions>;
  /** Once, after the first load; tells what stands for a text in a case. */
  readonly prepare?: (service: TestService) => Promise<Prepared>;
  /** Before each case, after the load. */
  readonly reset?: (service: TestService) => Promise<unknown>;
};

export type Prepared = {
  readonly words: ReadonlyMap<string, string>;
  readonly close?: () => Promise<void>;
};

/** Puts what was prepared where a case names it. */
export const withWords = (value: unknown, words: ReadonlyMap<string, string>): unknown => {
  if (typeof value === "string") return words.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withWords(one, words));
  // What matches anything, and a file, has a class of its own and stays as it is.
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withWords(one, words)]));
};
