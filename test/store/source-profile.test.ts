/** Tests the stored profile of the last good reading of the source, in a real SQLite file. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deflateSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { profileOf } from "../../src/source/quality/profile.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { company, secrets, snapshotOf } from "../source/quality/company.ts";

let folder: string;
let file: string;
const opened: Store[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-profile-"));
  file = join(folder, "musterd.db");
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const open = (target = "target"): Store => {
  const store = openStore(file, target, systemClock);
  opened.push(store);
  return store;
};

const profile = profileOf(snapshotOf(company({ people: 500 })));

describe("the profile of the last good source", () => {
  it("is missing at first, is the last one stored, and belongs to one target", async () => {
    expect(await open().sourceProfile.read()).toBeUndefined();
    await open().sourceProfile.keep(profileOf(snapshotOf(company({ people: 3 }))));
    await open().sourceProfile.keep(profile);
    expect(await open().sourceProfile.read()).toEqual(profile);
    expect(await open("another").sourceProfile.read()).toBeUndefined();
  });

  it.each([
    ["of another version", deflateSync(JSON.stringify({ ...profile, version: 2 }))],
    ["that is not an object", deflateSync("7")],
    ["that is empty", deflateSync("null")],
    ["that is truncated", deflateSync(JSON.stringify(profile)).subarray(0, 500)],
    ["that is not compressed", Buffer.from(JSON.stringify(profile))],
  ])("that is unreadable is an error, not a first run: one %s", async (_, bytes) => {
    await open().sourceProfile.keep(profile);
    const database = new DatabaseSync(file);
    database.prepare("UPDATE source_profile SET profile = ?").run(bytes);
    database.close();
    await expect(open().sourceProfile.read()).rejects.toMatchObject({
      code: "store-damaged",
      hint: expect.stringContaining("musterd forget --profile"),
    });
    await open().forget("profile");
    expect(await open().sourceProfile.read()).toBeUndefined();
  });

  it("contains no person's name or address in clear, in any file of the store", async () => {
    await open().sourceProfile.keep(profile);
    const bytes = Buffer.concat(await Promise.all([file, `${file}-wal`].map((name) => readFile(name))));
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
  });
});
