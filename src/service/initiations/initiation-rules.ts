/**
 * F1 and F2: another system submits a form for a person. F1 returns a trace id as soon as the initiation is stored; F2 returns
 * whether it has been processed, and the result (R80).
 */
import { randomUUID } from "node:crypto";
import { initiationProcess, initiationResult } from "../../contract/records/forms.ts";
import { checkFields, type FindFile } from "../forms/field-values.ts";
import { findForm, mayApply } from "../forms/lookup.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment, findEmployee } from "../organisation/lookup.ts";
import { findFile, holdFile } from "../uploads/files.ts";
import type { Outbound } from "../uploads/outbound.ts";
import type { Company, InitiationRow } from "./tables.ts";

/** `check` refuses callback addresses that the service may never call, like those of UP2. */
export const createInitiationRules = (check: Outbound["check"]): Handlers<"F1" | "F2", Company> => ({
  F1: (company, { params, body, caller }) => {
    const form = findForm(company, params.formCodeOrId, "formCodeOrId");
    const applicant = findEmployee(company, body.applyAccount, "applyAccount");
    const department = findDepartment(company, body.deptCode, "deptCode");
    if (!applicant.posts.some((post) => post.departmentId === department.id)) refuse("OPA-POST-UNKNOWN", "deptCode");
    if (!mayApply(company, applicant, form)) refuse("OPA-FORM-NOT-ALLOWED", "applyAccount");
    const callBackUrl = body.callBackUrl?.trim() ? check(body.callBackUrl, "callBackUrl").href : null;
    const traceId = randomUUID();
    const find: FindFile = (ref, where) => findFile(company, caller, ref, where);
    const attached = (body.attachFiles ?? []).map((ref, at) => find(ref, `attachFiles.${at}`).id);
    // Only files that are held here can be used in the values later.
    const fileIds = new Set([...attached, ...checkFields(company, form.fields, body.fields, find).fileIds]);
    for (const id of fileIds) holdFile(company, id);
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
      fileIds: [...fileIds],
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
    return showResult(found ?? refuse("OPA-TRACE-UNKNOWN", "traceId"));
  },
});

export const showResult = (row: InitiationRow) => {
  const { traceId, formName, formSn, process, result, retryCount, resultMessage } = row;
  return { traceId, formName, formSn, process, result, retryCount, resultMessage };
};
