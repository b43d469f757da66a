/**
 * Whole runs on a site whose E14 keeps the main post of before as long as it is in the list (R57). Who changed departments stayed in the old one
 * for ever: the post given up was to be the main post no more, and "somebody else has changed it".
 */
import { expect, it } from "vitest";
import { directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite } from "../support/suites/run-site.ts";

useRunParts();

const office = directory().level("L1").department("RD").department("QA").department("IT");
const amyIn = (main: string, ...others: readonly string[]) =>
  others.reduce(
    (all, code) => all.in(code, { main: false, functions: [] }),
    office.employee("amy", { number: "1" }).in(main, { functions: [] }),
  );

it.each([
  ["a part-time post that becomes the main one", amyIn("RD", "QA"), amyIn("QA", "RD"), "QA RD"],
  [
    "a part-time post that becomes the main one, and out of another",
    amyIn("RD", "QA", "IT"),
    amyIn("QA", "RD"),
    "QA RD",
  ],
  ["another main post beside the old one", amyIn("RD"), amyIn("QA", "RD"), "QA RD"],
  ["another department", amyIn("RD"), amyIn("QA"), "QA"],
  ["another department beside one that stays", amyIn("RD", "IT"), amyIn("QA", "IT"), "QA IT"],
])("somebody moves to %s in one run", async (_, present, wanted, expected) => {
  await serviceHas(present);
  await fixture.quirks({ e14: "keeps-main" });
  const site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
  try {
    expect((await site.run({ source: wanted.source() })).run).toMatchObject({ status: "succeeded", failed: 0 });
    const [amy] = directoryOf(await fixture.dump()).employees;
    const posts = [...(amy?.posts ?? [])].sort((one, other) => Number(other.main) - Number(one.main));
    expect(posts.map(({ department }) => department).join(" ")).toBe(expected);
    expect((await site.run({ source: wanted.source() })).run).toMatchObject({ planned: 0 });
  } finally {
    await fixture.quirks({});
    await site.close();
  }
});
