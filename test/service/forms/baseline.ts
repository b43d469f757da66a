/** The forms for the cases of forms and agents, on the company of `cases/baseline.ts`. */
import { FormsSection } from "../../../src/contract/sections/forms.ts";

export const ids = {
  money: "11111111-1111-4111-8111-111111111111",
  people: "22222222-2222-4222-8222-222222222222",
  unused: "33333333-3333-4333-8333-333333333333",
  expense: "44444444-4444-4444-8444-444444444444",
  leave: "55555555-5555-4555-8555-555555555555",
  closed: "66666666-6666-4666-8666-666666666666",
  car: "77777777-7777-4777-8777-777777777777",
} as const;

const field = (code: string, typeId: string, rest: object = {}) => ({ name: `Name of ${code}`, code, typeId, ...rest });

/** Every kind of field, required and optional. */
const fields = [
  field("title", "text", { isRequired: true, fieldHelper: "what for" }),
  field("remark", "textArea"),
  field("amount", "number", { isRequired: true }),
  field("day", "date"),
  field("moment", "dateTime"),
  field("way", "select", {
    options: [
      { id: ids.car, name: "car" },
      { name: "other", enableFillText: true, fillText: "which", isOther: true },
    ],
  }),
  field("extras", "checkbox", { options: [{ name: "hotel" }, { name: "meals", enableFillText: true }] }),
  field("with", "user"),
  field("to", "department"),
  field("papers", "file"),
  field("lines", "grid", {
    fields: [
      field("item", "text", { isRequired: true }),
      field("price", "number"),
      field("kind", "select", { options: [{ name: "A" }] }),
    ],
  }),
  field("stay", "group", { fields: [field("from", "date", { isRequired: true }), field("nights", "number")] }),
  field("stamp", "text", { notSupport: true, isRequired: true }),
  field("project", "select", { isExternalSource: true, externalSourceName: "projects" }),
];

/**
 * Everyone may use EXPENSE; the manager signs it. RD and the departments below may use LEAVE; amy signs it. CLOSED accepts no
 * applications.
 */
export const formsBaseline = (): FormsSection =>
  FormsSection.parse({
    categories: [
      { id: ids.people, category: "People" },
      { id: ids.money, category: "Money" },
      { id: ids.unused, category: "Unused" },
    ],
    forms: [
      {
        id: ids.expense,
        code: "EXPENSE",
        name: "Expense report",
        category: "Money",
        subject: "{title} for {amount}",
        fields,
        route: [{ kind: "manager", name: "Manager" }],
      },
      {
        id: ids.leave,
        code: "LEAVE",
        name: "Leave",
        category: "People",
        applicants: [{ itemType: 0, dept: { code: "RD", containsChildren: true } }],
        fields: [field("days", "number", { isRequired: true })],
        route: [
          { kind: "person", name: "Head", accounts: ["amy"] },
          {
            kind: "branches",
            name: "Long",
            when: { field: "days", is: "atLeast", value: 5 },
            branches: [
              {
                name: "Leaders",
                steps: [{ kind: "jobFunction", name: "Lead", jobFuncCode: "LEAD", within: "company" }],
              },
            ],
          },
        ],
      },
      {
        id: ids.closed,
        code: "CLOSED",
        name: "Closed",
        category: "Money",
        allowApplyForm: false,
        fields: [],
        route: [],
      },
    ],
    connections: [
      {
        connId: "88888888-8888-4888-8888-888888888888",
        code: "ERP",
        name: "Ledger",
        connectionType: 1,
        editor: "amy",
        modifiedDate: "2026-01-02T03:04:05.000Z",
        hasUsed: true,
      },
      {
        connId: "99999999-9999-4999-8999-999999999999",
        code: "MAIL",
        name: "Mail",
        connectionType: 0,
        editor: "amy",
        modifiedDate: "2026-01-02T03:04:05.000Z",
      },
    ],
  });
