/** A plan with one item of every kind, and large plans, for tests of whole reports. */
import type { Plan } from "../../src/model/plan/plan.ts";
import { change, departmentsNamed, held, planWith } from "./report-builder.ts";

export const samplePlan: Plan = planWith({
  names: departmentsNamed({ RD: "研發部", HR: "人力資源部", SALES: "業務部" }),
  changes: [
    change({
      kind: "level",
      key: "L4",
      label: "組",
      action: "create",
      reason: "missing-in-target",
      fields: [{ field: "name", after: "組" }],
    }),
    change({
      kind: "department",
      key: "RD2",
      label: "研發二部",
      action: "move",
      reason: "parent-differs",
      fields: [{ field: "parent", before: "SALES", after: "RD" }],
    }),
    change({
      kind: "department",
      key: "QA",
      label: "品質保證部",
      action: "update",
      fields: [
        { field: "name", before: "品管部", after: "品質保證部" },
        {
          field: "description",
          before: null,
          after: "負責產品驗證、供應商稽核與客訴分析；每月第一個工作天召開品質會議，並彙整各廠的改善報告。",
        },
      ],
    }),
    change({
      kind: "title",
      key: "M1",
      label: "課長",
      action: "rename",
      reason: "listed-rename",
      fields: [{ field: "code", before: "M01", after: "M1" }],
    }),
    change({
      key: "chen.my",
      label: "陳美玉",
      department: "HR",
      action: "create",
      reason: "missing-in-target",
      fields: [
        { field: "name", after: "陳美玉" },
        { field: "number", after: "E0301" },
        { field: "email", after: "chen.my@example.com" },
        { field: "gender", after: "Female" },
        { field: "birthDate", after: "1990-02-03" },
        { field: "idCardNumber", after: "A223456789" },
        { field: "phoneNumber", after: "0912345678" },
        { field: "loginValidation", after: ["local", "example/chen.my"] },
        { field: "expiredTime", after: null },
      ],
    }),
    change({ department: "RD" }),
    change({
      key: "lee.xh",
      label: "李曉華",
      department: "RD",
      fields: [
        { field: "phoneNumber", before: "0987654321", after: "0911222333" },
        { field: "expiredTime", before: null, after: "2026-12-31T15:59:59Z" },
      ],
    }),
    change({
      key: "huang.zq",
      label: "黃志強",
      department: "SALES",
      action: "deactivate",
      reason: "last-day-passed",
      fields: [{ field: "active", before: true, after: false }],
      step: 10,
    }),
    change({
      kind: "post",
      key: "wang.xm",
      label: "王小明",
      department: "RD",
      fields: [
        { field: "post:RD", before: null, after: ["main", "M1", "F01", "F02"] },
        { field: "post:SALES", before: ["main", "M1"], after: ["part-time", "M1"] },
      ],
    }),
    change({
      kind: "manager",
      key: "RD",
      label: "研發部",
      department: "RD",
      fields: [{ field: "manager", before: "huang.zq", after: "lee.xh" }],
    }),
    change({
      kind: "supervisor",
      key: "wang.xm/RD",
      label: "王小明",
      department: "RD",
      fields: [{ field: "supervisor", before: "lee.xh", after: null }],
    }),
  ],
  held: [
    held({ department: "HR", fields: [{ field: "number", before: "E0007", after: "E0008" }] }),
    held({
      kind: "department",
      key: "OLD",
      label: "舊部門",
      action: "deactivate",
      reason: "still-occupied",
      about: ["wu.jl", "tsai.yt"],
    }),
  ],
  notices: [
    { code: "unmanaged", kind: "employee", key: "admin", label: "系統管理員" },
    { code: "department-without-manager", kind: "department", key: "QA", label: "品質保證部" },
  ],
  rejected: [
    {
      kind: "employee",
      file: "employees.csv",
      line: 42,
      column: "到職日",
      code: "date-invalid",
      reason: "is not a calendar date",
      key: "E0042",
    },
  ],
});

/** Returns a plan that changes two fields of each of `size` people in 40 departments. */
export const largePlan = (size: number): Plan => {
  const codes = Array.from({ length: 40 }, (_, index) => `D${String(index).padStart(2, "0")}`);
  return planWith({
    names: departmentsNamed(Object.fromEntries(codes.map((code, index) => [code, `第${index + 1}部門`]))),
    changes: Array.from({ length: size }, (_, index) =>
      change({
        key: `user${index}`,
        label: `員工${index}號`,
        department: codes[index % codes.length] ?? "D00",
        fields: [
          { field: "name", before: `舊名${index}`, after: `員工${index}號` },
          { field: "email", before: `old${index}@example.com`, after: `new${index}@example.com` },
        ],
      }),
    ),
  });
};
