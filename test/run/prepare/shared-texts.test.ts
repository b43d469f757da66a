/** Records of the list that share values with HR's stay as they are: only the memory of equal values is shared. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { ShownEmployee } from "../../../src/model/directory/snapshot.ts";
import { shareTexts } from "../../../src/run/prepare/shared-texts.ts";
import { pairs } from "../../support/random/arbitraries.ts";
import { cases } from "../../support/suites/runs.ts";

it("no value of a listed record changes, whoever HR knows by its account", () => {
  fc.assert(
    fc.property(pairs(), ({ source, current }) => {
      const before = structuredClone(current.employees);
      shareTexts(current, source.directory.employees);
      expect(current.employees).toEqual(before);
    }),
    { seed: 20_261_127, ...cases(100) },
  );
});

it("an equal list is HR's own afterwards, another one stays", () => {
  const person = (account: string, ...loginValidation: string[]): ShownEmployee => ({ account, loginValidation });
  const [hr, listed] = [person("amy", "UOF"), person("amy", "UOF")];
  shareTexts({ employees: [listed] }, [hr]);
  expect(listed.loginValidation).toBe(hr.loginValidation);
  const other = person("amy", "AD");
  shareTexts({ employees: [other] }, [hr]);
  expect(other.loginValidation).toEqual(["AD"]);
});
