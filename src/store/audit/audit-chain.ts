/** How entries of the audit trail are chained: the digest of each covers its text and the digest of the one before. */
import { hash } from "node:crypto";
import type { Actor } from "../../model/runs/actor.ts";
import type { AuditEntry, AuditHead } from "../../model/runs/audit.ts";

export const noDigest = "";

/** Whether this is the head of a trail that has no entry yet. */
export const isBeforeFirst = ({ number, digest }: AuditHead): boolean => number === 0 && digest === noDigest;

/** An entry as it is stored, in JSON. `who`, `why` and `about` are ids of texts (audit-texts.ts). */
export type AuditBody = Omit<AuditEntry, "digest" | "by" | "reason"> & {
  readonly by: Actor["kind"];
  readonly who?: string;
  readonly why?: string;
};

/** Returns 64 hexadecimal digits. */
export const chainDigest = (before: string, body: string): string => hash("sha256", `${before}\n${body}`, "hex");
