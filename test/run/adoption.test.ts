/**
 * A first run on a service that has been in use. It has 300 people, of whom 30 were entered by hand, without a number and under
 * another account, and eight departments under other codes. An unattended run creates nobody and nothing twice. When a person
 * has decided about the possible matches, everything is matched and the next plan is empty.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import type { Decision } from "../../src/model/directory/identity.ts";
import { openRedis } from "../../src/queue/redis.ts";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import type { FullDirectory } from "../support/directory/full-directory.ts";
import { openHrOffice } from "../support/directory/hr-office.ts";
import { directoryOf, organisationOf } from "../support/directory/organisation-document.ts";
import { comparableDirectory } from "../support/expected/comparable-directory.ts";
import {
  openServiceFixture,
  quickSettings,
  type ServiceFixture,
  writesOf,
} from "../support/servers/service-fixture.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

const today = "2026-11-21";
const seed = 20_261_121;

let redis: RedisHandle;
let fixture: ServiceFixture;
let site: RunSite;
let hr: FullDirectory;
let truth: readonly Decision[];

/** Changes `company`: 30 people become hand-made accounts, eight departments get other codes. Returns the correct decisions. */
const agedByHand = (company: FullDirectory): readonly Decision[] => {
  const accounts = new Map<string, string>();
  for (const person of company.employees.filter((_, at) => at % 10 === 3)) {
    accounts.set(person.account, `hand.${accounts.size}`);
    person.number = null;
    person.name = accounts.size % 2 === 0 ? person.name : `${person.name.slice(0, 1)}　${person.name.slice(1)}`;
    if (accounts.size % 3 === 0) person.email = null;
  }
  const codes = new Map(
    company.departments
      .filter((_, at) => at % 4 === 1)
      .slice(0, 8)
      .map(({ code }, at) => [code, `OLD${at}`]),
  );
  const account = (now: string) => accounts.get(now) ?? now;
  const code = (now: string) => codes.get(now) ?? now;
  for (const person of company.employees) {
    person.account = account(person.account);
    for (const post of person.posts) {
      post.department = code(post.department);
      if (post.supervisor) post.supervisor = account(post.supervisor);
    }
  }
  for (const department of company.departments) {
    department.code = code(department.code);
    if (department.parent) department.parent = code(department.parent);
    if (department.manager) department.manager = account(department.manager);
  }
  return [
    ...[...accounts].map(([source, target]) => ({ kind: "employee", source, target, same: true }) as const),
    ...[...codes].map(([source, target]) => ({ kind: "department", source, target, same: true }) as const),
  ];
};

beforeAll(async () => {
  const { levels, titles, functions, departments, employees } = sampleCompany({ today, seed }).before;
  const people = employees.filter(({ employeeNumber }) => employeeNumber).slice(0, 300);
  hr = directoryOf({ levels, titles, functions, departments, employees: people });
  const aged = structuredClone(hr);
  truth = agedByHand(aged);
  redis = await openRedis({ searchPath: process.env["PATH"] ?? "" }, createLog("silent"));
  fixture = await openServiceFixture();
  await fixture.load(organisationOf(aged));
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse(`${today}T04:00:00Z`) }, "new");
});

afterAll(async () => {
  await site.close();
  await fixture.close();
  await redis.close();
});

const run = async () => {
  await fixture.forgetCalls();
  const { run: summary, plan } = await site.run({ source: openHrOffice(structuredClone(hr), today, seed).source() });
  const calls = await fixture.calls();
  return {
    summary,
    plan,
    created: writesOf(calls).filter(({ operation }) => operation === "E12" || operation === "D2"),
  };
};

describe("a site with 30 people entered by hand and eight departments under other codes", () => {
  it("first reports how much is matched, and gets no person or object a second time", async () => {
    const { summary, plan, created } = await run();
    expect(summary.error).toBeUndefined();
    expect(created).toEqual([]);
    const ofPeople = plan?.adoption?.find(({ kind }) => kind === "employee");
    const people = hr.employees.length;
    expect(ofPeople).toEqual({
      kind: "employee",
      matched: { number: people - 30 },
      proposed: 30,
      onlySource: 0,
      onlyTarget: 30,
    });
    const found = plan?.held.flatMap(({ kind, key, candidates = [] }) =>
      candidates.length === 0 ? [] : [`${kind} ${key} = ${candidates[0]?.key}`],
    );
    expect(found?.toSorted()).toEqual(
      truth.map(({ kind, source, target }) => `${kind} ${source} = ${target}`).toSorted(),
    );
  });

  it("is not changed by the next run either", async () => {
    const { plan, created } = await run();
    expect(created).toEqual([]);
    expect(plan?.adoption).toBeUndefined();
  });

  it("has HR's data once somebody has decided, and the next plan is empty", async () => {
    await site.store.decisions.keep(truth, Date.parse(`${today}T04:00:00Z`));
    const { summary, created } = await run();
    expect(summary).toMatchObject({ status: "succeeded", refresh: "done" });
    expect(created).toEqual([]);
    expect(comparableDirectory(directoryOf(await fixture.dump()))).toEqual(comparableDirectory(hr));
    const second = await run();
    expect([...(second.plan?.changes ?? []), ...(second.plan?.held ?? [])]).toEqual([]);
  });
});
