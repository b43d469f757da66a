import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { targetOptions, withTargetOptions } from "../../scripts/target-options.ts";
import { loadConfig } from "../../src/config.ts";
import { openApiDocument } from "../../src/contract/open-api.ts";
import { targetSettings } from "../../src/site/settings.ts";

const document = readFileSync("docs/target-options.md", "utf8");
const folder = mkdtempSync(join(tmpdir(), "musterd-options-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("docs/target-options.md", () => {
  it("contains the schema's description of every option", () => {
    expect(Object.keys(targetOptions().options).toSorted()).toEqual(Object.keys(targetSettings.shape).toSorted());
    const withoutMeaning = Object.entries(targetOptions().options).filter(([, one]) => !one.description?.endsWith("."));
    expect(withoutMeaning).toEqual([]);
    // `npm run schema` writes the document again.
    expect(document).toBe(withTargetOptions(document));
  });

  it("is linked from the README", () => {
    expect(readFileSync("README.md", "utf8")).toContain("(docs/target-options.md)");
  });

  it.each(
    document
      .split("```yaml\n")
      .slice(1)
      .map((rest) => rest.split("```")[0] ?? ""),
  )("has valid examples: %#", (yaml) => {
    writeFileSync(join(folder, "site.yaml"), JSON.stringify(openApiDocument("system")));
    const source = "source:\n  feeds: { hr: { files: { folder: hr } } }\n  employees: { records: [{ account: a }] }\n";
    writeFileSync(join(folder, "musterd.yaml"), source + yaml);
    const { target } = loadConfig(join(folder, "musterd.yaml"), { MUSTERD_API_KEY: "key" });
    expect(target).toMatchObject({ corpCode: "DEMO", apiKey: "key" });
  });
});
