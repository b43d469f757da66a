/** What an access rule hides is no value: it makes nobody active, and no unit a department. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SourceReading } from "../../../src/source/source.ts";
import { type Belief, believed, openAccessSite, personDn, type Site, unitDn } from "./access-rules-site.ts";

let site: Site;
let first: SourceReading;
let before: Belief;

beforeEach(async () => {
  site = await openAccessSite();
  await site.hide([]);
  const reading = await site.read(undefined);
  if (!reading) throw new Error("the first reading is refused");
  first = reading;
  before = believed(new Map(), first.snapshot);
}, 60_000);
afterEach(() => site.close());

const findings = (reading: SourceReading | undefined) =>
  reading?.findings
    .filter(({ rule }) => rule === "attribute-vanished")
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
