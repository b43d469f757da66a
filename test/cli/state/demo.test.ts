/** Tests `musterd demo`: its output, and the calls that the service received. */
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OperationId, specOf } from "../../../src/contract/contract.ts";
import { type CliResult, runCli } from "../../support/processes/cli-process.ts";

/** Empty until the demo makes the folder of the state and its own in it. */
let home: string;
let folder: string;
let result: CliResult;
/** Operation ids of all calls, in the order in which the service logged them. */
let calls: readonly OperationId[];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "musterd-demo-"));
  folder = join(home, ".musterd", "demo");
  result = await runCli(["demo", "--folder", folder]);
  const database = new DatabaseSync(join(folder, "service.db"), { readOnly: true });
  calls = database
    .prepare("SELECT value ->> 1 AS operation FROM calls, json_each(lines) ORDER BY last, key")
    .all()
    .map(({ operation }) => operation as OperationId);
  database.close();
});

afterAll(() => rm(home, { recursive: true }));

const isWriting = (id: OperationId): boolean => specOf(id).mutates;

/** Splits the calls at every V1, which begins a reading: for the plan, for the run, after the run, and for the second plan. */
const readings = (): OperationId[][] => {
  const starts = calls.flatMap((id, at) => (id === "V1" ? [at] : []));
  return starts.map((start, index) => calls.slice(start, starts[index + 1]));
};

describe("the demo", () => {
  it("makes the state folder as private as `musterd check` wants it, since it may be the first to come", async () => {
    expect(((await stat(join(home, ".musterd"))).mode & 0o777).toString(8)).toBe("700");
  });

  it("deletes nothing in a folder that it has not made", async () => {
    const own = await mkdtemp(join(tmpdir(), "musterd-own-"));
    await writeFile(join(own, "letter.txt"), "mine");
    const { code, stderr } = await runCli(["demo", "--folder", own]);
    expect({ code, letter: await readFile(join(own, "letter.txt"), "utf8") }).toEqual({ code: 1, letter: "mine" });
    expect(stderr).toMatch(
      /^option-invalid: .*it has files that no demo has written\n {2}hint: name a new or an empty/,
    );
    await rm(own, { recursive: true });
  });

  it("empties the folder of an earlier demo, and names the cause where it cannot", async () => {
    await writeFile(join(folder, "hr", "left.txt"), "");
    expect(await runCli(["demo", "--folder", folder, "--people", "100"])).toMatchObject({ code: 0 });
    await expect(readFile(join(folder, "hr", "left.txt"))).rejects.toThrow("ENOENT");
    const inFile = await runCli(["demo", "--folder", join(folder, "musterd.yaml")]);
    expect(inFile.stderr).toMatch(/^option-invalid: the demo cannot use the folder .*EEXIST/);
  });

  it("ends well and tells the story", () => {
    expect(result.code).toBe(0);
    for (const part of [
      "A sample company: 304 people",
      "What would change?",
      "0 of them writing",
      "then 1 permission refresh, the last call of all that write",
      "Nothing to do: HR and the service agree.",
      join(folder, "report.html"),
    ]) {
      expect(result.stdout).toContain(part);
    }
    expect(result.stdout).toMatch(/succeeded: \d{2,} entries applied, 0 failed, 0 held/);
  });

  it("reads without a writing call when it only plans", () => {
    const [planned = [], applied = [], readBack = [], afterRefresh = [], second = []] = readings();
    expect(readings()).toHaveLength(5);
    expect(planned.filter(isWriting)).toEqual([]);
    expect(applied.filter(isWriting).length).toBeGreaterThan(70);
    expect(readBack.filter(isWriting)).toEqual(["P1"]);
    // What the first refresh of a site may have taken back is looked at once.
    for (const reading of [afterRefresh, second]) expect(reading.filter(isWriting)).toEqual([]);
  });

  it("refreshes once, after every write", () => {
    const writing = calls.filter(isWriting);
    expect(writing.filter((id) => id === "P1")).toHaveLength(1);
    expect(writing.at(-1)).toBe("P1");
  });

  it("leaves a report that shows no personal data", async () => {
    const report = await readFile(join(folder, "report.html"), "utf8");
    expect(report).toContain("加工一課");
    expect(report).not.toMatch(/\b[A-Z][12]\d{8}\b|\b09\d{8}\b/);
  });
});
