/** Tests the explanations in the HTML page of the commands that write one, against the service. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ShownEntry, textOfPage, unpackedPage } from "../report/unpacked-page.ts";
import { type CliResult, runCli } from "../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings, personalData } from "../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture } from "../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;

const musterd = (...parameters: readonly string[]): Promise<CliResult> =>
  runCli([...parameters, "--config", place.config], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

type Page = { readonly html: string; readonly meta: string; readonly entries: readonly ShownEntry[] };

const pageOf = async (...parameters: readonly string[]): Promise<Page> => {
  await musterd(...parameters, "--html", "page.html");
  const html = await readFile(join(place.folder, "page.html"), "utf8");
  return { html, ...unpackedPage(html) };
};

const rowOf = ({ entries }: Page, key: string): ShownEntry | undefined => entries.find((entry) => entry.key === key);

const withoutSpace = (text: string): string => text.replaceAll(/\s/g, "");

const people = officePeople(5);
const [first, second, ...rest] = people;

/** After a first run: e01 has another name, e02 is disabled, e06 is new, and the row of e04 cannot be read. */
beforeAll(async () => {
  fixture = await openServiceFixture();
  place = await openWorkplace(officeFiles(people), officeSettings(fixture));
  const { code, stderr } = await musterd("apply", "--yes");
  if (code !== 0 || !first || !second) throw new Error(stderr);
  const joiners = officePeople(6).slice(5);
  const files = officeFiles([{ ...first, name: "新名" }, { ...second, active: false }, ...rest, ...joiners]);
  const csv = String(files["employees.csv"]).replace(/^(e04,.*),true$/m, "$1,perhaps");
  await place.write({ ...files, "employees.csv": csv });
});

afterAll(async () => {
  await fixture.close();
  await place.remove();
});

describe("the page", () => {
  it.each(["en", "zh-TW"])(
    "of a plan has behind each row what `musterd explain` prints for it, in %s",
    async (language) => {
      const page = await pageOf("plan", "--language", language);
      expect(page.entries.length).toBeGreaterThanOrEqual(4);
      for (const { kind, key, why } of page.entries) {
        const { stdout } = await musterd("explain", `${kind}/${key}`, "--language", language);
        expect(withoutSpace(why)).toBe(withoutSpace(stdout));
        expect(why).toMatch(/employees\.csv:\d+ \(source\.employees\)/);
      }
      const shown = textOfPage(page.html);
      for (const value of people.flatMap((one) => Object.values(personalData(one)))) expect(shown).not.toContain(value);
    },
  );

  it("of a restricted plan explains what it does", async () => {
    const page = await pageOf("plan", "--only", "e01");
    expect(page.entries.map(({ key }) => key)).toEqual(["e01"]);
    expect(rowOf(page, "e01")?.why).toMatch(/name: 員工01 → 新名 · update/);
  });

  it("of a run has the outcome of each change, and only earlier runs as the past", async () => {
    const page = await pageOf("apply", "--yes");
    const why = rowOf(page, "e01")?.why;
    expect(why).toMatch(/update employee .*wave \d+ · applied/);
    expect(why).toMatch(/name: 員工01 → 新名 .* written \d{4}/);
    expect(why?.split("Earlier runs")[1]).not.toContain("update");
    expect(why?.split("Earlier runs")[1]).toContain("create employee: applied");
  });

  it("that is written later names the command, because the readings are not kept", async () => {
    const page = await pageOf("show", "last");
    expect(rowOf(page, "e01")?.why).toBe("");
    expect(JSON.parse(page.meta)).toMatchObject({ command: "musterd explain" });
  });

  it("of an undo has neither: it does not follow the source", async () => {
    const page = await pageOf("undo", "last", "--dry-run");
    expect(page.entries.length).toBeGreaterThan(0);
    expect(page.entries.filter(({ why }) => why !== "")).toEqual([]);
    expect(JSON.parse(page.meta)).toMatchObject({ command: "" });
  });
});
