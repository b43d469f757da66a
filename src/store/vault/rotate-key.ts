/**
 * Replaces the key of the vault. The new key is written before anything is sealed with it, and the old one is dropped only when
 * nothing in the store is sealed with it any more; so a kill at any moment loses nothing, and a repetition completes the work.
 * Whoever seals does so in a transaction that writes; these come one after the other, also those of other processes.
 */
import { lockForWriting } from "../../lib/database/database.ts";
import { writeTestEntry } from "../../model/memory/memory.ts";
import type { Audit } from "../audit/audit.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import type { Vault } from "./vault.ts";
import type { VaultKeys } from "./vault-keys.ts";

/**
 * Returns the number of values that were sealed anew, those of all targets. `others` seals anew what is not in the store, while both
 * keys are known. Rejects as `VaultKeys.add` and `others` do.
 */
export type RotateKey = (others: () => Promise<void>) => Promise<number>;

export const createRotateKey =
  (database: StoreDatabase, audit: Pick<Audit, "transaction">, vault: Vault, keys: VaultKeys): RotateKey =>
  async (others) => {
    const sealed = await audit.transaction(async (transaction, append) => {
      keys.add();
      const count = await sealAnew(transaction, vault);
      await append({ event: "key-replaced", facts: { sealed: count } });
      return count;
    });
    await others();
    await database.transaction().execute(async (transaction) => {
      await lockForWriting(transaction);
      const rows = await sealedIn(transaction);
      if (rows.every((row) => vault.isCurrent(row.sealed) || vault.open(row.sealed) === undefined)) keys.keepNewest();
    });
    return sealed;
  };

/** What no key opens is left as it is. */
const sealAnew = async (transaction: StoreDatabase, vault: Vault): Promise<number> => {
  let count = 0;
  for (const { sealed, replace } of await sealedIn(transaction)) {
    const text = vault.open(sealed);
    if (text === undefined) continue;
    await replace(vault.seal(text));
    count += 1;
  }
  return count;
};

type Sealed = { readonly sealed: string; readonly replace: (sealed: string) => Promise<unknown> };

/** The values for undos, and the people of write tests that were cut off. */
const sealedIn = async (transaction: StoreDatabase): Promise<readonly Sealed[]> => {
  const { subject, field } = writeTestEntry;
  const ofUndos = await transaction.selectFrom("undo").select(["run_id", "part", "sealed"]).execute();
  const entries = transaction.selectFrom("ledger").select(["target", "value"]);
  const ofTests = await entries.where("subject", "=", subject).where("field", "=", field).execute();
  const undo = () => transaction.updateTable("undo");
  const ledger = () => transaction.updateTable("ledger").where("subject", "=", subject).where("field", "=", field);
  return [
    ...ofUndos.map(({ run_id: run, part, sealed }) => ({
      sealed,
      replace: (anew: string) =>
        undo().set({ sealed: anew }).where("run_id", "=", run).where("part", "=", part).execute(),
    })),
    ...ofTests.flatMap(({ target, value: sealed }) => {
      const replace = (value: string) => ledger().set({ value }).where("target", "=", target).execute();
      return sealed === null ? [] : [{ sealed, replace }];
    }),
  ];
};
