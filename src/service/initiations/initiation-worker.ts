/**
 * The background work of initiations (F1 requests): turns them into documents, in the order of the requests, and sends their
 * callbacks. It reads what there is to do from the store, at the start and whenever it is woken, so work that a killed process
 * had not stored is done again. An initiation is one `write` to the company, so the document and the result are stored together
 * or not at all.
 */
import { initiationProcess, initiationResult } from "../../contract/records/forms.ts";
import { checkFields } from "../forms/field-values.ts";
import { serviceCaller } from "../kernel/callers/caller.ts";
import { Refusal, refusalText, refuse } from "../kernel/refusal.ts";
import { startDocument } from "../signing/start-document.ts";
import { findFile, releaseFile } from "../uploads/files.ts";
import { type CallbackOptions, startCallbacks } from "./callbacks.ts";
import type { Company, InitiationRow } from "./tables.ts";
import { pause, startLoop } from "./work-loop.ts";

/** Maximum number of initiations that are processed together and share a transaction. */
const atATime = 50;

/** Starts the work, which continues what an earlier process has left. */
export const startInitiations = (options: CallbackOptions) => {
  const { file } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const callbacks = startCallbacks(options, signal);
  const documents = startLoop("initiations could not be processed yet", options, signal, async () => {
    while (!signal.aborted) {
      const rows = await file.read(() => file.company.initiations.by("open", "queued"));
      if (rows.length === 0) return;
      const next = rows.map(({ id }) => id).sort((a, b) => a - b);
      await Promise.all(next.slice(0, atATime).map((id) => takeOne(options, id, signal)));
      callbacks.wake();
    }
  });
  return {
    /** Call this when there may be work, or the clock was set. */
    wake: (): void => {
      documents.wake();
      callbacks.wake();
    },
    /** Waits for the work in progress or aborts it; unfinished work stays in the store for the next start. */
    close: async (): Promise<void> => {
      closing.abort();
      await documents.ended();
      await callbacks.ended();
    },
  };
};

/** Processes one initiation, and tries again until a result is stored or the service closes. */
const takeOne = async (options: CallbackOptions, id: number, closing: AbortSignal): Promise<void> => {
  const { file, log } = options;
  let failure: string | undefined;
  for (let retries = 0; !closing.aborted; ) {
    try {
      return await file.write(() => finish(file.company, id, retries, failure));
    } catch (thrown) {
      const refusal = thrown instanceof Refusal ? thrown : undefined;
      if (refusal?.code === "OPA-STORE-FAILED") {
        retries += 1;
        await pause(options, closing);
      } else if (failure === undefined) {
        failure = refusal ? refusalText(refusal) : "OPA-INITIATION-FAILED";
        if (!refusal) log?.error({ err: thrown }, "an initiation failed");
      } else throw thrown;
    }
  }
};

/**
 * Stores the result of an initiation that is still to be processed: its document or, with a `failure`, the reason why there is
 * none. Then its files are released.
 */
const finish = (company: Company, id: number, retryCount: number, failure: string | undefined): void => {
  const row = company.initiations.get(id);
  if (!row || row.process === initiationProcess.done) return;
  const formSn = failure === undefined ? createDocument(company, row) : null;
  if (formSn === null) for (const fileId of row.fileIds) releaseFile(company, fileId);
  company.initiations.put({
    ...row,
    retryCount,
    process: initiationProcess.done,
    result: formSn === null ? initiationResult.failure : initiationResult.success,
    resultMessage: failure ?? null,
    formSn,
    fields: [],
    fileIds: [],
    callback: row.callBackUrl === null ? "none" : "owed",
  });
};

/**
 * Returns the number of the new document. Throws a `Refusal` when field values are invalid, when the form, the applicant or the
 * department has been deleted, or the route has no signer.
 */
const createDocument = (company: Company, row: InitiationRow): string => {
  const { applicantId, departmentId, urgent, opinion, fileIds } = row;
  const form = company.forms.get(row.formId) ?? refuse("OPA-FORM-UNKNOWN");
  if (!company.employees.get(applicantId)) refuse("OPA-USER-UNKNOWN");
  if (!company.departments.get(departmentId)) refuse("OPA-DEPT-UNKNOWN");
  const { values, problems } = checkFields(company, form.fields, row.fields, (ref, where) => {
    const file = findFile(company, serviceCaller, ref, where);
    return row.fileIds.includes(file.id) ? file : refuse("OPA-FILE-UNKNOWN", where);
  });
  if (problems.length > 0) refuse("OPA-FIELDS-INVALID", problems.join("; "));
  return startDocument(company, { form, applicantId, departmentId, urgent, opinion, values, fileIds }).formSn;
};
