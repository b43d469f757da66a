/**
 * Laws of the people policy over random stories of 60 days with a run on every day: who is active when, what a half-read source
 * may do, reasons, and the calendar.
 */
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Due } from "../../src/model/plan/due.ts";
import type { Change } from "../../src/model/plan/plan.ts";
import { defaultPeoplePolicy } from "../../src/model/plan/settings.ts";
import {
  accountOf,
  type Day,
  dateOf,
  expectedDays,
  live,
  type Row,
  type Story,
  stories,
} from "../support/random/people-days.ts";
import { cases } from "../support/suites/runs.ts";

const law = { seed: 20261123, ...cases(200) };

/** The days of the stories that several laws look at. */
const lives = new Map<string, readonly Day[]>();
afterAll(() => lives.clear());

const lifeOf = (story: Story): readonly Day[] => {
  const name = JSON.stringify(story);
  const life = lives.get(name) ?? live(story);
  lives.set(name, life);
  return life;
};

const changesOf = ({ plan }: Day, account: string): readonly Change[] =>
  plan.changes.filter(({ kind, key }) => kind === "employee" && key === account);

describe("in any story", () => {
  test("a person is active in the service on exactly the days that the policy says", () => {
    fc.assert(
      fc.property(stories(), (story) => {
        expect(lifeOf(story).map(({ active }) => active)).toEqual(expectedDays(story));
      }),
      law,
    );
  });

  test("a second plan on the same day has nothing to do", () => {
    fc.assert(
      fc.property(stories(), (story) => {
        for (const { again } of lifeOf(story)) expect(again().changes).toEqual([]);
      }),
      law,
    );
  });

  test("nobody is disabled for being missing from a half-read or contradictory source", () => {
    let torn = 0;
    fc.assert(
      fc.property(stories(), (story) => {
        for (const day of lifeOf(story)) {
          const { quality, rows } = story.days[day.day] ?? { rows: [] };
          if (quality === "whole") continue;
          torn += 1;
          const missing = rows.flatMap((row, person) => (row === undefined ? [accountOf(person)] : []));
          expect(missing.flatMap((account) => changesOf(day, account))).toEqual([]);
        }
      }),
      law,
    );
    expect(torn).toBeGreaterThan(100);
  });

  test("the run after a process has died leaves active exactly whom the policy says", () => {
    const deaths = fc.array(fc.option(fc.nat({ max: 4 }), { nil: undefined }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(stories(), deaths, (story, died) => {
        expect(live(story, died).map(({ active }) => active)).toEqual(expectedDays(story));
      }),
      law,
    );
  });

  test("the default policy disables nobody because of a hire date, and changes nobody who works", () => {
    const first = (story: Story, waitForHireDate: boolean) => {
      const policy = { ...defaultPeoplePolicy, waitForHireDate };
      const [day] = live({ ...story, policy, days: story.days.slice(0, 1) });
      return story.start.map((state, person) => (state === "active" && day ? changesOf(day, accountOf(person)) : []));
    };
    fc.assert(
      fc.property(stories(), (story) => {
        expect(first(story, true)).toEqual(first(story, false));
      }),
      law,
    );
  });

  test("every change of a status has the reason that is true on its day", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(stories(), (story) => {
        for (const day of lifeOf(story)) {
          story.start.forEach((_, person) => {
            for (const change of changesOf(day, accountOf(person))) {
              if (change.action !== "create" && !change.fields.some(({ field }) => field === "active")) continue;
              seen.add(`${change.action} ${change.reason}`);
              expect([change.id, day.day, isTrue(story, day, person, change)]).toEqual([change.id, day.day, true]);
            }
          });
        }
      }),
      law,
    );
    // Rare: only where somebody else has activated a person who waits, or such a joiner's row disappears (joiners-laws.test.ts).
    seen.delete("deactivate before-hire-date");
    seen.delete("deactivate rescinded");
    expect([...seen].toSorted()).toEqual([
      "create before-hire-date",
      "create missing-in-target",
      "deactivate last-day-passed",
      "deactivate missing-in-source",
      "deactivate on-leave",
      "deactivate source-says-inactive",
      "reactivate back-in-source",
      "reactivate hire-date-reached",
      "reactivate leave-ended",
      "reactivate source-says-active",
    ]);
  });
});

