/**
 * Runs as a separate process: for each message it reads the directory at the given address as a run does, with two connections or by
 * changes. Sends the error, and the largest memory of the process during this reading.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { MusterdError } from "../../../src/lib/errors.ts";
import { ldapFeed } from "../../../src/source/ldap/feed.ts";
import { ldapSearchSettings } from "../../../src/source/ldap/settings.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";
import { feed } from "./feed.ts";

export type Asked = { readonly settings: Readonly<Record<string, unknown>>; readonly base: string };

export type Told = {
  readonly code: string | undefined;
  readonly text: string;
  readonly hint: string;
  readonly setting: string | undefined;
  readonly peakMiB: number;
  readonly tookMs: number;
  /** Timers that are still set after it, which would keep musterd from ending. */
  readonly timers: number;
};

/** Frees what the last reading has left, and lets the largest memory count from now, where the system can do that. */
const forgetPeak = (): void => {
  globalThis.gc?.();
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // The peak of all readings is no smaller than that of this one.
  }
};

/** `maxRSS` may include the memory of the parent process, so `VmHWM` is preferred. */
const peakMiB = (): number => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
};

const read = async ({ settings, base }: Asked): Promise<Told> => {
  forgetPeak();
  const store = openTemporaryStore();
  const open = await ldapFeed.open("ad", feed(settings), store.feeds);
  const part = {
    ...ldapSearchSettings.parse({ base }),
    columns: { code: { column: "cn" }, list: { column: "member" } },
  };
  let records: unknown[] = [];
  const startedMs = performance.now();
  const failure: unknown = await open
    .read(part as Parameters<typeof open.read>[0], "departments", () => {
      records = [];
      return (record) => records.push(record);
    })
    .then(() => new Error("it is believed"))
    .catch((error: unknown) => error);
  await open.close();
  const tookMs = performance.now() - startedMs;
  await store.close();
  const error = failure instanceof MusterdError ? failure : undefined;
  const timers = process.getActiveResourcesInfo().filter((what) => what === "Timeout").length;
  const { code, hint = "", place } = error ?? {};
  return { code, text: String(failure), hint, setting: place?.setting, peakMiB: peakMiB(), tookMs, timers };
};

process.on("message", (asked: Asked) => void read(asked).then((told) => process.send?.(told)));
