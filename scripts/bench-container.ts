/**
 * Runs an import into an empty service and a plan with nothing to do in containers of limited memory, and prints what they took. A
 * command that is killed, or runs out of memory, fails the script. `node scripts/bench-container.ts --people 100000 --import 768
 * --plan 512` (build first: `npm run build`; Linux, as root).
 */
import { parseArgs } from "node:util";
import { here, openPlace } from "./bench-place.ts";

const { values: options } = parseArgs({
  options: {
    people: { type: "string", default: "100000" },
    import: { type: "string", default: "768" },
    plan: { type: "string", default: "512" },
  },
});
const place = await openPlace(Number(options.people));
for (const [name, command, memory] of [
  ["import", ["apply", "--yes"], options.import],
  ["plan", ["plan"], options.plan],
] as const) {
  // 0: without a limit
  const memoryMiB = Number(memory) || undefined;
  const cost = await place.run(here, command, { memoryMiB });
  console.log(
    `${name} of ${options.people} people in ${memoryMiB ?? "unlimited"} MiB: ${cost.seconds.toFixed(1)} s, ` +
      `${cost.cpuSeconds.toFixed(1)} s of processor time, resident at most ${cost.peakMiB} MiB, ${cost.requests} calls`,
  );
  for (const [phase, { seconds, cpuSeconds, peakMiB }] of Object.entries(cost.phases))
    console.log(
      `  ${phase.padEnd(15)} ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor time, ${peakMiB} MiB`,
    );
}
await place.close();
