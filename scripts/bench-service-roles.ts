/**
 * The roles of bench-service.ts, each a separate process: the service, and the programs with which it is compared. The first
 * argument is the name of the role. A role sends one message when it is ready.
 */
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import Fastify, { type FastifyInstance } from "fastify";
import { permissions } from "../src/contract/operations/operation-spec.ts";
import { startService } from "../src/service/service.ts";

const [role = "", ...args] = process.argv.slice(2);

const tell = (message: string): void => {
  process.send?.(message);
};

const listen = async (app: FastifyInstance): Promise<void> => {
  tell(await app.listen({ port: 0 }));
};

/** The SQLite settings that the service uses. */
const pragmas =
  "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA locking_mode = EXCLUSIVE;";
const upsert =
  "INSERT INTO record (id, kind, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, body = excluded.body";

/** Opens a file that the service has written, and returns a function that commits one of its employees, changed. */
const openRecords = (path: string, settings: string) => {
  const database = new DatabaseSync(path);
  database.exec(settings);
  const rows = database.prepare("SELECT id, kind, body FROM record WHERE kind = 'employee'").all();
  const records = rows as { id: number; kind: string; body: string }[];
  const statement = database.prepare(upsert);
  return (n: number): void => {
    // The step is a large prime number, so that consecutive writes go to distant places in the file.
    const record = records[(n * 7_919) % records.length];
    // The text changes each time, because SQLite writes nothing for an unchanged row.
    if (record) statement.run(record.id, record.kind, `${record.body} ${n}`);
  };
};

const roles: Readonly<Record<string, () => Promise<void>>> = {
  /** The service. Its argument is the database. */
  service: async () => {
    const [database = ""] = args;
    const key = { name: "bench", secret: "bench-key", permissions };
    const where = { database, host: "127.0.0.1", port: 0, corpCode: "BENCH", adminKey: "bench-admin" };
    const { url, close } = await startService({ ...where, keys: [key] });
    // Closing the service moves the content of SQLite's write-ahead log into the file, which other roles copy.
    process.once("SIGTERM", () => void close().then(() => process.exit()));
    tell(url);
  },

  /** Bare Fastify. Its argument is a JSON file with a body for each path. Every request serialises its whole body again. */
  bare: async () => {
    const answers = JSON.parse(readFileSync(args[0] ?? "", "utf8")) as Record<string, unknown>;
    const app = Fastify();
    for (const [path, body] of Object.entries(answers)) {
      app.get(path, (_request, reply) => {
        reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(body));
      });
    }
    await listen(app);
  },

  /** Bare SQLite. Its arguments are database, seconds, settings. It commits record after record in a loop and sends the rate. */
  loop: async () => {
    const [path = "", seconds = "1", settings = pragmas] = args;
    const commit = openRecords(path, settings);
    let commits = 0;
    const start = performance.now();
    while (performance.now() - start < Number(seconds) * 1000) {
      for (const end = commits + 100; commits < end; commits += 1) commit(commits);
    }
    const { user, system } = process.cpuUsage();
    const perSecond = commits / ((performance.now() - start) / 1000);
    tell(JSON.stringify({ perSecond, perCpuSecond: (commits / (user + system)) * 1e6 }));
  },

  /** Bare Fastify with SQLite: a route that commits one record for each request. Its argument is the database. */
  "bare-writes": async () => {
    const commit = openRecords(args[0] ?? "", pragmas);
    const app = Fastify();
    let commits = 0;
    app.put("/*", (_request, reply) => {
      commit(commits);
      commits += 1;
      reply.send();
    });
    await listen(app);
  },
};

await roles[role]?.();
