/** Verifies the audit trail: every entry, the texts beside it, the head in the store, and the head in the file beside it. */
import { sql } from "kysely";
import type { AuditHead, AuditProblem, AuditVerification } from "../../model/runs/audit.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { type AuditBody, chainDigest, isBeforeFirst, noDigest } from "./audit-chain.ts";
import type { HeadFile } from "./audit-head-file.ts";
import { isGenuine } from "./audit-texts.ts";

const rowsAtATime = 1_000;

/** Reads in one transaction, so that what other processes append meanwhile does not count. Changes nothing. */
export const verifyTrail = (database: StoreDatabase, file: HeadFile): Promise<AuditVerification> =>
  database.transaction().execute((transaction) => readTrail(transaction, file));

const readTrail = async (database: StoreDatabase, file: HeadFile): Promise<AuditVerification> => {
  const written = file.read();
  const kept = await database.selectFrom("audit_head").selectAll().execute();
  const stored = kept[0];
  const texts = new Map((await database.selectFrom("audit_text").selectAll().execute()).map((row) => [row.id, row]));
  const restoredAt: number[] = [];
  const forgotten = new Set<string>();
  const named: { readonly number: number; readonly id: string }[] = [];
  let head: AuditHead = { number: 0, digest: noDigest };
  const at = (code: AuditProblem["code"], number: number) => ({ head, problem: { code, number }, restoredAt });
  let wasWritten = !file.isKept || (written !== undefined && isBeforeFirst(written));
  for (;;) {
    const rows = await database
      .selectFrom("audit")
      .selectAll()
      .where("number", ">", head.number)
      .orderBy("number")
      .limit(rowsAtATime)
      .execute();
    for (const { number, body, digest } of rows) {
      if (number !== head.number + 1) return at("missing", head.number + 1);
      if (digest !== chainDigest(head.digest, body)) return at("changed", number);
      const { number: own, event, facts, who, why, about } = JSON.parse(body) as AuditBody;
      if (own !== number) return at("changed", number);
      if (stored && number > stored.number) return at("added", number);
      if (event === "store-restored") restoredAt.push(number);
      for (const id of (facts["forgotten"] as readonly string[] | undefined) ?? []) forgotten.add(id);
      for (const id of [who, why, about]) if (id !== undefined) named.push({ number, id });
      wasWritten ||= number === written?.number && digest === written.digest;
      head = { number, digest };
    }
    if (rows.length < rowsAtATime) break;
  }
  const early = await database.selectFrom("audit").select(sql<number>`count(*)`.as("rows")).executeTakeFirstOrThrow();
  if (early.rows !== head.number) return at("added", 0);
  if (!stored || kept.length > 1 || stored.number > head.number) return at("missing", head.number + 1);
  if (stored.digest !== head.digest) return at("rewritten", head.number);
  const text = named.find(({ id }) => !isGenuine(texts.get(id), forgotten));
  if (text) return at("text", text.number);
  if (wasWritten || (head.number === 0 && written === undefined)) return { head, restoredAt };
  const isOlder = written === undefined || written.number > head.number;
  return isOlder ? at("restored", head.number + 1) : at("rewritten", written.number);
};
