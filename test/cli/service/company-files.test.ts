/** Tests the reading of company documents from files: merging, and errors with their places. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCompanyFiles } from "../../../src/cli/service/company-files.ts";
import { baseline } from "../../service/cases/baseline.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

const inFolder = (name: string): string => join(folder, name);

/** Writes the files and reads them as one document. */
const read = async (files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) await writeFile(inFolder(name), text);
  return readCompanyFiles(Object.keys(files).map(inFolder));
};

const punches = "punches:\n  - account: amy\n    punchDate: 2026-11-20T08:58:00+08:00\n    punchType: 1\n";
const punch = { account: "amy", punchDate: "2026-11-20T08:58:00+08:00", punchType: 1 };

it("puts the sections of several files together, in YAML or JSON by name or by content", async () => {
  const files = {
    "a.yaml": punches,
    "b.json": "\uFEFF" + JSON.stringify({ notices: [] }),
    "c.txt": '\n {"surveys": {"categories": [], "surveys": []}}',
  };
  expect(await read(files)).toEqual({
    punches: [punch],
    notices: [],
    surveys: { categories: [], surveys: [] },
  });
  expect(await readCompanyFiles([])).toEqual({});
});

it("takes a file with an organisation alone", async () => {
  expect(await read({ "organisation.json": JSON.stringify(baseline()) })).toEqual({ organisation: baseline() });
});

const aliased = (at: number): string => {
  const [before, name] = [String.fromCodePoint(97 + at), String.fromCodePoint(98 + at)];
  return `${name}: &${name} [${Array(9).fill(`*${before}`).join(", ")}]`;
};
const bomb = ["a: &a [x, x]", ...Array.from({ length: 9 }, (_, at) => aliased(at))].join("\n");

it.each([
  ["YAML with a wrong indent", "x.yaml", `${punches}   punchType: 1\n`, 5, expect.any(String)],
  ["YAML with a key twice", "x.yaml", "punches: []\npunches: []\n", 2, "1"],
  ["JSON with a word", "x.json", '{\n  "punches": [ secretive ]\n}', 2, "16"],
  ["JSON that ends too early", "x.json", '{\n  "punches": [', 2, "15"],
  ["YAML that repeats itself without end", "x.yaml", bomb, undefined, undefined],
])("refuses %s and names the place, but not what stands there", async (_, name, text, line, column) => {
  const error = await read({ [name]: text }).then(
    () => undefined,
    (thrown: unknown) => thrown as Error & { place: object },
  );
  expect(error).toMatchObject({ code: "document-invalid", hint: expect.any(String) });
  expect(error?.place).toEqual({ file: inFolder(name), ...(line === undefined ? {} : { line, column }) });
  expect(error?.message).not.toContain("secretive");
});

it("lists every problem of every file with its path", async () => {
  const wrong = {
    "one.yaml": "punches:\n  - account: 7\n    punchDate: yesterday\n    punchType: 9\n",
    "two.yaml": "surveyz: []\norganisation:\n  levels: none\n",
    "empty.yaml": "",
  };
  const { message } = (await read(wrong).catch((thrown: unknown) => thrown)) as Error;
  const places = message
    .split("\n")
    .flatMap((line) => /^ {4}(.*?\.yaml): (\S+): ./.exec(line)?.slice(1).join(" ") ?? []);
  expect(new Set(places.map((place) => place.replace(`${folder}/`, "")))).toEqual(
    new Set([
      "one.yaml punches.0.account",
      "one.yaml punches.0.punchDate",
      "one.yaml punches.0.punchType",
      "two.yaml organisation.levels",
      "two.yaml organisation.titles",
      "two.yaml organisation.functions",
      "two.yaml organisation.departments",
      "two.yaml organisation.employees",
      "two.yaml surveyz",
      "empty.yaml (top)",
    ]),
  );
});

it("refuses a section that is in two files and names both", async () => {
  await expect(read({ "first.yaml": punches, "second.json": '{"punches": []}' })).rejects.toMatchObject({
    code: "section-twice",
    message: `the section punches is in ${inFolder("first.yaml")} and in ${inFolder("second.json")}`,
  });
});

it("refuses a file that is not there", async () => {
  await expect(readCompanyFiles([inFolder("nowhere.yaml")])).rejects.toMatchObject({
    code: "document-unreadable",
    place: { file: inFolder("nowhere.yaml") },
  });
});
