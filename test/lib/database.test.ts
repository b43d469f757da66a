/** When a commit waits for the disk. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { durably, openDatabase, unsynced } from "../../src/lib/database.ts";

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
