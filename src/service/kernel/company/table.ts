/**
 * A table in memory: rows by id, in order of id, and by any number of computed keys. It reports each change with the row before
 * and after it; such reports are used to undo a failed write and to store a successful one.
 */

/** Ids are unique across all kinds and increase with time. A row refers to other rows by id. */
export type Row = { readonly id: number };

export type Key = string | number;

export type Table<R extends Row, Index extends string> = ReturnType<typeof createTable<R, Index>>;

/** Any table, for code that stores or undoes rows without reading their content. */
export type AnyTable = Pick<Table<Row, never>, "kind" | "get"> & {
  readonly restore: (id: number, row: never) => void;
};

/** Reports a change. `before` is undefined if the row is new, and `after` is undefined if the row is removed. */
export type ReportChange = (table: AnyTable, id: number, before: Row | undefined, after: Row | undefined) => void;

/** `keys` computes the keys of a row for each index; a row may have no key or several keys in an index. */
export const createTable = <R extends Row, Index extends string>(
  kind: string,
  keys: Readonly<Record<Index, (row: R) => readonly Key[]>>,
  report: ReportChange,
) => {
  const rows = new Map<number, R>();
  const names = Object.keys(keys) as Index[];
  const buckets = new Map(names.map((name) => [name, new Map<Key, Set<R>>()] as const));
  let sorted = true;
  let newestId = 0;

  /** Adds the row to all its buckets, or takes it out of them. */
  const index = (row: R, isAdded: boolean): void => {
    for (const [name, byKey] of buckets) {
      for (const key of keys[name](row)) {
        const bucket = byKey.get(key) ?? new Set<R>();
        if (isAdded) byKey.set(key, bucket.add(row));
        else if (bucket.delete(row) && bucket.size === 0) byKey.delete(key);
      }
    }
  };
  /** Puts or removes a row without reporting the change, for loading and undoing. */
  const restore = (id: number, row: R | undefined): void => {
    const before = rows.get(id);
    if (before) index(before, false);
    if (!row) {
      rows.delete(id);
      return;
    }
    if (!before && id < newestId) sorted = false;
    newestId = Math.max(newestId, id);
    rows.set(id, row);
    index(row, true);
  };
  const change = (id: number, row: R | undefined): void => {
    report(table, id, rows.get(id), row);
    restore(id, row);
  };
  const table = {
    kind,
    /** The key function of each index. */
    keys,
    /** All rows, oldest first. */
    all: (): readonly R[] => {
      const list = [...rows.values()];
      return sorted ? list : list.sort((a, b) => a.id - b.id);
    },
    get: (id: number): R | undefined => rows.get(id),
    /** Rows with this key, in no particular order. */
    by: (index: Index, key: Key): readonly R[] => [...(buckets.get(index)?.get(key) ?? [])],
    put: (row: R): void => change(row.id, row),
    remove: (id: number): void => change(id, undefined),
    /** Removes all rows. */
    clear: (): void => {
      for (const id of rows.keys()) change(id, undefined);
    },
    restore,
  };
  return table;
};

export const stored = <R extends Row>(table: { readonly put: (row: R) => void }, row: R): R => {
  table.put(row);
  return row;
};

/** Returns the row to which a reference points. References always point to existing rows. */
export const requireRow = <R extends Row>(table: Pick<Table<R, never>, "get">, id: number): R => {
  const row = table.get(id);
  if (!row) throw new Error("a row refers to a row that does not exist");
  return row;
};
