/** The service's store, a file or a PostgreSQL database, when the service is killed in the middle of parallel writes. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startService } from "../../src/service/service.ts";
import { freshPostgresDatabase } from "../support/servers/postgres.ts";
import { baseline } from "./cases/baseline.ts";
import { callerOf, optionsFor, temporaryDirectory } from "./running-service.ts";

let directory: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => rm(directory, { recursive: true }));

const stores = [
  { store: "SQLite", make: async (directory: string) => join(directory, "service.db") },
  { store: "PostgreSQL", make: freshPostgresDatabase },
];

const cases = stores.flatMap((store) => [3, 40, 150].map((answers) => ({ ...store, answers })));

it.each(cases)(
  "$store keeps every answered write completely when killed after $answers of them",
  async ({ make, answers }) => {
    const database = await make(directory);
    const child = fork(new URL("./killable-service.ts", import.meta.url), [database], { stdio: "ignore" });
    const [url] = await Promise.race([once(child, "message"), once(child, "exit")]);
    expect(url).toMatch("http://");
    const service = callerOf(url);
    await service.load(baseline());

    // A move (D7) renumbers all siblings, so every write changes several rows.
    const answered: string[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; ; n += 1) {
        const code = `W${writer}N${n}`;
        const body = { parentCode: "LAB", code, name: code, deptLevelCode: "L1", active: true };
        await service.call("D2", { body });
        answered.push(code);
        await service.call("D7", { body: { parentCode: "LAB", code, seq: 0 } });
      }
    };
    const writers = [0, 1, 2, 3].map((writer) => write(writer).catch(() => undefined));
    while (answered.length < answers) await service.call("V1");
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await Promise.all([...writers, ended]);

    const running = await startService({ ...optionsFor(database), filesFolder: join(directory, "files") });
    const after = callerOf(running.url);
    const departments = (await after.call("D1")).json as { code: string; parentCode: string | null; seq: number }[];
    const family = departments.filter(({ parentCode }) => parentCode === "LAB");
    expect(family.map(({ seq }) => seq)).toEqual(family.map((_, position) => position));
    expect(new Set(family.map(({ code }) => code))).toEqual(
      new Set([...new Set(answered), ...family.map(({ code }) => code)]),
    );
    expect(family.length - answered.length).toBeLessThanOrEqual(4);
    await running.close();
  },
);
