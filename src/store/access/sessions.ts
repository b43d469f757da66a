/** Who is signed in at the console: sessions, and links that sign one person in once to decide about one plan. */
import type { Clock } from "../../lib/clock.ts";
import type { Role } from "../../model/role.ts";
import { type Actor, program } from "../../model/runs/actor.ts";
import type { AuditedStore } from "../audit/audit.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { digestOf, newSecret } from "./secrets.ts";

/** `plan`: the fingerprint of the only plan that the session is about; absent for a whole session. */
type Link = { readonly person: string; readonly plan: string };

/** `roles`: of somebody whom another provider has signed in; absent for a local account, which has its own. */
type Session = { readonly person: string; readonly plan?: string; readonly roles?: readonly Role[] };

export type Sessions = {
  /** Begins a session of a person whose password was right; returns its secret. */
  readonly open: (person: string) => Promise<string>;
  /** Begins a session of a person whom an OpenID provider has signed in. */
  readonly openFrom: (issuer: string, person: string, roles: readonly Role[]) => Promise<string>;
  /** The session with this secret, unless it has ended; notes that it was used. */
  readonly find: (secret: string) => Promise<Session | undefined>;
  readonly end: (secret: string) => Promise<void>;
  /** Ends all sessions of a person and the links for them; returns how many sessions there were. `by`: who does so for somebody else. */
  readonly endAll: (person: string, by?: Actor) => Promise<number>;
  /** Returns the secret of a link, which is valid for 24 hours and once. */
  readonly makeLink: (session: Link, by?: Actor) => Promise<string>;
  /** For whom and about what the link is; undefined if it was used or has expired. */
  readonly findLink: (secret: string) => Promise<Link | undefined>;
  /** Uses the link; returns the secret of a session about its plan, and undefined as `findLink` does. */
  readonly useLink: (secret: string) => Promise<{ readonly session: string; readonly plan: string } | undefined>;
};

const minute = 60_000;
/** A session ends after an hour without a request, and after twelve hours at the latest. */
const idleMs = 60 * minute;
const longestMs = 12 * 60 * minute;
const linkMs = 24 * 60 * minute;

/** A clock that was ahead and is set back must not lengthen anything; a minute is what clocks correct without being noticed. */
const aheadMs = minute;

const isRecent = (at: number, now: number, lastingMs: number): boolean => now - at < lastingMs && at - now <= aheadMs;

export const createSessions = ({ database, clock, audit }: AuditedStore): Sessions => ({
  ...createLinks({ database, clock, audit }),

  open: (person) => database.transaction().execute((inside) => begin(inside, clock, { person })),

  openFrom: (issuer, person, roles) =>
    audit.transaction(async (inside, append) => {
      await append({ event: "signed-in", by: { kind: "person", name: person }, facts: { issuer, roles } });
      return begin(inside, clock, { person, roles });
    }),

  find: async (secret) => {
    const digest = digestOf(secret);
    const row = await database.selectFrom("session").selectAll().where("digest", "=", digest).executeTakeFirst();
    const now = clock.nowMs();
    if (!row || !isRecent(row.seen_at, now, idleMs) || !isRecent(row.began_at, now, longestMs)) return undefined;
    if (now - row.seen_at >= minute) {
      const seen = database.updateTable("session").set({ seen_at: now }).where("digest", "=", digest);
      // On a full disk the session ends an hour after it was written last, and its person can look at what is wrong until then.
      await seen.execute().catch(() => undefined);
    }
    return {
      person: row.person,
      ...(row.plan !== null && { plan: row.plan }),
      ...(row.roles !== null && { roles: JSON.parse(row.roles) as Role[] }),
    };
  },

  end: (secret) =>
    audit.transaction(async (inside, append) => {
      const ended = await inside
        .deleteFrom("session")
        .where("digest", "=", digestOf(secret))
        .returning("person")
        .executeTakeFirst();
      if (ended) await append({ event: "signed-out", by: { kind: "person", name: ended.person } });
    }),

  endAll: (person, by) =>
    audit.transaction(async (inside, append) => {
      const sessions = await endSessions(inside, person);
      const whose = by ? { by, about: person } : ({ by: { kind: "person", name: person } } as const);
      await append({ event: "signed-out", ...whose, facts: { sessions } });
      return sessions;
    }),
});

const createLinks = ({
  database,
  clock,
  audit,
}: Omit<AuditedStore, "target">): Pick<Sessions, "makeLink" | "findLink" | "useLink"> => ({
  makeLink: ({ person, plan }, by) =>
    audit.transaction(async (inside, append) => {
      const secret = newSecret();
      const now = clock.nowMs();
      await inside
        .deleteFrom("sign_in_link")
        .where("made_at", "<=", now - linkMs)
        .execute();
      await inside
        .insertInto("sign_in_link")
        .values({ digest: digestOf(secret), person, plan, made_at: now })
        .execute();
      await append({ event: "link-made", by: by ?? program, about: person, facts: { fingerprint: plan } });
      return secret;
    }),

  findLink: async (secret) => {
    const row = await database
      .selectFrom("sign_in_link")
      .selectAll()
      .where("digest", "=", digestOf(secret))
      .where("made_at", ">", clock.nowMs() - linkMs)
      .where("made_at", "<=", clock.nowMs() + aheadMs)
      .executeTakeFirst();
    return row && { person: row.person, plan: row.plan };
  },

  useLink: (secret) =>
    audit.transaction(async (inside, append) => {
      const link = await inside
        .deleteFrom("sign_in_link")
        .where("digest", "=", digestOf(secret))
        .where("made_at", ">", clock.nowMs() - linkMs)
        .where("made_at", "<=", clock.nowMs() + aheadMs)
        .returning(["person", "plan"])
        .executeTakeFirst();
      if (!link) return undefined;
      await append({
        event: "signed-in",
        by: { kind: "person", name: link.person },
        facts: { fingerprint: link.plan },
      });
      return { session: await begin(inside, clock, link), plan: link.plan };
    }),
});

/** Ends the sessions of a person and the links for them; returns how many sessions there were. */
export const endSessions = async (transaction: StoreDatabase, person: string): Promise<number> => {
  const { numDeletedRows } = await transaction.deleteFrom("session").where("person", "=", person).executeTakeFirst();
  await transaction.deleteFrom("sign_in_link").where("person", "=", person).execute();
  return Number(numDeletedRows);
};

const begin = async (transaction: StoreDatabase, clock: Clock, { person, plan, roles }: Session): Promise<string> => {
  const secret = newSecret();
  const now = clock.nowMs();
  await transaction
    .deleteFrom("session")
    .where("began_at", "<=", now - longestMs)
    .execute();
  const row = {
    digest: digestOf(secret),
    person,
    plan: plan ?? null,
    began_at: now,
    seen_at: now,
    roles: roles ? JSON.stringify(roles) : null,
  };
  await transaction.insertInto("session").values(row).execute();
  return secret;
};
