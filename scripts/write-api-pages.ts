/**
 * `npm run api`: writes docs/api from the doc comments of the packages' exports. typedoc needs the JavaScript interface of the
 * TypeScript compiler, which version 7 does not have. So this script installs it together with an older compiler, and typedoc is
 * not a dependency of the project.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const packages = ["typedoc@0.28.20", "typedoc-plugin-markdown@4.14.1", "typescript@6.0.3"];

rmSync("docs/api", { recursive: true, force: true });
execFileSync("npm", ["exec", "--yes", ...packages.map((name) => `--package=${name}`), "--", "typedoc"], {
  stdio: "inherit",
});

/** Matches unions of more than 40 ids or codes, which typedoc writes in full instead of by the name of their type. */
const longUnion = /(?:`"[\w-]+"` \\\| ){40,}`"[\w-]+"`/g;

for (const file of globSync("docs/api/*.md")) {
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replaceAll(longUnion, (union) => (union.includes('`"D1"`') ? "`OperationId`" : "`ErrorCode`")),
  );
}
