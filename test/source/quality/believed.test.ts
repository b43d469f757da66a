/**
 * Files that look valid but are wrong: part-time posts missing from a truncated file, a wrong encoding, headers and
 * errors among the rows.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import iconv from "iconv-lite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import type { SourceProfile } from "../../../src/model/plan/quality.ts";
import { createHrSource } from "../../../src/source/hr-source.ts";
import { sourceSettings } from "../../../src/source/settings.ts";
import { type Files, freshMemory, plainTable, readCsv } from "../csv-folder.ts";
import { company, judged, snapshotOf } from "./company.ts";

const told = (findings: ReturnType<typeof judged>): readonly string[] =>
  findings.map(({ rule, severity, field, count, base }) => `${severity} ${rule} ${field ?? ""} ${count}/${base}`);

describe("posts-fell", () => {
  const full = company({ people: 400 });
  const before = snapshotOf(full);
  /** The snapshot if the file of part-time posts, sorted by person, breaks off after this share of the people. */
  const cutAt = (share: number) => {
    const partTimers = full.employees.filter(({ posts = [] }) => posts.length > 1);
    const lost = new Set(partTimers.slice(Math.floor(partTimers.length * share)));
    return snapshotOf({
      ...full,
      employees: full.employees.map((one) =>
        lost.has(one) ? { ...one, posts: (one.posts ?? []).filter(({ main }) => main) } : one,
      ),
    });
  };

  it("holds the posts where a file was cut at 85 %, and lets the loss of a few pass", () => {
    expect(told(judged(cutAt(0.85), before))).toEqual(["hold posts-fell part-time 6/40"]);
    expect(told(judged(cutAt(0.95), before))).toEqual([]);
    expect(told(judged(cutAt(1), before))).toEqual([]);
  });

  it("sees functions that have gone, whatever others have gained", () => {
    const moved = full.employees.map((one, at) => ({
      ...one,
      posts: (one.posts ?? []).map((post) => ({ ...post, functions: at < 50 ? [] : ["F1", "F2"] })),
    }));
    expect(told(judged(snapshotOf({ ...full, employees: moved }), before))).toEqual([
      "hold posts-fell functions 50/400",
    ]);
  });

  it("counts nobody who has left, joined, or has a post that cannot be read", () => {
    const half = full.employees.slice(20);
    const unread = half.map(({ posts, ...one }, at) => (at < 40 || !posts ? one : { ...one, posts }));
    const rejected = unread.slice(0, 40).map(({ account }, at) => ({
      kind: "post" as const,
      key: account,
      file: "posts.csv",
      line: at + 2,
      column: "title",
      code: "date-invalid",
      reason: "",
    }));
    const now = snapshotOf({ ...full, employees: unread }, rejected);
    expect(told(judged(now, before)).filter((one) => one.includes("posts-fell"))).toEqual([]);
  });
});

describe("from reading to reading", () => {
  let folder: string;
  let last: SourceProfile | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "musterd-believed-"));
    last = undefined;
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** Reads the files and returns the rules and severities of the findings. The profile of a good reading is remembered. */
  const read = async (files: Files, employees: object, feed: object = {}, accepted: readonly string[] = []) => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const settings = sourceSettings.parse({
      feeds: { hr: { files: { folder, settleSeconds: 0, ...feed } } },
      employees,
    });
    const source = createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
    const { findings, profile, snapshot } = await source.read(accepted);
    last = JSON.parse(JSON.stringify(profile)) as SourceProfile;
    return { findings: findings.map(({ rule, severity }) => `${severity} ${rule}`), snapshot };
  };

  const text = "account,name\nann,王小明\nbob,林美\n";
  const table = plainTable("people.csv", "account", "name");

  it("another encoding without proof holds the people, until it is accepted", async () => {
    expect((await read({ "people.csv": text }, table)).findings).toEqual([]);
    const inBig5 = { "people.csv": iconv.encode(text, "big5") };
    for (let times = 0; times < 2; times++) {
      const held = await read(inBig5, table, { encoding: "big5" });
      expect(held.findings).toEqual(["hold encoding-changed"]);
      expect(held.snapshot.directory.employees).toBeUndefined();
    }
    const accepted = await read(inBig5, table, { encoding: "big5" }, ["encoding-changed"]);
    expect(accepted.snapshot.directory.employees).toHaveLength(2);
    expect((await read(inBig5, table, { encoding: "cp950" })).findings).toEqual([]);
    expect((await read({ "people.csv": text }, table)).findings).toEqual(["warn encoding-changed"]);
    expect((await read({ "people.csv": Buffer.from(`\uFEFF${text}`, "utf16le") }, table)).findings).toEqual([]);
  });

  it("an encoding that the mapping proves is only a warning", async () => {
    const chinese = { file: "people.csv", columns: { account: "帳號", name: "姓名" } };
    const content = text.replace("account,name", "帳號,姓名");
    expect((await read({ "people.csv": iconv.encode(content, "big5") }, chinese)).findings).toEqual([]);
    const { findings, snapshot } = await read({ "people.csv": iconv.encode(content, "gb18030") }, chinese);
    expect(findings).toEqual(["warn encoding-changed"]);
    expect(snapshot.directory.employees?.[0]?.name).toBe("王小明");
  });

  it("a repeated header is not a person, and is a warning", async () => {
    const { findings, snapshot } = await read({ "people.csv": `${text}account,name\ncyd,Cyd\n` }, table);
    expect(findings).toEqual(["warn header-repeated"]);
    expect(snapshot.directory.employees?.map(({ account }) => account)).toEqual(["ann", "bob", "cyd"]);
    expect(snapshot.rejected).toEqual([]);
  });
});

describe("an error of a formula", () => {
  it("is a bad cell with a code of its own; a person without a name stays", async () => {
    const content = "account,name,department\nann,#N/A,D1\nbob,Bob,#REF!\n#VALUE!,Cyd,D1\ndan,#1,D1\n";
    const employees = plainTable("employees.csv", "account", "name", "department");
    const { directory, rejected } = await readCsv({ "employees.csv": content }, { employees });
    expect(directory.employees).toMatchObject([{ account: "ann" }, { account: "dan", name: "#1" }]);
    expect(rejected.map(({ line, column, code }) => `${line} ${column} ${code}`)).toEqual([
      "2 name formula-error",
      "3 department formula-error",
      "4 account formula-error",
    ]);
    expect(rejected[0]?.reason).toContain("#N/A");
  });
});

describe("a column that is filled down", () => {
  it("must be in the file", async () => {
    const employees = { ...plainTable("employees.csv", "account", "department"), fillDown: ["departement"] };
    const reading = readCsv({ "employees.csv": "account,department\nann,D1\nbob,\n" }, { employees });
    await expect(reading).rejects.toMatchObject({ code: "source-column-unknown" });
    const right = { ...employees, fillDown: ["department"] };
    const { directory } = await readCsv(
      { "employees.csv": "account,department\nann,D1\nbob,\n" },
      { employees: right },
    );
    expect(directory.employees?.map(({ posts }) => posts?.[0]?.department)).toEqual(["D1", "D1"]);
  });
});
