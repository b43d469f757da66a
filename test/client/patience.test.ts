/** For how long a call waits when the service asks it to (Retry-After). */
import { expect, it } from "vitest";
import { CallError } from "../../src/client/call-error.ts";
import { retrying } from "../../src/client/retry.ts";

const tries = async (retryAfterMs: number): Promise<readonly [number, unknown]> => {
  let count = 0;
  const refuse = async (): Promise<never> => {
    count += 1;
    throw new CallError("E12", {
      code: "target-unavailable",
      message: "busy",
      hint: "later",
      outcome: "not-done",
      retryable: true,
      retryAfterMs,
    });
  };
  const ended = await retrying(refuse, () => undefined, { retries: 2, backoffMs: 1 }).catch((error: unknown) => error);
  return [count, ended];
};

it("a call is repeated after the wait that the service asks for, but does not wait for more than ten minutes", async () => {
  expect(await tries(5)).toMatchObject([3, { code: "target-unavailable", retryable: false }]);
  expect(await tries(600_001)).toMatchObject([1, { code: "target-unavailable", retryable: false }]);
});
