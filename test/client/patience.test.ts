/** For how long a call waits when the service asks it to (Retry-After). */
import { afterEach, expect, it, vi } from "vitest";
import { CallError } from "../../src/client/call-error.ts";
import { retrying } from "../../src/client/retry.ts";

afterEach(() => void vi.restoreAllMocks());

/** `lasts`: the time of each attempt with the waits for it. */
const tries = async (
  retryAfterMs: number | undefined,
  lasts = 0,
  stillWanted = () => {},
): Promise<readonly [number, unknown]> => {
  let count = 0;
  const start = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => start + count * lasts);
  const refuse = async (): Promise<never> => {
    count += 1;
    throw new CallError("E12", {
      code: "target-unavailable",
      message: "busy",
      hint: "later",
      outcome: "not-done",
      retryable: true,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  };
  const ended = await retrying(refuse, stillWanted, { retries: 2, backoffMs: 1 }).catch((error: unknown) => error);
  return [count, ended];
};

it("a call is repeated after the wait that the service asks for, and once after one of more than ten minutes", async () => {
  const waits = new Error("still waiting");
  const stop = () => {
    throw waits;
  };
  expect(await tries(5)).toMatchObject([3, { code: "target-unavailable", retryable: false }]);
  expect(await tries(1_200_000, 0, stop)).toEqual([1, waits]);
  expect(await tries(1_200_000, 1_200_000, stop)).toMatchObject([1, { code: "target-unavailable", retryable: false }]);
});

it("a call that is refused for ten minutes without a word of how long is given up", async () => {
  expect(await tries(undefined, 1_000)).toMatchObject([3, { code: "target-unavailable", retryable: false }]);
  expect(await tries(undefined, 599_999)).toMatchObject([2, { code: "target-unavailable", retryable: false }]);
  expect(await tries(undefined, 600_001)).toMatchObject([1, { code: "target-unavailable", retryable: false }]);
});
