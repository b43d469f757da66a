/** Keys that look the same are never two objects unless somebody has decided so; ordinary keys ask nobody. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invisibleInKeys } from "../../../src/contract/records/texts.ts";
import { canonicalKey } from "../../../src/model/directory/canonical.ts";
import type { Decision } from "../../../src/model/directory/identity.ts";
import { confusableCharacters } from "../../../src/plan/keys/confusable-characters.ts";
import { lookAlikesIn, shownKey } from "../../../src/plan/keys/look-alikes.ts";
import { withDecisions } from "../../../src/plan/questions/decisions.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { cases } from "../../support/suites/runs.ts";
import { heldIn, idsOf, planBetween } from "../../support/target/plan-between.ts";

const seed = 20_261_123;
const alike = (one: string, other: string): boolean => lookAlikesIn([[one, one]])(other).length > 0;

const plainKey = fc.stringMatching(/^[A-Z0-9][A-Za-z0-9._-]{0,7}$/);
const confusables = Object.entries(confusableCharacters);
const unseen = fc.constantFrom("\u200b", "\u200d", "\u00ad", "\ufe0f", "\u2060", "\u3164", "\u202e");

/** The key with one character drawn by another alphabet, or with a character that nobody sees. */
const disguised = (key: string) => {
  const places = Array.from(key).flatMap((character, at) => {
    const others = [character, character.toUpperCase(), character.toLowerCase()].flatMap((one) =>
      confusables.flatMap(([shown, characters]) => (shown === one ? Array.from(characters) : [])),
    );
    return others.length > 0 ? [{ at, others }] : [];
  });
  const replaced = fc
    .constantFrom(...(places.length > 0 ? places : [{ at: 0, others: [key[0] ?? "x"] }]))
    .chain(({ at, others }) => fc.constantFrom(...others).map((other) => key.slice(0, at) + other + key.slice(at + 1)));
  const hidden = fc.tuple(fc.nat(key.length), unseen).map(([at, one]) => key.slice(0, at) + one + key.slice(at));
  return fc.oneof(replaced, hidden);
};
const pair = plainKey.chain((key) => fc.tuple(fc.constant(key), disguised(key)));

describe("two keys", () => {
  it("one of which is the other in disguise look alike, on whichever side each of them is", () => {
    fc.assert(
      fc.property(pair, ([key, other]) => {
        if (canonicalKey(key) === canonicalKey(other)) return;
        expect([alike(key, other), alike(other, key)]).toEqual([true, true]);
      }),
      { seed, ...cases(2_000) },
    );
  });

  it("with an accent on a letter that two alphabets have look alike", () => {
    expect(alike("T\u00cb1", "T\u04011")).toBe(true);
  });

  it("of ASCII, or of one Chinese character each, never do: O and 0, l and 1 occur in ordinary codes", () => {
    fc.assert(
      fc.property(plainKey, plainKey, (one, other) => {
        expect([alike(one, other), alike(`總${one}`, `總${other}`)]).toEqual([false, false]);
      }),
      { seed, ...cases(1_000) },
    );
    const ordinary = [
      "E001",
      "EOO1",
      "Il1",
      "ll1",
      "l11",
      "總務處",
      "研發一部",
      "研發二部",
      "A-1",
      "A_1",
      "É1",
      "E1",
      "ハ001",
      "ハOO1",
    ];
    for (const one of ordinary) expect(ordinary.filter((other) => alike(one, other))).toEqual([]);
  });

  it.each([
    ["A1", "А1"],
    ["ZQD", "ZQ\u200bD"],
    ["ВОСК", "BOCK"],
    ["Ν1", "n1"],
    ["E001", "Е0О1"],
    ["RD-1", "RD–1"],
    ["口1", "ロ1"],
  ])("%s and %s look alike", (one, other) => {
    expect([alike(one, other), alike(other, one)]).toEqual([true, true]);
  });

  it.each([
    ["台北分公司", "臺北分公司"],
    ["研發一課", "研發ㄧ課"],
    ["研發—課", "研發一課"],
    ["研發‧一課", "研發・一課"],
    ["研發 一課", "研發一課"],
    ["台北　分公司", "臺北分公司"],
    ["Human Resources", "human  resources"],
    ["D 01", "D01"],
  ])("%s and %s are two spellings of one", (one, other) => {
    expect([alike(one, other), alike(other, one)]).toEqual([true, true]);
    expect([alike(one, one), alike(other, other)]).toEqual([false, false]);
  });

  it("in different cases or widths are one key, and no look-alikes", () => {
    expect([alike("a1", "A1"), alike("A1", "Ａ１"), alike("А1", "а1")]).toEqual([false, false, false]);
  });

  it("are shown with the code points of what nobody can tell apart", () => {
    expect(shownKey("А1\u200b")).toBe("А[U+0410]1[U+200B]");
    expect(shownKey("A1 總")).toBe("A1 總");
  });

  it("no confusable character is ASCII or invisible", () => {
    const all = confusables.flatMap(([, characters]) => Array.from(characters));
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((one) => /^[ -~]$/.test(one) || invisibleInKeys.test(one))).toEqual([]);
  });
});

const site = () =>
  directory()
    .level("L1")
    .department("A1", { name: "甲", level: "L1" })
    .employee("wang", { name: "王", number: "E1", active: true });

