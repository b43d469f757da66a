/** Tests what of a state folder is refused before it is opened, and what is only warned of. */
import { chmod, chown, link, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inspectDatabase, inspectStateFolder } from "../../../src/lib/database/state-folder.ts";

const names = [
  "musterd.db",
  "musterd.key",
  "musterd.db-wal",
  "musterd.db.v3.bak",
  "service.db",
  "service.db.lent.json",
];
const isRoot = process.getuid?.() === 0;

let base: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "musterd-state-"));
  folder = join(base, "state");
  await mkdir(folder, { mode: 0o700 });
  for (const name of names) await writeFile(join(folder, name), "", { mode: 0o600 });
});
afterEach(() => rm(base, { recursive: true }));

const refused = expect.objectContaining({ code: "state-untrusted" });
const inspection = (): unknown => {
  try {
    return inspectStateFolder(folder);
  } catch (error) {
    return error;
  }
};

describe("the state folder", () => {
  it("that is private is trusted, and so is one that does not exist yet", () => {
    expect(inspectStateFolder(folder)).toEqual([]);
    expect(inspectStateFolder(join(base, "new"))).toEqual([]);
  });

  it("may be reached by a link of its owner", async () => {
    await rename(folder, join(base, "real"));
    await symlink("real", folder);
    expect(inspectStateFolder(folder)).toEqual([]);
    await chmod(join(base, "real"), 0o777);
    expect(inspection()).toEqual(refused);
  });

  it("of every mode is refused, warned of or trusted by who can use it", async () => {
    const modes = fc.integer({ min: 0, max: 0o77 }).map((mode) => 0o600 + mode);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), modes, async (name, mode) => {
        const file = join(folder, name);
        await chmod(file, mode);
        const wide = (mode & 0o070) !== 0 ? [{ file, mode: `0${mode.toString(8)}` }] : [];
        expect(inspection()).toEqual((mode & 0o007) !== 0 ? refused : wide);
        await chmod(file, 0o600);
      }),
      { seed: 4181 },
    );
  });

  it.each([
    [0o2770, "02770", false],
    [0o2775, "02775", false],
    [0o755, "0755", false],
    [0o777, "0777", true],
    [0o1777, "01777", true],
  ])("with the mode %o is refused only if everybody can write to it", async (mode, shown, isRefused) => {
    await chmod(folder, mode);
    expect(inspection()).toEqual(isRefused ? refused : [{ file: folder, mode: shown.replace(/^0(?=\d{4})/, "") }]);
  });

  it.each(names)("with a link, a second name or no file at the place of %s is refused", async (name) => {
    const file = join(folder, name);
    await rename(file, join(base, "elsewhere"));
    await symlink(join(base, "elsewhere"), file);
    expect(inspection()).toEqual(refused);
    await rm(file);
    await link(join(base, "elsewhere"), file);
    expect(inspection()).toEqual(refused);
    await rm(file);
    await symlink(join(base, "nowhere"), file);
    expect(inspection()).toEqual(refused);
  });

  it.runIf(isRoot)("of another user is refused, in whole or in part", async () => {
    await chown(join(folder, "musterd.key"), 12345, 12345);
    expect(inspection()).toEqual(refused);
    await chown(join(folder, "musterd.key"), 0, 0);
    await chown(folder, 12345, 12345);
    expect(inspection()).toEqual(refused);
  });

  it("is looked at for a database alone in a folder that everybody can write to but not tidy", async () => {
    const database = join(folder, "service.db");
    await chmod(join(folder, "musterd.key"), 0o666);
    await writeFile(join(folder, "service.dbx"), "", { mode: 0o666 });
    await chmod(folder, 0o1777);
    expect(inspectDatabase(database)).toEqual([]);
    for (const name of ["service.db", "service.db-wal", "service.db.lent.json"]) {
      await writeFile(join(folder, name), "");
      await chmod(join(folder, name), 0o644);
      expect(() => inspectDatabase(database)).toThrow(refused);
      await chmod(join(folder, name), 0o600);
    }
    await chmod(folder, 0o777);
    expect(() => inspectDatabase(database)).toThrow(refused);
  });
});
