/** V1–V6: department levels. */
import { z } from "zod";
import { DeptLevel, optional, required } from "../records/organisation.ts";
import { line } from "../records/texts.ts";
import { type OperationSpec, organization, route } from "./operation-spec.ts";

const code = required(line).describe("Code of the level.");
const newCode = required(line).describe("Code that identifies the level from now on, unique in the company.");
const name = required(line).describe("Display name of the level.");

const levels = { ...organization, tag: "Department levels" } as const;

export const levelOperations = {
  V1: {
    name: "listDepartmentLevels",
    ...levels,
    summary: "Get department levels",
    summaryZhTw: "取得部門層級",
    ...route.get("/deptlevel"),
    response: z.array(DeptLevel),
  },
  V2: {
    name: "createDepartmentLevel",
    ...levels,
    summary: "Create department level, placed last",
    summaryZhTw: "建立部門層級（排在最後）",
    ...route.post("/deptlevel"),
    body: z.object({
      code: newCode,
      name,
      active: optional(z.boolean()).describe("False creates the level disabled; default true."),
    }),
    response: DeptLevel,
  },
  V3: {
    name: "updateDepartmentLevel",
    ...levels,
    summary: "Update department level",
    summaryZhTw: "更新部門層級",
    ...route.put("/deptlevel"),
    body: z.object({
      originalCode: required(line).describe("Present code of the level."),
      code: newCode,
      name,
    }),
    response: DeptLevel,
  },
  V4: {
    name: "setDepartmentLevelOrder",
    ...levels,
    summary: "Update department level order",
    summaryZhTw: "更新部門層級順序",
    ...route.put("/deptlevel/seq"),
    body: z.object({
      code,
      seq: required(z.int32().min(0)).describe("New position from 0; a smaller number is a higher level."),
    }),
    response: DeptLevel,
  },
  V5: {
    name: "setDepartmentLevelStatus",
    ...levels,
    summary: "Update department level status",
    summaryZhTw: "更新部門層級狀態",
    ...route.put("/deptlevel/status"),
    body: z.object({ code, active: required(z.boolean()).describe("False disables the level, true enables it.") }),
    response: DeptLevel,
  },
  V6: {
    name: "deleteDepartmentLevel",
    ...levels,
    summary: "Delete department level",
    summaryZhTw: "刪除部門層級",
    ...route.delete("/deptlevel/{code}", z.object({ code: line.describe("Code of a level that no department has.") })),
  },
} as const satisfies Record<string, OperationSpec>;
