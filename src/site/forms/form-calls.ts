/**
 * Calls about forms and documents of the service: to start a form with a file (F1), to follow it (F2, F8b, F8c, F8d, A1), and to file
 * a document (L10). Nobody but `app/sign-off.ts` and `check/` uses them; runs never do.
 */
import { printable } from "../../client/classify.ts";
import { CallError, openClient, type SystemClient } from "../../client/client.ts";
import { initiationProcess, initiationResult, taskViewStatus } from "../../contract/records/forms.ts";
import { MusterdError } from "../../lib/errors.ts";
import { userRef } from "../perform/translate-request.ts";
import { readInstant } from "../reads/dates.ts";
import { sitePaths } from "../settings/bindings.ts";
import type { TargetSettings } from "../settings/settings.ts";

/** A form of the service, and who applies with it. `fields`: values by field code. */
export type FormTemplate = {
  readonly code: string;
  readonly applicant: string;
  readonly department: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** A folder of the document center. */
type LibraryFolder = { readonly library: string; readonly folder: string };

type NamedFile = { readonly name: string; readonly text: string };

export type FormCalls = {
  /** Starts the form and returns its trace id. Rejects with a CallError; see `mayHaveStarted`. */
  readonly initiate: (
    form: FormTemplate,
    file: NamedFile,
    more: { readonly customData: string; readonly callback: string | undefined },
  ) => Promise<string>;
  /** The number of the form's document; undefined while the service works on it. Rejects with `form-refused` if there will be none. */
  readonly documentOf: (trace: string) => Promise<string | undefined>;
  /** The numbers of the applicant's documents in which this text stands. */
  readonly find: (form: FormTemplate, text: string) => Promise<readonly string[]>;
  readonly statusOf: (document: string) => Promise<"waiting" | "approved" | "rejected" | "ended">;
  /** True if the document waits for this person's own signature: asked by the form's route, not as an agent or in place of somebody. */
  readonly waitsFor: (document: string, account: string, form: FormTemplate) => Promise<boolean>;
  /** True while an agent may sign in the person's place. */
  readonly isAway: (account: string, nowMs: number) => Promise<boolean>;
  /** Puts the file into the folder; a file of the same name is replaced. */
  readonly file: (where: LibraryFolder, file: NamedFile) => Promise<void>;
  /** Rejects with `form-refused` if the form cannot be started as configured. */
  readonly tryForm: (form: FormTemplate) => Promise<void>;
  readonly tryFolder: (where: LibraryFolder) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The code with which the reason begins; a site may write a sentence about somebody. */
const codeIn = (reason: string | null | undefined): string | undefined => printable(/^[\w.-]+/.exec(reason ?? "")?.[0]);

/** True if the service may have started the form although `initiate` was rejected with this error. */
export const mayHaveStarted = (error: unknown): boolean =>
  !(error instanceof MusterdError) ||
  (error instanceof CallError && error.operation === "F1" && error.failure.outcome === "unknown");

/** One page of a search; a plan has one form, and few wait for one person. */
const page = { page: 0, size: 200, order: 1, by: 0 } as const;

const toSign = 1;

export const openFormCalls = (settings: TargetSettings): FormCalls => {
  const { url, corpCode, apiKey, appId } = settings;
  const client = openClient(
    { url, corpCode, apiKey, ...(appId !== undefined && { appId }) },
    { ...settings, paths: sitePaths(settings) },
  );
  return { ...createFormCalls(client), ...createFilingCalls(client), close: client.close };
};

const createFormCalls = (client: SystemClient): Omit<FormCalls, "file" | "tryFolder" | "close"> => ({
  initiate: async ({ code, applicant, department, fields }, file, { customData, callback }) =>
    client.initiateForm({
      params: { formCodeOrId: code },
      body: {
        applyAccount: userRef(applicant),
        deptCode: department,
        fields: Object.entries(fields).map(([field, value]) => ({ code: field, value })),
        attachFiles: [await upload(client, file)],
        customData,
        ...(callback !== undefined && { callBackUrl: callback }),
      },
    }),

  documentOf: async (traceId) => {
    const { process, result, formSn, resultMessage } = await client.getInitiationResult({ body: { traceId } });
    if (process !== initiationProcess.done) return undefined;
    if (result === initiationResult.success && formSn) return formSn;
    throw new MusterdError(
      "form-refused",
      `the service has made no document of the form (${codeIn(resultMessage) ?? result})`,
      {
        hint: "`musterd check` tries the form; its route needs somebody who can sign",
      },
    );
  },

  find: async ({ code, applicant }, text) => {
    const body = { user: userRef(applicant), formCode: code, keyword: text, taskStatus: 0, pageOptions: page };
    const { items } = await client.searchAppliedDocuments({ body });
    return items.map(({ formSn }) => formSn);
  },

  statusOf: async (formSn) => {
    const { taskViewStatus: status } = await client.getFormDocument({ params: { formSn } });
    if (status === taskViewStatus.inProgress) return "waiting";
    if (status === taskViewStatus.approved) return "approved";
    return status === taskViewStatus.rejected ? "rejected" : "ended";
  },

  waitsFor: async (document, account, { code }) => {
    const body = { user: userRef(account), formCode: code, keyword: document, taskStatus: toSign, pageOptions: page };
    const { items } = await client.searchPendingDocuments({ body });
    return items.some(({ formSn, isAgent, isHandover }) => formSn === document && !isAgent && !isHandover);
  },

  isAway: async (account, nowMs) => {
    const { agentTimes, agentUsers } = await client.getAgentSettings({ body: userRef(account) });
    // A time that nobody understands may be now.
    const isBefore = (text: string) => nowMs < Date.parse(readInstant(text) ?? "");
    const isOver = (text: string) => Date.parse(readInstant(text) ?? "") <= nowMs;
    const isNow = agentTimes.some(({ startTime, endTime }) => !isBefore(startTime) && !isOver(endTime));
    return isNow && agentUsers.length > 0;
  },

  tryForm: async ({ code, applicant, fields }) => {
    const { allowApplyForm, fields: designed } = await client.getFormFields({ params: { formCodeOrId: code } });
    const { formList } = await client.listApplicableForms({ params: { userType: "0", userCode: applicant } });
    const unknown = Object.keys(fields).filter(
      (field) => !designed.some((one) => one.code === field && !one.notSupport),
    );
    const missing = designed.filter((one) => one.isRequired && !(one.code in fields)).map((one) => one.code);
    const why = [
      ...(allowApplyForm && formList.some(({ formCode }) => formCode === code)
        ? []
        : ["the applicant may not apply with it"]),
      ...unknown.map((field) => `it has no field ${field} that musterd can set`),
      ...missing.map((field) => `its field ${field} needs a value`),
    ];
    if (why.length === 0) return;
    throw new MusterdError("form-refused", `the form ${code} cannot be started: ${why.join("; ")}`, {
      place: { setting: "release.form" },
      hint: "compare code, applicant and fields with the form's design in the service",
    });
  },
});

const createFilingCalls = (client: SystemClient): Pick<FormCalls, "file" | "tryFolder"> => ({
  file: async ({ library, folder }, file) => {
    const documents = [await upload(client, file)];
    await client.addDocuments({
      body: { rootFolderCode: library, folderPath: folder, documents, duplicateAction: 0 },
    });
  },
  tryFolder: async ({ library, folder }) => {
    const body = { rootFolderCode: library, folderPath: folder, pageOptions: { ...page, size: 1 } };
    await client.listDocuments({ body });
  },
});

const upload = async (client: SystemClient, { name, text }: NamedFile) => {
  const { id, fileName } = await client.uploadFile(new Blob([text]), { fileName: name });
  return { id, fileName };
};
