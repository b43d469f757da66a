/**
 * A table in memory: rows by id, in order of id, and by any number of computed keys. It reports each change with the row before
 * and after it; such reports are used to undo a failed write and to store a successful one.
 */

/** Ids are unique across all kinds and increase with time. A row refers to other rows by id. */
export type Row = { readonly id: number };

export type Key = string | number;

export type Table<R extends Row, Index extends string> = {
  readonly kind: string;
  /** The key function of each index. */
  readonly keys: Readonly<Record<Index, (row: R) => readonly Key[]>>;
  /** All rows, oldest first. */
  readonly all: () => readonly R[];
  readonly get: (id: number) => R | undefined;
  /** Rows with this key, in no particular order. */
  readonly by: (index: Index, key: Key) => readonly R[];
  readonly put: (row: R) => void;
  readonly remove: (id: number) => void;
  /** Removes all rows. */
  readonly clear: () => void;
  /** Puts or removes a row without reporting the change, for loading and undoing. */
  readonly restore: (id: number, row: R | undefined) => void;
};

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
): Table<R, Index> => {
  const rows = new Map<number, R>();
  const indexes = Object.entries<(row: R) => readonly Key[]>(keys).map(
    ([name, keysOf]) => [name, keysOf, new Map<Key, Set<number>>()] as const,
  );
  const idsBy = new Map(indexes.map(([name, , ids]) => [name, ids]));
  let sorted = true;
  let newestId = 0;

  /** Adds the row to all its buckets, or takes it out of them. */
  const index = (row: R, isAdded: boolean): void => {
    for (const [, keysOf, ids] of indexes) {
      for (const key of keysOf(row)) {
        const bucket = ids.get(key) ?? new Set<number>();
        if (isAdded) ids.set(key, bucket.add(row.id));
        else if (bucket.delete(row.id) && bucket.size === 0) ids.delete(key);
      }
    }
  };
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
  const table: Table<R, Index> = {
    kind,
    keys,
    all: () => {
      const list = [...rows.values()];
      return sorted ? list : list.sort((a, b) => a.id - b.id);
    },
    get: (id) => rows.get(id),
    by: (index, key) => [...(idsBy.get(index)?.get(key) ?? [])].map((id) => rows.get(id) as R),
    put: (row) => {
      report(table, row.id, rows.get(row.id), row);
      restore(row.id, row);
    },
    remove: (id) => {
      report(table, id, rows.get(id), undefined);
      restore(id, undefined);
    },
    clear: () => {
      for (const id of rows.keys()) table.remove(id);
    },
    restore,
  };
  return table;
};

/** Puts a row in a table, and returns it. */
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
