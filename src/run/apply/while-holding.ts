/**
 * A target whose readings count only while the run has the lease. A process that was suspended while it read would compare an old reading
 * with the memory of the run that took over, and remember what it makes of it: a service that was put back, people who are missing.
 */
import type { TargetWriter } from "../../site/target.ts";
import type { Lease } from "../../store/next-run/lease.ts";

/** Each reading rejects with `lease-lost` if another process has taken over by its end. */
export const whileHolding = (target: TargetWriter, { check }: Pick<Lease, "check">): TargetWriter => {
  const then = async <Read>(reading: Promise<Read>): Promise<Read> => {
    const read = await reading;
    await check();
    return read;
  };
  return {
    ...target,
    readLists: (...asked) => then(target.readLists(...asked)),
    readUnlisted: (...asked) => then(target.readUnlisted(...asked)),
    peek: (...asked) => then(target.peek(...asked)),
    readPlain: (...asked) => then(target.readPlain(...asked)),
    readDetails: (...asked) => then(target.readDetails(...asked)),
  };
};
