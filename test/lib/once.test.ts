/** Values that are made when they are first needed, and kept. */
import { expect, it } from "vitest";
import { once, oncePer } from "../../src/lib/once.ts";

const counted = <T>(value: T) => {
  const calls: unknown[] = [];
  const make = (...given: unknown[]): T => {
    calls.push(...given, "made");
    return value;
  };
  return { make, calls };
};

it("makes a value when it is first asked for, and only then", () => {
  const { make, calls } = counted(undefined);
  const value = once(make);
  expect(calls).toEqual([]);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(calls).toEqual(["made"]);
});

it("makes a value once for each key, also one that is undefined", () => {
  const { make, calls } = counted(undefined);
  const value = oncePer(make);
  expect([value("a"), value("b"), value("a")]).toEqual([undefined, undefined, undefined]);
  expect(calls).toEqual(["a", "made", "b", "made"]);
});

it("does not keep what could not be made", () => {
  let tries = 0;
  const value = oncePer((key: string) => {
    tries += 1;
    if (tries === 1) throw new Error(key);
    return tries;
  });
  expect(() => value("a")).toThrow("a");
  expect(value("a")).toBe(2);
  expect(value("a")).toBe(2);
});

it("keeps the values of objects in a given WeakMap", () => {
  const made = new WeakMap<object, number>();
  const key = {};
  expect(oncePer(() => 1, made)(key)).toBe(1);
  expect(made.get(key)).toBe(1);
});
