/** J1–J9: job functions and their categories. */
import { z } from "zod";
import { JobFunc, JobFuncCategory, required } from "../records/organisation.ts";
import { line } from "../records/texts.ts";
import { type OperationSpec, organization, route } from "./operation-spec.ts";

const code = required(line).describe("Code of the function.");
const newCode = required(line).describe("Code that identifies the function from now on, unique in the company.");
const category = required(line).describe("Name of the category.");
const jobFunc = required(line).describe("Display name of the function.");

const functions = { ...organization, tag: "Job functions" } as const;

export const functionOperations = {
  J1: {
    name: "updateJobFunctionCategory",
    ...functions,
    summary: "Update job function category",
    summaryZhTw: "更新職務類別",
    ...route.put("/jobfunc/category"),
    body: z.object({
      originalCategory: required(line).describe("Present name of the category."),
      category: required(line).describe("Name from now on; no other category may have it."),
    }),
    response: JobFuncCategory,
  },
  J2: {
    name: "setJobFunctionCategoryOrder",
    ...functions,
    summary: "Update job function category order",
    summaryZhTw: "更新職務類別順序",
    ...route.put("/jobfunc/category/seq"),
    // The limit 0 is this project's assumption: the specification's list of limits leaves J2 out (R20).
    body: z.object({
      category,
      seq: required(z.int32().min(0)).describe("New position among the categories, from 0."),
    }),
    response: JobFuncCategory,
  },
  J3: {
    name: "deleteJobFunctionCategory",
    ...functions,
    summary: "Delete job function category",
    summaryZhTw: "刪除職務類別",
    ...route.delete(
      "/jobfunc/category/{name}",
      z.object({ name: line.describe("Name of a category without functions.") }),
    ),
  },
  J4: {
    name: "listJobFunctions",
    ...functions,
    summary: "Get job functions",
    summaryZhTw: "取得職務",
    ...route.get("/jobfunc"),
    response: z.array(z.array(JobFunc)),
  },
  J5: {
    name: "createJobFunction",
    ...functions,
    summary: "Create job function",
    summaryZhTw: "建立職務",
    ...route.post("/jobfunc"),
    body: z.object({
      code: newCode,
      categoryName: required(line).describe("Name of the category; a new name creates the category."),
      jobFunc,
      active: required(z.boolean()).describe("False creates the function disabled."),
    }),
    response: JobFunc,
  },
  J6: {
    name: "updateJobFunction",
    ...functions,
    summary: "Update job function",
    summaryZhTw: "更新職務",
    ...route.put("/jobfunc"),
    body: z.object({
      originalCode: required(line).describe("Present code of the function."),
      code: newCode,
      jobFunc,
    }),
    response: JobFunc,
  },
  J7: {
    name: "setJobFunctionOrder",
    ...functions,
    summary: "Update job function order",
    summaryZhTw: "更新職務順序",
    ...route.put("/jobfunc/seq"),
    body: z.object({
      code,
      categoryName: required(line).describe("Name of the category; another one moves the function there."),
      seq: required(z.int32().min(0)).describe("New position within the category, from 0."),
    }),
    response: JobFunc,
  },
  J8: {
    name: "setJobFunctionStatus",
    ...functions,
    summary: "Update job function status",
    summaryZhTw: "更新職務狀態",
    ...route.put("/jobfunc/status"),
    body: z.object({ code, active: required(z.boolean()).describe("False disables the function, true enables it.") }),
    response: JobFunc,
  },
  J9: {
    name: "deleteJobFunction",
    ...functions,
    summary: "Delete job function",
    summaryZhTw: "刪除職務",
    ...route.delete("/jobfunc/{code}", z.object({ code: line.describe("Code of a function that nobody has.") })),
  },
} as const satisfies Record<string, OperationSpec>;
