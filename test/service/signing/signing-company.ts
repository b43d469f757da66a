/** The company for the cases of signing: its people, its forms, and its documents. */
import { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import type { SectionDocument } from "../../../src/contract/sections/documents.ts";

export const account = (userCode: string) => ({ userType: 0, userCode }) as const;

const department = (code: string, parentCode: string | null, manager: string | null) => ({
  parentCode,
  code,
  deptLevelCode: "L1",
  name: `Name of ${code}`,
  description: null,
  active: true,
  manager,
});

const person = (name: string, code: string, functions: readonly string[] = [], rest: object = {}) => ({
  account: name,
  name: name.toUpperCase(),
  employeeNumber: `N-${name}`,
  active: true,
  depts: [{ code, isMainDept: true, jobTitleCode: null, jobFuncs: functions, supervisor: null, ...rest }],
});

const field = (code: string, typeId: string, rest: object = {}) => ({ name: `Name of ${code}`, code, typeId, ...rest });

/** The id of a task: a uuid that ends with the number. */
export const node = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

type Task = SectionDocument["tasks"][number];

export const task = (number: number, signer: string, rest: Partial<Task> = {}): Task => ({
  nodeId: node(number),
  place: [0],
  kind: 1,
  signer,
  decidedBy: null,
  decision: null,
  note: null,
  opinion: null,
  createdAt: "2026-03-01T01:00:00.000Z",
  decidedAt: null,
  from: null,
  ...rest,
});

const approvedBy = (signer: string, decidedAt: string): Partial<Task> => ({
  decision: "approved",
  decidedBy: signer,
  decidedAt,
});

const leaveRoute: SectionDocument["route"] = [
  { kind: "manager", name: "Manager", mode: "any", levelsUp: 0 },
  { kind: "manager", name: "Above", mode: "any", levelsUp: 1 },
];

const leave = (number: number, rest: Partial<SectionDocument> & Pick<SectionDocument, "tasks">): SectionDocument => ({
  formSn: `LEAVE-20260301-000${number}`,
  formCode: "LEAVE",
  applicant: "dan",
  department: "RD1",
  subject: `Leave ${number}`,
  urgent: false,
  opinion: null,
  values: { days: 5, reason: "Rest by the Sea" },
  files: [],
  route: leaveRoute,
  status: 1,
  applicantDate: `2026-03-0${number}T01:00:00.000Z`,
  endDate: null,
  voidReason: null,
  ...rest,
});

/**
 * Leave 1 waits for cal. Leave 2 is approved. Leave 3 is voided. In leave 4 cal has signed; it waits for bea. Expense 1 has a
 * grid and two branches: one waits for fay or gil, the other for hal. Then ann signs.
 */
const documents: readonly SectionDocument[] = [
  leave(1, { tasks: [task(1, "cal")] }),
  leave(2, {
    status: 3,
    endDate: "2026-03-20T01:00:00.000Z",
    tasks: [
      task(2, "cal", approvedBy("cal", "2026-03-10T01:00:00.000Z")),
      task(3, "bea", { place: [1], ...approvedBy("bea", "2026-03-20T01:00:00.000Z") }),
    ],
  }),
  leave(3, {
    status: 5,
    endDate: "2026-03-05T01:00:00.000Z",
    voidReason: "not needed",
    tasks: [task(4, "cal", { decision: "not-needed", decidedAt: "2026-03-05T01:00:00.000Z" })],
  }),
  leave(4, {
    tasks: [
      task(5, "cal", approvedBy("cal", "2026-03-06T01:00:00.000Z")),
      task(6, "bea", { place: [1], createdAt: "2026-03-06T01:00:00.000Z" }),
    ],
  }),
  {
    ...leave(5, { tasks: [] }),
    formSn: "EXPENSE-20260301-0001",
    formCode: "EXPENSE",
    subject: "1500 for the fair",
    urgent: true,
    values: {
      amount: 1500,
      place: "Paris",
      items: [
        { name: "flight", price: 0.1, kind: "far" },
        { name: "hotel", price: 0.2 },
      ],
    },
    route: [
      {
        kind: "branches",
        name: "Checks",
        branches: [
          {
            name: "Audit",
            steps: [{ kind: "jobFunction", name: "Audit", mode: "any", jobFuncCode: "AUDIT", within: "company" }],
          },
          { name: "Law", steps: [{ kind: "person", name: "Law", mode: "all", accounts: ["hal"] }] },
        ],
      },
      { kind: "person", name: "Head", mode: "any", accounts: ["ann"] },
    ],
    tasks: [
      task(7, "fay", { place: [0, 0, 0] }),
      task(8, "gil", { place: [0, 0, 0] }),
      task(9, "hal", { place: [0, 1, 0], kind: 4 }),
    ],
  },
];

const forms = {
  categories: [{ category: "All" }],
  forms: [
    {
      code: "LEAVE",
      name: "Leave",
      category: "All",
      subject: "Leave of {days} days: {reason}",
      fields: [field("days", "number", { isRequired: true }), field("reason", "text"), field("start", "dateTime")],
      route: [
        { kind: "manager", name: "Manager" },
        { kind: "manager", name: "Above", levelsUp: 1, when: { field: "days", is: "atLeast", value: 3 } },
      ],
    },
    {
      code: "EXPENSE",
      name: "Expense",
      category: "All",
      fields: [
        field("amount", "number", { isRequired: true }),
        field("place", "select", { options: [{ name: "Taipei" }, { name: "Paris" }] }),
        field("items", "grid", { fields: [field("name", "text"), field("price", "number"), field("kind", "text")] }),
        field("papers", "file"),
      ],
      route: [
        {
          kind: "branches",
          name: "Checks",
          branches: [
            {
              name: "Audit",
              steps: [{ kind: "jobFunction", name: "Audit", jobFuncCode: "AUDIT", within: "company" }],
            },
            {
              name: "Law",
              when: { field: "amount", is: "atLeast", value: 1000 },
              steps: [{ kind: "person", name: "Law", accounts: ["hal"], mode: "all" }],
            },
          ],
        },
        { kind: "person", name: "Head", accounts: ["ann"] },
      ],
    },
    {
      code: "MEMO",
      name: "Memo",
      category: "All",
      fields: [field("text", "text")],
      route: [{ kind: "jobFunction", name: "All leaders", jobFuncCode: "LEAD", mode: "all" }],
    },
    {
      code: "ORDER",
      name: "Order",
      category: "All",
      fields: [],
      route: [{ kind: "supervisor", name: "Supervisor" }],
    },
  ],
};

/**
 * ```
 * HQ (ann)             ann, hal, ida
 * ├─ RD (bea)          bea LEAD
 * │  └─ RD1 (cal)      cal LEAD, dan (applies), eve LEAD
 * └─ FIN               fay AUDIT, gil AUDIT, joe (inactive)
 * ```
 * ida stands in for cal all year.
 */
export const signingCompany = (): CompanyDocument =>
  CompanyDocument.parse({
    organisation: {
      levels: [{ code: "L1", name: "Level", active: true }],
      titles: [],
      functions: ["LEAD", "AUDIT"].map((code) => ({ code, categoryName: "All", jobFunc: code, active: true })),
      departments: [
        department("HQ", null, "ann"),
        department("RD", "HQ", "bea"),
        department("RD1", "RD", "cal"),
        department("FIN", "HQ", null),
      ],
      employees: [
        person("ann", "HQ"),
        person("bea", "RD", ["LEAD"]),
        person("cal", "RD1", ["LEAD"]),
        person("dan", "RD1"),
        person("eve", "RD1", ["LEAD"]),
        person("fay", "FIN", ["AUDIT"]),
        person("gil", "FIN", ["AUDIT"]),
        person("hal", "HQ"),
        person("ida", "HQ"),
        { ...person("joe", "FIN"), active: false },
      ],
    },
    forms,
    agents: {
      people: [
        {
          account: "cal",
          times: [{ startTime: "2026-01-01T00:00:00Z", endTime: "2126-01-01T00:00:00Z" }],
          agents: [{ agent: "ida" }],
        },
      ],
    },
    documents: { documents: [...documents] },
  });
