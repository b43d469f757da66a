/** Which files a pattern finds, and that it never passes over a folder that it could not read. */
import { glob, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asMusterdError } from "../../../../src/lib/errors.ts";
import { filePlaces } from "../../../../src/source/files/file-places.ts";
import { byNumbers } from "../../../../src/source/files/places/newest-file.ts";
import { isPattern } from "../../../../src/source/files/settings.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-matching-"));
  for (const plant of ["tainan", "taipei"]) await write(`plants/${plant}/people.csv`);
});

afterEach(() => rm(folder, { recursive: true }));

const write = async (name: string): Promise<void> => {
  await mkdir(join(folder, dirname(name)), { recursive: true });
  await writeFile(join(folder, name), "a\n");
};

const find = (...files: readonly string[]): Promise<readonly string[] | string> =>
  filePlaces(folder, { files }, {}).then(
    (places) => places.map(({ file }) => file),
    (error: unknown) => asMusterdError(error).code,
  );

const patterns = ["plants/*/people.csv", "plants/**/people.csv", "plants/{tainan,taipei}/*.csv"];
const both = ["plants/tainan/people.csv", "plants/taipei/people.csv"];

describe("a folder on the way of a pattern", () => {
  it.each(patterns)("is looked into also if it is a link (%s)", async (pattern) => {
    expect(await find(pattern)).toEqual(both);
    await rename(join(folder, "plants/taipei"), join(folder, "taipei-on-another-disk"));
    await symlink("../taipei-on-another-disk", join(folder, "plants/taipei"));
    expect(await find(pattern)).toEqual(both);
  });

  it.each(patterns)("is an error if it cannot be read (%s)", async (pattern) => {
    for (const [to, code] of [
      ["taipei", "source-file-unreadable"],
      ["/nowhere/at/all", "source-file-missing"],
    ] as const) {
      await rm(join(folder, "plants/taipei"), { recursive: true });
      await symlink(to, join(folder, "plants/taipei"));
      expect(await find(pattern)).toBe(code);
    }
    await expect(filePlaces(folder, { files: [pattern] }, {})).rejects.toMatchObject({
      message: expect.stringContaining("plants/taipei"),
      place: { file: "plants/taipei" },
    });
  });

  it("is looked into once, by its own name, where a link leads to it as well or in a circle", async () => {
    await symlink("taipei", join(folder, "plants/current"));
    await symlink("..", join(folder, "plants/all"));
    for (const pattern of patterns.slice(0, 2)) expect(await find(pattern)).toEqual(both);
  });

  it("has each file once, by its own name, where links in it lead to the same one", async () => {
    await write("archive/people_20261128.csv");
    await write("day/people_20261129.csv");
    await symlink("people_20261129.csv", join(folder, "day/a-latest.csv"));
    await symlink("people_20261129.csv", join(folder, "day/z-latest.csv"));
    expect(await find("day/*.csv")).toEqual(["day/people_20261129.csv"]);
    await symlink("../archive/people_20261128.csv", join(folder, "day/b-before.csv"));
    await symlink("b-before.csv", join(folder, "day/c-before.csv"));
    for (const name of ["d", "e"]) await symlink("nowhere.csv", join(folder, `day/${name}-nowhere.csv`));
    const others = ["day/b-before.csv", "day/d-nowhere.csv", "day/e-nowhere.csv"];
    expect(await find("day/*.csv")).toEqual([...others, "day/people_20261129.csv"]);
  });

  it("may be missing only if nothing of its name is there", async () => {
    expect(await find("plants/{tainan,kaohsiung}/people.csv")).toEqual(both.slice(0, 1));
    expect(await find("plants/*/posts.csv")).toBe("source-file-missing");
    expect(await find("nowhere/*.csv")).toBe("source-file-missing");
    await rm(folder, { recursive: true });
    expect(await find("plants/*/people.csv")).toBe("source-file-missing");
    await mkdir(folder);
  });
});

/** Node's own, as `find` tells it. */
const globbed = async (pattern: string): Promise<readonly string[] | string> => {
  const wanted: string[] = [];
  for await (const file of glob(pattern, { cwd: folder })) wanted.push(file);
  return wanted.length === 0 ? "source-file-missing" : wanted.sort(byNumbers);
};

it("a pattern finds what Node's own glob finds where everything can be read", async () => {
  const name = fc.constantFrom("a", "b", "ab", "1.csv", "2.csv");
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
  const step = fc.constantFrom("*", "?", "a*", "[ab]", "{a,ab}", "*.csv", "{1,2}.csv", "**", "a", "1.csv");
  const pattern = fc
    .array(step, { minLength: 1, maxLength: 4 })
    .filter((steps) => steps.at(-1) !== "**" && steps.some(isPattern));
  const tree = fc.array(path, { maxLength: 8 });
  const isAsGlob = fc.asyncProperty(tree, pattern, async (paths, steps) => {
    await rm(folder, { recursive: true });
    await mkdir(folder);
    // A name may be a folder's already.
    for (const one of paths) await write(one).catch(() => undefined);
    expect(await find(steps.join("/"))).toEqual(await globbed(steps.join("/")));
  });
  await fc.assert(isAsGlob, { numRuns: 300, seed: 1 });
});
