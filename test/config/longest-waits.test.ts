/** A timer of Node cannot wait longer than 2^31 − 1 ms: a longer wait would be over at once, and what it slows down would never rest. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { redisSettings } from "../../src/queue/settings.ts";
import { Fault } from "../../src/service/kernel/faults.ts";
import { targetSettings } from "../../src/site/settings/settings.ts";

const longestTimer = 2 ** 31 - 1;

/** The settings in milliseconds of a schema: name → whether a value is taken. */
const waitsOf = ({ shape }: z.ZodObject): readonly (readonly [string, (ms: number) => boolean])[] =>
  Object.entries(shape).flatMap(([name, schema]) =>
    name.endsWith("Ms") ? [[name, (ms: number) => z.safeParse(schema, ms).success] as const] : [],
  );

describe("a wait", () => {
  it("of the configuration fits into a timer, ten times and after ten doublings", () => {
    const waits = [targetSettings, redisSettings].flatMap(waitsOf);
    expect(waits.map(([name]) => name).toSorted()).toEqual(["backoffMs", "refreshTimeoutMs", "timeoutMs", "timeoutMs"]);
    const times = (name: string): number => (name === "backoffMs" ? 2 ** 10 : 10);
    expect(waits.filter(([, takes]) => !takes(1_000))).toEqual([]);
    expect(waits.filter(([name, takes]) => takes(Math.ceil(longestTimer / times(name))))).toEqual([]);
  });

  it("that a fault of the service demands fits, too", () => {
    const hang = (ms: number) => Fault.safeParse({ operation: "E1", kind: "hang", when: "after", ms }).success;
    expect([hang(86_400_000), hang(longestTimer + 1)]).toEqual([true, false]);
  });
});
