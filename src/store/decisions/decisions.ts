/** People's decisions whether a source record and a target object are the same, in addition to those in the configuration. */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { AdoptedKind, Decision } from "../../model/directory/identity.ts";
import type { Actor } from "../../model/runs/actor.ts";
import type { AuditedStore } from "../audit/audit.ts";
import type { StoreDatabase } from "../schema/schema.ts";

/** A stored decision names both by their canonical keys. */
type KeptDecision = Decision & { readonly decidedAtMs: number };

/** A record that may be one of these objects of the service. */
type Asked = {
  readonly kind: string;
  readonly key: string;
  readonly candidates?: readonly { readonly key: string }[] | undefined;
};

export type Decisions = {
  /** Newest first. */
  readonly read: () => Promise<readonly KeptDecision[]>;
  /** Of these records, those of which nobody has said yet what they are in the service, with the candidates that are still possible. */
  readonly undecided: <Held extends Asked>(records: readonly Held[]) => Promise<readonly Held[]>;
  /** Each decision replaces an earlier one about the same pair. */
  readonly keep: (decisions: readonly Decision[], nowMs: number, by?: Actor) => Promise<void>;
  /** Forgets the decisions about these pairs, whatever they say. */
  readonly withdraw: (pairs: readonly Omit<Decision, "same">[], by?: Actor) => Promise<void>;
};

export const createDecisions = ({ database, target, audit }: AuditedStore): Decisions => ({
  read: async () => {
    const rows = decisionsOf(database, target).orderBy("decided_at", "desc").orderBy("source");
    return (await rows.execute()).map(({ kind, source, object, same, decided_at: decidedAtMs }) => {
      return { kind: kind as AdoptedKind, source, target: object, same: same === 1, decidedAtMs };
    });
  },
  undecided: async (records) => {
    if (records.length === 0) return records;
    const rows = await decisionsOf(database, target).execute();
    const decided = Map.groupBy(rows, ({ kind, source }) => `${kind}/${source}`);
    return records.flatMap((record) => {
      const said = decided.get(`${record.kind}/${canonicalKey(record.key)}`);
      if (!said) return [record];
      if (said.some(({ same }) => same === 1)) return [];
      const others = new Set(said.map(({ object }) => object));
      const candidates = record.candidates?.filter(({ key }) => !others.has(canonicalKey(key))) ?? [];
      return candidates.length === 0 ? [] : [{ ...record, candidates }];
    });
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

const decisionsOf = (database: StoreDatabase, target: string) =>
  database.selectFrom("decision").selectAll().where("target", "=", target);
