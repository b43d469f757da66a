/** Carries out the recipes: their commands, as printed, on their own files. The configuration on the page is the one among the files. */
import { copyFileSync, cpSync, globSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { parse } from "yaml";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { compareText } from "../../src/plan/values/sequence.ts";
import { runCli } from "../support/processes/cli-process.ts";
import { blocksOf, cacheFolder } from "./blocks.ts";

const folder = cacheFolder();
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Page, folder of its files, and what the service has at the end: accounts (`-`: disabled) and departments. */
const recipes: readonly [page: string, files: string, accounts: string, departments: string][] = [
  [
    "taiwan-export",
    "taiwan-export",
    "bo.chen hao.cheng jay.wu ming.tsai shu.hsu ya.lin",
    "北區課 晨光科技 業務處 研發處 韌體課",
  ],
  ["sap-workday-oracle", "sap", "aberger jweber lbraun mschulz", "Entwicklung Geschäftsleitung Vertrieb"],
  [
    "sap-workday-oracle",
    "workday",
    "ava.stone emma.wells liam.cole noah.reed olivia.hart",
    "Engineering Executive Office Sales",
  ],
  ["sap-workday-oracle", "oracle", "mito rsato skato ytanaka", "Finance Head Office Logistics"],
  ["several-companies", "several-companies", "", ""],
  ["own-export", "own-export", "l.king m.lane", "Office"],
  ["from-scripts", "from-scripts", "h.ford i.gray j.hill k.ivey", "Sales Stores"],
  ["leaving", "leaving", "-d.moore c.lopez e.nolan", "Sales Stores"],
];

it.each(recipes)("%s with %s ends as its page says", async (page, files, accounts, departments) => {
  cpSync(join("examples/recipes", files), folder, { recursive: true });
  const lines = blocksOf(`docs/recipes/${page}.md`)
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.split("\n"))
    .map((line) => line.replace(/\s*#.*$/, ""))
    .filter(Boolean);
  let last: number | null = null;
  for (const line of lines) {
    const [program = "", ...given] = line.split(" ");
    if (program === "cp") {
      copyFileSync(join(folder, given[0] ?? ""), join(folder, given[1] ?? ""));
      continue;
    }
    const { code, stdout, stderr } = await runCli(given, { cwd: folder });
    // A plan that finds something ends with 2.
    const refused = code === 1 || (code === 2 && given[0] !== "plan");
    expect({ line, refused, stdout, stderr }).toMatchObject({ line, refused: false });
    last = code;
  }
  expect(last).toBe(0);
  if (accounts === "") return;
  const { stdout } = await runCli(["service", "dump", "--section", "organisation"], { cwd: folder });
  const { organisation } = parse(stdout) as { organisation: Organisation };
  const found = organisation.employees.map(({ account, active }) => `${active ? "" : "-"}${account}`);
  expect(found.toSorted(compareText).join(" ")).toBe(accounts);
  expect(
    organisation.departments
      .map(({ name }) => String(name))
      .toSorted(compareText)
      .join(" "),
  ).toBe(departments);
});

it("show the configurations that are among their files", () => {
  const shown = globSync("docs/recipes/*.md").flatMap((page) =>
    blocksOf(page).flatMap(({ file, text }) => (file === undefined ? [] : [`${basename(file)}\n${text}`])),
  );
  const files = globSync("examples/recipes/*/*.yaml").filter((file) => !file.endsWith("stand-in.yaml"));
  expect(shown.sort()).toEqual(files.map((file) => `${basename(file)}\n${readFileSync(file, "utf8")}`).sort());
});
