/**
 * Writes docs/api from the doc comments of the packages' exports: `npm run api`. typedoc needs the JavaScript interface of the
 * TypeScript compiler, which version 7 does not have. It therefore runs with an older compiler and is not a dependency.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const packages = ["typedoc@0.28.20", "typedoc-plugin-markdown@4.14.1", "typescript@6.0.3"];

rmSync("docs/api", { recursive: true, force: true });
execFileSync("npm", ["exec", "--yes", ...packages.map((name) => `--package=${name}`), "--", "typedoc"], {
  stdio: "inherit",
});

/** Unions of all ids and codes, which typedoc would otherwise expand. */
const longUnion = /(?:`"[\w-]+"` \\\| ){40,}`"[\w-]+"`/g;

for (const file of globSync("docs/api/*.md")) {
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replaceAll(longUnion, (union) => (union.includes('`"D1"`') ? "`OperationId`" : "`ErrorCode`")),
  );
}
