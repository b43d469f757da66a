/** A source that is read repeatedly; each reading is compared with the last good one. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import type { SourceProfile } from "../../src/model/plan/quality.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { freshMemory, plainTable } from "./csv-folder.ts";

let folder: string;
let last: SourceProfile | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-gate-"));
});

afterAll(() => rm(folder, { recursive: true }));

const fields = ["account", "number", "name", "email"] as const;

const write = (people: number, email: (index: number) => string = (index) => `e${index}@example.com`) => {
  const rows = Array.from({ length: people }, (_, index) => `e${index},${index},員工${index},${email(index)}`);
  return writeFile(join(folder, "e.csv"), [fields.join(","), ...rows].join("\n"));
};

const source = (...mapped: readonly string[]) => sourceOf(plainTable("e.csv", ...mapped));

const sourceOf = (employees: object) =>
  createHrSource(
    sourceSettings.parse({ feeds: { hr: { files: { settleSeconds: 0, folder } } }, employees }),
    { ...freshMemory, lastProfile: async () => last },
    systemClock,
  );

/** Reads the source and saves the profile, as a successful run does. */
const readAndKeep = async (accepted: readonly string[] = [], mapped: readonly string[] = fields) => {
  const reading = await source(...mapped).read(accepted);
  last = reading.profile;
  return reading;
};

describe("a source read again", () => {
  it("is refused when half of its rows are gone, and passes once when a person accepts it", async () => {
    last = undefined;
    await write(100);
    expect((await readAndKeep()).findings).toEqual([]);
    await write(50);
    await expect(source(...fields).read([])).rejects.toMatchObject({
      code: "source-quality",
      message: expect.stringMatching(/rows-fell: .*from 100 to 50; at least 80 were expected/),
      hint: expect.stringContaining("--accept rows-fell"),
    });
    const inspected = await source(...fields).inspect();
    expect(inspected.findings.map(({ rule, severity }) => [rule, severity])).toEqual([["rows-fell", "refuse"]]);
    const accepted = await readAndKeep(["rows-fell"]);
    expect(accepted.findings.map(({ rule, severity }) => [rule, severity])).toEqual([["rows-fell", "warn"]]);
    expect((await readAndKeep()).findings).toEqual([]);
  });

  it.each([
    ["except", { except: [{ column: "type", is: "guest" }] }],
    ["only", { only: [{ column: "type", blank: true }] }],
    ["protect", { protect: [{ column: "type", is: "guest" }] }],
  ])("leaves a kind alone as long as the column of a condition is blank: %s", async (_, conditions) => {
    const readWith = async (guests: number) => {
      const rows = Array.from({ length: 100 }, (_, at) => `e${at},${at},員工${at},${at < guests ? "guest" : ""}`);
      await writeFile(join(folder, "e.csv"), ["account,number,name,type", ...rows].join("\n"));
      const read = await sourceOf({ ...plainTable("e.csv", "account", "number", "name"), ...conditions }).read([]);
      last = read.profile;
      return [read.snapshot.directory.employees?.length, ...read.findings.map(({ rule, field }) => `${rule} ${field}`)];
    };
    last = undefined;
    const [people] = await readWith(6);
    expect(await readWith(3)).toEqual([people === 94 ? 97 : people]);
    await readWith(6);
    expect(await readWith(0)).toEqual([undefined, "fill-fell type"]);
    expect(await readWith(0)).toEqual([undefined, "fill-fell type"]);
    expect(await readWith(6)).toEqual([people]);
  });

  it.each([
    ["a column", { column: "type", values: { left: false }, default: true }],
    ["a column with a word for a blank", { column: "type", values: { left: false }, default: true, empty: ["-"] }],
    ["a template", { column: "{type}", values: { left: false }, default: true }],
  ])("leaves a kind alone as long as a column is blank whose blank means a value: %s", async (_, active) => {
    const readWith = async (left: number) => {
      const rows = Array.from({ length: 100 }, (_, at) => {
        const blank = "empty" in active && at % 2 === 1 ? "-" : "";
        return `e${at},${at},員工${at},${at < left ? "left" : blank}`;
      });
      await writeFile(join(folder, "e.csv"), ["account,number,name,type", ...rows].join("\n"));
      const { columns, ...part } = plainTable("e.csv", "account", "number", "name");
      const read = await sourceOf({ ...part, columns: { ...columns, active } }).read([]);
      last = read.profile;
      const working = read.snapshot.directory.employees?.filter((one) => one.active).length;
      return [working, ...read.findings.map(({ rule, field }) => `${rule} ${field}`)];
    };
    last = undefined;
    expect(await readWith(6)).toEqual([94]);
    expect(await readWith(3)).toEqual([97]);
    expect(await readWith(6)).toEqual([94]);
    for (const _ of ["first run", "second run"]) expect(await readWith(0)).toEqual([undefined, "fill-fell type"]);
    expect(await readWith(6)).toEqual([94]);
  });

  it("leaves a kind alone as long as one of its columns is blank", async () => {
    last = undefined;
    await write(100);
    await readAndKeep();
    await write(100, (index) => (index === 0 ? "e0@example.com" : ""));
    for (const _ of ["first run", "second run"]) {
      const { snapshot, findings } = await readAndKeep();
      expect(findings).toMatchObject([{ rule: "fill-fell", severity: "hold", field: "email", count: 1, base: 100 }]);
      expect(snapshot.directory.employees).toBeUndefined();
    }
    await write(100);
    const { snapshot, findings } = await readAndKeep();
    expect([snapshot.directory.employees?.length, findings]).toEqual([100, []]);
  });

  it("does not report a field that is no longer mapped", async () => {
    last = undefined;
    await write(100);
    await readAndKeep();
    const { findings } = await readAndKeep([], ["account", "number", "name"]);
    expect(findings).toEqual([]);
  });
});
