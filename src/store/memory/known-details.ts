/**
 * What the last good run knew of managers and posts (model/directory/known-details.ts), compressed, a row for each share, so that a run in which
 * nothing is new reads and writes one of them. It is kept only after a run that ended well and deleted before the next one writes,
 * so whatever goes wrong, everything is read again.
 */
import { type DueShare, type KnownDetails, shareOf, turns } from "../../model/directory/known-details.ts";
import { packed, unpacked } from "../schema/packed.ts";
import type { StoreDatabase, Tables, TargetStore } from "../schema/schema.ts";

export type KnownDetailsStore = {
  /** Undefined when nothing is known, or what is known cannot be read. */
  readonly read: () => Promise<KnownDetails | undefined>;
  readonly keep: (known: KnownDetails) => Promise<void>;
  readonly forget: () => Promise<void>;
  /** The share that is due; undefined as for `read`, and where somebody of another company is known. */
  readonly due: () => Promise<DueShare | undefined>;
  /** Ends the turn of a share that has been read again and is as it was. */
  readonly seen: (share: DueShare, nowMs: number) => Promise<void>;
};

/** The row with everything that belongs to no share. */
const head = -1;

type Share = Pick<KnownDetails, "posts" | "managers">;
type Head = Omit<KnownDetails, keyof Share>;

/** The rows of a target: one for each share, and the head. */
const rowsOf = (database: StoreDatabase, target: string) => ({
  read: async <Content>(share: number): Promise<Content | undefined> => {
    const found = await database
      .selectFrom("known_details")
      .select("details")
      .where("target", "=", target)
      .where("share", "=", share)
      .executeTakeFirst();
    return found && (JSON.parse(String(await unpacked(found.details))) as Content);
  },
  write: async (contents: ReadonlyMap<number, Head | Share>): Promise<void> => {
    const rows: Tables["known_details"][] = [];
    for (const [share, content] of contents)
      rows.push({ target, share, details: await packed(JSON.stringify(content)) });
    await database
      .transaction()
      .execute((transaction) => transaction.replaceInto("known_details").values(rows).execute());
  },
});

export const createKnownDetails = ({ database, target }: TargetStore): KnownDetailsStore => {
  const { read: row, write } = rowsOf(database, target);
  const readHead = async (): Promise<Head | undefined> => {
    const found = await row<Head | null>(head);
    return found?.version === 1 ? found : undefined;
  };
  /** Without what cannot be read, everything is read from the service, which is always right. */
  const unlessDamaged = async <Content>(read: () => Promise<Content | undefined>): Promise<Content | undefined> => {
    try {
      return await read();
    } catch {
      return undefined;
    }
  };
  return {
    read: () =>
      unlessDamaged(async () => {
        const found = await readHead();
        if (!found) return undefined;
        const shares = await Promise.all(Array.from({ length: turns }, (_, share) => row<Share>(share)));
        return {
          ...found,
          posts: shares.flatMap((share) => share?.posts ?? []),
          managers: shares.flatMap((share) => share?.managers ?? []),
        };
      }),

    keep: ({ posts, managers, ...rest }) => {
      const ofPosts = Map.groupBy(posts, ([account]) => shareOf(account));
      const ofManagers = Map.groupBy(managers, ([code]) => shareOf(code));
      const shares = Array.from({ length: turns }, (_, share): [number, Share] => [
        share,
        { posts: ofPosts.get(share) ?? [], managers: ofManagers.get(share) ?? [] },
      ]);
      return write(new Map<number, Head | Share>([[head, rest], ...shares]));
    },

    forget: async () => {
      await database.deleteFrom("known_details").where("target", "=", target).execute();
    },

    due: () =>
      unlessDamaged(async () => {
        const found = await readHead();
        if (!found || found.strangers.length + found.namesakes.length > 0) return undefined;
        const { basis, turn, membersOf } = found;
        const share = await row<Share>(turn % turns);
        return share && { basis, turn, membersOf, ...share };
      }),

    seen: async ({ turn, posts, managers }, nowMs) => {
      const found = await readHead();
      if (found?.turn !== turn) return;
      const read = <Value>(known: readonly (readonly [string, Value])[]) =>
        known.map(([key, value]) => [key, { ...value, readMs: nowMs }] as const);
      const share = { posts: read(posts), managers: read(managers) };
      await write(
        new Map<number, Head | Share>([
          [head, { ...found, turn: turn + 1 }],
          [turn % turns, share],
        ]),
      );
    },
  };
};
