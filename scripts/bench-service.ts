/**
 * Measures the cost of the reference service compared with what it is built on: simple reads with a bare Fastify route for the
 * same JSON, writes of employees with bare SQLite commits (behind HTTP, and in a loop), and a list of 100,000 employees with one
 * JSON.stringify. The compared programs are measured alternately, and medians are printed. This process makes the load; every
 * server is a separate process. The script asserts nothing.
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathTemplateOf, specOf } from "../src/contract/contract.ts";
import type { Organisation } from "../src/contract/sections/organisation.ts";
import { sampleCompany } from "../src/sample/sample-company.ts";
import {
  type Cost,
  costOf,
  endRoles,
  type Load,
  median,
  type Rate,
  type Role,
  rateOf,
  startRole,
} from "./bench-frame.ts";

const people = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 5);
const seconds = 3;
const listLength = 100_000;
const headers = { "api-key": "bench-key", corpcode: "BENCH" };
const roles = new URL("bench-service-roles.ts", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));

const load = async (url: string, organisation: Organisation): Promise<void> => {
  const json = { "admin-key": "bench-admin", "content-type": "application/json" };
  const body = JSON.stringify(organisation);
  const answer = await fetch(`${url}/sandbox/organisation`, { method: "PUT", headers: json, body });
  if (!answer.ok) throw new Error(`the organisation is refused: ${await answer.text()}`);
};

const get = async (url: string): Promise<unknown> => (await fetch(url, { headers })).json();

/** Runs both programs until V8 has compiled them, then measures them alternately, and prints the medians and their ratio. */
const compare = async (title: string, mine: () => Promise<Rate>, other: () => Promise<Rate>): Promise<void> => {
  for (let warmUp = 0; warmUp < 2; warmUp += 1) await Promise.all([mine(), other()]);
  const pairs: (readonly [Rate, Rate])[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await mine(), await other()]);
  const column = (value: (pair: readonly [Rate, Rate]) => number, digits: number) =>
    median(pairs.map(value)).toFixed(digits).padStart(10);
  console.log(
    title.padEnd(titleWidth) +
      column(([a]) => a.perSecond, 0) +
      column(([, b]) => b.perSecond, 0) +
      column(([a, b]) => a.perSecond / b.perSecond, 2) +
      column(([a, b]) => a.perCpuSecond / b.perCpuSecond, 2),
  );
};
const titleWidth = 50;

const { before: organisation } = sampleCompany({ people, today: "2026-11-21" });
const accounts = organisation.employees.flatMap(({ account, corpCode }) => (corpCode === undefined ? [account] : []));
const managed = organisation.departments.find(({ manager }) => manager)?.code ?? "";

const reads = async (service: Role): Promise<void> => {
  const paths = {
    V1: pathTemplateOf("V1", "1"),
    E2: pathTemplateOf("E2", "1")
      .replace("{userType}", "0")
      .replace("{userCode}", accounts[0] ?? ""),
    D10: pathTemplateOf("D10", "1").replace("{code}", managed),
  };
  const answers: Record<string, unknown> = {};
  for (const path of Object.values(paths)) answers[path] = await get(service.said + path);
  writeFileSync(join(folder, "answers.json"), JSON.stringify(answers));
  const bare = await startRole(roles, "bare", join(folder, "answers.json"));
  for (const [id, path] of Object.entries(paths)) {
    const requests = [{ method: "GET", path }];
    const run = (role: Role) => () => rateOf(role.pid, { url: role.said, headers, connections: 32, seconds, requests });
    await compare(`${id}, against a bare Fastify route`, run(service), run(bare));
  }
  await bare.stop();
};

/** Returns writes that all change something, because the written value depends on the number of the request. */
const writesOf = (id: "E7" | "E8" | "E11"): Load["requests"] =>
  Array.from({ length: 12_800 }, (_, n) => {
    const account = accounts[(n * 7) % accounts.length] ?? "";
    const user = { userType: 0, userCode: account };
    const values = {
      E7: { active: n % 2 === 0 },
      E8: { expiredTime: `2030-01-01T00:00:${String(n % 60).padStart(2, "0")}Z` },
      E11: { account, name: `Name ${n}` },
    };
    return { method: specOf(id).method, path: pathTemplateOf(id, "1"), body: JSON.stringify({ user, ...values[id] }) };
  });

const writes = async (service: Role, database: string): Promise<void> => {
  const bare = await startRole(roles, "bare-writes", copied(database));
  const loop = async (): Promise<Rate> => {
    const role = await startRole(roles, "loop", copied(database), String(seconds));
    await role.stop();
    return JSON.parse(role.said) as Rate;
  };
  const json = { ...headers, "content-type": "application/json" };
  for (const id of ["E7", "E8", "E11"] as const) {
    const requests = writesOf(id);
    const run = (role: Role) => () =>
      rateOf(role.pid, { url: role.said, headers: json, connections: 64, seconds, requests });
    await compare(`${id}, against a bare route that commits`, run(service), run(bare));
    await compare(`${id}, against a loop of commits without HTTP`, run(service), () => loop());
  }
  await bare.stop();
};

let copies = 0;
const copied = (database: string): string => {
  copies += 1;
  const copy = join(folder, `copy-${copies}.db`);
  copyFileSync(database, copy);
  return copy;
};

const showCost = (title: string, costs: readonly Cost[]): void => {
  const middle = (value: (cost: Cost) => number) => median(costs.map(value));
  const above = middle(({ idleMiB, peakMiB }) => peakMiB - idleMiB);
  const idle = middle(({ idleMiB }) => idleMiB);
  console.log(
    `${title.padEnd(titleWidth)} ${middle((cost) => cost.seconds).toFixed(2)} s, ${above.toFixed(0)} MiB above ${idle.toFixed(0)}`,
  );
};

/** Reads a body to its end and discards it. */
const drain = async (url: string): Promise<number> => {
  let bytes = 0;
  for await (const chunk of (await fetch(url, { headers })).body ?? []) bytes += chunk.length;
  return bytes;
};

/** Measures E1 of a large company. The bare server has the same rows, but makes the body with a single JSON.stringify. */
const list = async (): Promise<void> => {
  const service = await startRole(roles, "service", join(folder, "large.db"));
  await load(service.said, sampleCompany({ people: listLength, today: "2026-11-21" }).before);
  const path = pathTemplateOf("E1", "1");
  const employees = await get(service.said + path);
  await service.stop();
  writeFileSync(join(folder, "list.json"), JSON.stringify({ [path]: employees }));
  for (const [title, role, argument] of [
    ["E1 streamed", "service", "large.db"],
    ["E1 in one piece, bare Fastify", "bare", "list.json"],
  ] as const) {
    const costs: Cost[] = [];
    for (let round = 0; round < 3; round += 1) {
      const server = await startRole(roles, role, join(folder, argument));
      costs.push(await costOf(server.pid, () => drain(server.said + path)));
      await server.stop();
    }
    showCost(`${title}, ${(employees as unknown[]).length} people`, costs);
  }
};

try {
  const database = join(folder, "service.db");
  const first = await startRole(roles, "service", database);
  await load(first.said, organisation);
  await first.stop();
  const filled = copied(database);
  const service = await startRole(roles, "service", database);
  console.log(`node ${process.version}, ${people} people, median of ${rounds} rounds of ${seconds} s`);
  console.log(`${" ".repeat(titleWidth)} service/s   other/s     ratio CPU ratio`);
  await reads(service);
  await writes(service, filled);
  await service.stop();
  await list();
} finally {
  endRoles();
  rmSync(folder, { recursive: true, force: true });
}
