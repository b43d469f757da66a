/** People's decisions whether a source record and a target object are the same, in addition to those in the configuration. */
import type { Database } from "../../lib/database.ts";
import type { Actor } from "../../model/actor.ts";
import { canonicalKey } from "../../model/canonical.ts";
import type { AdoptedKind, Decision } from "../../model/identity.ts";
import type { Audit } from "../audit/audit.ts";
import type { Tables } from "../schema/schema.ts";

/** A stored decision names both by their canonical keys. */
type KeptDecision = Decision & { readonly decidedAtMs: number };

export type Decisions = {
  /** Newest first. */
  readonly read: () => Promise<readonly KeptDecision[]>;
  /** Of these records, those about which nobody has said yet whether they are in the service. */
  readonly undecided: <Record extends { readonly kind: string; readonly key: string }>(
    records: readonly Record[],
  ) => Promise<readonly Record[]>;
  /** Each decision replaces an earlier one about the same pair. */
  readonly keep: (decisions: readonly Decision[], nowMs: number, by?: Actor) => Promise<void>;
  /** Forgets the decisions about these pairs, whatever they say. */
  readonly withdraw: (pairs: readonly Omit<Decision, "same">[], by?: Actor) => Promise<void>;
};

export const createDecisions = (database: Database<Tables>, target: string, audit: Audit): Decisions => ({
  read: async () => {
    const rows = decisionsOf(database, target).orderBy("decided_at", "desc").orderBy("source");
    return (await rows.execute()).map(({ kind, source, object, same, decided_at: decidedAtMs }) => {
      return { kind: kind as AdoptedKind, source, target: object, same: same === 1, decidedAtMs };
    });
  },
  undecided: async (records) => {
    if (records.length === 0) return records;
    const rows = await decisionsOf(database, target).execute();
    const decided = new Set(rows.map(({ kind, source }) => `${kind}/${source}`));
    return records.filter(({ kind, key }) => !decided.has(`${kind}/${canonicalKey(key)}`));
  },
  keep: async (decisions, nowMs, by) => {
    const rows = decisions.map(({ kind, source, target: object, same }) => {
      const keys = { source: canonicalKey(source), object: canonicalKey(object) };
      return { target, kind, ...keys, same: same ? 1 : 0, decided_at: nowMs };
    });
    if (rows.length === 0) return;
    const same = rows.filter((row) => row.same === 1).length;
    await audit.transaction(async (transaction, append) => {
      for (const row of rows) await transaction.replaceInto("decision").values(row).execute();
      await append({ event: "adopted", by, facts: { same, other: rows.length - same } });
    });
  },
  withdraw: async (pairs, by) => {
    if (pairs.length === 0) return;
    await audit.transaction(async (transaction, append) => {
      let withdrawn = 0;
      for (const { kind, source, target: object } of pairs) {
        const { numDeletedRows } = await transaction
          .deleteFrom("decision")
          .where("target", "=", target)
          .where("kind", "=", kind)
          .where("source", "=", canonicalKey(source))
          .where("object", "=", canonicalKey(object))
          .executeTakeFirst();
        withdrawn += Number(numDeletedRows);
      }
      await append({ event: "adoption-withdrawn", by, facts: { withdrawn } });
    });
  },
});

const decisionsOf = (database: Database<Tables>, target: string) =>
  database.selectFrom("decision").selectAll().where("target", "=", target);
