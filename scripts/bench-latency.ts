/**
 * Measures how well the calls of a plan and of an import use a service that takes its time. `bound` is the time that the calls of a
 * phase would take if every connection always waited for an answer: calls × latency / connections. Then a service that takes at most 100
 * calls in a second and refuses the others (429), and one that bears 64 connections. `node scripts/bench-latency.ts --people 3000`
 * (build first: `npm run build`).
 */
import { createServer, request } from "node:http";
import { parseArgs } from "node:util";
import { here, openPlace } from "./bench-place.ts";

const { values: options } = parseArgs({
  options: {
    people: { type: "string", default: "3000" },
    latencies: { type: "string", default: "50,20" },
    connections: { type: "string", default: "8,32" },
    /** `plan,import,limits`: what is measured. */
    parts: { type: "string", default: "plan,import,limits" },
  },
});
const people = Number(options.people);
const parts = options.parts.split(",");
const numbersIn = (list: string): readonly number[] => list.split(",").map(Number);
const combinations = numbersIn(options.latencies).flatMap((latencyMs) =>
  numbersIn(options.connections).map((concurrency) => ({ latencyMs, concurrency })),
);

const importing = ["apply", "--yes", "--json"];
const planning = ["plan", "--json"];

/** What the service was asked while `work` ran. */
type Seen = { calls: number; refused: number; inFlight: number; most: number };

/** A gate before a service, which takes as many calls in each second as it was told, and refuses the others. */
const openGate = async (url: string) => {
  const nothing: Seen = { calls: 0, refused: 0, inFlight: 0, most: 0 };
  let seen: Seen = { ...nothing };
  let perSecond = Number.POSITIVE_INFINITY;
  let second = 0;
  let taken = 0;
  const gate = createServer((asked, answer) => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, taken] = [now, 0];
    seen.calls += 1;
    if (taken >= perSecond) {
      seen.refused += 1;
      asked.resume();
      answer.writeHead(429, { "content-type": "application/json" }).end('{"errorCode":"OPA-TOO-MANY"}');
      return;
    }
    taken += 1;
    seen.inFlight += 1;
    seen.most = Math.max(seen.most, seen.inFlight);
    answer.on("close", () => {
      seen.inFlight -= 1;
    });
    const { method, headers } = asked;
    const passed = request(new URL(asked.url ?? "/", url), { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => void gate.listen(0, "127.0.0.1", resolve));
  const address = gate.address();
  const port = typeof address === "object" ? address?.port : 0;
  const begin = (limit: number): void => {
    perSecond = limit;
    seen = { ...nothing };
  };
  return { begin, seen: () => seen, url: `http://127.0.0.1:${port}`, close: () => void gate.close() };
};

const share = (bound: number, seconds: number): string =>
  `${seconds.toFixed(2)} s, bound ${bound.toFixed(2)} s: ${(bound / seconds).toFixed(2)} of the bound`;

if (parts.includes("plan")) {
  const place = await openPlace(people);
  await place.run(here, importing);
  for (const { latencyMs, concurrency } of combinations) {
    await place.setQuirks({ latencyMs });
    place.setTarget({ concurrency });
    const { requests, phases, seconds } = await place.run(here, planning);
    const bound = (requests * latencyMs) / concurrency / 1000;
    console.log(
      `plan, ${latencyMs} ms, ${concurrency} connections: ${requests} calls, reading ${share(bound, phases["reading-site"]?.seconds ?? 0)}; whole command ${seconds.toFixed(2)} s`,
    );
  }
  await place.close();
}
if (parts.includes("import"))
  for (const { latencyMs, concurrency } of combinations) {
    const place = await openPlace(people, { quirks: { latencyMs }, target: { concurrency } });
    const { requests, phases, seconds } = await place.run(here, importing);
    // The lists before planning are not part of the phase.
    const bound = ((requests - 5) * latencyMs) / concurrency / 1000;
    console.log(
      `import, ${latencyMs} ms, ${concurrency} connections: ${requests} calls, applying ${share(bound, phases["applying"]?.seconds ?? 0)}; whole command ${seconds.toFixed(2)} s`,
    );
    await place.close();
  }
if (parts.includes("limits")) {
  const place = await openPlace(people);
  const gate = await openGate(place.url);
  place.setTarget({ url: gate.url });
  await place.run(here, importing);
  for (const { perSecond, concurrency, latencyMs } of [
    { perSecond: 100, concurrency: 8, latencyMs: 20 },
    { perSecond: Number.POSITIVE_INFINITY, concurrency: 64, latencyMs: 50 },
  ]) {
    await place.setQuirks({ latencyMs });
    gate.begin(perSecond);
    place.setTarget({ url: gate.url, concurrency });
    const { phases } = await place.run(here, planning);
    const { calls, refused, most } = gate.seen();
    const seconds = phases["reading-site"]?.seconds ?? 0;
    console.log(
      `plan, ${perSecond} calls a second allowed, ${concurrency} connections, ${latencyMs} ms: ${calls} calls in ${seconds.toFixed(1)} s (${(calls / seconds).toFixed(0)} a second), ` +
        `${refused} refused (${((refused / calls) * 100).toFixed(2)} %), ${most} at once`,
    );
  }
  gate.close();
  await place.close();
}
