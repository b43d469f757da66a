/**
 * The local accounts of people who decide and look: names, password hashes, roles. They belong to the installation, not to a
 * target.
 */
import { createHmac } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import type { Access, NewAccess } from "../../model/access.ts";
import type { AuditedStore } from "../audit/audit.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { accessColumns, accessOf } from "./access-columns.ts";
import { hashPassword, isPassword } from "./password-hash.ts";
import { endSessions } from "./sessions.ts";

export type Users = {
  /** False if there is an account of this name, in whatever case. */
  readonly add: (user: NewAccess, password: string) => Promise<boolean>;
  /** By name, those that have expired too. */
  readonly list: () => Promise<readonly Access[]>;
  /** The account of this name if it has not expired; a session must look it up at each request. */
  readonly find: (name: string) => Promise<Access | undefined>;
  /** Marks a browser in which the account has signed in, until its password is replaced. It permits nothing. */
  readonly deviceOf: (name: string) => Promise<string | undefined>;
  /** False if there is no such account. */
  readonly revoke: (name: string) => Promise<boolean>;
  /** False if there is no such account. */
  readonly setPassword: (name: string, password: string) => Promise<boolean>;
  /**
   * The account with this name and password, unless it has expired; notes that it was used. Takes as long for a name that nobody
   * has. Whoever calls it slows attempts (`daemon/control/sign-in.ts`).
   */
  readonly verify: (name: string, password: string) => Promise<Access | undefined>;
};

export const createUsers = ({ database, clock, audit }: AuditedStore): Users => {
  const find = finding(database, clock);
  return {
    add: async (user, password) => {
      const { name, roles, expiresAt } = user;
      const row = { password: await hashPassword(password), ...accessColumns(user, clock.nowMs()) };
      return audit.transaction(async (transaction, append) => {
        const added = await transaction
          .insertInto("user")
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows === 0n) return false;
        await append({ event: "user-added", about: name, facts: { roles, expires: expiresAt } });
        return true;
      });
    },

    list: async () => (await database.selectFrom("user").selectAll().orderBy("name").execute()).map(accessOf),

    find: async (name) => {
      const row = await find(name);
      return row && accessOf(row);
    },

    deviceOf: async (name) => {
      const row = await find(name);
      // The hash has a random salt that nobody else knows, so nothing can be tried with what follows from it.
      return row && createHmac("sha256", row.password).update("device").digest("base64url");
    },

    revoke: (name) =>
      audit.transaction(async (transaction, append) => {
        const { numDeletedRows } = await transaction.deleteFrom("user").where("name", "=", name).executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await endSessions(transaction, name);
        await append({ event: "user-revoked", about: name });
        return true;
      }),

    setPassword: async (name, password) => {
      const hashed = await hashPassword(password);
      return audit.transaction(async (transaction, append) => {
        const { numUpdatedRows } = await transaction
          .updateTable("user")
          .set({ password: hashed })
          .where("name", "=", name)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await endSessions(transaction, name);
        await append({ event: "password-set", about: name });
        return true;
      });
    },

    verify: async (name, password) => {
      const row = await find(name);
      if (!(await isPassword(password, row?.password)) || !row) return undefined;
      const by = { kind: "person", name: row.name } as const;
      return audit.transaction(async (transaction, append) => {
        const { numUpdatedRows } = await transaction
          .updateTable("user")
          .set({ used_at: clock.nowMs() })
          .where("name", "=", row.name)
          .where("password", "=", row.password)
          .executeTakeFirst();
        // Revoked, or given another password, while this one was judged.
        if (numUpdatedRows === 0n) return undefined;
        await append({ event: "signed-in", by });
        return accessOf(row);
      });
    },
  };
};

/** The row of a name, unless it has expired. */
const finding = (database: StoreDatabase, clock: Clock) => async (name: string) => {
  const row = await database.selectFrom("user").selectAll().where("name", "=", name).executeTakeFirst();
  return row && (row.expires_at === null || row.expires_at > clock.nowMs()) ? row : undefined;
};
