/** Who holds a lease or a lock, as one text: machine, process, occasion, and since when. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { isoInstant } from "./clock.ts";

/** `sinceMs` is unknown for a holder that an older version wrote. */
export type Holder = { readonly host: string; readonly pid: number; readonly sinceMs: number | undefined };

/** The text of this process, which no other process and no earlier occasion has. */
export const newHolder = (nowMs: number): string =>
  [hostname(), process.pid, randomBytes(6).toString("hex"), nowMs].join(":");

/** The holder for people. A text that no musterd has written is not shown, because it may be anything. */
export const holderText = (text: string): string => {
  const holder = readHolder(text);
  if (!holder) return "not a musterd";
  const { host, pid, sinceMs } = holder;
  return `process ${pid} on ${host}${sinceMs === undefined ? "" : `, since ${isoInstant(sinceMs)}`}`;
};

/** Undefined for a text that no musterd has written. */
export const readHolder = (text: string): Holder | undefined => {
  const [, host, pid, since] = /^([^:\s]+):(\d+):[^:\s]+(?::(\d+))?$/.exec(text) ?? [];
  if (host === undefined) return undefined;
  return { host, pid: Number(pid), sinceMs: since === undefined ? undefined : Number(since) };
};
