/** The company from which every case starts, small enough to remember. */
import type { Organisation } from "../../../src/contract/sections/organisation.ts";

type Person = Organisation["employees"][number];
type Post = Person["depts"][number];

const post = (code: string, isMainDept: boolean, rest: Partial<Post> = {}): Post => ({
  code,
  isMainDept,
  jobTitleCode: null,
  jobFuncs: [],
  supervisor: null,
  ...rest,
});

const person = (account: string, employeeNumber: string | null, depts: Post[], rest: Partial<Person> = {}): Person => ({
  account,
  name: `Name of ${account}`,
  loginValidation: ["UOF"],
  employeeNumber,
  expiredTime: null,
  gender: "Other",
  englishName: account,
  idCardNumber: null,
  birthDate: "1980-02-29T00:00:00+08:00",
  phoneNumber: null,
  businessCard: "card",
  hireDate: "2010-01-01T00:00:00+08:00",
  email: `${account}@example.com`,
  emailEx: null,
  active: true,
  locked: false,
  resignationDate: null,
  depts,
  ...rest,
});

const department = (code: string, parentCode: string | null, deptLevelCode: string, manager: string | null) => ({
  parentCode,
  code,
  deptLevelCode,
  name: `Name of ${code}`,
  description: `About ${code}`,
  active: true,
  manager,
});

/**
 * ```
 * HQ (amy)                amy: HQ · bob: RD, part-time HQ
 * ├─ RD (bob)             cat: RD1, part-time FIN under amy
 * │  ├─ RD1               dan: FIN
 * │  └─ RD2               eve: no post, inactive
 * └─ FIN
 * LAB
 * ```
 * On the left the departments with their managers, on the right the people with their posts.
 */
export const baseline = (): Organisation => ({
  levels: ["L1", "L2", "L3", "L4"].map((code) => ({ code, name: `Level ${code}`, active: true })),
  titles: [
    { code: "MGR", title: "Manager", rank: 10, active: true },
    { code: "DEP", title: "Deputy", rank: 10, active: true },
    { code: "CHIEF", title: "Chief", rank: 10, active: true },
    { code: "ENG", title: "Engineer", rank: 20, active: true },
  ],
  functions: [
    { code: "DEV", categoryName: "Making", jobFunc: "Development", active: true },
    { code: "OPS", categoryName: "Making", jobFunc: "Operations", active: true },
    { code: "QA", categoryName: "Making", jobFunc: "Quality", active: true },
    { code: "LEAD", categoryName: "Leading", jobFunc: "Leading", active: true },
    { code: "AUDIT", categoryName: "Checking", jobFunc: "Audit", active: true },
  ],
  departments: [
    department("HQ", null, "L1", "amy"),
    department("RD", "HQ", "L2", "bob"),
    department("RD1", "RD", "L3", null),
    department("RD2", "RD", "L3", null),
    department("FIN", "HQ", "L2", null),
    department("LAB", null, "L1", null),
  ],
  employees: [
    person("amy", "001", [post("HQ", true, { jobTitleCode: "MGR", jobFuncs: ["LEAD"] })]),
    person("bob", "002", [post("RD", true, { jobTitleCode: "MGR" }), post("HQ", false)]),
    person("cat", "003", [
      post("RD1", true, { jobTitleCode: "ENG", jobFuncs: ["DEV", "OPS"] }),
      post("FIN", false, { supervisor: "amy" }),
    ]),
    person("dan", "004", [post("FIN", true)]),
    person("eve", null, [], { active: false }),
  ],
});

export const account = (userCode: string) => ({ userType: 0, userCode });
export const number = (userCode: string) => ({ userType: 1, userCode });
