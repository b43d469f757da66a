/** Who holds a lease or a lock, as one text: machine, process, occasion, and since when. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

/** `sinceMs` is unknown for a holder that an older version wrote. */
export type Holder = { readonly host: string; readonly pid: number; readonly sinceMs: number | undefined };

/** The text of this process, which no other process and no earlier occasion has. */
export const newHolder = (nowMs: number): string =>
  [hostname(), process.pid, randomBytes(6).toString("hex"), nowMs].join(":");

/** Undefined for a text that no musterd has written. */
export const readHolder = (text: string): Holder | undefined => {
  const [, host, pid, since] = /^([^:\s]+):(\d+):[0-9a-f]{12}(?::(\d+))?$/.exec(text) ?? [];
  if (host === undefined) return undefined;
  return { host, pid: Number(pid), sinceMs: since === undefined ? undefined : Number(since) };
};