describe("a plan", () => {
  const cyrillic = "А1";

  it("creates no department whose code looks like another one, and asks", () => {
    const plan = planBetween(site(), site().department(cyrillic, { name: "乙", level: "L1" }));
    expect(plan.changes).toEqual([]);
    expect(plan.held).toMatchObject([
      {
        id: `department/${cyrillic}/create`,
        reason: "look-alike",
        about: ["A1", "А[U+0410]1"],
        candidates: [{ key: "A1" }],
      },
    ]);
  });

  it("creates no second department for another spelling of its name, and moves nobody there", () => {
    const at = (code: string) =>
      directory()
        .level("L1")
        .department("台北分公司", { name: "台北分公司", level: "L1" })
        .department("臺北分公司", { name: "臺北分公司", level: "L1" })
        .employee("wang", { name: "王", number: "E1", active: true })
        .in(code);
    const start = directory()
      .level("L1")
      .department("台北分公司", { name: "台北分公司", level: "L1" })
      .employee("wang", { name: "王", number: "E1", active: true })
      .in("台北分公司");
    const plan = planBetween(start, at("臺北分公司"));
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["department/臺北分公司/create: look-alike", "post/wang/update: reference-held"]);
  });

  it("creates neither of two new ones, and names both", () => {
    const start = directory().level("L1");
    const both = start.department("A1", { name: "甲", level: "L1" }).department(cyrillic, { name: "乙", level: "L1" });
    expect(heldIn(planBetween(start, both))).toEqual([
      "department/A1/create: look-alike",
      `department/${cyrillic}/create: look-alike`,
    ]);
  });

  it.each(["level", "title", "function", "department"] as const)("does as somebody decides about a %s", (kind) => {
    const add = (one: ReturnType<typeof directory>, code: string, name: string) =>
      kind === "level"
        ? one.level(code, { name })
        : kind === "title"
          ? one.title(code, { title: name, rank: 1 })
          : kind === "function"
            ? one.function(code, { name, category: "C" })
            : one.department(code, { name, level: "L1" });
    const start = () => directory().level("L1").category("C");
    const current = add(start(), "A1", "甲");
    const planned = (desired: ReturnType<typeof directory>, same?: boolean) =>
      planBetween(current, desired, {
        stated: (source) =>
          same === undefined
            ? source
            : withDecisions(source, current.target(), [{ kind, source: cyrillic, target: "A1", same }]),
      });
    const beside = add(add(start(), "A1", "甲"), cyrillic, "乙");
    expect(heldIn(planned(beside))).toEqual([`${kind}/${cyrillic}/create: look-alike`]);
    expect(idsOf(planned(beside, false).changes)).toContain(`${kind}/${cyrillic}/create`);
    const instead = add(start(), cyrillic, "甲");
    expect(idsOf(planned(instead, true).changes)).toContain(`${kind}/A1/rename`);
  });

  it("renames no account, and writes no number, to one that only looks like it", () => {
    const there = directory()
      .employee("wang", { name: "王", number: "E1" })
      .employee("lin", { name: "林", number: "E2" });
    const renamed = directory()
      .employee("wаng", { name: "王", number: "E1" })
      .employee("lin", { name: "林", number: "E2" });
    expect(heldIn(planBetween(there, renamed))).toEqual(["employee/wang/rename: look-alike"]);
    const renumbered = directory()
      .employee("wang", { name: "王", number: "E1" })
      .employee("lin", { name: "林", number: "Е1" });
    expect(heldIn(planBetween(there, renumbered)).join()).toContain("employee/lin/");
    expect(planBetween(there, renumbered).changes).toEqual([]);
  });

  it("creates nobody whose account looks like somebody's, unless they are declared different", () => {
    const desired = site().employee("wаng", { name: "汪", number: "E9" });
    const decided = (decisions: readonly Decision[]) =>
      planBetween(site(), desired, { stated: (source) => withDecisions(source, site().target(), decisions) });
    expect(decided([]).held).toMatchObject([{ reason: "look-alike", candidates: [{ key: "wang" }] }]);
    const other = { kind: "employee", source: "E9", target: "wang", same: false } as const;
    expect(idsOf(decided([other]).changes)).toEqual(["employee/wаng/create"]);
  });

  it("says of a post in a department that only looks like one which it means", () => {
    const desired = directory()
      .level("L1")
      .department("A1", { name: "甲", level: "L1" })
      .employee("wang", { name: "王", number: "E1" })
      .in(cyrillic);
    expect(planBetween(site(), desired).held).toContainEqual(
      expect.objectContaining({ reason: "look-alike", about: ["A1"] }),
    );
  });

  it("asks nobody in a company with ordinary keys", () => {
    const codes = ["EO01", "E001", "EOO1", "El", "E1", "EI", "總務", "研發"];
    const company = codes.reduce(
      (all, code) => all.department(code, { name: `部${code}`, level: "L1" }),
      directory().level("L1"),
    );
    expect(planBetween(directory().level("L1"), company).held).toEqual([]);
  });
});

it("looks for those of thousands of keys that all look alike in time, and names fifty", () => {
  const drawn = Array.from("०੦૦௦౦೦൦๐໐ဝ၀ჿ");
  const key = (at: number) =>
    Array.from({ length: 6 }, (_, place) => drawn[Math.floor(at / 12 ** place) % 12]).join("");
  const keys = Array.from({ length: 3_000 }, (_, at) => key(at));
  const before = process.cpuUsage();
  const find = lookAlikesIn(keys.map((one) => [one, one] as const));
  const found = keys.map((one) => find(one).length);
  const { user, system } = process.cpuUsage(before);
  expect(new Set(found)).toEqual(new Set([49, 50]));
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
