/**
 * A random life of access rules over people of whom some are locked, left out, or about to leave. The rules hide attributes,
 * people, units with and without their people; another account may read; and the search may have a filter for what is hidden.
 * Whatever the reader can no longer see, nothing is believed that is not so.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { SourceProfile } from "../../../src/model/plan/quality.ts";
import { cases } from "../../support/suites/runs.ts";
import {
  type Belief,
  believed,
  deciding,
  openAccessSite,
  personDn,
  type Site,
  type Special,
  specialAttributes,
  type Unit,
  unitDn,
  units,
} from "./access-rules-site.ts";

type Step =
  | { readonly do: "hide"; readonly what: readonly string[] }
  | { readonly do: "mark" | "unmark"; readonly person: number; readonly as: Special }
  | { readonly do: "hire"; readonly unit: Unit; readonly as: Special | undefined }
  | { readonly do: "move"; readonly person: number; readonly to: Unit }
  | { readonly do: "remove"; readonly person: number }
  | { readonly do: "read"; readonly by: "reader" | "other" }
  /** All rules are lifted, and a person accepts what is in doubt. */
  | { readonly do: "accept" };

const unit = fc.constantFrom(...units);
const special = fc.constantFrom<Special[]>("locked", "robot", "leaving");
const attributes = fc.subarray([...deciding], { minLength: 1 }).map((list) => `attrs=${list.join(",")}`);
const place = fc.oneof(
  { weight: 2, arbitrary: fc.constant("") },
  { weight: 3, arbitrary: unit.map((one) => `dn.subtree="${unitDn(one)}"`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("locked", "robot", "leaving", "p1", "p2"), unit)
      .map(([name, one]) => `dn.exact="${personDn(`${name}${one}`, one)}"`),
  },
);
const unseen = fc.oneof(
  fc.tuple(fc.constantFrom("subtree", "children", "exact"), unit).map(([far, one]) => `dn.${far}="${unitDn(one)}"`),
  fc
    .tuple(fc.constantFrom("locked", "robot", "leaving", "p1", "p2"), unit)
    .map(([name, one]) => `dn.exact="${personDn(`${name}${one}`, one)}"`),
  unit.map((one) => `dn.children="${unitDn(one)}" attrs=objectClass`),
);
const rule = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(place, attributes).map(([where, what]) => `${where} ${what}`.trim()) },
  { weight: 1, arbitrary: unseen },
);
/** Conditions of the filter. Whoever does not meet one is not in the source. */
const filters = fc.constantFrom(
  "",
  "",
  "(!(pwdAccountLockedTime=*))",
  "(!(employeeType=robot))",
  "(|(!(roomNumber=*))(employeeType=*))",
);
const person = fc.nat(11);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("hide"), what: fc.array(rule, { maxLength: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("mark", "unmark"), person, as: special }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("hire"), unit, as: fc.option(special, { nil: undefined }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("move"), person, to: unit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove"), person }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("read"),
      by: fc.constantFrom<("reader" | "other")[]>("reader", "reader", "reader", "other"),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "accept" }) },
);

/** Plays the steps, and returns what was believed although it was not so. */
const live = async (site: Site, steps: readonly Step[]): Promise<readonly string[]> => {
  const wrong: string[] = [];
  let profile: SourceProfile | undefined;
  let belief: Belief = new Map();
  const where = new Map<string, Unit>(units.flatMap((one) => [1, 2, 3, 4].map((at) => [`p${at}${one}`, one] as const)));
  const names: readonly string[] = [...where.keys()];
  const gone = new Set<string>();
  const read = async (by: "reader" | "other", accepted: readonly string[] = []) => {
    const reading = await site.read(profile, accepted, by);
    if (!reading) return;
    profile = reading.profile;
    const truth = await site.truth();
    const next = believed(belief, reading.snapshot);
    for (const [name, what] of next) {
      if (what === belief.get(name) || what === truth.get(name)) continue;
      if (what === "gone" && !truth.has(name)) continue;
      wrong.push(`${name} was ${belief.get(name)}, is ${truth.get(name)}, and is believed ${what}`);
    }
    if (accepted.length > 0) {
      for (const [name, what] of truth) if (next.get(name) !== what) wrong.push(`${name} is not believed ${what}`);
    }
    belief = next;
  };
  await read("reader");
  for (const [at, one] of steps.entries()) {
    if (one.do === "hide") await site.hide(one.what);
    if (one.do === "hire") await site.add(`n${at}`, one.unit, one.as ? specialAttributes[one.as] : {});
    const name = "person" in one ? (names[one.person] ?? "") : "";
    if (gone.has(name)) continue;
    if (one.do === "remove") {
      await site.remove(name, where.get(name) ?? "A");
      gone.add(name);
    }
    if (one.do === "mark" || one.do === "unmark") {
      const [[type, value]] = Object.entries(specialAttributes[one.as]) as [[string, string]];
      await site.set(personDn(name, where.get(name) ?? "A"), type, ...(one.do === "mark" ? [value] : []));
    }
    if (one.do === "move") {
      if (where.get(name) !== one.to) await site.move(name, where.get(name) ?? "A", one.to);
      where.set(name, one.to);
    }
    if (one.do === "accept") await site.hide([]);
    if (one.do === "read") await read(one.by);
    if (one.do === "accept") await read("reader", ["attribute-vanished", "entries-hidden"]);
  }
  return wrong;
};

it("believes nothing by what can no longer be seen", async () => {
  const site = await openAccessSite();
  try {
    await fc.assert(
      fc.asyncProperty(filters, fc.array(step, { minLength: 4, maxLength: 14 }), async (condition, steps) => {
        await site.reset(condition);
        expect(await live(site, steps)).toEqual([]);
      }),
      { ...cases(320), seed: 22, endOnFailure: false },
    );
  } finally {
    await site.close();
  }
}, 1_200_000);
