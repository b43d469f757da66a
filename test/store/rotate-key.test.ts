/** Tests the replacement of the vault's key: whatever interrupts it, everything can be opened, and a repetition completes it. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { type Database, openDatabase } from "../../src/lib/database/database.ts";
import { ledgerKey, writeTestEntry } from "../../src/model/memory/memory.ts";
import { createAudit } from "../../src/store/audit/audit.ts";
import { migrations } from "../../src/store/schema/migrations.ts";
import type { Tables } from "../../src/store/schema/schema.ts";
import { openStore } from "../../src/store/store.ts";
import { createRotateKey } from "../../src/store/vault/rotate-key.ts";
import { createVault, type Vault } from "../../src/store/vault/vault.ts";
import { keysInFile, keysInText, type VaultKeys } from "../../src/store/vault/vault-keys.ts";
import { runs } from "../support/suites/runs.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "musterd-keys-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const newFolder = () => mkdtempSync(join(folder, "store-"));
const sealedIn = (path: string): readonly string[] => {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  const rows = database.prepare("SELECT sealed FROM undo ORDER BY run_id, part").all();
  database.close();
  return rows.map(({ sealed }) => String(sealed));
};
const put = (path: string, sealed: readonly string[]): void => {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  const insert = database.prepare("INSERT INTO undo (run_id, part, sealed) VALUES ('a run', ?, ?)");
  for (const [part, text] of sealed.entries()) insert.run(part, text);
  database.close();
};
const digits = (text: string) => text.trim().split(/\s+/);

/** Ends the work at one of its steps, as a kill does. */
const dyingAt = (step: number, keys: VaultKeys, vault: Vault): readonly [VaultKeys, Vault, () => Promise<void>] => {
  let steps = 0;
  const dies = (): void => {
    if (steps === step) throw new Error("killed");
    steps += 1;
  };
  const around = <T>(act: () => T): T => {
    dies();
    const done = act();
    dies();
    return done;
  };
  return [
    { ...keys, add: () => around(keys.add), keepNewest: () => around(keys.keepNewest) },
    { ...vault, seal: (text) => around(() => vault.seal(text)) },
    async () => dies(),
  ];
};

const trail = (database: Database<Tables>, path: string) => createAudit(database, path, "target", systemClock);

it("loses nothing at any moment, and is completed by a repetition", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 50 }), { maxLength: 4 }), fc.nat(16), async (texts, step) => {
      const own = newFolder();
      const path = join(own, "musterd.db");
      const database = openDatabase<Tables>(path, { migrations, pragmas: "", setting: "state.folder" });
      const keys = keysInFile(join(own, "musterd.key"));
      const vault = createVault(keys);
      const plan = vault.seal("a plan");
      put(path, texts.map(vault.seal));
      const before = readFileSync(join(own, "musterd.key"), "utf8");
      const [dyingKeys, dyingVault, others] = dyingAt(step, keys, vault);
      const ended = await createRotateKey(
        database,
        trail(database, path),
        dyingVault,
        dyingKeys,
      )(others).catch(() => undefined);
      expect(sealedIn(path).map(vault.open)).toEqual(texts);
      expect(vault.open(plan) === "a plan").toBe(
        digits(readFileSync(join(own, "musterd.key"), "utf8")).includes(before),
      );
      expect(ended === undefined || ended === texts.length).toBe(true);

      expect(await createRotateKey(database, trail(database, path), vault, keys)(async () => undefined)).toBe(
        texts.length,
      );
      expect(sealedIn(path).map(vault.open)).toEqual(texts);
      expect(sealedIn(path).every(vault.isCurrent)).toBe(true);
      const after = digits(readFileSync(join(own, "musterd.key"), "utf8"));
      expect(after).toHaveLength(1);
      expect(after).not.toContain(before);
      expect(vault.open(plan)).toBeUndefined();
      expect(statSync(join(own, "musterd.key")).mode & 0o777).toBe(0o600);
      await database.destroy();
    }),
    { seed: 20_261_124, numRuns: runs(60) },
  );
});

it("keeps the old key while something is sealed with it", async () => {
  const own = newFolder();
  const path = join(own, "musterd.db");
  const store = openStore(path, "target", systemClock);
  const old = store.vault.seal("a value");
  // Another process has sealed with the old key what this one has not seen.
  await store.rotateKey(async () => put(path, [old]));
  expect(sealedIn(path).map(store.vault.open)).toEqual(["a value"]);
  await store.rotateKey(async () => undefined);
  expect(digits(readFileSync(join(own, "musterd.key"), "utf8"))).toHaveLength(1);
  await store.close();
});

it("takes keys from the configuration: the first seals, the others open, and one alone cannot be replaced", async () => {
  const [first, second] = ["a".repeat(64), "b".repeat(64)];
  const sealed = createVault(keysInText(first)).seal("a text");
  const both = createVault(keysInText(`${second}\n${first}\n`));
  expect(both.open(sealed)).toBe("a text");
  expect(both.isCurrent(sealed)).toBe(false);
  expect(createVault(keysInText(second)).open(sealed)).toBeUndefined();
  expect(() => createVault(keysInText("c0ffee")).seal("a text")).toThrow(
    expect.objectContaining({ code: "store-damaged" }),
  );
  const own = newFolder();
  const path = join(own, "musterd.db");
  const store = openStore(path, "target", systemClock, { key: first });
  await expect(store.rotateKey(async () => undefined)).rejects.toMatchObject({ code: "config-invalid" });
  put(path, [sealed]);
  await store.close();
  const next = openStore(path, "target", systemClock, { key: `${second} ${first}` });
  expect(await next.rotateKey(async () => undefined)).toBe(1);
  await next.close();
  expect(sealedIn(path).map(createVault(keysInText(second)).open)).toEqual(["a text"]);
});

it("seals anew the person of a write test that was cut off, of every target", async () => {
  const path = join(newFolder(), "musterd.db");
  for (const target of ["one", "two"]) {
    const store = openStore(path, target, systemClock);
    await store.ledger.write([{ ...writeTestEntry, value: store.vault.seal(target) }]);
    await store.close();
  }
  for (const target of ["one", "two"]) {
    const store = openStore(path, target, systemClock);
    expect(await store.rotateKey(async () => undefined)).toBe(2);
    const { written } = await store.ledger.read();
    expect(store.vault.open(written.get(ledgerKey(writeTestEntry.subject, writeTestEntry.field)) ?? "")).toBe(target);
    await store.close();
  }
});
