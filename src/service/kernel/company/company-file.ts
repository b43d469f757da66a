/**
 * The company and its store. A piece of work is one call of `read` or `write`. Pieces of work run one after the other, in the
 * order in which they were requested. Those that wait at the same time are stored in one transaction, and no request is
 * answered before the commit, so no answer contains a state that a killed process would lose. If one piece of work fails, only
 * its own changes are undone.
 */
import { MusterdError } from "../../../lib/errors.ts";
import type { RecordStore, StoredRecord } from "../records/record-store.ts";
import { Refusal } from "../refusal.ts";
import { type Company, type Journal, undo } from "./company.ts";
import type { Row } from "./table.ts";

export type CompanyFile<C extends Company = Company> = {
  readonly company: C;
  /** True if all writes are stored, so that a reader need not wait. */
  readonly isStored: () => boolean;
  /**
   * Runs `work`, which must not change anything, after all earlier writes; resolves when those writes are stored. `work` may
   * run a second time if they could not be stored.
   */
  readonly read: <T>(work: () => T) => Promise<T>;
  /**
   * Runs `work` and stores its changes; if `work` throws, its changes are undone. `stored` is called after the commit, in the
   * order of the writes. Rejects with `OPA-STORE-FAILED` if the changes could not be stored.
   */
  readonly write: <T>(work: () => T, stored?: () => void) => Promise<T>;
};

/** Called after the transaction, with its failure if there is one. Returns the result of the piece of work, or throws. */
type Conclude<T> = (failure: Refusal | undefined) => T;

/**
 * Fills an empty company from the store. `onFailure` is called with the cause of a failed transaction; callers learn only that
 * it failed.
 */
export const openCompanyFile = async <C extends Company>(
  store: RecordStore,
  company: C,
  onFailure: (cause: unknown) => void = () => undefined,
): Promise<CompanyFile<C>> => {
  const storeJournal = createJournalStore(store, await adoptAll(store, company));
  let waiting: ((batch: Journal) => Conclude<void>)[] = [];
  let isBusy = false;

  const storeOrUndo = async (batch: Journal): Promise<Refusal | undefined> => {
    try {
      await storeJournal(batch);
      return undefined;
    } catch (cause) {
      undo(batch);
      onFailure(cause);
      return storeFailed(cause);
    }
  };
  const doWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const pieces = waiting;
      waiting = [];
      const batch: Journal = new Map();
      const conclusions = pieces.map((perform) => perform(batch));
      const failure = await storeOrUndo(batch);
      for (const conclude of conclusions) conclude(failure);
    }
    isBusy = false;
  };
  /** Queues `perform`, which runs a piece of work in memory and adds its changes to the batch. */
  const ask = <T>(perform: (batch: Journal) => Conclude<T>): Promise<T> =>
    new Promise((resolve) => {
      if (store.lost.aborted) throw storeFailed(store.lost.reason);
      waiting.push((batch) => {
        const conclude = perform(batch);
        return (failure) => resolve(Promise.try(conclude, failure));
      });
      if (isBusy) return;
      isBusy = true;
      // Deferred, so that requests that arrive together share one transaction.
      setImmediate(() => void doWaiting());
    });

  const isStored = () => !isBusy && !store.lost.aborted;

  return {
    company,
    isStored,
    read: (work) => (isStored() ? Promise.try(work) : ask(() => reading(work, store.lost))),
    write: (work, stored) => ask((batch) => writing(company, batch, work, stored)),
  };
};

const storeFailed = (cause: unknown): Refusal => Object.assign(new Refusal("OPA-STORE-FAILED"), { cause });

/** Does the work now. The returned function gives its result, or throws what it has thrown. */
const done = <T>(work: () => T): (() => T) => {
  try {
    const result = work();
    return () => result;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
};

const reading = <T>(work: () => T, lost: AbortSignal): Conclude<T> => {
  const result = done(work);
  return (failure) => {
    if (!failure) return result();
    if (lost.aborted) throw failure;
    return work();
  };
};

const writing = <T>({ journal }: Company, batch: Journal, work: () => T, stored?: () => void): Conclude<T> => {
  const isOnStored = batch.size === 0;
  const result = done(() => {
    const given = work();
    for (const [id, entry] of journal) if (!batch.has(id)) batch.set(id, entry);
    journal.clear();
    return given;
  });
  // The journal is empty unless the work has thrown.
  undo(journal);
  return (failure) => {
    // A refusal may depend on a state that was never stored, so report the failed transaction instead.
    if (failure && !isOnStored) throw failure;
    const given = result();
    if (failure) throw failure;
    stored?.();
    return given;
  };
};

/** The kind of a placeholder. It is stored when the row with the highest id is removed, so that the id is never used again. */
const goneKind = "gone";

/**
 * Puts all stored rows into the company's tables, and returns the highest id. Throws `store-damaged` for a row that is not JSON
 * or has an unknown kind.
 */
const adoptAll = async (store: RecordStore, company: Company): Promise<number> => {
  let highest: StoredRecord | undefined;
  const gone: number[] = [];
  for await (const records of store.load()) {
    for (const record of records) {
      highest = record;
      const isKnown = company.adopt(record.kind, rowOf(record));
      if (record.kind === goneKind) gone.push(record.id);
      else if (!isKnown) throw damaged(`contains a row of kind "${record.kind}", which this musterd does not know`);
    }
  }
  await store.store({ put: [], removed: gone.filter((id) => id !== highest?.id) });
  return highest?.id ?? 0;
};

/** Parses a row. The error of `JSON.parse` is left out, because it would show the row's content. */
const rowOf = ({ id, body }: StoredRecord): Row => {
  try {
    return JSON.parse(body) as Row;
  } catch {
    throw damaged(`contains a row that is not JSON (id ${id})`);
  }
};

const damaged = (what: string): MusterdError =>
  new MusterdError("store-damaged", `the service's database ${what}`, {
    hint: "start the musterd that wrote it, or restore a copy; nothing was changed",
  });

const createJournalStore = (store: RecordStore, highestId: number) => {
  let highest = highestId;
  return async (journal: Journal): Promise<void> => {
    if (journal.size === 0) return;
    const put: StoredRecord[] = [];
    const removed: number[] = [];
    for (const [id, { table, before }] of journal) {
      const row = table.get(id);
      if (row) put.push({ id, kind: table.kind, body: JSON.stringify(row) });
      else if (id >= highest) put.push({ id, kind: goneKind, body: JSON.stringify({ id }) });
      else if (before) removed.push(id);
      highest = Math.max(highest, id);
    }
    await store.store({ put, removed });
  };
};
