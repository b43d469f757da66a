/** Starts a real reference service with a small company, for tests of src/site against it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OperationId } from "../../src/contract/contract.ts";
import { noEmployeeData } from "../../src/contract/records/organisation.ts";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import type { TargetSnapshot } from "../../src/model/directory/snapshot.ts";
import type { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import type { Call } from "../../src/service/kernel/records/record-store.ts";
import { startService } from "../../src/service/service.ts";
import { type TargetSettings, targetSettings } from "../../src/site/settings/settings.ts";
import type { TargetReader } from "../../src/site/target.ts";
import { profileQuirks, siteSettings } from "../service/running-service.ts";

const nobody = { ...noEmployeeData, loginValidation: ["UOF"], active: true, locked: false };

const post = (code: string, isMainDept: boolean) => ({ code, isMainDept, jobTitleCode: "T1", jobFuncs: ["F1"] });

/** RD and QA belong to HQ. amy manages RD and has a part-time post in QA, bob is in RD, cat has left QA, dan has no post. */
const organisation: Organisation = {
  levels: [
    { code: "L1", name: "處", active: true },
    { code: "L2", name: "課", active: true },
  ],
  titles: [
    { code: "T1", title: "經理", rank: 1, active: true },
    { code: "T2", title: "專員", rank: 2, active: true },
    { code: "T3", title: "助理", rank: 2, active: true },
  ],
  functions: [
    { code: "F1", jobFunc: "開發", categoryName: "技術", active: true },
    { code: "F2", jobFunc: "測試", categoryName: "技術", active: true },
    { code: "F3", jobFunc: "採購", categoryName: "總務", active: true },
  ],
  departments: [
    { code: "HQ", parentCode: null, deptLevelCode: "L1", name: "總公司", description: "全部", active: true },
    {
      code: "RD",
      parentCode: "HQ",
      deptLevelCode: "L2",
      name: "研發課",
      description: null,
      active: true,
      manager: "amy",
    },
    { code: "QA", parentCode: "HQ", deptLevelCode: "L2", name: "品保課", description: null, active: true },
  ],
  employees: [
    {
      ...nobody,
      account: "amy",
      name: "甲",
      employeeNumber: "001",
      gender: "Female",
      idCardNumber: "A200000003",
      birthDate: "1990-02-03T00:00:00+08:00",
      email: "amy@example.com",
      depts: [post("RD", true), post("QA", false)],
    },
    {
      ...nobody,
      account: "bob",
      name: "乙",
      employeeNumber: "002",
      depts: [{ ...post("RD", true), supervisor: "amy" }],
    },
    { ...nobody, account: "cat", name: "丙", employeeNumber: "003", active: false, depts: [post("QA", true)] },
    { ...nobody, account: "dan", name: "丁", depts: [] },
  ],
};

/** Quirks with which every write can be read back as it was sent; test/run/read-back/read-back.test.ts tests other sites. */
const plainHabits: Partial<Quirks> = {
  supervisorShown: "custom",
  firstPosition: 0,
  positionStep: 1,
  assignedPositions: [],
  newPlace: "last",
  inactivePeople: "listed",
  personalData: "clear",
};

export type CompanyService = {
  readonly settings: TargetSettings;
  /** Restores `organisation`; clears faults, quirks and recorded calls. */
  readonly reset: () => Promise<void>;
  readonly fault: (
    fault: { readonly operation: OperationId; readonly kind: string } & Record<string, unknown>,
  ) => Promise<void>;
  readonly quirks: (quirks: Record<string, unknown>) => Promise<void>;
  readonly dump: () => Promise<Organisation>;
  readonly calls: () => Promise<readonly Call[]>;
  readonly refreshes: () => Promise<readonly { readonly dirtyBefore: number }[]>;
  readonly close: () => Promise<void>;
};

export const startCompanyService = async (): Promise<CompanyService> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-target-"));
  const service = await startService({
    database: join(folder, "service.sqlite"),
    host: "127.0.0.1",
    port: 0,
    keys: [{ name: "musterd", secret: "k-1", permissions: ["P-Org"] }],
    corpCode: "ACME",
    adminKey: "admin-1",
  });
  const sandbox = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${service.url}/sandbox/${path}`, {
      method,
      headers: { "admin-key": "admin-1", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  return {
    settings: targetSettings.parse({
      url: service.url,
      corpCode: "ACME",
      apiKey: "k-1",
      backoffMs: 1,
      retries: 2,
      ...siteSettings(),
    }),
    reset: async () => {
      await sandbox("DELETE", "faults");
      await sandbox("PUT", "quirks", { ...profileQuirks(), ...plainHabits });
      await sandbox("PUT", "organisation", organisation);
      await sandbox("DELETE", "calls");
    },
    fault: async (fault) => void (await sandbox("POST", "faults", fault)),
    quirks: async (quirks) => void (await sandbox("PUT", "quirks", { ...profileQuirks(), ...plainHabits, ...quirks })),
    dump: async () => (await sandbox("GET", "organisation")) as Organisation,
    calls: async () => (await sandbox("GET", "calls")) as readonly Call[],
    refreshes: async () => ((await sandbox("GET", "refreshes")) as { refreshes: { dirtyBefore: number }[] }).refreshes,
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
};

/** Reads everything: all lists and details. */
export const readAll = async (reader: TargetReader): Promise<TargetSnapshot> => {
  const lists = await reader.readLists();
  const codes = lists.departments.map(({ code }) => code);
  const accounts = lists.employees.map(({ account }) => account);
  return reader.readDetails(lists, { managersOf: codes, postsOf: accounts, membersOf: codes });
};
