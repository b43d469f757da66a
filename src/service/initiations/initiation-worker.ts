/**
 * The worker that turns initiations (F1 requests) into documents, in the order of the requests. It reads its queue from the
 * store, at the start and whenever an initiation was added, so work that a killed process had not stored is done again.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../lib/log.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { Refusal } from "../kernel/refusal.ts";
import { startDocument } from "../signing/start-document.ts";
import { failInitiation, processInitiation } from "./process-initiation.ts";
import type { Company } from "./tables.ts";

export type Initiations = {
  /** Call this when an initiation may be queued. */
  readonly wake: () => void;
  /** Waits for the work in progress; the rest stays queued. */
  readonly close: () => Promise<void>;
};

export type InitiationOptions = {
  readonly file: CompanyFile<Company>;
  /** Called when some initiations have ended. */
  readonly settled: () => void;
  readonly log?: Log | undefined;
  /** Creates a document. */
  readonly start?: typeof startDocument;
  /** Wait before another attempt when the store could not be written. */
  readonly pauseMs?: number;
};

/** Maximum number of initiations that are processed together and share a transaction. */
const atATime = 50;

export const startInitiations = (options: InitiationOptions): Initiations => {
  const { file, settled } = options;
  const closing = new AbortController();
  let isAsked = false;
  let work = Promise.resolve();

  const takeQueued = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const rows = await file.read(() => file.company.initiations.by("open", "queued"));
      const next = rows.map(({ id }) => id).sort((a, b) => a - b);
      if (next.length === 0) return;
      await Promise.all(next.slice(0, atATime).map((id) => takeOne(options, id, closing.signal)));
      settled();
    }
  };
  return {
    wake: () => {
      if (isAsked) return;
      isAsked = true;
      const take = async (): Promise<void> => {
        isAsked = false;
        await takeQueued();
      };
      work = work.then(take).catch((error: unknown) => options.log?.error({ err: error }, "initiations stopped"));
    },
    close: async () => {
      closing.abort();
      await work;
    },
  };
};

/** Processes one initiation, and tries again until a result is stored or the service closes. */
const takeOne = async (options: InitiationOptions, id: number, closing: AbortSignal): Promise<void> => {
  const { file, log, start = startDocument, pauseMs = 1_000 } = options;
  let failure: string | undefined;
  for (let retries = 0; !closing.aborted; ) {
    const finish = (): void =>
      failure === undefined
        ? processInitiation(file.company, id, retries, start)
        : failInitiation(file.company, id, retries, failure);
    try {
      await file.write(finish);
      return;
    } catch (thrown) {
      if (thrown instanceof Refusal && thrown.code === "OPA-STORE-FAILED") {
        retries += 1;
        await delay(pauseMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
        continue;
      }
      if (failure !== undefined) throw thrown;
      failure = thrown instanceof Refusal ? refusalText(thrown) : "OPA-INITIATION-FAILED";
      if (!(thrown instanceof Refusal)) log?.error({ err: thrown }, "an initiation failed");
    }
  }
};

/** The refusal's code and the invalid places that it names. */
const refusalText = ({ code, expando }: Refusal): string => {
  const places = expando.flatMap(({ expandoObject }) => (expandoObject as { property?: string }).property ?? []);
  return places.length > 0 ? `${code}: ${places.join("; ")}` : code;
};
