/** A separate process whose files have a size limit. It begins a run, writes up to the limit, and prints the result. */
import { systemClock } from "../../src/lib/clock.ts";
import { asMusterdError } from "../../src/lib/errors.ts";
import { openStore } from "../../src/store/store.ts";

// The kernel sends SIGXFSZ when the limit is reached, which would end the process. As it is ignored, the write fails instead.
process.on("SIGXFSZ", () => undefined);

const store = openStore(process.argv[2] as string, "target", systemClock);
const told: string[] = [];
await store.probe();
const run = await store.runs.begin("command", "running");
const entries = Array.from({ length: 200 }, (_, at) => ({ subject: `${at}`, field: "f", value: "x".repeat(2_000) }));
for (let count = 0; count < 100 && told.length === 0; count += 1) {
  const more = entries.map((entry) => ({ ...entry, subject: `${count}/${entry.subject}` }));
  await store.plans
    .record(run, { changeId: `${count}`, result: "applied" }, { entries: more })
    .catch((error: unknown) => told.push(asMusterdError(error).code));
}
told.push((await store.runs.unfinished()).join() === run ? "readable" : "unreadable");
console.log(told.join(" "));
process.exit(0);
