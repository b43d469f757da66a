/** Tests a question of a command at a terminal that its user has left: the run that asks holds the target meanwhile. */
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { confirm } from "../../../src/cli/terminal/terminal.ts";

const { stdin } = process;
let input: PassThrough;

beforeEach(() => {
  input = new PassThrough();
  Object.defineProperty(process, "stdin", { value: input, configurable: true });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("means no after an hour", async () => {
  const agreed = confirm("Apply?", "y or n");
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await agreed).toBe(false);
});

it("waits until then", async () => {
  const agreed = confirm("Apply?", "y or n");
  await vi.advanceTimersByTimeAsync(3_500_000);
  input.write("y\n");
  expect(await agreed).toBe(true);
});

it("ends at once by a signal, as before", async () => {
  const ending = new AbortController();
  const agreed = confirm("Apply?", "y or n", ending.signal);
  ending.abort(new Error("stopped"));
  await expect(agreed).rejects.toThrow("stopped");
});
