/** Tests which codes an undo gives back: only those that their objects still have, and never one that somebody else has now. */
import { expect, test } from "vitest";
import type { TargetLists } from "../../../src/model/directory/snapshot.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import type { RecordedChange, RecordedRun } from "../../../src/model/runs/recorded-run.ts";
import { renamesBack } from "../../../src/plan/undo/undo-renames.ts";

/** `A→B`; `~` for one of the two steps over a temporary code. */
const rename = (text: string): Change => {
  const [before = "", after = ""] = text.replace("~", "").split("→");
  return {
    id: `department/${before}/rename${text.startsWith("~") ? "/park" : ""}`,
    kind: "department",
    key: before,
    label: before,
    action: "rename",
    fields: [{ field: "code", before, after }],
  } as unknown as Change;
};

const applied = (text: string): RecordedChange => ({ change: rename(text), outcome: { result: "applied" } });
const ofRun = (changes: readonly RecordedChange[], since: readonly string[]): RecordedRun => ({
  id: "1",
  changes,
  siblings: [],
  renamedSince: since.map(rename),
  undoneSince: [],
});

const listing = (codes: string): TargetLists => ({
  levels: [],
  titles: [],
  functions: [],
  employees: [],
  departments: codes.split("").map((code) => ({ code, name: code })),
});

const said = (renames: readonly { readonly from: string; readonly to: string }[]) =>
  renames.map(({ from, to }) => `${from}→${to}`).join(" ");

test.each<[what: string, own: string, since: string, present: string, wanted: string, refused: string]>([
  ["is given back while its object has the new one", "A→B", "", "B", "B→A", ""],
  ["is given back in whatever spelling", "a→b", "", "B", "b→a", ""],
  ["that somebody has replaced since is not", "A→B", "B→C", "C", "", "C→A"],
  ["of what is not there any more is not", "A→B", "", "X", "", "B→A"],
  ["that somebody else has now is not", "A→B", "", "AB", "", "B→A"],
  ["that has been given back is none", "A→B", "B→A", "A", "", ""],
  ["is given back if its new owner gives it back, too", "A→B C→A", "", "AB", "B→A A→C", ""],
  ["is not given back if its new owner keeps it", "A→B C→A", "", "ABC", "", "B→A A→C"],
  ["is not given back if its new owner cannot, in a chain", "A→B C→A D→C", "", "ABCD", "", "B→A A→C C→D"],
  ["is exchanged back", "~A→T B→A T→B", "", "AB", "B→A A→B", ""],
  ["that rests under a temporary one since is given back", "A→B", "~B→T", "T", "T→A", ""],
])("a code %s", (_, own, since, present, wanted, refused) => {
  const found = renamesBack(ofRun(own.split(" ").map(applied), since ? since.split(" ") : []), listing(present));
  expect({ wanted: said(found.wanted), refused: said(found.refused) }).toEqual({ wanted, refused });
  expect(said(found.listed)).toBe(wanted);
  for (const { from, to } of found.wanted) expect(found.keyAfter("department", from)).toBe(to);
});

test.each([
  ["has the new code, and nothing the old one", "B", "B→A"],
  ["has the new code, and another one the old", "AB", ""],
  ["has neither", "X", ""],
])("of a rename whose outcome is not known, something %s", (_, present, uncertain) => {
  const run = ofRun([{ change: rename("A→B"), outcome: { result: "failed" } }], []);
  const found = renamesBack(run, listing(present));
  expect([said(found.uncertain), said(found.wanted)]).toEqual([uncertain, ""]);
});
