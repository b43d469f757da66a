/**
 * Makes a release: `node scripts/release.ts VERSION [--to FOLDER] [--dry-run]`. In a copy of the checkout it sets the version,
 * gives the unreleased section of the changelog the heading of the release, builds both packages and writes the pages of their API,
 * and packs them with checksums, the list of their packages and the licence texts into FOLDER (default `release/`). Only if all of this succeeds, it copies the
 * changed files back, commits and tags them. A dry run leaves the checkout unchanged, and has no pages of the API. A person then publishes with
 * `npm publish FOLDER/*.tgz`.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { billOfMaterials, licenceTexts } from "./third-party.ts";

const root = resolve(import.meta.dirname, "..");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: "string", default: join(root, "release") }, "dry-run": { type: "boolean", default: false } },
});
const [version = ""] = positionals;
const isDryRun = values["dry-run"];

const run = (place: string, command: string, ...parameters: readonly string[]): string =>
  execFileSync(command, parameters, { cwd: place, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

/** Inserts the heading of the release after the heading for unreleased changes. */
const withSection = (changelog: string): string => {
  const [, unreleased = ""] = /## \[Unreleased\]\n([\s\S]*?)(?=\n## \[|$)/.exec(changelog) ?? [];
  // Right after a release there is nothing yet, and the packages can be tried all the same.
  if (unreleased.trim() === "" && !isDryRun) return fail("CHANGELOG.md has nothing under [Unreleased]");
  const today = new Date().toISOString().slice(0, 10);
  return changelog.replace("## [Unreleased]\n", `## [Unreleased]\n\n## [${version}] - ${today}\n`);
};

/** Copies the files that git tracks to a temporary folder, with their uncommitted changes. */
const copyCheckout = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "musterd-release-"));
  for (const file of run(root, "git", "ls-files", "-z").split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
};

const pack = (copy: string, folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const place of [copy, join(copy, "dist-client")])
    run(place, "npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", folder);
  const bill = billOfMaterials(copy);
  writeFileSync(join(folder, `musterd-${version}.cdx.json`), bill);
  writeFileSync(join(folder, `musterd-${version}.licences.txt`), licenceTexts(copy, bill));
  const sums = readdirSync(folder)
    .filter((name) => [".tgz", ".cdx.json", ".licences.txt"].some((end) => name.endsWith(`-${version}${end}`)))
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}\n`,
    );
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
};

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) fail("a version such as 1.2.3 is needed");
if (!isDryRun && run(root, "git", "status", "--porcelain") !== "") fail("there are changes that are not committed");

const copy = copyCheckout();
try {
  writeFileSync(join(copy, "CHANGELOG.md"), withSection(readFileSync(join(copy, "CHANGELOG.md"), "utf8")));
  // The checkout may have the number of the release already.
  run(copy, "npm", "version", version, "--no-git-tag-version", "--allow-same-version", "--silent");
  run(copy, "npm", "run", "--silent", "build");
  if (!isDryRun) run(copy, "npm", "run", "--silent", "api");
  pack(copy, resolve(values.to));
  if (!isDryRun) {
    const changed = ["CHANGELOG.md", "package.json", "package-lock.json"];
    for (const file of changed) cpSync(join(copy, file), join(root, file));
    run(root, "git", "commit", "--quiet", "-m", `chore: release ${version}`, ...changed);
    run(root, "git", "tag", `v${version}`);
  }
  console.log(`${isDryRun ? "tried" : "released"} ${version}: ${resolve(values.to)}`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
