/** T1–T6: job titles. */
import { z } from "zod";
import { JobTitle, optional, required } from "../records/organisation.ts";
import { line } from "../records/texts.ts";
import { type OperationSpec, organization, route } from "./operation-spec.ts";

const code = required(line).describe("Code of the title.");
const newCode = required(line).describe("Code that identifies the title from now on, unique in the company.");
const title = required(line).describe("Display name of the title.");
const fromOne = z.int32().min(1);
const seq = optional(fromOne).describe("Position within the rank, from 1; null or left out: last.");

const titles = { ...organization, tag: "Job titles" } as const;

export const titleOperations = {
  T1: {
    name: "listJobTitles",
    ...titles,
    summary: "Get job titles",
    summaryZhTw: "取得職稱",
    ...route.get("/jobtitle"),
    response: z.array(z.array(JobTitle)),
  },
  T2: {
    name: "createJobTitle",
    ...titles,
    summary: "Create job title",
    summaryZhTw: "建立職稱",
    ...route.post("/jobtitle"),
    body: z.object({
      code: newCode,
      title,
      rank: fromOne.describe("Rank of the title, from 1; titles are grouped by it."),
      seq,
      active: required(z.boolean()).describe("False creates the title disabled."),
    }),
    response: JobTitle,
  },
  T3: {
    name: "updateJobTitle",
    ...titles,
    summary: "Update job title",
    summaryZhTw: "更新職稱",
    ...route.put("/jobtitle"),
    body: z.object({
      originalCode: required(line).describe("Present code of the title."),
      code: newCode,
      title,
    }),
    response: JobTitle,
  },
  T4: {
    name: "setJobTitleOrder",
    ...titles,
    summary: "Update job title order",
    summaryZhTw: "更新職稱順序",
    ...route.put("/jobtitle/seq"),
    body: z.object({ code, rank: optional(fromOne).describe("New rank, from 1; null or left out: unchanged."), seq }),
    response: JobTitle,
  },
  T5: {
    name: "setJobTitleStatus",
    ...titles,
    summary: "Update job title status",
    summaryZhTw: "更新職稱狀態",
    ...route.put("/jobtitle/status"),
    body: z.object({ code, active: required(z.boolean()).describe("False disables the title, true enables it.") }),
    response: JobTitle,
  },
  T6: {
    name: "deleteJobTitle",
    ...titles,
    summary: "Delete job title",
    summaryZhTw: "刪除職稱",
    ...route.delete("/jobtitle/{code}", z.object({ code: line.describe("Code of a title that nobody has.") })),
  },
} as const satisfies Record<string, OperationSpec>;
