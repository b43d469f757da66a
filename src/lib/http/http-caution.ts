/** Caution of our HTTP interfaces towards callers that nobody knows. */
import { hash, timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** Answers that wait at the same time; each holds a socket. */
const mostWaiting = 100;

/**
 * Returns a function that delays the answer to a wrong secret by `waitMs`. Resolves with false, at once, if too many such
 * answers already wait: the connection should then be closed, so that the caller pays for a new one.
 */
export const createSlowing = (waitMs: number): (() => Promise<boolean>) => {
  let waiting = 0;
  return async () => {
    if (waiting >= mostWaiting) return false;
    waiting += 1;
    await pause(waitMs, undefined, { ref: false });
    waiting -= 1;
    return true;
  };
};

/**
 * True if a request names several hosts. Node shows only the first, and a proxy may have judged another one (RFC 9112, section
 * 3.2, demands 400).
 */
export const hasSeveralHosts = ({ rawHeaders }: { readonly rawHeaders: readonly string[] }): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
};

/** Compares in constant time. `timingSafeEqual` needs inputs of equal length, and all digests have the same length. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
