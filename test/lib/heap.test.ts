/** Tests that garbage is removed before something is said not to fit into the heap, and before memory is given back. */
import { expect, it } from "vitest";
import { collectGarbage, fitsIntoHeap } from "../../src/lib/heap.ts";

/** An object that nothing holds any more. */
const forgotten = async (): Promise<WeakRef<object>> => {
  const reference = new WeakRef({ is: "garbage" });
  // What a reference has shown stays until the job ends.
  await new Promise((resolve) => setImmediate(resolve));
  return reference;
};

it("removes garbage at once, not some time later", async () => {
  const garbage = await forgotten();
  collectGarbage();
  expect(garbage.deref()).toBeUndefined();
});

it("removes garbage before it says that something does not fit", async () => {
  const garbage = await forgotten();
  expect(fitsIntoHeap(2 ** 50)).toBe(false);
  expect(garbage.deref()).toBeUndefined();
  expect(fitsIntoHeap(1)).toBe(true);
});
