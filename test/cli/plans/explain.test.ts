/** Tests `musterd explain` against the service: from the cell of the source to the change, and to the run that wrote a value. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Explanation } from "../../../src/model/runs/explanation.ts";
import { type CliResult, runCli } from "../../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings, personalData } from "../../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture, writesOf } from "../../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;

const musterd = (...parameters: readonly string[]): Promise<CliResult> =>
  runCli([...parameters, "--config", place.config], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

const explained = async (word: string): Promise<Explanation> => {
  const { stdout, stderr } = await musterd("explain", word, "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Explanation;
};

const people = officePeople(6);
const [first, second, ...rest] = people;

/**
 * After a first run: e01 has a corrected name and ID card, e02 is disabled, e07 is new, somebody has changed e03 in the service, and the
 * row of e04 cannot be read.
 */
beforeAll(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(people), officeSettings(fixture));
  const { code, stderr } = await musterd("apply", "--yes");
  if (code !== 0 || !first || !second) throw new Error(stderr);
  const [joiner] = officePeople(7).slice(6);
  const files = officeFiles([
    { ...first, name: "員工01新" },
    { ...second, active: false },
    ...rest,
    ...(joiner ? [joiner] : []),
  ]);
  const changed = String(files["employees.csv"])
    .replace(personalData(first).idCardNumber, "Z900000091")
    .replace(/^(e04,.*),true$/m, "$1,perhaps");
  await place.write({ ...files, "employees.csv": changed });
  await fixture.forgetCalls();
});

afterAll(async () => {
  await fixture.close();
  await place.remove();
});

describe("explain", () => {
  it("follows a changed person from the cell to the change, and names the run that wrote the rest", async () => {
    const { code, stdout } = await musterd("explain", "E01");
    expect(code).toBe(2);
    expect(stdout).toContain("員工01新 · employee e01 · E01\nOne change is planned.");
    expect(stdout).toMatch(/employees\.csv:2 \(source\.employees\)\n[\s\S]*name +name "員工01新" → 員工01新/);
    expect(stdout).toMatch(/matched by employee number\n[\s\S]*employee number: E01 → e01\n/);
    expect(stdout).toMatch(/name: 員工01 → 員工01新 · update \(step 5, wave \d+\) · written \d{4}/);
    expect(stdout).toMatch(/The same on both sides\n {4}account: e01 · written /);
    expect(stdout).toMatch(/Earlier runs\n {2}.*create employee:\s+applied/);
    for (const value of Object.values(personalData(people[0] ?? { account: "", number: "", name: "" })))
      expect(stdout).not.toContain(value);
    expect(stdout).not.toContain("Z900000091");
  });

  it("names the run of each value, and whether the value still stands", async () => {
    const { fields, past } = await explained("e01");
    const [run] = past;
    const of = (name: string) => fields.find(({ field }) => field === name);
    expect(of("number")).toMatchObject({ why: "same", writtenBy: { runId: run?.runId, stands: true } });
    expect(of("name")).toMatchObject({ changes: ["employee/e01/update"], writtenBy: { stands: true } });
    expect(of("idCardNumber")).toMatchObject({ source: "•••", target: "•••", writtenBy: { runId: run?.runId } });
    expect(of("idCardNumber")?.writtenBy).not.toHaveProperty("stands");
    const company = await fixture.dump();
    const renamed = company.employees.map((one) => (one.account === "e03" ? { ...one, name: "別人改的" } : one));
    await fixture.load({ ...company, employees: renamed });
    const e03 = await explained("e03");
    expect(e03.fields.find(({ field }) => field === "name")).toMatchObject({ writtenBy: { stands: false } });
  });

  it("shows no digest of what is masked, because all days of birth are soon tried", async () => {
    const { past } = await explained("e01");
    expect(past[0]?.change.fields.map(({ field }) => field)).toContain("idCardNumber");
    expect(JSON.stringify(past)).not.toContain("idCardNumber=");
  });

  it("explains a leaver, a joiner, a department, and people whose row cannot be used", async () => {
    const leaver = await explained("e02");
    expect(leaver).toMatchObject({ result: "planned", changes: [{ action: "deactivate", step: 10 }] });
    expect(leaver.fields.find(({ field }) => field === "post:B")).toMatchObject({ why: "person-inactive" });
    const joiner = await explained("員工07");
    expect(joiner).toMatchObject({ match: { state: "new" }, changes: [{ action: "create" }] });
    expect(joiner.changes[0]?.needs).toEqual([]);
    expect(joiner.fields.find(({ field }) => field === "active")).toMatchObject({ why: "active-when-created" });
    const unreadable = await explained("E04");
    expect(unreadable).toMatchObject({
      result: "nothing",
      match: { state: "only-service" },
      standing: [{ code: "rejected", row: { file: "employees.csv", line: 5, column: "active" } }],
      records: [{ file: "employees.csv", line: 5 }],
    });
    expect(new Set(unreadable.fields.map(({ why }) => why))).toEqual(new Set(["rejected"]));
    const department = await explained("department/A");
    expect(department).toMatchObject({ subject: { kind: "department", label: "甲部" }, result: "nothing" });
    expect(department.elsewhere.map(({ id }) => id)).toContain("employee/e07/create");
  });

  it("answers in Traditional Chinese, and writes nothing", async () => {
    const { code, stdout } = await musterd("explain", "甲部", "--language", "zh-TW");
    expect(code).toBe(0);
    expect(stdout).toContain("不做任何變更：可寫入的欄位沒有差異。");
    expect(stdout).toMatch(/兩邊相同\n[\s\S]*名稱：甲部/);
    expect(writesOf(await fixture.calls())).toEqual([]);
    const { stdout: list } = await musterd("runs", "--json");
    expect(JSON.parse(list)).toHaveLength(1);
  });

  it("names the records that are alike, and those that share a name", async () => {
    const unknown = await musterd("explain", "e08");
    expect(unknown).toMatchObject({ code: 1, stdout: "" });
    expect(unknown.stderr).toMatch(/^subject-unknown: .*"e08"; similar: .*employee\/e0\d \(員工/);
    await place.write({ "departments.csv": "code,name\nA,員工05\nB,乙部\n" });
    const shared = await musterd("explain", "員工05");
    expect(shared.stderr).toMatch(/^subject-ambiguous: 2 records .*employee\/e05 .*department\/A/);
    expect((await musterd("explain", "department/員工05")).code).toBe(2);
  });

  it("puts a key into quotes where it shows a command, because a shell would obey it", async () => {
    await place.write({ "departments.csv": "code,name\n$(id),同名\nB,同名\n" });
    const shared = await musterd("explain", "同名");
    expect(shared.stderr).toMatch(/^subject-ambiguous: .*\n.*hint: .*musterd explain 'department\/\$\(id\)'$/m);
  });
});
