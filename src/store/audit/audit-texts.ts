/**
 * Names and reasons of the audit trail. They stand beside the chain, which only has their salted digests: so a person can be
 * forgotten, and the trail can still be verified. Salt and text go together; without the salt a digest says nothing.
 */
import { hash, randomBytes } from "node:crypto";
import type { StoreDatabase, Tables } from "../schema/schema.ts";

/** 32 hexadecimal digits are 128 bits. */
const idLength = 32;

const idOf = (salt: string, text: string): string => hash("sha256", `${salt}\n${text}`, "hex").slice(0, idLength);

/** The id of a text, which is kept if it is new. Equal texts have the same id until they are forgotten. */
export const keepText = async (transaction: StoreDatabase, text: string): Promise<string> => {
  const kept = await transaction
    .selectFrom("audit_text")
    .select("id")
    .where("text", "=", text)
    .where("salt", "is not", null)
    .executeTakeFirst();
  if (kept) return kept.id;
  const salt = randomBytes(16).toString("hex");
  const id = idOf(salt, text);
  await transaction.insertInto("audit_text").values({ id, salt, text }).execute();
  return id;
};

/** True if the row is what was kept, or was forgotten: `forgotten` has the ids of which an entry says that. */
export const isGenuine = (row: Tables["audit_text"] | undefined, forgotten: ReadonlySet<string>): boolean =>
  row !== undefined && (row.salt === null ? forgotten.has(row.id) : idOf(row.salt, row.text) === row.id);

/** Replaces the texts that `clean` changes, and returns their ids. */
export const forgetTexts = async (
  transaction: StoreDatabase,
  clean: (text: string) => string,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const { id, text } of await transaction.selectFrom("audit_text").selectAll().execute()) {
    const cleaned = clean(text);
    if (cleaned === text) continue;
    await transaction.updateTable("audit_text").set({ salt: null, text: cleaned }).where("id", "=", id).execute();
    ids.push(id);
  }
  return ids;
};
