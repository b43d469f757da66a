/** Who holds a lease or a lock, as one text: machine, process, namespace of its id, occasion, and since when. */
import { randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { isoInstant } from "./clock.ts";

/** `sinceMs` and `scope` are unknown for a holder that an older version wrote. */
export type Holder = {
  readonly host: string;
  readonly pid: number;
  readonly scope: string | undefined;
  readonly sinceMs: number | undefined;
};

/** The text of this process, which no other process and no earlier occasion has. */
export const newHolder = (nowMs: number): string =>
  [hostname(), process.pid, [ownScope, randomBytes(6).toString("hex")].join("-"), nowMs].join(":");

/** Whether the ids of processes mean for the holder what they mean here. */
export const sharesProcessIds = ({ host, scope = ownScope }: Holder): boolean =>
  host === hostname() && scope === ownScope;

/** The holder for people. A text that no musterd has written is not shown, because it may be anything. */
export const holderText = (text: string): string => {
  const holder = readHolder(text);
  if (!holder) return "not a musterd";
  const { host, pid, sinceMs } = holder;
  return `process ${pid} on ${host}${sinceMs === undefined ? "" : `, since ${isoInstant(sinceMs)}`}`;
};

/** Undefined for a text that no musterd has written. */
export const readHolder = (text: string): Holder | undefined => {
  const [, host, pid, scope, since] = /^([^:\s]+):(\d+):(?:([^:\s-]*)-)?[^:\s]+(?::(\d+))?$/.exec(text) ?? [];
  if (host === undefined) return undefined;
  return { host, pid: Number(pid), scope, sinceMs: since === undefined ? undefined : Number(since) };
};

/**
 * The namespace in which the ids of processes count, where the system tells it. Containers may have the name of their machine or of each
 * other: those of a pod, and those with `hostname` or the network of the machine.
 */
const readScope = (): string => {
  try {
    return readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "");
  } catch {
    return "";
  }
};

const ownScope = readScope();
