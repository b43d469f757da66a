/** An attribute of a field that a blank clears, hidden by an access rule in a unit: nobody there loses the value. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { SourceReading } from "../../../src/source/source.ts";
import { openAccessSite, personDn, type Site, type Unit, unitDn, units } from "./access-rules-site.ts";

let site: Site;
let first: SourceReading;

const read = async (last?: SourceReading, accepted: readonly string[] = []): Promise<SourceReading> => {
  const reading = await site.read(last?.profile, accepted);
  if (!reading) throw new Error("the reading is refused");
  return reading;
};

beforeAll(async () => {
  site = await openAccessSite({ supervisor: { attribute: "manager", by: "dn", blank: "clear" } });
});
afterAll(() => site.close());
/** The four people of each unit have a superior in their own unit. */
beforeEach(async () => {
  await site.reset("");
  for (const unit of units) for (const at of [1, 2, 3, 4]) await lead(`p${at}${unit}`, unit, `locked${unit}`);
  first = await read();
});

const lead = (uid: string, unit: Unit, by?: string) =>
  site.set(personDn(uid, unit), "manager", ...(by === undefined ? [] : [personDn(by, unit)]));

/** What the source says of the superiors in a unit: an account, null for nobody, or undefined for nothing. */
const superiors = ({ snapshot }: SourceReading, unit: Unit) =>
  [1, 2, 3, 4].map(
    (at) => snapshot.directory.employees?.find(({ account }) => account === `p${at}${unit}`)?.posts?.at(0)?.supervisor,
  );

const nothing = [undefined, undefined, undefined, undefined];
const lockedA = ["lockedA", "lockedA", "lockedA", "lockedA"];

const findings = ({ findings: all }: SourceReading) =>
  all.map(({ rule, kind, field, severity, count }) => [rule, kind, field, severity, count].join(" "));

const inA = `dn.subtree="${unitDn("A")}"`;

it("says nothing about the superiors of the unit, at each later reading, also of newcomers", async () => {
  expect(superiors(first, "A")).toEqual(lockedA);
  await site.hide([`${inA} attrs=manager`]);
  let last = first;
  for (let night = 0; night < 2; night++) {
    last = await read(last);
    expect(superiors(last, "A")).toEqual(nothing);
    expect(superiors(last, "B")).not.toContain(null);
    expect(findings(last)).toEqual(["attribute-vanished employee manager warn 4"]);
  }
  await site.move("p1B", "B", "A");
  const moved = (await read(last)).snapshot.directory.employees?.find(({ account }) => account === "p1B");
  expect(moved?.posts).toMatchObject([{ department: "A" }]);
  expect(moved?.posts?.at(0)?.supervisor).toBeUndefined();
  await site.hide([]);
  const again = await read(last);
  expect([superiors(again, "A"), findings(again)]).toEqual([lockedA, []]);
});

it("clears them once somebody has accepted that they are gone", async () => {
  for (const at of [1, 2, 3, 4]) await lead(`p${at}A`, "A");
  const doubted = await read(first);
  expect(superiors(doubted, "A")).toEqual(nothing);
  const accepted = await read(doubted, ["attribute-vanished"]);
  expect(superiors(accepted, "A")).toEqual([null, null, null, null]);
  expect(findings(await read(accepted))).toEqual([]);
});

it("clears one of several in a unit, and those of a unit in which two had one", async () => {
  await lead("p1A", "A");
  expect(superiors(await read(first), "A")).toEqual([null, ...lockedA.slice(1)]);
  await lead("p2A", "A");
  const two = await read(first);
  for (const at of [3, 4]) await lead(`p${at}A`, "A");
  const none = await read(two);
  expect([superiors(none, "A"), findings(none)]).toEqual([[null, null, null, null], []]);
});

it("counts small units together, because a rule may hide the attribute in all of them", async () => {
  for (const unit of units) for (const at of [2, 3, 4]) await lead(`p${at}${unit}`, unit);
  const small = await read(first, ["fill-fell"]);
  await lead("p1A", "A");
  await lead("p1B", "B");
  expect(findings(await read(small))).toEqual([]);
  await lead("p1C", "C");
  const none = await read(small, ["fill-fell"]);
  expect(findings(none)).toContain("attribute-vanished employee manager warn 3");
  for (const unit of units) expect(superiors(none, unit).at(0)).toBeUndefined();
});
