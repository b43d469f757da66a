/**
 * The same histories on the simulated machine, and with the real queue, disk and transport: they end every night in the same state. Without
 * faults, because nobody can order those at the same moment in both. MUSTERD_TEST_HISTORIES=200 lives as many.
 */
import { expect, it } from "vitest";
import { defaultIdentity } from "../../src/model/directory/identity.ts";
import { targetSettings } from "../../src/site/settings/settings.ts";
import { siteSettings } from "../service/running-service.ts";
import { organisationOf } from "../support/directory/organisation-document.ts";
import { comparable } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite } from "../support/suites/run-site.ts";
import { openSimulatedLife, undoneCodes } from "./life.ts";
import { live } from "./live.ts";
import { drawScenario, quirksOf, type Scenario } from "./scenario.ts";

useRunParts();

const histories = Number(process.env["MUSTERD_TEST_HISTORIES"] ?? 4);
/** What such a site does depends on the order of calls, or on real time: `members` takes from whoever has been written before. */
const ordered = /every|stale|late|delay|busy|pause|members/i;

const historyOf = (seed: number): Scenario => {
  const drawn = drawScenario(seed, { people: 18, nights: 6 });
  return {
    ...drawn,
    quirks: drawn.quirks.filter((name) => !ordered.test(name)),
    habits: [],
    faults: [],
    deeds: [],
    hasCaps: false,
  };
};

/** The states after each night, and how many runs each night had. */
const simulated = async (scenario: Scenario) => {
  const states: unknown[] = [];
  const { told } = await live(scenario, { isTold: true, tamper: (site) => void states.push(comparable(site.dump())) });
  const runs = states.map(
    (_, at) =>
      told.filter(({ night, lane, text }) => night === at && lane === "daemon" && text.includes("run ended")).length,
  );
  return { states, runs };
};

const real = async (scenario: Scenario, runs: readonly number[]) => {
  const { seed, people, isAdopted, quirks: names, events } = scenario;
  const life = openSimulatedLife(seed, people, scenario);
  const quirks = quirksOf(names);
  await fixture.quirks({});
  await fixture.load(
    organisationOf(
      isAdopted
        ? life.wanted()
        : { levels: [], titles: [], categories: [], functions: [], departments: [], employees: [] },
    ),
  );
  await fixture.quirks(quirks);
  const { url, corpCode, apiKey } = fixture;
  const target = targetSettings.parse({ url, corpCode, apiKey, retries: 2, backoffMs: 1, ...siteSettings(quirks) });
  const settings = {
    identity: defaultIdentity,
    omittedFields: siteSettings(quirks).omittedFields,
    managerMustBeMember: quirks.managersAreMembers ?? true,
  };
  let nowMs = 0;
  const site = await openRunSite(target, redis, { nowMs: () => nowMs }, "new");
  const states: unknown[] = [];
  let undone: ReadonlySet<string> = new Set();
  try {
    for (const [night, times] of runs.entries()) {
      if (night > 0)
        life.nextDay(
          events.filter(({ day }) => day === night),
          undone,
        );
      for (let time = 0; time < times; time += 1) {
        nowMs = Date.parse("2026-11-21T01:00:00+08:00") + night * 86_400_000 + time * 120_000;
        const trigger = time === 0 ? "schedule" : "retry";
        undone = undoneCodes(await site.run({ source: life.export(), settings, trigger })) ?? undone;
      }
      states.push(comparable(await fixture.dump()));
    }
  } finally {
    await site.close();
    await fixture.quirks({});
  }
  return states;
};

it.each(Array.from({ length: histories }, (_, n) => 70_001 + n))("history %i ends in the same states", async (seed) => {
  const scenario = historyOf(seed);
  const { states, runs } = await simulated(scenario);
  expect(await real(scenario, runs)).toEqual(states);
});
