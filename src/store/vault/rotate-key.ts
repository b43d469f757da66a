/**
 * Replaces the key of the vault. The new key is written before anything is sealed with it, and the old one is dropped only when
 * nothing in the store is sealed with it any more; so a kill at any moment loses nothing, and a repetition completes the work.
 * Whoever seals does so in a transaction that writes; these come one after the other, also those of other processes.
 */
import type { Database } from "../../lib/database.ts";
import type { Audit } from "../audit/audit.ts";
import type { Tables } from "../schema/schema.ts";
import type { Vault } from "./vault.ts";
import type { VaultKeys } from "./vault-keys.ts";

/**
 * Returns the number of values that were sealed anew, those of all targets. `others` seals anew what is not in the store, while both
 * keys are known. Rejects as `VaultKeys.add` and `others` do.
 */
export type RotateKey = (others: () => Promise<void>) => Promise<number>;

export const createRotateKey =
  (database: Database<Tables>, audit: Pick<Audit, "transaction">, vault: Vault, keys: VaultKeys): RotateKey =>
  async (others) => {
    const sealed = await audit.transaction(async (transaction, append) => {
      keys.add();
      const count = await sealAnew(transaction, vault);
      await append({ event: "key-replaced", facts: { sealed: count } });
      return count;
    });
    await others();
    await database.transaction().execute(async (transaction) => {
      await lock(transaction);
      const rows = await transaction.selectFrom("undo").select("sealed").execute();
      if (rows.every((row) => vault.isCurrent(row.sealed) || vault.open(row.sealed) === undefined)) keys.keepNewest();
    });
    return sealed;
  };

/** An update takes the lock of writers, even if it changes no row. */
const lock = async (transaction: Database<Tables>): Promise<void> => {
  await transaction.updateTable("undo").set({ part: 0 }).where("run_id", "=", "").execute();
};

/** What no key opens is left as it is. */
const sealAnew = async (transaction: Database<Tables>, vault: Vault): Promise<number> => {
  const rows = await transaction.selectFrom("undo").select(["run_id", "part", "sealed"]).execute();
  let count = 0;
  for (const { run_id: run, part, sealed } of rows) {
    const text = vault.open(sealed);
    if (text === undefined) continue;
    const values = { sealed: vault.seal(text) };
    await transaction.updateTable("undo").set(values).where("run_id", "=", run).where("part", "=", part).execute();
    count += 1;
  }
  return count;
};
