/** Exports of many systems, each read with its own settings into the directory that a person expects. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { startSlapd } from "../support/ldap/slapd.ts";
import { freshMemory } from "./csv-folder.ts";
import { asExpected, type ExportFolder, exportFolders } from "./export-folders.ts";

const folders = exportFolders();

/** Each folder has one feed: its files, or a directory server that is loaded with its LDIF. */
const readWith = async ({ settings, path }: ExportFolder, url?: string): Promise<SourceSnapshot> => {
  const feeds = Object.entries(settings["feeds"] as Record<string, { files?: object; ldap?: object }>).map(
    ([name, { files, ldap }]) => [
      name,
      ldap ? { ldap: { ...ldap, url } } : { files: { ...files, folder: path, settleSeconds: 0 } },
    ],
  );
  const mappingFile = settings["mappingFile"];
  const parsed = sourceSettings.parse({
    ...settings,
    ...(typeof mappingFile === "string" && { mappingFile: join(path, mappingFile) }),
    feeds: Object.fromEntries(feeds),
  });
  return (await createHrSource(parsed, freshMemory, systemClock).read([])).snapshot;
};

const read = async (folder: ExportFolder): Promise<SourceSnapshot> => {
  const file = folder.files.find((name) => name.endsWith(".ldif"));
  if (file === undefined) return readWith(folder);
  const server = await startSlapd({ ldif: readFileSync(join(folder.path, file), "utf8") });
  try {
    return await readWith(folder, server.url);
  } finally {
    await server.stop();
  }
};

describe("the export", () => {
  it.each(folders.map((folder) => [folder.name, folder] as const))("%s is read as expected", async (_, folder) => {
    expect(asExpected(await read(folder), folder.expected)).toEqual(folder.expected);
  });
});

describe("the collection", () => {
  it("has at least 30 exports, at most two of which need a function", () => {
    expect(folders.length).toBeGreaterThanOrEqual(30);
    expect(folders.filter(({ settings }) => settings["mappingFile"] !== undefined).length).toBeLessThanOrEqual(2);
    expect(new Set(folders.map(({ row }) => row.split("|")[2])).size).toBe(folders.length);
  });

  it("is the table in docs/sources.md", () => {
    const documented = readFileSync("docs/sources.md", "utf8").split("\n");
    const names = new Set(folders.map(({ name }) => `| \`${name}\` |`));
    const rows = documented.filter((line) => [...names].some((name) => line.endsWith(name)));
    expect(rows).toEqual(folders.map(({ row }) => row));
  });
});
