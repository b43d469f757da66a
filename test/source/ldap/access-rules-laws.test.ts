/**
 * A random life of access rules over people of whom some are locked, left out, or about to leave. Whatever the reader can no
 * longer see, nothing is believed that is not so.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { SourceProfile } from "../../../src/model/quality.ts";
import { cases } from "../../support/runs.ts";
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
  | { readonly do: "read" }
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
const rule = fc.tuple(place, attributes).map(([where, what]) => `${where} ${what}`.trim());
const person = fc.nat(11);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("hide"), what: fc.array(rule, { maxLength: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("mark", "unmark"), person, as: special }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("hire"), unit, as: fc.option(special, { nil: undefined }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("move"), person, to: unit }) },
  { weight: 5, arbitrary: fc.constant<Step>({ do: "read" }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "accept" }) },
);

/** Plays the steps, and returns what was believed although it was not so. */
const live = async (site: Site, steps: readonly Step[]): Promise<readonly string[]> => {
  const wrong: string[] = [];
  let profile: SourceProfile | undefined;
  let belief: Belief = new Map();
  const where = new Map<string, Unit>(units.flatMap((one) => [1, 2, 3, 4].map((at) => [`p${at}${one}`, one] as const)));
  const names: readonly string[] = [...where.keys()];
  const read = async (accepted: readonly string[] = []) => {
    const reading = await site.read(profile, accepted);
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
  await read();
  for (const [at, one] of steps.entries()) {
    if (one.do === "hide") await site.hide(one.what);
    if (one.do === "hire") await site.add(`n${at}`, one.unit, one.as ? specialAttributes[one.as] : {});
    if (one.do === "mark" || one.do === "unmark") {
      const name = names[one.person] ?? "";
      const [[type, value]] = Object.entries(specialAttributes[one.as]) as [[string, string]];
      await site.set(personDn(name, where.get(name) ?? "A"), type, ...(one.do === "mark" ? [value] : []));
    }
    if (one.do === "move") {
      const name = names[one.person] ?? "";
      if (where.get(name) !== one.to) await site.move(name, where.get(name) ?? "A", one.to);
      where.set(name, one.to);
    }
    if (one.do === "accept") await site.hide([]);
    if (one.do === "read") await read();
    if (one.do === "accept") await read(["attribute-vanished"]);
  }
  return wrong;
};

it("believes nothing by what can no longer be seen", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const site = await openAccessSite();
      try {
        await site.hide([]);
        expect(await live(site, steps)).toEqual([]);
      } finally {
        await site.close();
      }
    }),
    { ...cases(240), seed: 22, endOnFailure: false },
  );
}, 1_200_000);
