/**
 * F1 and F2: another system submits a form for a person. F1 returns a trace id as soon as the initiation is stored; F2 returns
 * whether it has been processed, and the result (R80).
 */
import { randomUUID } from "node:crypto";
import { initiationProcess, initiationResult } from "../../contract/form-records.ts";
import type { FileRef } from "../../contract/shared-records.ts";
import { findForm, mayApply } from "../forms/form-rules.ts";
import type { Handlers } from "../kernel/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment, findEmployee } from "../organisation/lookup.ts";
import { findFile, holdFile } from "../uploads/files.ts";
import type { Outbound } from "../uploads/outbound.ts";
import type { Company } from "./tables.ts";

/** `check` refuses callback addresses that the service may never call, like those of UP2. */
export const createInitiationRules = (check: Outbound["check"]): Handlers<"F1" | "F2", Company> => ({
  F1: (company, { params, body }) => {
    const form = findForm(company, params.formCodeOrId, "formCodeOrId");
    const applicant = findEmployee(company, body.applyAccount, "applyAccount");
    const department = findDepartment(company, body.deptCode, "deptCode");
    if (!applicant.posts.some((post) => post.departmentId === department.id)) refuse("OPA-POST-UNKNOWN", "deptCode");
    if (!mayApply(company, applicant, form)) refuse("OPA-FORM-NOT-ALLOWED", "applyAccount");
    const callBackUrl = body.callBackUrl?.trim() ? check(body.callBackUrl, "callBackUrl").href : null;
    const traceId = randomUUID();
    company.initiations.put({
      id: company.newId(),
      traceId,
      formId: form.id,
      formName: form.name,
      applicantId: applicant.id,
      departmentId: department.id,
      fields: body.fields,
      opinion: body.opinion ?? null,
      urgent: body.urgent ?? false,
      fileIds: holdFiles(company, body.attachFiles ?? []),
      customData: body.customData ?? null,
      callBackUrl,
      process: initiationProcess.queued,
      result: initiationResult.none,
      retryCount: 0,
      resultMessage: null,
      formSn: null,
      callback: "none",
      callbackAttempts: 0,
    });
    return traceId;
  },

  F2: (company, { body }) => {
    const found = company.initiations.by("trace", body.traceId.trim().toLowerCase())[0];
    if (!found) return refuse("OPA-TRACE-UNKNOWN", "traceId");
    const { traceId, formName, formSn, process, result, retryCount, resultMessage } = found;
    return { traceId, formName, formSn, process, result, retryCount, resultMessage };
  },
});

/** Adds one reference to each file, so the files are kept until the initiation has ended. */
const holdFiles = (company: Company, refs: readonly FileRef[]): readonly number[] => {
  const ids = new Set(refs.map((ref, at) => findFile(company, ref, `attachFiles.${at}`).id));
  for (const id of ids) holdFile(company, id);
  return [...ids];
};