const isTrue = ({ days, policy }: Story, { day }: Day, person: number, { reason, action }: Change): boolean => {
  const row = days[day]?.rows[person];
  if (row === undefined) return (reason === "missing-in-source" || reason === "rescinded") && action === "deactivate";
  const isAhead = (row.hire ?? day) > day;
  const isUnstated = typeof row.hire !== "number";
  const dated = row.from !== undefined || row.until !== undefined;
  const isAway = row.onLeave ?? (dated && day >= (row.from ?? day) && day <= (row.until ?? day));
  const isOver = typeof row.last === "number" && row.last < day;
  const truths: Partial<Record<Change["reason"], boolean>> = {
    "missing-in-target": !isAhead || !policy.waitForHireDate,
    "before-hire-date": isAhead || isUnstated,
    "hire-date-reached": !isAhead || !policy.waitForHireDate,
    "on-leave": isAway,
    "leave-ended": !isAway,
    "last-day-passed": isOver,
    "source-says-inactive": row.active === false,
    "source-says-active": row.active === true,
    "back-in-source": true,
  };
  return truths[reason] ?? false;
};

describe("while the source stays as it is", () => {
  test("the calendar of each day names exactly what happens in the 14 days after it", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(stories({ quiet: true }), (story) => {
        const lived = live(story);
        for (const { day, plan } of lived.slice(0, -14)) {
          const due = (plan.due ?? []).filter(({ what }) => what !== "last-day");
          for (const { what } of plan.due ?? []) seen.add(what);
          const shown = due.map(({ date, key, what }) => [date, key, startsOrEnds(what)].join(" "));
          const happened = lived.slice(day + 1, day + 15).flatMap((one) => transitions(lived, one, story));
          expect(shown.toSorted()).toEqual(happened.toSorted());
        }
      }),
      { ...law, ...cases(400) },
    );
    expect([...seen].toSorted()).toEqual(["active", "created", "disabled", "last-day", "leave-begins", "leave-ends"]);
  });

  test("somebody who is missing is announced for the day on which the count is reached", () => {
    const gone: Story = {
      policy: { timeZone: "UTC", waitForHireDate: true, createDaysBefore: 0, graceDays: 0, missing: 5 },
      start: ["active"],
      hands: [],
      days: Array.from({ length: 10 }, (_, day) => ({ quality: "whole", rows: [day < 2 ? working : undefined] })),
    };
    const lived = live(gone);
    const announced = lived.map(({ plan }) => plan.due?.map(({ date, what }) => `${date} ${what}`));
    const entry = [`${dateOf(6)} missing`];
    expect(announced).toEqual([undefined, undefined, entry, entry, entry, entry, ...Array(4).fill(undefined)]);
    expect(lived.map(({ active }) => active[0])).toEqual([...Array(6).fill(true), ...Array(4).fill(false)]);
  });
});

const working: Row = {
  active: true,
  hire: undefined,
  last: undefined,
  onLeave: undefined,
  from: undefined,
  until: undefined,
};

const startsOrEnds = (what: Due["what"]): string =>
  what === "created" ? "created" : what === "active" || what === "leave-ends" ? "on" : "off";

const transitions = (lived: readonly Day[], { day, active }: Day, { start }: Story): string[] =>
  start.flatMap((_, person) => {
    const [before, now] = [lived[day - 1]?.active[person], active[person]];
    const name = `${dateOf(day)} ${accountOf(person)}`;
    return [
      ...(before === undefined && now !== undefined ? [`${name} created`] : []),
      ...(!before && now ? [`${name} on`] : []),
      ...(before && !now ? [`${name} off`] : []),
    ];
  });
