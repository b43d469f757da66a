/** Tests when a daemon gives memory back, with a heap of the test. */
import { expect, it } from "vitest";
import { givingMemoryBack } from "../../src/daemon/idle-memory.ts";

const mebibyte = 2 ** 20;

it("collects garbage after runs and visits, but not while a run goes on, nor for a small gain", async () => {
  let heap = 80 * mebibyte;
  let live = heap;
  const state = { running: false };
  let collections = 0;
  const pass = givingMemoryBack(
    state,
    () => heap,
    () => {
      collections += 1;
      heap = live;
    },
  );
  const after = async (now: number): Promise<number> => {
    heap = now * mebibyte;
    await pass();
    return collections;
  };
  expect(await after(95)).toBe(0);
  expect(await after(96)).toBe(1);
  state.running = true;
  expect(await after(900)).toBe(1);
  state.running = false;
  live = 120 * mebibyte;
  expect(await after(900)).toBe(2);
  // What is still needed is not collected again and again.
  expect(await after(120)).toBe(2);
  expect(await after(135)).toBe(2);
  // V8 has collected by itself.
  expect(await after(90)).toBe(2);
  live = 90 * mebibyte;
  expect(await after(106)).toBe(3);
});
