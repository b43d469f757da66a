/** What a reading says of approvers (R60), and what is remembered of it for readings that cannot say it. */
import { expect, it } from "vitest";
import { emptyMemory, type Memory, showsChosenEntry } from "../../../src/model/memory/memory.ts";
import { shownIn, supervisorsRemembered } from "../../../src/plan/reading/chosen-before.ts";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";
import { planBetween } from "../../support/target/plan-between.ts";

const none = { changes: [], held: [] };
const site = (builder: DirectoryBuilder) => builder.target();
const led = () => directory().department("RD", { manager: "boss" }).employee("boss", { number: "1" }).in("RD");
/** The first post below the manager shows nobody. */
const chosenOnly = site(led().employee("amy", { number: "2" }).in("RD", { supervisor: null }));
const tooFew = site(led().employee("amy", { number: "2" }).in("RD", { supervisor: "boss" }));
const effective = site(
  ["2", "3", "4", "5", "6"].reduce(
    (builder, number) => builder.employee(`p${number}`, { number }).in("RD", { supervisor: "boss" }),
    led(),
  ),
);

const after = (memory: Memory, reading: typeof tooFew): Memory => ({
  written: new Map([
    ...memory.written,
    ...supervisorsRemembered(none, reading, memory).map((one) => [`${one.subject} ${one.field}`, one.value] as const),
  ]),
});

it("a site that has shown only chosen approvers still does when a reading is too small to tell", () => {
  const empty: Memory = { written: new Map() };
  expect(shownIn(tooFew)).toBe("unknown");
  const seen = after(empty, chosenOnly);
  expect([...seen.written.values()]).toEqual([showsChosenEntry.value]);
  expect(shownIn(tooFew, seen)).toBe("chosen");
  expect(supervisorsRemembered(none, tooFew, seen)).toEqual([]);
  expect(supervisorsRemembered(none, chosenOnly, seen)).toEqual([]);
});

it("what a site was seen to show is forgotten once it shows approvers in effect", () => {
  const seen = after({ written: new Map() }, chosenOnly);
  expect(shownIn(effective, seen)).toBe("effective");
  const since = after(seen, effective);
  expect(shownIn(tooFew, since)).toBe("unknown");
  expect(supervisorsRemembered(none, effective, since)).toEqual([]);
});

it("on a site that shows only chosen approvers, a manager above who is to be withdrawn is known as chosen", () => {
  const amyHas = (supervisor: string | null) => led().employee("amy", { number: "2" }).in("RD", { supervisor });
  const empty: Memory = { written: new Map() };
  const memory = { ...emptyMemory, ...after(empty, chosenOnly) };
  const withdrawing = planBetween(amyHas("boss"), amyHas(null), { memory });
  expect(withdrawing.changes.map(({ id }) => id)).toEqual(["supervisor/amy/RD/update"]);
  const known = (reading: typeof tooFew, memory: Memory) =>
    supervisorsRemembered(withdrawing, reading, memory).flatMap(({ subject, value }) =>
      subject === showsChosenEntry.subject ? [] : [value],
    );
  expect(known(chosenOnly, empty)).toEqual(["boss"]);
  expect(known(tooFew, after(empty, chosenOnly))).toEqual(["boss"]);
  expect(known(tooFew, empty)).toEqual([]);
  expect(known(effective, empty)).toEqual([]);
});
