/** What an access rule hides is no value: it makes nobody active, and no unit a department. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SourceReading } from "../../../src/source/source.ts";
import { type Belief, believed, openAccessSite, personDn, type Site, unitDn } from "./access-rules-site.ts";

let site: Site;
let first: SourceReading;
let before: Belief;

beforeAll(async () => {
  site = await openAccessSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.reset("");
  const reading = await site.read(undefined);
  if (!reading) throw new Error("the first reading is refused");
  first = reading;
  before = believed(new Map(), first.snapshot);
});

const findings = (reading: SourceReading | undefined, wanted = "attribute-vanished") =>
  reading?.findings
    .filter(({ rule }) => rule === wanted)
    .map(({ kind, field, severity, count }) => `${kind} ${field} ${severity} ${count}`);

describe("an attribute that decides", () => {
  it("and is hidden for all holds the table", async () => {
    expect(before.get("lockedA")).toBe("inactive in A");
    await site.hide(["attrs=pwdAccountLockedTime"]);
    const reading = await site.read(first.profile);
    expect(findings(reading)).toEqual(["employee pwdaccountlockedtime hold 3"]);
    expect(believed(before, reading?.snapshot)).toEqual(before);
  });

  it("and is hidden in one unit leaves the people of this unit alone, newcomers too", async () => {
    await site.hide([`dn.subtree="${unitDn("A")}" attrs=pwdAccountLockedTime`]);
    await site.add("new", "A", { pwdAccountLockedTime: "000001010000Z" });
    await site.add("fine", "B");
    const reading = await site.read(first.profile);
    expect(findings(reading)).toEqual(["employee pwdaccountlockedtime warn 2"]);
    expect(believed(before, reading?.snapshot)).toEqual(new Map([...before, ["fine", "active in B"]]));
  });

  it("of an exception makes no department and no person", async () => {
    await site.hide(["attrs=businessCategory,employeeType"]);
    const reading = await site.read(first.profile);
    expect(believed(before, reading?.snapshot)).toEqual(before);
  });

  it("stays in doubt at the next readings, wherever the entry goes, until somebody accepts that it was removed", async () => {
    await site.set(personDn("lockedA", "A"), "pwdAccountLockedTime");
    const second = await site.read(first.profile);
    expect(findings(second)).toEqual(["employee pwdaccountlockedtime warn 1"]);
    await site.move("lockedA", "A", "B");
    const third = await site.read(second?.profile);
    expect(findings(third)).toEqual(["employee pwdaccountlockedtime warn 1"]);
    expect(believed(before, third?.snapshot)).toEqual(before);
    const accepted = await site.read(third?.profile, ["attribute-vanished"]);
    expect(believed(before, accepted?.snapshot).get("lockedA")).toBe("active in B");
    const later = await site.read(accepted?.profile);
    expect(findings(later)).toEqual([]);
  });

  it("is remembered of an entry that was hidden itself meanwhile", async () => {
    const who = `dn.exact="${personDn("lockedA", "A")}"`;
    await site.hide([who]);
    const second = await site.read(first.profile);
    await site.hide([`${who} attrs=pwdAccountLockedTime`]);
    const third = await site.read(second?.profile);
    expect(third?.snapshot.rejected).toMatchObject([{ key: "lockedA", code: "attribute-vanished" }]);
  });

  it("is no matter when those who had it are gone", async () => {
    for (const unit of ["A", "B", "C"] as const) await site.remove(`locked${unit}`, unit);
    expect(findings(await site.read(first.profile))).toEqual([]);
  });
});

describe("an entry", () => {
  const hidden = (reading: SourceReading | undefined) => findings(reading, "entries-hidden");

  it.each([
    ["one of them", `dn.exact="${personDn("p1A", "A")}"`, ["employee undefined warn 1"]],
    ["the people of a unit", `dn.children="${unitDn("A")}"`, ["employee undefined warn 6"]],
    [
      "a unit with its people",
      `dn.subtree="${unitDn("A")}"`,
      ["department undefined warn 1", "employee undefined warn 6"],
    ],
    ["a unit without its people", `dn.exact="${unitDn("A")}"`, ["department undefined warn 1"]],
    ["its key", `dn.exact="${personDn("p1A", "A")}" attrs=uid`, []],
    ["what tells its class", `dn.children="${unitDn("A")}" attrs=objectClass`, ["employee undefined warn 6"]],
  ])("is left alone where the server has it and does not show it: %s", async (_, rule, found) => {
    await site.hide([rule]);
    const second = await site.read(first.profile);
    expect(hidden(second)).toEqual(found);
    expect(second?.snapshot.rejected.filter(({ reason }) => reason.includes("not where it was"))).toEqual([]);
    expect(believed(before, second?.snapshot)).toEqual(before);
    const third = await site.read(second?.profile);
    expect(hidden(third)).toEqual(found);
    expect(believed(before, third?.snapshot)).toEqual(before);
  });

  it("is a leaver if it is gone, or if somebody accepts", async () => {
    await site.remove("p1A", "A");
    const second = await site.read(first.profile);
    expect(hidden(second)).toEqual([]);
    expect(believed(before, second?.snapshot).get("p1A")).toBe("gone");
    await site.hide([`dn.exact="${personDn("p1B", "B")}"`]);
    const third = await site.read(second?.profile, ["entries-hidden"]);
    expect(believed(before, third?.snapshot).get("p1B")).toBe("gone");
    expect(hidden(await site.read(third?.profile))).toEqual([]);
  });

  it("is a leaver also if it was the last one of its unit", async () => {
    for (const uid of ["lockedB", "robotB", "leavingB", "p2B", "p3B", "p4B"]) await site.move(uid, "B", "C");
    const second = await site.read(first.profile);
    await site.remove("p1B", "B");
    const third = await site.read(second?.profile);
    expect(hidden(third)).toEqual([]);
    expect(believed(before, third?.snapshot).get("p1B")).toBe("gone");
  });

  it("that is gone may be where the account sees nothing", async () => {
    await site.hide([`dn.subtree="${unitDn("B")}"`]);
    await site.move("p1A", "A", "B");
    const second = await site.read(first.profile);
    expect(believed(before, second?.snapshot)).toEqual(before);
    await site.hide([]);
    const third = await site.read(second?.profile);
    expect(believed(before, third?.snapshot).get("p1A")).toBe("active in B");
    expect(hidden(third)).toEqual([]);
  });

  it("that is gone may be in a hidden unit in which nobody was", async () => {
    for (const uid of ["lockedB", "robotB", "leavingB", "p1B", "p2B", "p3B", "p4B"]) await site.move(uid, "B", "C");
    const second = await site.read(first.profile);
    before = believed(before, second?.snapshot);
    await site.hide([`dn.subtree="${unitDn("B")}"`]);
    await site.move("p1A", "A", "B");
    const third = await site.read(second?.profile);
    expect(believed(before, third?.snapshot)).toEqual(before);
  });

  it("is the same under another name", async () => {
    await site.hide([`dn.exact="${personDn("p1B", "B")}"`]);
    await site.rename(personDn("p1A", "A"), `uid=renamed,${unitDn("A")}`);
    const reading = await site.read(first.profile);
    expect(reading?.snapshot.rejected.map(({ key }) => key)).toEqual(["p1B"]);
  });
});

describe.each([
  ["that nobody may have", "(!(pwdAccountLockedTime=*))", "pwdAccountLockedTime", "000001010000Z"],
  ["that all must have", "(telephoneNumber=1)", "telephoneNumber", "2"],
])("an attribute in a filter, %s,", (_, condition, attribute, other) => {
  beforeEach(async () => {
    await site.reset(condition);
    const units = ["A", "B", "C"] as const;
    for (const unit of units) await site.set(personDn(`p1${unit}`, unit), "telephoneNumber", "1");
    for (const unit of units) await site.set(personDn(`p2${unit}`, unit), "telephoneNumber", "1");
    for (const unit of units) await site.set(personDn(`p3${unit}`, unit), "telephoneNumber", "1");
    const reading = await site.read(undefined);
    if (!reading) throw new Error("the first reading is refused");
    first = reading;
    before = believed(new Map(), first.snapshot);
  });

  it("makes nobody leave when it is hidden in a unit", async () => {
    expect(before.get("p1A")).toBe("active in A");
    await site.hide([`dn.subtree="${unitDn("A")}" attrs=${attribute}`]);
    const reading = await site.read(first.profile);
    const field = attribute.toLowerCase();
    expect(findings(reading)?.filter((text) => text.includes(field))).toHaveLength(1);
    expect(believed(before, reading?.snapshot)).toEqual(before);
  });

  it("makes whoever no longer matches leave", async () => {
    await site.set(personDn("p1A", "A"), attribute, other);
    const reading = await site.read(first.profile);
    expect(believed(before, reading?.snapshot)).toEqual(new Map([...before, ["p1A", "gone"]]));
  });
});

it("an entry that fails another condition of the filter is a leaver, although it lacks an attribute of the filter", async () => {
  await site.reset("(telephoneNumber=1)(title=a)");
  for (const unit of ["A", "B", "C"] as const)
    for (const uid of [`p1${unit}`, `p2${unit}`, `p3${unit}`]) {
      await site.set(personDn(uid, unit), "telephoneNumber", "1");
      await site.set(personDn(uid, unit), "title", "a");
    }
  const { profile, snapshot } = (await site.read(undefined)) ?? {};
  const all = believed(new Map(), snapshot);
  await site.set(personDn("p1A", "A"), "telephoneNumber");
  const second = await site.read(profile);
  expect(believed(all, second?.snapshot)).toEqual(all);
  await site.set(personDn("p1A", "A"), "title", "b");
  const third = await site.read(second?.profile);
  expect(believed(all, third?.snapshot)).toEqual(new Map([...all, ["p1A", "gone"]]));
});
