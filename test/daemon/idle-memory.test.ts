/** Tests when a daemon gives memory back, with sizes of the test. */
import { expect, it, vi } from "vitest";
import { givingMemoryBack } from "../../src/daemon/idle-memory.ts";

const mebibyte = 2 ** 20;

it("collects garbage when it rests after runs and visits, not while it works, nor for a small gain", async () => {
  let size = 80;
  let needed = 80;
  let collections = 0;
  const state = { running: false };
  const pass = givingMemoryBack(
    state,
    () => size * mebibyte,
    () => {
      collections += 1;
      size = needed;
    },
  );
  const after = async (...sizes: readonly number[]): Promise<number> => {
    for (size of sizes) await pass();
    return collections;
  };
  expect(await after(95, 95, 95)).toBe(0);
  expect(await after(96, 110, 130)).toBe(0);
  expect(await after(130)).toBe(1);
  state.running = true;
  expect(await after(900, 900)).toBe(1);
  state.running = false;
  needed = 120;
  expect(await after(900)).toBe(2);
  // What is still needed is not collected again and again.
  expect(await after(120, 120, 135, 135)).toBe(2);
  // V8 has collected by itself.
  expect(await after(90, 90)).toBe(2);
  expect(await after(106, 106)).toBe(3);
});

it("goes on where the system cannot tell the memory, as without a free descriptor", async () => {
  const rss = vi.spyOn(process.memoryUsage, "rss").mockImplementation(() => {
    throw Object.assign(new Error("EMFILE: too many open files, uv_resident_set_memory"), { code: "EMFILE" });
  });
  let collections = 0;
  const pass = givingMemoryBack({ running: false }, undefined, () => {
    collections += 1;
  });
  await pass();
  const after = async (size: number): Promise<number> => {
    rss.mockReturnValue(size * mebibyte);
    await pass();
    return collections;
  };
  expect(await after(80)).toBe(0);
  expect(await after(100)).toBe(0);
  expect(await after(100)).toBe(1);
  rss.mockRestore();
});
