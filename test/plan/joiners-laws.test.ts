/**
 * Laws of joiners over random stories of 60 days: hire dates that move, are cleared or come back, rows that go and return, half-read
 * sources, days without a run, administrators who activate and disable by hand, and processes that die.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { disabledFor, employeeSubject, ledgerKey } from "../../src/model/memory.ts";
import { accountOf, type Day, dateOf, expectedDays, joinerStories, live, type Story } from "../support/people-days.ts";
import { cases } from "../support/runs.ts";

const law = { seed: 20261123, ...cases(120) };

const noticesOf = ({ plan }: Day, person: number): readonly string[] =>
  plan.notices.flatMap(({ key, code }) => (key === accountOf(person) ? [code] : []));

/** The hire date that HR stated last by a day; null: cleared. */
const statedHire = (story: Story, day: number, person: number): number | null | undefined =>
  story.days.slice(0, day + 1).reduce<number | null | undefined>((date, { quality, rows }) => {
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

test("while the policy waits, nobody is active for the first time before the hire date that HR stated last", () => {
  let started = 0;
  fc.assert(
    fc.property(joinerStories(), (drawn) => {
      const story = { ...drawn, policy: { ...drawn.policy, waitForHireDate: true } };
      const lived = live(story);
      story.start.forEach((_, person) => {
        const first = lived.find(({ active }) => active[person]);
        const before = lived.findLast(({ day, active }) => first && day < first.day && active[person] === false);
        // A person whom nobody had created has no date to wait for, if HR states none.
        if (!first || !before) return;
        started += 1;
        expect(statedHire(story, first.day, person) ?? Number.NaN).toBeLessThanOrEqual(first.day);
      });
    }),
    law,
  );
  expect(started).toBeGreaterThan(50);
});

test("nobody who has started is disabled because HR moves the date or lacks the row", () => {
  let checked = 0;
  fc.assert(
    fc.property(joinerStories(), (drawn) => {
      const story = { ...drawn, policy: { ...drawn.policy, missing: undefined } };
      const lived = live(story);
      lived.forEach((now, at) => {
        now.active.forEach((isActive, person) => {
          const before = lived[at - 1];
          if (!before?.active[person] || isActive) return;
          const change = now.plan.changes.find(({ key, action }) => key === accountOf(person) && action === "deactivate");
          checked += 1;
          if (change?.reason !== "rescinded") return expect(change?.reason).not.toBe("missing-in-source");
          // Since before the date that HR stated last, no reading has had a row of the person.
          const since = lived.findLast(({ day }) => day < now.day && story.days[day]?.rows[person] !== undefined);
          const firstWithout = lived.find(({ day }) => day > (since?.day ?? -1));
          const stated = statedHire(story, now.day, person);
          if (stated !== null && stated !== undefined) expect(firstWithout?.day ?? 99).toBeLessThan(stated);
          expect(story.days[now.day]?.quality).toBe("whole");
        });
      });
    }),
    law,
  );
  expect(checked).toBeGreaterThan(20);
});

test("nobody waits for ever: whoever is gone is named, waits no more after the counted readings, and is due for nothing", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(joinerStories(), (story) => {
      const counts = story.start.map(() => 0);
      for (const one of live(story)) {
        const { quality, rows } = story.days[one.day] ?? { quality: "none", rows: [] };
        story.start.forEach((_, person) => {
          const account = accountOf(person);
          const cause = one.memory.written.get(ledgerKey(employeeSubject(account), disabledFor));
          counts[person] = rows[person] ? 0 : (counts[person] ?? 0) + (quality === "whole" ? 1 : 0);
          if (rows[person] || one.active[person] !== false) return;
          expect(one.plan.due?.filter(({ key, what }) => key === account && what !== "missing") ?? []).toEqual([]);
          if (cause === "before-hire-date") {
            expect(counts[person]).toBeLessThan(story.policy.missing ?? 3);
            expect(noticesOf(one, person)).toEqual(["rescinded-hire"]);
          }
          seen.add(String(cause));
        });
      }
    }),
    law,
  );
  expect([...seen]).toEqual(expect.arrayContaining(["before-hire-date", "rescinded"]));
});

test("whoever waits for another date than before, or for none, is named with what happened", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(joinerStories(), (drawn) => {
      const story = { ...drawn, policy: { ...drawn.policy, waitForHireDate: true } };
      const lived = live(story);
      lived.forEach((now, at) => {
        const before = lived[at - 1];
        story.start.forEach((_, person) => {
          const row = story.days[now.day]?.rows[person];
          if (!row || before?.active[person] !== false || now.active[person] !== false || row.last !== undefined) return;
          const [was, is] = [statedHire(story, before.day, person), statedHire(story, now.day, person)];
          const cause = before.memory.written.get(ledgerKey(employeeSubject(accountOf(person)), disabledFor));
          if (cause !== "before-hire-date" && cause !== "rescinded") return;
          const expected =
            row.active === false
              ? typeof is === "number" && is > now.day
                ? "rescinded-hire"
                : undefined
              : typeof is !== "number"
                ? "hire-date-cleared"
                : is !== was || is > now.day + story.policy.createDaysBefore
                  ? "hire-date-moved"
                  : undefined;
          if (row.active === false && typeof is !== "number") return;
          const named = noticesOf(now, person);
          expect([now.day, dateOf(now.day), named]).toEqual([now.day, dateOf(now.day), expected ? [expected] : []]);
          seen.add(expected ?? "none");
        });
      });
    }),
    law,
  );
  expect([...seen].toSorted()).toEqual(["hire-date-cleared", "hire-date-moved", "none", "rescinded-hire"]);
});
