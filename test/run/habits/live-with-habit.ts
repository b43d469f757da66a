/**
 * Lives some days with a habit: an import into an empty service, days of edits, each with one whole run by the real daemon, and
 * quiet days. The judge looks at every night.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { RedisHandle } from "../../../src/queue/redis-handle.ts";
import { seededRandom } from "../../../src/sample/random.ts";
import { targetSettings } from "../../../src/site/settings/settings.ts";
import { siteSettings } from "../../service/running-service.ts";
import type { FullEmployee } from "../../support/directory/full-directory.ts";
import { directoryOf } from "../../support/directory/organisation-document.ts";
import type { ServiceFixture } from "../../support/servers/service-fixture.ts";
import { openRunSite } from "../../support/suites/run-site.ts";
import { editAsAdministrator } from "./administrator.ts";
import { type Life, openLife } from "./company-life.ts";
import type { Habit } from "./habit-list.ts";
import { judge, maskedFields, type Night, repeatedNightly, type Verdict, type Wrong } from "./judge.ts";

export type Lived = {
  readonly habit: Habit;
  readonly seed: number;
  readonly verdict: "equal" | "held" | "failed" | "WRONG";
  readonly wrong: readonly (Wrong & { readonly day: number })[];
  readonly held: number;
  readonly failed: number;
  readonly unseen: number;
};

/** HR makes no edits on the last two days, nor on every fifth. */
const editsOn = (day: number, days: number): number => (day > days - 2 || day % 5 === 0 ? 0 : 12);

const lateMs = ({ writesLateMs = 0, postsLateMs = 0 }: Habit["quirks"]): number => Math.max(writesLateMs, postsLateMs);

/** How long a site may take until reads show everything. */
const settleMs = ({ quirks }: Habit): number => (lateMs(quirks) > 0 ? lateMs(quirks) + 50 : 0);

/** The settings that an administrator would choose for the site. */
const settingsFor = ({ quirks }: Habit, fixture: ServiceFixture) =>
  targetSettings.parse({
    url: fixture.url,
    corpCode: fixture.corpCode,
    apiKey: fixture.apiKey,
    retries: 2,
    backoffMs: Math.max(1, lateMs(quirks) / 2),
    ...siteSettings(quirks),
  });

const openNights = async (habit: Habit, life: Life, fixture: ServiceFixture, redis: RedisHandle, seed: number) => {
  await fixture.mend();
  await fixture.quirks({});
  await fixture.load({ levels: [], titles: [], functions: [], departments: [], employees: [] });
  await fixture.quirks(habit.quirks);
  const { office } = life;
  const clock = { nowMs: () => Date.parse(`${office.today()}T04:00:00Z`) };
  const site = await openRunSite(settingsFor(habit, fixture), redis, clock);
  const random = seededRandom(seed);
  const everActive = new Set<FullEmployee>();
  const p1MayFail = "p1BusyTimes" in habit.quirks || "maintenance" in habit.quirks;

  const besides = habit.unnamed?.();

  const runOnce = async (isDisturbed: boolean) => {
    let writes = 0;
    const change: NonNullable<Parameters<typeof site.run>[0]["change"]> = (deps) => ({
      ...deps,
      target: {
        ...deps.target,
        perform: async (operation, beforeCall) => {
          const performed = await deps.target.perform(operation, beforeCall);
          await besides?.(operation, (one) => deps.target.perform(one, () => undefined), fixture);
          writes += 1;
          if (isDisturbed && writes % 3 === 0) await editAsAdministrator(fixture, random);
          return performed;
        },
      },
    });
    return site.run({ source: office.source(), change });
  };
  return {
    night: async (): Promise<Night> => {
      for (const person of office.hr.employees) if (person.active) everActive.add(person);
      if (habit.administrator) await runOnce(true);
      await fixture.forgetCalls();
      const wasOwed = await site.store.debts.refreshOwed();
      const { run } = await runOnce(false);
      await wait(settleMs(habit));
      const kept = await site.store.plans.read(run.id);
      const calls = await fixture.calls();
      const found = directoryOf(await fixture.dump());
      const next = await site.plan({ source: office.source() }).catch(() => undefined);
      const wanted = { ...office.hr, employees: office.hr.employees.filter((person) => everActive.has(person)) };
      return {
        wanted: structuredClone(wanted),
        found,
        run,
        plan: kept?.plan,
        outcomes: kept?.outcomes ?? new Map(),
        next,
        calls,
        isLenient: p1MayFail,
        hidesChosen: habit.quirks.takesAlong?.includes("D12-chosen") ?? false,
        showsEffective: habit.quirks.supervisorShown === "effective",
        hidesInactive: (habit.quirks.inactivePeople ?? "listed") !== "listed",
        maskedFields: maskedFields(habit.quirks),
        wasOwed,
      };
    },
    close: site.close,
  };
};

/** `inspect` sees each night, for whoever looks for a cause. */
export const liveWithHabit = async (
  habit: Habit,
  seed: number,
  days: number,
  fixture: ServiceFixture,
  redis: RedisHandle,
  inspect: (night: Night, verdict: Verdict, day: number) => void = () => undefined,
): Promise<Lived> => {
  const life = openLife(seed);
  const site = await openNights(habit, life, fixture, redis, seed);
  const nights: Night[] = [];
  const verdicts: Verdict[] = [];
  const said = new Set<string>();
  const wrong: (Wrong & { day: number })[] = [];
  try {
    for (let day = 0; day <= days; day += 1) {
      if (day > 0) life.nextDay(editsOn(day, days));
      const night = await site.night();
      const verdict = judge(night, said);
      inspect(night, verdict, day);
      nights.push(night);
      verdicts.push(verdict);
      wrong.push(...verdict.wrong.map((one) => ({ ...one, day })));
    }
  } catch (error) {
    wrong.push({ what: "error", about: String(error instanceof Error ? error.stack : error), day: nights.length });
  } finally {
    await site.close();
    await fixture.quirks({});
  }
  wrong.push(...repeatedNightly(nights).map((one) => ({ ...one, day: days })));
  const sum = (of: (verdict: Verdict) => number) => verdicts.reduce((total, verdict) => total + of(verdict), 0);
  const counts = {
    held: sum(({ held }) => held),
    failed: sum(({ failed }) => failed),
    unseen: sum(({ unseen }) => unseen),
  };
  const verdict = wrong.length > 0 ? "WRONG" : counts.failed > 0 ? "failed" : counts.held > 0 ? "held" : "equal";
  return { habit, seed, verdict, wrong, ...counts };
};
