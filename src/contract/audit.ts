/**
 * The audit trail of the service: who did what, from where, when, and with which result. Not part of the published interface;
 * `GET /sandbox/audit` and `musterd service audit` show it. It names accounts, keys and applications, and contains no other
 * personal data and no secrets.
 */
import { z } from "zod";
import { instant } from "./records/texts.ts";

export const auditKinds = [
  /** A user signs in with account and password. */
  "sign-in",
  "sign-out",
  /** Too many wrong attempts: further ones are refused for a time. */
  "lock",
  /** A user lets an application act on their behalf, or refuses. */
  "consent",
  /** A token or a permission of an application was made or ended. */
  "token-made",
  "token-ended",
  /** A call of the published interface whose key or token was refused. */
  "call",
  "key-made",
  "key-removed",
  "app-made",
  "app-removed",
  "password-set",
  /** The keys that sign tokens and cookies were made or replaced. */
  "signing-keys",
  "load",
  "dump",
  /** Any other request to the sandbox. */
  "sandbox",
] as const;
export type AuditKind = (typeof auditKinds)[number];

export const auditResults = ["ok", "refused"] as const;

export type AuditEvent = {
  readonly kind: AuditKind;
  /** `refused` for everything that a stranger can cause without a valid credential, a lock included. */
  readonly result: (typeof auditResults)[number];
  /** An account that exists, or the name of a key, an application or an administrator. Null: unknown. */
  readonly who: string | null;
  /** IP address of the caller. Null: this process itself. */
  readonly from: string | null;
  /** What it was done to or why it was refused: a name, an address template of the sandbox, sections, an error code. */
  readonly about: string | null;
};

/** One line of the trail. Equal events within a minute share a line. */
export type AuditLine = AuditEvent & {
  /** Increases with each line. */
  readonly seq: number;
  /** When the event happened first and last, ISO 8601 in UTC. */
  readonly at: string;
  readonly until: string;
  /** How often it happened. */
  readonly times: number;
};

const inUtc = instant.transform((text) => new Date(text).toISOString());

/** The query of `GET /sandbox/audit`. It returns the newest `limit` lines that match, oldest first. */
export const AuditFilter = z.strictObject({
  since: inUtc.optional(),
  until: inUtc.optional(),
  kind: z.preprocess((given) => (typeof given === "string" ? [given] : given), z.array(z.enum(auditKinds))).optional(),
  result: z.enum(auditResults).optional(),
  who: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100_000).default(1_000),
});
export type AuditFilter = z.infer<typeof AuditFilter>;
