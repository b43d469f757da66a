/** A timer of Node cannot wait longer than 2^31 − 1 ms: a longer wait would be over at once, and what it slows down would never rest. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Fault } from "../../src/service/kernel/faults.ts";

type Schema = { readonly maximum?: number; readonly [name: string]: unknown };

const longestTimer = 2 ** 31 - 1;

/** The settings in milliseconds below a part of the schema, by name, with their maximum. */
const waitsIn = (schema: unknown, path = ""): readonly (readonly [string, number | undefined])[] => {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => {
    const own = /Ms$/.test(name) ? [[`${path}/${name}`, (value as Schema).maximum] as const] : [];
    return [...own, ...waitsIn(value, `${path}/${name}`)];
  });
};

describe("a wait", () => {
  it("of the configuration fits into a timer, ten times and after ten doublings", () => {
    const found = waitsIn(JSON.parse(readFileSync("config/musterd.schema.json", "utf8")));
    expect(found.map(([path]) => path.split("/").at(-1))).toEqual(
      expect.arrayContaining(["timeoutMs", "refreshTimeoutMs", "backoffMs"]),
    );
    const times = (path: string): number => (path.endsWith("backoffMs") ? 2 ** 10 : 10);
    const tooLong = found.filter(([path, most = Number.POSITIVE_INFINITY]) => most * times(path) > longestTimer);
    expect(tooLong).toEqual([]);
  });

  it("that a fault of the service demands fits, too", () => {
    const hang = (ms: number) => Fault.safeParse({ operation: "E1", kind: "hang", when: "after", ms }).success;
    expect([hang(86_400_000), hang(longestTimer + 1)]).toEqual([true, false]);
  });
});
