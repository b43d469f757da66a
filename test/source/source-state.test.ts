/** Whether a source is as it was is told by the bytes of its files, and by nothing where they do not decide what is read. */
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { freshMemory, plainTable } from "./csv-folder.ts";

let folder: string;
let nowMs: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-state-"));
  nowMs = Date.now();
  await writeFile(join(folder, "people-1.csv"), "account,number,name\nann,1,Ann\n");
  await writeFile(join(folder, "words.csv"), "from,to\na,b\n");
});
afterEach(() => rm(folder, { recursive: true }));

const stateOf = (more: object = {}) => {
  const settings = sourceSettings.parse({
    feeds: { hr: { files: { folder, settleSeconds: 0 } } },
    employees: plainTable("people-*.csv", "account", "number", "name"),
    lookups: { words: { file: "words.csv" } },
    ...more,
  });
  return createHrSource(settings, freshMemory, { nowMs: () => nowMs }).state();
};

it("the state is the same for the same bytes, however new the files are, and tells when they were written", async () => {
  const before = await stateOf();
  await utimes(join(folder, "people-1.csv"), 1_700_000_000, 1_700_000_000);
  const after = await stateOf();
  expect(after?.digest).toBe(before?.digest);
  expect(after?.ages).toEqual([{ feed: "hr", kind: "employee", modifiedMs: 1_700_000_000_000 }]);
});

it("the state differs with a byte, another file of a pattern, a lookup table and the day", async () => {
  const states = [await stateOf()];
  await writeFile(join(folder, "people-1.csv"), "account,number,name\nann,1,Anm\n");
  states.push(await stateOf());
  await writeFile(join(folder, "people-2.csv"), "account,number,name\nbob,2,Bob\n");
  states.push(await stateOf());
  await writeFile(join(folder, "words.csv"), "from,to\na,c\n");
  states.push(await stateOf());
  nowMs += 86_400_000;
  states.push(await stateOf());
  expect(new Set(states.map((state) => state?.digest)).size).toBe(5);
  expect(states).not.toContain(undefined);
});

it("nothing is told of mapping functions, and of a file that is too old", async () => {
  expect(await stateOf({ mappingFile: "functions.ts" })).toBeUndefined();
  await utimes(join(folder, "people-1.csv"), nowMs / 1000 - 7_200, nowMs / 1000 - 7_200);
  expect(await stateOf({ quality: { maxAgeHours: 3 } })).toBeDefined();
  expect(await stateOf({ quality: { maxAgeHours: 1 } })).toBeUndefined();
});

it("a file that a reading would refuse is refused", async () => {
  await rm(join(folder, "people-1.csv"));
  await expect(stateOf()).rejects.toMatchObject({ code: "source-file-missing" });
});
