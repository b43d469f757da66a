/** Links between the source's stable ids and the target's accounts and codes, as the planner last matched them. */
import { slicesOf } from "../../lib/slices.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { Memory } from "../../model/memory/memory.ts";
import type { StoreDatabase, TargetStore } from "../schema/schema.ts";

type LinkMaps = NonNullable<Memory["links"]>;

export type Links = {
  readonly read: () => Promise<LinkMaps>;
  /**
   * Writes the links in `found` that differ from `known`. A link is never forgotten, because a person who has left may come
   * back.
   */
  readonly remember: (known: LinkMaps, found: LinkMaps) => Promise<void>;
};

const kinds = ["employee", "department"] as const;

/** Rows per statement; SQLite allows 32,766 values, and each row has four. */
const rowsAtATime = 5_000;

export const createLinks = ({ database, target }: TargetStore): Links => ({
  read: async () => {
    const rows = await database.selectFrom("link").selectAll().where("target", "=", target).execute();
    const of = (kind: string) => new Map(rows.flatMap((row) => (row.kind === kind ? [[row.id, row.key]] : [])));
    return { employee: of("employee"), department: of("department") };
  },

  remember: async (known, found) => {
    const rows = kinds.flatMap((kind) =>
      [...found[kind]].flatMap(([id, key]) => (known[kind].get(id) === key ? [] : [{ target, kind, id, key }])),
    );
    if (rows.length === 0) return;
    await database.transaction().execute(async (transaction) => {
      for (const some of slicesOf(rows, rowsAtATime)) {
        await transaction
          .insertInto("link")
          .values(some)
          .onConflict((conflict) =>
            conflict.columns(["target", "kind", "id"]).doUpdateSet((row) => ({ key: row.ref("excluded.key") })),
          )
          .execute();
      }
    });
  },
});

export type Relinked = { readonly kind: string; readonly from: string; readonly to: string };

/** Lets the links that lead to `from` lead to `to`. */
export const relink = async (database: StoreDatabase, target: string, { kind, from, to }: Relinked): Promise<void> => {
  const rows = database.selectFrom("link").selectAll().where("target", "=", target).where("kind", "=", kind);
  const ids = (await rows.execute()).flatMap(({ id, key }) => (sameKey(key, from) ? [id] : []));
  if (ids.length === 0) return;
  await database
    .updateTable("link")
    .set({ key: to })
    .where("target", "=", target)
    .where("kind", "=", kind)
    .where("id", "in", ids)
    .execute();
};
