/** A process that appends to the audit trail of the store that is its argument. */
import { systemClock } from "../../src/lib/clock.ts";
import { openStore } from "../../src/store/store.ts";

const store = openStore(process.argv[2] as string, "site", systemClock);
for (let n = 0; n < 20; n += 1) await store.audit.append({ event: "key-replaced" });
await store.close();
