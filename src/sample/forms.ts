/** Forms of the sample company (leave, purchase, arrival), whose routes use different features, and its connections. */

import type { CompanyDocument } from "../contract/sections/company-document.ts";
import type { FieldType, RouteStep, SectionField, SectionForm } from "../contract/sections/forms.ts";
import { utcOffset } from "../lib/clock.ts";
import { addDays } from "./calendar.ts";
import type { ManagerOf } from "./managers.ts";

export const sampleForms = (managerOf: ManagerOf, today: string): NonNullable<CompanyDocument["forms"]> => ({
  categories: [{ category: "人事" }, { category: "採購" }],
  forms: [leave(managerOf), purchase(managerOf), arrival(managerOf)],
  connections: [
    {
      code: "ERP",
      name: "進銷存系統",
      connectionType: 1,
      editor: managerOf("E200"),
      modifiedDate: `${addDays(today, -30)}T10:00:00${utcOffset}`,
      hasUsed: true,
    },
    {
      code: "HRWEB",
      name: "人力資源網站",
      connectionType: 0,
      editor: managerOf("E100"),
      modifiedDate: `${addDays(today, -5)}T15:20:00${utcOffset}`,
      hasUsed: false,
    },
  ],
});

const field = (code: string, name: string, typeId: FieldType, more: Partial<SectionField> = {}): SectionField => ({
  code,
  name,
  typeId,
  isRequired: true,
  notSupport: false,
  isExternalSource: false,
  ...more,
});

const options = (...names: readonly string[]) =>
  names.map((name) => ({ name, enableFillText: name === "其他", isOther: name === "其他" }));

const form = (
  code: string,
  name: string,
  category: string,
  subject: string,
  fields: SectionField[],
  route: RouteStep[],
): SectionForm => ({ code, name, category, subject, allowApplyForm: true, fields, route });

/**
 * The form for a leave. For a long leave, the manager of the department above signs too. For a sick leave of a week, personnel
 * and safety also sign, in parallel.
 */
const leave = (managerOf: ManagerOf): SectionForm =>
  form(
    "LEAVE",
    "請假單",
    "人事",
    "{kind} {from} 起 {days} 天",
    [
      field("kind", "假別", "select", { options: options("特別休假", "事假", "病假", "其他") }),
      field("from", "起", "date"),
      field("until", "迄", "date"),
      field("days", "天數", "number"),
      field("reason", "事由", "textArea", { isRequired: false }),
      field("deputy", "職務代理人", "user", { isRequired: false }),
      field("proof", "證明文件", "file", { isRequired: false, fieldHelper: "病假兩天以上請附診斷證明" }),
    ],
    [
      { kind: "supervisor", name: "直屬主管", mode: "any" },
      {
        kind: "manager",
        name: "上一級主管",
        mode: "any",
        levelsUp: 1,
        when: { field: "days", is: "atLeast", value: 3 },
      },
      {
        kind: "branches",
        name: "會簽",
        when: { field: "days", is: "atLeast", value: 7 },
        branches: [
          { name: "人資", steps: [{ kind: "person", name: "人資主管", mode: "any", accounts: [managerOf("E100")] }] },
          {
            name: "職安",
            when: { field: "kind", is: "equal", value: "病假" },
            steps: [
              {
                kind: "jobFunction",
                name: "職業安全委員",
                mode: "any",
                jobFuncCode: "S01",
                within: "company",
              },
            ],
          },
        ],
      },
    ],
  );

/** The form for a purchase. Higher managers sign larger amounts. The last signer is in charge of the company's payments. */
const purchase = (managerOf: ManagerOf): SectionForm =>
  form(
    "PURCHASE",
    "請購單",
    "採購",
    "{title}（{amount} 元）",
    [
      field("title", "品名摘要", "text"),
      field("amount", "總金額", "number"),
      field("needed", "需求日", "date", { isRequired: false }),
      field("department", "使用部門", "department", { isRequired: false }),
      field("items", "明細", "grid", {
        fields: [
          field("name", "品名", "text"),
          field("quantity", "數量", "number"),
          field("price", "單價", "number"),
          field("note", "備註", "text", { isRequired: false }),
        ],
      }),
      field("quotes", "報價單", "file", { isRequired: false }),
    ],
    [
      { kind: "manager", name: "部門主管", mode: "any", levelsUp: 0 },
      {
        kind: "manager",
        name: "上一級主管",
        mode: "any",
        levelsUp: 1,
        when: { field: "amount", is: "atLeast", value: 50_000 },
      },
      {
        kind: "person",
        name: "財務主管與總經理",
        mode: "all",
        accounts: [managerOf("E200"), managerOf("A000")],
        when: { field: "amount", is: "atLeast", value: 300_000 },
      },
      { kind: "jobFunction", name: "請款窗口", mode: "any", jobFuncCode: "A02", within: "company" },
    ],
  );

/** The form for the arrival of a new employee. Only personnel can apply; desk and accounts are prepared in parallel. */
const arrival = (managerOf: ManagerOf): SectionForm => ({
  ...form(
    "ONBOARD",
    "到職準備單",
    "人事",
    "{name} {firstDay} 到職",
    [
      field("name", "姓名", "text"),
      field("firstDay", "到職日", "date"),
      field("department", "部門", "department"),
      field("equipment", "設備", "group", {
        fields: [
          field("computer", "電腦", "select", { options: options("筆記型", "桌上型", "不需要") }),
          field("extras", "其他需求", "checkbox", { isRequired: false, options: options("手機", "門禁卡", "其他") }),
        ],
      }),
    ],
    [
      { kind: "person", name: "人資主管", mode: "any", accounts: [managerOf("E100")] },
      {
        kind: "branches",
        name: "準備",
        branches: [
          {
            name: "資訊",
            steps: [{ kind: "jobFunction", name: "資訊窗口", mode: "any", jobFuncCode: "I01", within: "company" }],
          },
          {
            name: "總務",
            steps: [{ kind: "jobFunction", name: "總務聯絡人", mode: "any", jobFuncCode: "A03", within: "company" }],
          },
        ],
      },
    ],
  ),
  applicants: [{ itemType: 0, dept: { code: "E100", containsChildren: true, isCompany: false } }],
});
