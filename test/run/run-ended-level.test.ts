/** Tests the level of the line that ends a run: it says whether somebody has to read it. */
import { expect, it } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

useRunSite({ nowMs: () => Date.parse("2026-11-21T04:00:00Z") });

const office = directory().level("L1").department("RD");
const wanted = office.department("NEW").employee("bob").in("RD").source();

/** `LEVEL STATUS` of the lines that end a run. */
const endOf = async (more: object = {}): Promise<readonly string[]> => {
  const ends: string[] = [];
  const at =
    (level: string) =>
    (fields: { readonly status?: string }, message?: string): void => {
      if (message === "run ended") ends.push(`${level} ${fields.status}`);
    };
  const log = { ...createLog("silent"), error: at("error"), warn: at("warn"), info: at("info") };
  await site.run({ source: wanted, change: (full) => ({ ...full, log }), ...more });
  return ends;
};

it("is an error if the run was refused or failed, a warning if it did not do everything, and else for information", async () => {
  await serviceHas(office);
  expect(await endOf({ settings: { caps: { employee: { create: { count: 0 } } } } })).toEqual(["error blocked"]);
  expect(await endOf({ approve: async () => false })).toEqual(["info planned"]);
  await fixture.fault({ operation: "D2", kind: "status", status: 400, times: 1, after: 0 });
  expect(await endOf()).toEqual(["warn partial"]);
  await fixture.fault({ operation: "P1", kind: "status", status: 400, times: 1, after: 0 });
  expect(await endOf()).toEqual(["error failed"]);
  expect(await endOf()).toEqual(["info succeeded"]);
});
