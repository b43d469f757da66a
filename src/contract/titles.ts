/** T1–T6: job titles. */
import { z } from "zod";
import { type OperationSpec, organization } from "./operation-spec.ts";
import { JobTitle, optional, required } from "./records.ts";
import { line } from "./texts.ts";

const none = z.object({});
const code = required(line);
const fromOne = z.int32().min(1);

const titles = { ...organization, tag: "Job titles" } as const;

export const titleOperations = {
  T1: {
    name: "listJobTitles",
    ...titles,
    summary: "Get job titles",
    method: "GET",
    path: "/jobtitle",
    mutates: false,
    params: none,
    response: z.array(z.array(JobTitle)),
  },
  T2: {
    name: "createJobTitle",
    ...titles,
    summary: "Create job title",
    method: "POST",
    path: "/jobtitle",
    mutates: true,
    params: none,
    body: z.object({
      code,
      title: required(line),
      rank: fromOne,
      seq: optional(fromOne),
      active: required(z.boolean()),
    }),
    response: JobTitle,
  },
  T3: {
    name: "updateJobTitle",
    ...titles,
    summary: "Update job title",
    method: "PUT",
    path: "/jobtitle",
    mutates: true,
    params: none,
    body: z.object({ originalCode: code, code, title: required(line) }),
    response: JobTitle,
  },
  T4: {
    name: "setJobTitleOrder",
    ...titles,
    summary: "Update job title order",
    method: "PUT",
    path: "/jobtitle/seq",
    mutates: true,
    params: none,
    body: z.object({ code, rank: optional(fromOne), seq: optional(fromOne) }),
    response: JobTitle,
  },
  T5: {
    name: "setJobTitleStatus",
    ...titles,
    summary: "Update job title status",
    method: "PUT",
    path: "/jobtitle/status",
    mutates: true,
    params: none,
    body: z.object({ code, active: required(z.boolean()) }),
    response: JobTitle,
  },
  T6: {
    name: "deleteJobTitle",
    ...titles,
    summary: "Delete job title",
    method: "DELETE",
    path: "/jobtitle/{code}",
    mutates: true,
    params: z.object({ code: line }),
  },
} as const satisfies Record<string, OperationSpec>;
