/** The case tables of all groups of operations, each with the company from which its cases start. */

import { corpName, profileCases } from "./access/profile-cases.ts";
import { agentCases } from "./agents/agent-cases.ts";
import { agentsBaseline } from "./agents/agents-baseline.ts";
import { baseline } from "./cases/baseline.ts";
import { departmentBatchCases } from "./cases/department-batch.ts";
import { departmentCases } from "./cases/departments.ts";
import { employeeCases } from "./cases/employees.ts";
import { functionCases } from "./cases/functions.ts";
import { levelCases } from "./cases/levels.ts";
import { postCases } from "./cases/posts.ts";
import { titleCases } from "./cases/titles.ts";
import type { ConformanceGroup, TestService } from "./conformance-case.ts";
import { uploadGroup } from "./conformance-uploads.ts";
import { documentCases } from "./documents/cases/document-cases.ts";
import { libraries } from "./documents/cases/libraries.ts";
import { everydayCompany } from "./everyday/everyday-baseline.ts";
import { everydayCases } from "./everyday/everyday-cases.ts";
import { formsBaseline } from "./forms/baseline.ts";
import { formCases } from "./forms/form-cases.ts";
import { searchCases } from "./signing/search-cases.ts";
import { now } from "./signing/signing-case.ts";
import { signingCases } from "./signing/signing-cases.ts";
import { signingCompany } from "./signing/signing-company.ts";

const organisation: ConformanceGroup = {
  name: "organisation",
  cases: {
    ...departmentCases,
    ...departmentBatchCases,
    ...levelCases,
    ...employeeCases,
    ...functionCases,
    ...titleCases,
    ...postCases,
  },
  company: () => ({ organisation: baseline() }),
};

const forms: ConformanceGroup = {
  name: "agents and forms",
  cases: { ...agentCases, ...formCases },
  company: () => ({
    organisation: baseline(),
    forms: formsBaseline(),
    agents: agentsBaseline(),
    documents: { documents: [] },
  }),
};

const signing: ConformanceGroup = {
  name: "signing",
  cases: { ...signingCases, ...searchCases },
  company: signingCompany,
  options: { clock: { nowMs: () => Date.parse(now) } },
};

const everyday: ConformanceGroup = { name: "everyday", cases: everydayCases, company: everydayCompany };

const fileNames = ["one.txt", "two.txt", "b.txt"];

const documentWords = new Map<string, string>();
const upload = (fileName: string) => ({ body: { fileName, base64Content: btoa(fileName) } });

const documents: ConformanceGroup = {
  name: "document center",
  cases: documentCases,
  company: () => ({ organisation: baseline(), libraries: libraries(), trash: [] }),
  prepare: async (service: TestService) => {
    for (const fileName of fileNames) {
      const { json } = await service.call("UP3", upload(fileName));
      documentWords.set(`file:${fileName}`, (json as { id: string }).id);
    }
    return { words: documentWords };
  },
  // A person who was loaded again is another person, and has no files.
  reset: async (service: TestService) => {
    const { json } = await service.callAs(await service.token("bob"), "U16", upload("bob.txt"));
    documentWords.set("file:bob.txt", (json as { id: string }).id);
  },
};

/** Cases with headers are left out, because a typed client sends only its own headers. */
const profile: ConformanceGroup = {
  name: "profile",
  cases: {
    U1: { succeeds: profileCases.U1.succeeds, refuses: profileCases.U1.refuses.filter(({ headers }) => !headers) },
  },
  company: () => ({ organisation: baseline() }),
  options: { corpName },
  reset: (service) => service.call("E12", { body: { account: "new", name: "Name of new", loginValidation: ["UOF"] } }),
};

export const conformanceGroups: readonly ConformanceGroup[] = [
  organisation,
  forms,
  signing,
  everyday,
  documents,
  uploadGroup,
  profile,
];
