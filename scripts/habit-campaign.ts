/**
 * Lives with every habit of the reference service alone, and with random mixtures of three, and prints what came of each:
 *
 *   node scripts/habit-campaign.ts [--days 5] [--part 0/2] [--name E11] [--mixtures 40] [--seed 1] [--lives 1] [--verbose]
 *   node scripts/habit-campaign.ts --mixture "ignores D3 + texts nfkc" --seed 7
 *   node scripts/habit-campaign.ts --unnamed 50 --seed 1
 *
 * `equal`, `held` and `failed` are right; WRONG is a difference that no run has said, a false "applied", or a write every night.
 * Exits with 1 if anything is wrong.
 */
import { parseArgs } from "node:util";
import { createLog } from "../src/lib/log.ts";
import { openRedis } from "../src/queue/redis.ts";
import { seededRandom } from "../src/sample/random.ts";
import { type Habit, habits, mixtureOf } from "../test/run/habits/habit-list.ts";
import { liveWithHabit } from "../test/run/habits/live-with-habit.ts";
import { unnamedHabit } from "../test/run/habits/unnamed.ts";
import { openServiceFixture } from "../test/support/servers/service-fixture.ts";

const { values } = parseArgs({
  options: {
    days: { type: "string" },
    part: { type: "string", default: "0/1" },
    name: { type: "string", multiple: true },
    mixtures: { type: "string", default: "0" },
    mixture: { type: "string" },
    unnamed: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    lives: { type: "string", default: "1" },
    verbose: { type: "boolean", default: false },
  },
});

const mixtures = Number(values.mixtures);
const seed = Number(values.seed);
const random = seededRandom(seed);
const named = (name: string): Habit => {
  const found = habits.find((one) => one.name === name);
  if (!found) throw new Error(`no habit is called ${name}`);
  return found;
};
const drawn: readonly Habit[] =
  Number(values.unnamed) > 0
    ? Array.from({ length: Number(values.unnamed) }, (_, at) => unnamedHabit(seed + at))
    : values.mixture !== undefined
      ? [mixtureOf(values.mixture.split(" + ").map(named))]
      : mixtures > 0
        ? Array.from({ length: mixtures }, () => mixtureOf(random.shuffled(habits).slice(0, 3)))
        : habits.filter(({ name }) => values.name === undefined || values.name.some((part) => name.includes(part)));
const days = Number(values.days ?? (mixtures > 0 || values.mixture !== undefined ? 15 : 5));
const [part = 0, parts = 1] = values.part.split("/").map(Number);

const fixture = await openServiceFixture();
const redis = await openRedis({ searchPath: process.env["PATH"] ?? "" }, createLog("silent"));
let bad = 0;

const live = async (habit: Habit, lifeSeed: number): Promise<void> => {
  const { verdict, wrong, held, failed, unseen } = await liveWithHabit(habit, lifeSeed, days, fixture, redis);
  if (verdict === "WRONG") bad += 1;
  console.log(
    `${verdict.padEnd(7)} ${habit.name}  (held ${held}, failed ${failed}, unseen ${unseen}, wrong ${wrong.length}, seed ${lifeSeed})`,
  );
  for (const { what, about, day } of wrong.slice(0, values.verbose ? 30 : 3))
    console.log(`          day ${day} ${what}: ${about}`);
};

try {
  for (const [at, habit] of drawn.entries()) {
    if (at % parts !== part) continue;
    for (let life = 0; life < Number(values.lives); life += 1) await live(habit, seed + at + 1000 * life);
  }
} finally {
  await fixture.close();
  await redis.close();
}
process.exitCode = bad > 0 ? 1 : 0;
