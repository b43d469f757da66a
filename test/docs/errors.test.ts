/** Tests that docs/errors.md has one entry for each error code and no others, and marks the codes whose runs are repeated. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { causeOf } from "../../src/daemon/state/causes.ts";
import { errorCodes } from "../../src/lib/error-codes.ts";

const rows = [...readFileSync("docs/errors.md", "utf8").matchAll(/^\| `([a-z-]+)`( ↻)? \| (.*) \| (.*) \|$/gm)];
const codes = Object.values(errorCodes).flat();

it("docs/errors.md has cause and hint of every error code, and each only once", () => {
  expect(rows.map(([, code = ""]) => code).toSorted()).toEqual(codes.toSorted());
  expect(rows.filter(([, , , cause, hint]) => !cause || !hint)).toEqual([]);
});

it("docs/errors.md marks the codes that can pass by themselves", () => {
  const marked = rows.flatMap(([, code = "", mark]) => (mark ? [code] : []));
  expect(marked.toSorted()).toEqual(codes.filter((code) => causeOf(code) === "passes").toSorted());
});

it("every error code is used by the sources", () => {
  const sources = globSync("src/**/*.{ts,js}").filter((file) => !file.endsWith("error-codes.ts"));
  const text = sources.map((file) => readFileSync(file, "utf8")).join("\n");
  expect(codes.filter((code) => !text.includes(`"${code}"`) && !text.includes(`${code}:`))).toEqual([]);
});
