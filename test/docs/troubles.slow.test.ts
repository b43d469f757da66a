/**
 * Tests the table of troubles in docs/operating.md: each trouble is brought about with real parts, and `apply`, the daemon's log,
 * `check` and `status` say what its row says, with the same code and the same next step. CI
 * tries the first four.
 */
import { readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { type CliProcess, runCli, startCli } from "../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings } from "../support/processes/small-office.ts";
import { openWorkplace } from "../support/processes/workplace.ts";
import { makeCertificates } from "../support/servers/certificates.ts";
import { openServiceFixture } from "../support/servers/service-fixture.ts";
import { freePort, startSharedRedis } from "../support/servers/shared-redis.ts";
import { openWriteProxy } from "../support/servers/write-proxy.ts";
import { inPart } from "../support/suites/runs.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An office whose 40 people have been applied, and a way to run commands there. */
const openOffice = async () => {
  const fixture = await openServiceFixture();
  const place = await openWorkplace(officeFiles(), {});
  closing.push(fixture.close, place.remove);
  const office = officeSettings(fixture);
  const daemon = { port: 0, schedule: "0 0 29 2 *" };
  const configure = (changed: object = {}) => place.configure({ ...office, daemon, ...changed });
  const env: Record<string, string> = { API_KEY: fixture.apiKey };
  const start = (...parameters: readonly string[]): CliProcess =>
    startCli([...parameters, "--config", place.config], { env });
  const run = async (...parameters: readonly string[]) => {
    // Node reads certificates when it starts, so a process that has run others does not know these.
    if (env["NODE_EXTRA_CA_CERTS"] === undefined) return runCli([...parameters, "--config", place.config], { env });
    const process = start(...parameters);
    const { code } = await process.ended;
    return { code, stdout: process.stdout(), stderr: process.stderr() };
  };
  await configure();
  expect(await run("apply", "--yes")).toMatchObject({ code: 0 });
  return { fixture, place, office, configure, env, start, run };
};

type Office = Awaited<ReturnType<typeof openOffice>>;

const changeMapping = ({ office, configure }: Office, columns: object) => {
  const { source } = office;
  const employees = { ...source.employees, columns: { ...source.employees.columns, ...columns } };
  return configure({ source: { ...source, employees } });
};

/** Makes an HTTPS server in front of nothing, whose certificate has ended. */
const startExpired = async ({ place, env }: Office): Promise<string> => {
  const { ca, server } = await makeCertificates(place.folder, { validity: ["20200101000000Z", "20200601000000Z"] });
  const tls = createTlsServer({ cert: await readFile(server.cert), key: await readFile(server.key) });
  await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
  closing.push(() => tls.close());
  env["NODE_EXTRA_CA_CERTS"] = ca;
  return `https://127.0.0.1:${(tls.address() as AddressInfo).port}`;
};

const withTarget = ({ office, configure }: Office, url: string) => configure({ target: { ...office.target, url } });

const withRedis = ({ configure, env }: Office, url: string) => {
  env["REDIS_ADDRESS"] = url;
  return configure({ redis: { url: "env:REDIS_ADDRESS", timeoutMs: 2_000 } });
};

/** Everybody but the first few has left. */
const manyLeave = officePeople(40).map((row, at) => ({ ...row, active: at < 5 }));
const oneLeaves = officePeople(40).map((row, at) => ({ ...row, active: at < 39 }));

/** How each trouble comes; the function that is returned brings it again before each command. */
const troubles: Readonly<Record<string, (office: Office) => Promise<(() => Promise<unknown>) | undefined>>> = {
  "HR's file is missing": async ({ place }) => {
    await rm(join(place.folder, "employees.csv"));
    return undefined;
  },
  "HR's file is cut off": async ({ place }) => {
    const text = String(officeFiles()["employees.csv"]);
    await place.write({ "employees.csv": text.slice(0, text.lastIndexOf(",")) });
    return undefined;
  },
  "The mapping names a column that is not there": async (office) => {
    await changeMapping(office, { number: "nummer" });
    return undefined;
  },
  "The service does not answer": async (office) => {
    await withTarget(office, `http://127.0.0.1:${await freePort()}`);
    return undefined;
  },
  "The service refuses the key": async ({ env }) => {
    env["API_KEY"] = "wrong-key-of-the-tests-1234567890";
    return undefined;
  },
  "The service's certificate has ended": async (office) => {
    await withTarget(office, await startExpired(office));
    return undefined;
  },
  "Redis does not answer": async (office) => {
    await withRedis(office, `redis://127.0.0.1:${await freePort()}`);
    return undefined;
  },
  "The memory of Redis is full": async (office) => {
    const redis = await startSharedRedis({ settings: ["--maxmemory-policy", "noeviction"] });
    closing.push(redis.kill);
    await redis.admin.set("filling", "x".repeat(3_000_000));
    await redis.admin.config("SET", "maxmemory", "1mb");
    await withRedis(office, redis.url);
    return undefined;
  },
  "The state folder cannot be written to": async ({ place, configure }) => {
    await writeFile(join(place.folder, "file"), "");
    await configure({ state: { folder: "file/state" } });
    return undefined;
  },
  "The database is damaged": async ({ place }) => {
    const file = join(place.folder, "state", "musterd.db");
    const bytes = readFileSync(file);
    // All pages but the first one, so that it is still a database.
    bytes.fill(0xaa, 4096);
    await writeFile(file, bytes);
    return undefined;
  },
  "A process has died with the lease": async (office) => {
    const proxy = await openWriteProxy(office.fixture.url);
    closing.push(proxy.close);
    await withTarget(office, proxy.url);
    let leavers = 0;
    return async () => {
      leavers += 1;
      const rows = officePeople(40).map((row, at) => ({ ...row, active: at >= leavers }));
      await office.place.write(officeFiles(rows));
      const apply = office.start("apply", "--yes");
      proxy.watch(() => {
        apply.signal("SIGKILL");
        return new Promise(() => undefined);
      });
      await apply.ended;
      proxy.watch(() => undefined);
    };
  },
  "A plan exceeds the limits": async ({ place }) => {
    await place.write(officeFiles(manyLeave));
    return undefined;
  },
  "The permission refresh fails": async ({ place, fixture }) => {
    await place.write(officeFiles(oneLeaves));
    await fixture.fault({ operation: "P1", kind: "reset", when: "before", times: 1_000 });
    return undefined;
  },
};

type Told = { readonly code: string; readonly hint: string };

type Checked = { readonly part: string; readonly error?: Told; readonly remaining?: Told };

const parsed = (text: string): unknown => JSON.parse(text.slice(Math.max(0, text.search(/^[[{]/m))));

/** What `check` says with this code: `✗ PART` for a part that does not work, `! PART` for what is left, and the hints. */
const checkOf = async (office: Office, code: string) => {
  const { stdout, stderr } = await office.run("check", "--json");
  if (stdout === "") {
    const { error } = parsed(stderr) as { readonly error: Told };
    return { said: [`error \`${error.code}\``], hints: [error.hint] };
  }
  const lines = (parsed(stdout) as readonly Checked[]).filter(
    ({ error, remaining }) => error?.code === code || remaining?.code === code,
  );
  return {
    said: lines.map(({ part, error }) => `\`${error ? "✗" : "!"} ${part.split(" ")[0]}\``),
    hints: lines.map(({ error, remaining }) => error?.hint ?? remaining?.hint ?? ""),
  };
};

const statusOf = async (office: Office, code: string) => {
  const { code: exit, stdout, stderr } = await office.run("status", "--json");
  if (stdout === "") {
    const { error } = parsed(stderr) as { readonly error: Told };
    return { said: `${exit}, error \`${error.code}\``, hints: [error.hint] };
  }
  const { state, parts, remaining } = parsed(stdout) as {
    readonly state: string;
    readonly parts: readonly Checked[];
    readonly remaining: readonly Told[];
  };
  const told = [...parts.flatMap(({ error }) => (error ? [error] : [])), ...remaining].filter(
    (each) => each.code === code,
  );
  return { said: `${exit}, \`${state}\``, hints: told.map(({ hint }) => hint) };
};

/** The messages of lines about a run or the daemon as a whole; the client tells every attempt besides. */
const ends = ["an interrupted run was closed", "run ended", "the daemon ended by an error"];

/** The code and the level of the first line of the daemon's log about how a run, or the daemon, has ended. */
const logOf = async (office: Office): Promise<string> => {
  const daemon = office.start("daemon");
  const { code, level } = await Promise.any(ends.map((message) => daemon.logged(message)));
  daemon.signal("SIGKILL");
  await daemon.ended;
  return `\`${String(code)}\`, ${level === 50 ? "error" : "warning"}`;
};

const [, section = ""] = readFileSync("docs/operating.md", "utf8").split("\n### Troubles\n");
const rows = (section.split("\n#")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| trouble |"))
  .map((line) => line.slice(2, -2).split(" | "));

describe("a trouble", () => {
  it("has a row, and each row is tried", () => {
    expect(rows.map(([name]) => name)).toEqual(Object.keys(troubles));
  });

  it.each(inPart(4, Object.entries(troubles)))(
    "%s: everything names the same cause and next step",
    async (name, bring) => {
      const office = await openOffice();
      const again = (await bring(office)) ?? (async () => undefined);
      await again();
      const { code } = await office.run("apply", "--yes");
      await again();
      const log = await logOf(office);
      const [, cause = ""] = /`(.*?)`/.exec(log) ?? [];
      await again();
      const check = await checkOf(office, cause);
      const status = await statusOf(office, cause);
      const [, , , , , next = ""] = rows.find(([row]) => row === name) ?? [];
      const told = [...new Set([...check.hints, ...status.hints])];
      expect([name, `${code}`, log, check.said.join(", "), status.said, shaped(next, told)]).toEqual(
        rows.find(([row]) => row === name),
      );
    },
  );
});

/** The next step of the row if it is the only one that was told; `…` stands for a name or a number. */
const shaped = (next: string, told: readonly string[]): string => {
  const pattern = next.split("…").map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const isSaid = told.length > 0 && told.every((hint) => new RegExp(`^${pattern.join(".*")}$`, "s").test(hint));
  return isSaid ? next : told.join(" / ");
};
