/**
 * Every habit that the reference service can play alone: each value but the default of each quirk, taken from the schema, so a new
 * quirk is tried without being listed here.
 */
import { z } from "zod";
import type { Operation } from "../../../src/model/plan/operation.ts";
import { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import type { ServiceFixture } from "../../support/servers/service-fixture.ts";

export type Habit = {
  readonly name: string;
  readonly quirks: Partial<Quirks>;
  /** Another client edits the service during the run. */
  readonly administrator?: true;
  /** Begins a life; what it returns is called after each write of a run and does what the site does besides (unnamed.ts). */
  readonly unnamed?: () => (
    operation: Operation,
    perform: (operation: Operation) => Promise<unknown>,
    fixture: ServiceFixture,
  ) => Promise<void>;
};

/** Values of quirks that are numbers; another number quirk is tried with 3. */
const numbers: Readonly<Record<string, readonly number[]>> = {
  longestCode: [50],
  p1DelayMs: [20],
  latencyMs: [2],
  writesLateMs: [20, 200],
  postsLateMs: [20, 200],
  ignoredEvery: [2, 7],
  // The judge plans right after a run, and must not read lists that are late.
  staleReadings: [1],
  p1PauseMs: [200],
};

/** Quirks that change addresses only, which the settings must repeat. */
const leftOut: ReadonlySet<string> = new Set(["paths"]);

const valuesOf = (name: string, schema: z.ZodType): readonly unknown[] => {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return valuesOf(name, schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodBoolean) return [true, false];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => valuesOf(name, option as z.ZodType));
  if (schema instanceof z.ZodArray) return valuesOf(name, schema.element as z.ZodType).map((value) => [value]);
  if (schema instanceof z.ZodNumber) return numbers[name] ?? [3];
  throw new Error(`the quirk ${name} has a form for which no values are known`);
};

const isDefault = (name: string, value: unknown): boolean =>
  JSON.stringify(Quirks.parse({ [name]: value })) === JSON.stringify(Quirks.parse({}));

/** All habits in the order of the schema, and the one that is none. */
export const habits: readonly Habit[] = [
  { name: "none", quirks: {} },
  { name: "administrator", quirks: {}, administrator: true },
  ...Object.entries(Quirks.shape)
    .filter(([name]) => !leftOut.has(name))
    .flatMap(([name, schema]) =>
      valuesOf(name, schema)
        .filter((value) => !isDefault(name, value))
        .map((value) => ({ name: `${name} ${String(value)}`, quirks: { [name]: value } as Partial<Quirks> })),
    ),
];

/** Several habits at once; of two values of the same quirk, lists are joined and otherwise the later counts. */
export const mixtureOf = (parts: readonly Habit[]): Habit => {
  const quirks: Record<string, unknown> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part.quirks)) {
      const present = quirks[name];
      quirks[name] = Array.isArray(value) && Array.isArray(present) ? [...(present as unknown[]), ...value] : value;
    }
  const name = parts.map((part) => part.name).join(" + ");
  return { name, quirks, ...(parts.some((part) => part.administrator) && { administrator: true }) };
};
