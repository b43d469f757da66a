/**
 * The worker that turns initiations (F1 requests) into documents, in the order of the requests. It reads its queue from the
 * store, at the start and whenever an initiation was added, so work that a killed process had not stored is done again. An
 * initiation is one `write` to the company, so the document and the result are stored together or not at all.
 */
import { setTimeout as delay } from "node:timers/promises";
import { initiationProcess, initiationResult } from "../../contract/form-records.ts";
import type { Log } from "../../lib/log.ts";
import { checkFields } from "../forms/field-values.ts";
import { serviceCaller } from "../kernel/caller.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { Refusal, refusalText, refuse } from "../kernel/refusal.ts";
import { startDocument } from "../signing/start-document.ts";
import { findFile, releaseFile } from "../uploads/files.ts";
import type { Company, InitiationRow } from "./tables.ts";

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

/** The initiation, if it is still to be processed; undefined if it is done or does not exist. */
const queued = (company: Company, id: number): InitiationRow | undefined => {
  const row = company.initiations.get(id);
  return row?.process === initiationProcess.done ? undefined : row;
};

/**
 * Creates the document, or stores a failure when field values are invalid. Throws a `Refusal` when the form, the applicant or
 * the department has been deleted, or the route has no signer.
 */
const processInitiation = (company: Company, id: number, retryCount: number, start: typeof startDocument): void => {
  const row = queued(company, id);
  if (!row) return;
  const form = company.forms.get(row.formId) ?? refuse("OPA-FORM-UNKNOWN");
  if (!company.employees.get(row.applicantId)) refuse("OPA-USER-UNKNOWN");
  if (!company.departments.get(row.departmentId)) refuse("OPA-DEPT-UNKNOWN");
  const { values, problems } = checkFields(company, form.fields, row.fields, (ref, where) => {
    const file = findFile(company, serviceCaller, ref, where);
    return row.fileIds.includes(file.id) ? file : refuse("OPA-FILE-UNKNOWN", where);
  });
  if (problems.length > 0) {
    failInitiation(company, id, retryCount, `OPA-FIELDS-INVALID: ${problems.join("; ")}`);
    return;
  }
  const { applicantId, departmentId, urgent, opinion, fileIds } = row;
  const { formSn } = start(company, { form, applicantId, departmentId, urgent, opinion, values, fileIds });
  settle(company, { ...row, retryCount, result: initiationResult.success, formSn });
};

/** Stores the reason why there is no document, and releases the files. */
const failInitiation = (company: Company, id: number, retryCount: number, resultMessage: string): void => {
  const row = queued(company, id);
  if (!row) return;
  for (const fileId of row.fileIds) releaseFile(company, fileId);
  settle(company, { ...row, retryCount, result: initiationResult.failure, resultMessage });
};

const settle = ({ initiations }: Company, row: InitiationRow): void =>
  initiations.put({
    ...row,
    process: initiationProcess.done,
    fields: [],
    fileIds: [],
    callback: row.callBackUrl === null ? "none" : "owed",
  });
