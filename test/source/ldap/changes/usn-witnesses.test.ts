/**
 * Laws of the witnesses of a domain controller, over random histories of a model that gives numbers as a controller does: whatever
 * DirSync does not report after the controller was put back, the witnesses contradict; without that they contradict nothing.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  lastChanged,
  sameHistory,
  type UsnSearch,
  usnState,
  usnStateText,
} from "../../../../src/source/ldap/changes/usn-witnesses.ts";

/** `name` is undefined for an object that the account does not see, which takes a number, too. */
type Edit = { readonly name: string | undefined; readonly does: "change" | "change something else" | "remove" };

/** Each change has a number, which is given again after a restore, and a time, which is not. */
type Change = { readonly usn: number; readonly when: number };
/** The object's last change, and the last one of an attribute that is read. */
type Changed = Change & { readonly read: Change };
type Controller = { readonly objects: ReadonlyMap<string, Changed>; readonly usn: number; readonly when: number };

const written = (before: Controller, edits: readonly Edit[]): Controller => {
  const objects = new Map(before.objects);
  let { usn, when } = before;
  for (const { name, does } of edits) {
    [usn, when] = [usn + 1, when + 1];
    if (name === undefined) continue;
    const read = (does === "change something else" && objects.get(name)?.read) || { usn, when };
    if (does === "remove") objects.delete(name);
    else objects.set(name, { usn, when, read });
  }
  return { objects, usn, when };
};

const searchIn =
  ({ objects: all }: Controller): UsnSearch =>
  (from, upTo = Infinity, ids = []) => {
    const asked = new Set(ids);
    const matches = [...all].filter(([name, { usn }]) => (usn >= from && usn <= upTo) || asked.has(name));
    return Promise.resolve(new Map(matches.map(([name, { usn, when }]) => [name, `${usn}@${when}`])));
  };

const names = Array.from({ length: 120 }, (_, at) => `o${at}`);
const edit = (of: number): fc.Arbitrary<Edit> =>
  fc.record({
    name: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names.slice(0, of)) }, fc.constant(undefined)),
    does: fc.constantFrom("change", "change", "change something else", "remove"),
  });
/** A few edits or many, of few objects or of all, and then perhaps many of objects that the account does not see. */
const edits = fc
  .tuple(fc.constantFrom(2, 8, 70), fc.constantFrom(2, 30, names.length), fc.constantFrom(0, 0, 60, 100))
  .chain(([most, of, hidden]) =>
    fc
      .array(edit(of), { maxLength: most })
      .map((seen) => [...seen, ...Array.from({ length: hidden }, (): Edit => ({ name: undefined, does: "change" }))]),
  );
const all = written(
  { objects: new Map(), usn: 0, when: 0 },
  names.map((name) => ({ name, does: "change" })),
);

/** What a reading of `now` finds, if `then` was remembered. `untold`: objects that it would believe to be as they were. */
const judged = async (then: Controller, now: Controller) => {
  const last = { usn: then.usn, ...(await lastChanged(searchIn(then), then.usn)) };
  const same = await sameHistory(searchIn(now), last, now.usn, then.objects);
  // DirSync reports the attributes with later numbers, and the names of all entries show who has come and gone.
  const untold = [...now.objects].filter(([name, { read }]) => {
    const before = then.objects.get(name)?.read;
    return before && before.when !== read.when && read.usn <= then.usn;
  });
  return { same, untold: untold.map(([name]) => name) };
};

it("contradict a controller that was put back, if anything would be believed that is not so", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(edits, edits, edits, async (before, lost, since) => {
      const backup = written(all, before);
      const then = written(backup, lost);
      const now = written({ ...backup, when: then.when }, since);
      fc.pre(now.usn >= then.usn);
      const { same, untold } = await judged(then, now);
      if (untold.length > 0) found += 1;
      const believed = untold.filter((name) => same !== undefined && !same.again.has(name));
      expect(believed).toEqual([]);
    }),
    { seed: 20261126, numRuns: 3_000 },
  );
  expect(found).toBeGreaterThan(300);
});

it("contradict nothing on a controller that was not put back", async () => {
  await fc.assert(
    fc.asyncProperty(edits, edits, async (before, since) => {
      const then = written(all, before);
      expect((await judged(then, written(then, since))).same).toBeDefined();
    }),
    { seed: 20261126, numRuns: 1_000 },
  );
});

it("are kept in the text of the cookie, which earlier versions have written without them", () => {
  const state = { cookie: "TVNEUwM=", usn: 42, from: 3, witnesses: new Map([["id", "41@20261126101112.0Z"]]) };
  expect(usnState(usnStateText(state))).toEqual(state);
  expect(usnState("TVNEUwM= 42")).toBeUndefined();
});
