/** The type of the cases that the conformance suite uses. Each group's own case type has more properties, but also these. */
import type { OperationId } from "../../src/contract/contract.ts";
import type { Permission } from "../../src/contract/operations/operation-spec.ts";
import type { ServiceOptions } from "../../src/service/service.ts";
import type { startTestService } from "./running-service.ts";

export type TestService = Awaited<ReturnType<typeof startTestService>>;

type Input = { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };
/** `as` is the account of the calling user, for operations of the user group. `granted` are the only permissions of that user. */
export type CallInput = Input & { readonly as?: string; readonly granted?: readonly Permission[] };

type Common = CallInput & {
  /** A test title in the present tense. */
  readonly fact: string;
  readonly first?: readonly (readonly [OperationId, CallInput])[];
};

export type ConformanceSuccess = Common & {
  /** The rest of the input, if it depends on earlier answers. */
  readonly input?: (service: TestService) => Promise<Input>;
  readonly answers?: unknown;
  readonly check?: (answer: unknown, service: TestService) => Promise<unknown>;
};

export type ConformanceRefusal = Common & {
  readonly code: string;
  /** Default: 400. */
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
  /** The document to load before each case. */
  readonly company: () => object;
  readonly options?: Partial<ServiceOptions>;
  /** Called once after the first load; returns the values for placeholders in cases. */
  readonly prepare?: (service: TestService) => Promise<Prepared>;
  /** Called before each case, after the load. */
  readonly reset?: (service: TestService) => Promise<unknown>;
};

export type Prepared = {
  readonly words: ReadonlyMap<string, string>;
  readonly close?: () => Promise<void>;
};

/** Replaces placeholders with prepared values. */
export const withWords = (value: unknown, words: ReadonlyMap<string, string>): unknown => {
  if (typeof value === "string") return words.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withWords(one, words));
  // Vitest's matchers and files have their own class and stay unchanged.
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withWords(one, words)]));
};
