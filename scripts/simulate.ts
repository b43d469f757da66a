import { drawScenario } from "../test/simulation/scenario.ts";
import { live } from "../test/simulation/live.ts";
const seed = Number(process.argv[2] ?? 1), count = Number(process.argv[3] ?? 1);
const t = performance.now();
let nights = 0;
for (let s = seed; s < seed + count; s++) {
  const t0 = performance.now();
  const lived = await live(drawScenario(s), { isTold: count === 1 });
  nights += lived.nights;
  if (count === 1) for (const { atMs, lane, text, night } of lived.told) if (lane !== "site" || process.env.ALL) console.log(night, new Date(atMs).toISOString().slice(5, 19), lane.padEnd(8), text.slice(0, 300));
  console.log(s, lived.digest.slice(0, 12), `${Math.round(performance.now() - t0)} ms`, lived.wrong.length);
  for (const w of lived.wrong.slice(0, 4)) console.log("   ", w.night, w.what, w.about.slice(0, 250));
}
const cpu = process.cpuUsage(); console.log("cpu ms a night", Math.round((cpu.user + cpu.system) / 1000 / nights), "nights", nights);
console.log("nights a minute", Math.round(nights / ((performance.now() - t) / 60000)));
if (count === 1) { const { seed: _, events: __, ...rest } = drawScenario(seed); console.log(JSON.stringify(rest)); }
