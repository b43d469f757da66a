/** Who shares a key with whom: compared with a search through all people, with few values, so that many are shared. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalKey } from "../../../src/model/directory/canonical.ts";
import { type Person, peopleByKey } from "../../../src/plan/reading/people-by-key.ts";
import { cases } from "../../support/suites/runs.ts";

const value = fc.constantFrom("1", "2", "3", "Ａ", "a", " ", "");
const people = fc.array(
  fc.record({ account: value, number: value, email: value, id: value }, { requiredKeys: ["account"] }),
  { maxLength: 12 },
) as fc.Arbitrary<Person[]>;

it("finds everybody with a key, and says whether several have it", () => {
  fc.assert(
    fc.property(people, fc.dictionary(value, value), (all, links) => {
      const linked = ({ id }: Person) => canonicalKey(links[id ?? ""] ?? "");
      const index = peopleByKey(all, linked);
      const keys = ({ account, number, email }: Person) => [
        `account ${canonicalKey(account)}`,
        ...(number ? [`number ${canonicalKey(number)}`] : []),
        ...(email ? [`email ${canonicalKey(email)}`] : []),
      ];
      const sharing = (one: Person, other: Person) =>
        keys(one).some((key) => key !== "account " && keys(other).includes(key));
      for (const person of all) {
        const alike = all.filter((other) => sharing(person, other));
        const account = canonicalKey(person.account);
        const byLink = all.filter((other) => account !== "" && linked(other) === account);
        expect(new Set(index.like(person))).toEqual(new Set([...alike, ...byLink]));
        expect(index.isShared(person)).toBe(all.some((other) => other !== person && sharing(person, other)));
      }
    }),
    { seed: 20_261_127, ...cases(300) },
  );
});
