/** Plans and applies data that was not made for this project (Oracle's HR sample). It needs only a configuration file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, openApp } from "../../src/app/app.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/lib/log.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import {
  openServiceFixture,
  quickSettings,
  type ServiceFixture,
  writesOf,
} from "../support/servers/service-fixture.ts";

let folder: string;
let fixture: ServiceFixture;
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-oracle-"));
  fixture = await openServiceFixture();
  const config = loadConfig("config/oracle-hr.yaml", process.env);
  app = openApp({ ...config, stateFolder: folder }, quickSettings(fixture), createLog("silent"));
});

afterAll(async () => {
  await app.close();
  await fixture.close();
  await rm(folder, { recursive: true });
});

const count = ({ changes }: Plan): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind, action } of changes) counts[`${kind} ${action}`] = (counts[`${kind} ${action}`] ?? 0) + 1;
  return counts;
};

const noted = ({ notices }: Plan, code: string): string[] =>
  notices.filter((notice) => notice.code === code).map(({ key }) => key);

describe("Oracle's HR tables", () => {
  it("are planned with nothing held, and missing data is listed", async () => {
    const { plan } = await app.plan([]);
    expect(count(plan)).toEqual({
      "level create": 1,
      "department create": 27,
      "title create": 19,
      "employee create": 107,
      "manager update": 11,
      "supervisor update": 105,
    });
    expect([plan.held, plan.rejected, plan.breaches]).toEqual([[], [], []]);
    expect(noted(plan, "employee-without-post")).toEqual(["kgrant"]);
    expect(noted(plan, "department-without-manager")).toHaveLength(16);
    expect(writesOf(await fixture.calls())).toEqual([]);
  });

  it("are applied, and the second run finds nothing to do", async () => {
    const runs = await app.openRuns();
    const options = { trigger: "command", onProgress: () => undefined } as const;
    const { run } = await runs.reconcile({ ...options, approve: async () => true });
    await runs.close();
    expect([run.status, run.applied, run.refresh]).toEqual(["succeeded", 270, "done"]);

    const { departments, employees } = await fixture.dump();
    expect(departments.find(({ code }) => code === "60")?.manager).toBe("ajames");
    expect(departments.filter(({ manager }) => !manager)).toHaveLength(16);
    const bruce = employees.find(({ account }) => account === "bmiller");
    expect(bruce?.depts).toEqual([
      { code: "60", isMainDept: true, jobTitleCode: "IT_PROG", jobFuncs: [], supervisor: "ajames" },
    ]);
    expect(employees.find(({ account }) => account === "kgrant")?.depts).toEqual([]);

    await fixture.forgetCalls();
    const { plan } = await app.plan([]);
    expect(plan.changes).toEqual([]);
    expect(noted(plan, "employee-without-post")).toEqual(["kgrant"]);
    expect(writesOf(await fixture.calls())).toEqual([]);
  });
});
