/** A separate process that tries to take the lease when its parent process asks, and reports the result. */
import { systemClock } from "../../src/lib/clock.ts";
import { asMusterdError } from "../../src/lib/errors.ts";
import type { Lease } from "../../src/store/next-run/lease.ts";
import { openStore } from "../../src/store/store.ts";

const store = openStore(process.argv[2] as string, "target", systemClock);
let lease: Lease | undefined;

process.on("message", (order: "take" | "release") => {
  const done = order === "take" ? store.leases.take().then((taken) => void (lease = taken)) : lease?.release();
  Promise.resolve(done).then(
    () => process.send?.("done"),
    (error: unknown) => process.send?.(asMusterdError(error).code),
  );
});
process.send?.("ready");
