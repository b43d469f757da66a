/** Tests `musterd service load`, `dump`, `--load` and `--sample`: import, export, and errors. */
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import type { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import { baseline } from "../../service/cases/baseline.ts";
import { everydayCompany } from "../../service/everyday/everyday-baseline.ts";
import { callerOf, keyOf, startTestService } from "../../service/running-service.ts";
import { uploaderOf } from "../../service/uploads/upload-client.ts";
import { type CliResult, runCli, startCli } from "../../support/processes/cli-process.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-data-"));
});
afterAll(() => rm(folder, { recursive: true }));

const file = async (name: string, content: unknown): Promise<string> => {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  await writeFile(join(folder, name), text);
  return name;
};

const service = (parameters: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliResult> =>
  runCli(["service", ...parameters], { cwd: folder, env });

const done = async (parameters: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { code, stdout, stderr } = await service(parameters, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
};

const surveysInYaml = `
# A draft, as a person would write it.
surveys:
  categories:
    - { code: MOOD, name: 心情 }
  surveys:
    - code: Q1
      topic: How are you?
      category: MOOD
      published: false
      questions:
        - text: Well?
          typeId: single
          options: [{ name: "Yes" }, { name: "No" }]
punches:
  - account: amy
    punchDate: 2026-11-20T08:58:00+08:00
    punchType: 1
`;

it("loads several files into a database and dumps it into one that only its owner may read", async () => {
  const organisation = await file("organisation.json", baseline());
  const rest = await file("rest.yaml", surveysInYaml);
  const database = ["--database", "first.db"];
  expect(await done(["load", organisation, rest, ...database])).toBe("Loaded: organisation, surveys, punches.\n");
  expect(await done(["dump", ...database, "--out", "all.yaml"])).toBe("Written: all.yaml\n");
  expect(((await stat(join(folder, "all.yaml"))).mode & 0o777).toString(8)).toBe("600");
  const dumped = parse(await readFile(join(folder, "all.yaml"), "utf8")) as CompanyDocument;
  expect(dumped.organisation).toEqual(baseline());
  expect(dumped.surveys?.surveys.map(({ code, questions }) => [code, questions.length])).toEqual([["Q1", 1]]);
  expect(dumped.punches).toEqual([
    { account: "amy", punchDate: "2026-11-20T00:58:00.000Z", punchType: 1, location: null, remark: null },
  ]);
});

it("loads and dumps a running service by its address and its admin key", async () => {
  const running = await startTestService();
  try {
    const env = { MUSTERD_ADMIN_KEY: "admin-secret-of-tests" };
    const url = ["--url", running.url];
    await done(["load", await file("running.json", everydayCompany()), ...url], env);
    expect(await running.dump()).toEqual(baseline());
    await done(["dump", ...url, "--section", "punches", "notices", "--out", "two.json"], env);
    const two = JSON.parse(await readFile(join(folder, "two.json"), "utf8")) as CompanyDocument;
    expect(Object.keys(two)).toEqual(["punches", "notices"]);
    expect(two.punches).toHaveLength(7);
    const refused = await service(["load", await file("zoe.yaml", surveysInYaml.replace("amy", "zoe")), ...url], env);
    expect(refused.stderr).toMatch(/^sandbox-refused: .*OPA-USER-UNKNOWN at punches\.0\.account/);
    expect(await running.admin("GET", "/company?section=punches")).toEqual({ punches: two.punches });
  } finally {
    await running.close();
  }
});

it("says what is wrong with files, and where, and loads nothing", async () => {
  const one = await file("one.yaml", "punches:\n  - account: 7\n");
  const invalid = await service(["load", one, "--database", "refused.db"]);
  expect(invalid).toMatchObject({ code: 1, stdout: "" });
  expect(invalid.stderr).toMatch(
    /^document-invalid: \d+ problem\(s\) in the company document:\n {4}one\.yaml: punches\.0\./,
  );
  expect(invalid.stderr).toContain("hint: ");
  const nowhere = await service(["dump", "--database", "refused.db", "--out", "no/such/folder.yaml"]);
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringMatching(/^document-unwritable: /) });
});

it("starts with a sample company of the size that is asked for, and with files on top of it", async () => {
  const env = { MUSTERD_ADMIN_KEY: "admin-secret-of-tests" };
  const forms = await file(
    "forms.yaml",
    "forms: { categories: [{ category: Mine }], forms: [] }\nagents: { people: [] }\n",
  );
  const start = ["service", "--port", "0", "--database", "sample.db", "--sample", "120", "--load", forms];
  const cli = startCli(start, { cwd: folder, env });
  await expect.poll(() => cli.stdout()).toContain("reference service:");
  const url = /http:\/\/\S+/.exec(cli.stdout())?.[0] ?? "";
  const dumped = JSON.parse(await done(["dump", "--url", url, "--format", "json"], env)) as CompanyDocument;
  cli.signal("SIGTERM");
  expect(await cli.ended).toEqual({ code: 0, signal: null });
  expect(dumped.organisation?.employees).toHaveLength(124);
  expect(dumped.forms?.categories.map(({ category }) => category)).toEqual(["Mine"]);
  expect([dumped.libraries?.length, dumped.surveys?.surveys.length]).toEqual([3, 4]);
  expect(dumped.punches?.length).toBeGreaterThan(100);
});

it("refuses the uploads of a key beyond --quota-gib", async () => {
  const env = { MUSTERD_API_KEY: keyOf["Api-Key"] };
  const start = ["service", "--port", "0", "--database", "small.db", "--corp-code", keyOf.CorpCode];
  const cli = startCli([...start, "--quota-gib", "0.001"], { cwd: folder, env });
  await expect.poll(() => cli.stdout()).toContain("reference service:");
  const { sendBase64 } = uploaderOf(callerOf(/http:\/\/\S+/.exec(cli.stdout())?.[0] ?? ""));
  expect((await sendBase64("a", btoa("a".repeat(1_000_000)))).status).toBe(200);
  expect((await sendBase64("b", btoa("b".repeat(100_000)))).code).toBe("OPA-UPLOAD-QUOTA");
  cli.signal("SIGTERM");
  await cli.ended;
});

it("does not start where a file is wrong or a number of people is none", async () => {
  const quirks = await file("quirks.yaml", "p1DelayMs: 0\nignores: [E13\n");
  const zoe = await file("stranger.yaml", surveysInYaml.replace("amy", "zoe"));
  for (const [parameters, error] of [
    [["--load", zoe], /^sandbox-refused: .*OPA-USER-UNKNOWN/],
    [["--sample", "many"], /^option-invalid: many is not a number of people/],
    [["--quirks", quirks], /^option-invalid: --quirks .*quirks\.yaml: Flow .*\n {2}where: .*line 3/],
    [["--quirks", folder], /^option-invalid: --quirks .*EISDIR/],
  ] as const) {
    const result = await service(["--port", "0", "--database", "wrong.db", ...parameters]);
    expect(result).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(error) });
  }
});

it("leaves a database as it was when a file that is loaded on top of a sample is refused", async () => {
  const zoe = await file("beyond.yaml", surveysInYaml.replace("amy", "zoe"));
  const database = ["--database", "whole.db"];
  const result = await service(["--port", "0", ...database, "--sample", "100", "--load", zoe]);
  expect(result).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^sandbox-refused: /) });
  const { organisation, surveys } = parse(await done(["dump", ...database])) as CompanyDocument;
  expect([organisation?.employees, surveys?.surveys]).toEqual([[], []]);
});
