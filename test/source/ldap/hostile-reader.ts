/**
 * Runs as a separate process: reads the directory at the given address as a run does, with two connections or by changes. Sends
 * the error, and its largest memory.
 */
import { existsSync, readFileSync } from "node:fs";
import { MusterdError } from "../../../src/lib/errors.ts";
import { ldapFeed } from "../../../src/source/ldap/feed.ts";
import { ldapSearchSettings } from "../../../src/source/ldap/settings.ts";
import { openTemporaryStore } from "../../support/temporary-store.ts";
import { feed } from "./feed.ts";

export type Told = {
  readonly code: string | undefined;
  readonly text: string;
  readonly hint: string;
  readonly peakMiB: number;
  readonly tookMs: number;
};

/** `maxRSS` may include the memory of the parent process, so `VmHWM` is preferred. */
const peakMiB = (): number => {
  const found = /VmHWM:\s+(\d+) kB/.exec(existsSync(status) ? readFileSync(status, "utf8") : "");
  return (found ? Number(found[1]) : process.resourceUsage().maxRSS) / 1024;
};

const status = "/proc/self/status";

const [, , settings = "", base = ""] = process.argv;
const store = openTemporaryStore();
const open = ldapFeed.open("ad", feed(JSON.parse(settings)), store.feeds);
const part = { ...ldapSearchSettings.parse({ base }), columns: { code: { column: "cn" }, list: { column: "member" } } };
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
const error = failure instanceof MusterdError ? failure : undefined;
process.send?.({ code: error?.code, text: String(failure), hint: error?.hint ?? "", peakMiB: peakMiB(), tookMs });
await store.close();
