/**
 * Laws of joiners over random stories of 60 days: hire dates that move, are cleared or come back, rows that go and return, half-read
 * sources, days without a run, administrators who activate and disable by hand, and processes that die.
 */
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { disabledFor, employeeSubject, ledgerKey } from "../../src/model/memory/memory.ts";
import { accountOf, type Day, expectedDays, joinerStories, live, type Story } from "../support/random/people-days.ts";
import { cases } from "../support/suites/runs.ts";

const law = { seed: 20261126, ...cases(240) };

/** The days of the stories that several laws look at. */
const lives = new Map<string, readonly Day[]>();
afterAll(() => lives.clear());

/** A person on the day of a run: the run before, the row of HR's that the run has read, and the cause remembered after it. */
type Moment = {
  readonly story: Story;
  readonly person: number;
  readonly lived: readonly Day[];
  readonly now: Day;
  readonly before: Day | undefined;
  readonly row: Story["days"][number]["rows"][number];
  readonly cause: string | null | undefined;
  readonly notices: readonly string[];
};

const causeAfter = ({ memory }: Day, person: number) =>
  memory.written.get(ledgerKey(employeeSubject(accountOf(person)), disabledFor));

/** In stories without other writers, `breachOf` finds nothing in any moment. */
const holds = (breachOf: (moment: Moment) => unknown): void => {
  fc.assert(
    fc.property(joinerStories(), (story) => {
      const name = JSON.stringify(story);
      const lived = lives.get(name) ?? live(story);
      lives.set(name, lived);
      const breaches = lived.flatMap((now, at) =>
        story.start.flatMap((_, person) => {
          const notices = now.plan.notices.flatMap(({ key, code }) => (key === accountOf(person) ? [code] : []));
          const row = story.days[now.day]?.rows[person];
          const moment = {
            story,
            person,
            lived,
            now,
            before: lived[at - 1],
            row,
            cause: causeAfter(now, person),
            notices,
          };
          const breach = breachOf(moment);
          return breach === undefined ? [] : [[now.day, accountOf(person), breach]];
        }),
      );
      expect(breaches).toEqual([]);
    }),
    law,
  );
};

/** The hire date that HR stated last by a day; null: cleared. */
const statedHire = ({ days }: Story, day: number, person: number): number | null | undefined =>
  days.slice(0, day + 1).reduce<number | null | undefined>((date, { quality, rows }) => {
    const hire = quality === "none" ? undefined : rows[person]?.hire;
    return hire === undefined ? date : hire;
  }, undefined);

test("everybody is active on exactly the days that the policy says, whoever else writes and whatever dies", () => {
  const deaths = fc.array(fc.option(fc.nat({ max: 4 }), { nil: undefined }), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(joinerStories({ hands: true }), deaths, (story, died) => {
      expect(live(story, died).map(({ active }) => active)).toEqual(expectedDays(story));
    }),
    law,
  );
});

test("while the policy waits, whoever was created disabled becomes active not before the hire date that HR stated last", () => {
  let started = 0;
  holds(({ story, person, lived, now, before }) => {
    const isFirst = lived.every(({ day, active }) => day >= now.day || !active[person]);
    if (!story.policy.waitForHireDate || !now.active[person] || before?.active[person] !== false || !isFirst) return;
    started += 1;
    return (statedHire(story, now.day, person) ?? Number.POSITIVE_INFINITY) <= now.day ? undefined : "too early";
  });
  expect(started).toBeGreaterThan(20);
});

test("nobody who has started is disabled because HR moves the date or lacks the row", () => {
  const seen = new Set<string>();
  holds(({ story, person, lived, now, before, row }) => {
    if (!before?.active[person] || now.active[person]) return;
    const { reason = "" } =
      now.plan.changes.find(({ key, action }) => key === accountOf(person) && action === "deactivate") ?? {};
    seen.add(reason);
    if (reason === "before-hire-date") return "a date has locked out somebody who works";
    if (row !== undefined) return;
    if (reason === "missing-in-source" && story.policy.missing !== undefined) return;
    // Since before the date that HR stated last, no reading has had a row of the person.
    const since = lived.findLast(({ day }) => day < now.day && story.days[day]?.rows[person] !== undefined)?.day ?? -1;
    const firstWithout = lived.find(({ day }) => day > since)?.day ?? Number.POSITIVE_INFINITY;
    const stated = statedHire(story, now.day, person) ?? Number.POSITIVE_INFINITY;
    const isWhole = story.days[now.day]?.quality === "whole";
    return reason === "rescinded" && isWhole && firstWithout < stated ? undefined : reason;
  });
  expect([...seen]).toEqual(expect.arrayContaining(["rescinded", "missing-in-source", "source-says-inactive"]));
});

test("nobody waits for ever: whoever is gone is named, waits no more after the counted readings, and is due for nothing", () => {
  const seen = new Set<string>();
  holds(({ story, person, lived, now, row, cause, notices }) => {
    if (row !== undefined || now.active[person] !== false) return;
    seen.add(String(cause));
    if (now.plan.due?.some(({ key, what }) => key === accountOf(person) && what !== "missing")) return "due";
    if (cause !== "before-hire-date") return;
    const since = lived.findLast(({ day }) => day < now.day && story.days[day]?.rows[person] !== undefined)?.day ?? -1;
    const without = lived.filter(({ day }) => day > since && day <= now.day);
    const counted = without.filter(({ day }) => story.days[day]?.quality === "whole").length;
    if (counted >= (story.policy.missing ?? 3)) return "still waits";
    return notices.join() === "rescinded-hire" ? undefined : "not named";
  });
  expect([...seen]).toEqual(expect.arrayContaining(["before-hire-date", "rescinded"]));
});

test("whoever waits for another date than before, or for none, is named with what happened", () => {
  const seen = new Set<string>();
  holds(({ story, person, now, before, row, notices }) => {
    if (!row || row.last !== undefined || !before || !story.policy.waitForHireDate) return;
    if (before.active[person] !== false || now.active[person] !== false) return;
    const cause = causeAfter(before, person);
    if (cause !== "before-hire-date" && cause !== "rescinded") return;
    const [was, is] = [statedHire(story, before.day, person), statedHire(story, now.day, person)];
    const isFar = typeof is === "number" && (is !== was || is > now.day + story.policy.createDaysBefore);
    const stays = is === null ? "hire-date-cleared" : isFar ? "hire-date-moved" : "";
    const isAhead = typeof is === "number" && is > now.day;
    const expected = row.active === false ? (isAhead ? "rescinded-hire" : notices.join()) : stays;
    seen.add(expected);
    return notices.join() === expected ? undefined : [notices, expected];
  });
  expect([...seen].toSorted()).toEqual(["", "hire-date-cleared", "hire-date-moved", "rescinded-hire"]);
});
