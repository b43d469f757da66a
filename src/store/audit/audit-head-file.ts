/**
 * The last entry of the audit trail, in a file beside the store. A store that was put back from a backup, and a trail that was
 * rewritten or cut off in the store, do not agree with it.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { AuditHead } from "../../model/runs/audit.ts";
import { noDigest } from "./audit-chain.ts";

export type HeadFile = {
  /** False for a store that is no file. */
  readonly isKept: boolean;
  /** Undefined if there is no such file, or nothing that can be read in it. */
  readonly read: () => AuditHead | undefined;
  /** A file that cannot be written stays as it is: the trail in the store is whole, and the next entry tries again. */
  readonly write: (head: AuditHead) => void;
};

/** `path` is the file of the store; one in memory has no file for its head. */
export const createHeadFile = (path: string): HeadFile => {
  const file = path.replace(/\.db$/, "").concat(".audit");
  if (path === ":memory:") return { isKept: false, read: () => undefined, write: () => undefined };
  return {
    isKept: true,
    read: () => {
      try {
        const [, number, digest = noDigest] = /^(\d+):([0-9a-f]{64})?\n$/.exec(readFileSync(file, "utf8")) ?? [];
        return number === undefined ? undefined : { number: Number(number), digest };
      } catch {
        return undefined;
      }
    },
    write: ({ number, digest }) => {
      const draft = `${file}.${randomBytes(6).toString("hex")}`;
      try {
        writeFileSync(draft, `${number}:${digest}\n`, { mode: 0o600, flag: "wx" });
        renameSync(draft, file);
      } catch {
        rmSync(draft, { force: true });
      }
    },
  };
};
