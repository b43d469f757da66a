/**
 * Some services take one write at a time, and refuse one that comes beside another (409 Conflict, 423 Locked). Such a write is repeated,
 * and from then on the connection's writes go one after the other. One that is refused twice with 409 when it goes alone is meant itself: its
 * refusal stands, and the others go beside each other again. Once is not enough, because a service may answer before it lets the next in.
 */
import { CallError } from "../../client/call-error.ts";

/**
 * Runs the attempts to write; `write` is the same object in each attempt at one write. After `retries` repeats its refusal stands, and says
 * what is to be looked at.
 */
export const openWriteTurns = (retries: number): (<T>(write: object, attempt: () => Promise<T>) => Promise<T>) => {
  let [begun, underWay] = [0, 0];
  let isOneByOne = false;
  let last: Promise<unknown> = Promise.resolve();
  const refusedAlone = new WeakSet<object>();
  const refusals = new WeakMap<object, number>();
  const isMeant = (write: object): boolean => {
    const isFirst = isOneByOne && !refusedAlone.has(write);
    refusedAlone.add(write);
    return !isFirst;
  };
  const run = async <T>(write: object, attempt: () => Promise<T>): Promise<T> => {
    begun += 1;
    underWay += 1;
    const [own, beganAlone] = [begun, underWay === 1];
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CallError) || ![409, 423].includes(error.failure.status ?? 0)) throw error;
      const times = (refusals.get(write) ?? 0) + 1;
      refusals.set(write, times);
      isOneByOne = !beganAlone || begun > own || !isMeant(write);
      throw isOneByOne && times <= retries ? repeatable(error) : error;
    } finally {
      underWay -= 1;
    }
  };
  return (write, attempt) => {
    if (!isOneByOne) return run(write, attempt);
    const turn = last.then(() => run(write, attempt));
    last = turn.catch(() => undefined);
    return turn;
  };
};

const repeatable = ({ operation, failure }: CallError): CallError =>
  new CallError(operation, {
    ...failure,
    code: "target-unavailable",
    hint: "if the service takes one write at a time, set `target.concurrency` to 1; else ask its administrator about the error code",
    retryable: true,
  });
