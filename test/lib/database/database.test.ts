/** When a commit waits for the disk, and a folder that cannot be made. */
import { spawnSync } from "node:child_process";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { durably, openDatabase, unsynced } from "../../../src/lib/database/database.ts";

const normal = 1;
const full = 2;

it.each([
  ["a database that is not durable waits only for", durably, false, full, normal],
  ["a durable database does not wait for", unsynced, true, normal, full],
])("%s one commit, also if that fails", async (_, run, isDurable, during, otherwise) => {
  const database = openDatabase<{ t: { a: number } }>(":memory:", { migrations: ["CREATE TABLE t (a)"], isDurable });
  const level = async (connection = database) =>
    (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(connection)).rows[0]?.synchronous;
  const seen: (number | undefined)[] = [await level()];
  let written = Promise.resolve();
  await run(database, async (connection) => {
    // Another write that comes meanwhile waits until the level is back.
    written = database.connection().execute(async (other) => void seen.push(await level(other)));
    await connection.transaction().execute((transaction) => transaction.insertInto("t").values({ a: 1 }).execute());
    seen.push(await level(connection));
  });
  await written;
  await expect(run(database, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  seen.push(await level());
  expect(seen).toEqual([otherwise, during, otherwise, otherwise]);
  await database.destroy();
});

it("a folder that the file system does not take is refused, and not tried for ever", () => {
  const { href } = new URL("../../../src/lib/database/database.ts", import.meta.url);
  const program = `import { openDatabase } from "${href}"; openDatabase("/proc/none/deep/x.db", { migrations: [] })`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { timeout: 30_000 });
  expect({ status: ended.status, stderr: String(ended.stderr) }).toEqual({
    status: 1,
    stderr: expect.stringContaining("code: 'store-unavailable'"),
  });
});
