/**
 * The service inside musterd. Only one process can have its database open; a daemon and `musterd service` lend theirs to the other
 * commands: a private file beside the database has the address and a key of the service that has it open.
 */
import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Target } from "../../app/app.ts";
import { pathTemplateOf } from "../../contract/contract.ts";
import { isLocked } from "../../lib/database/database.ts";
import { inspectDatabase } from "../../lib/database/state-folder.ts";
import { writePrivateFile } from "../../lib/private-file.ts";
import { embeddedIdentity } from "../../model/target-identity.ts";
import { type TargetSettings, targetSettings } from "../../site/settings/settings.ts";

const company = "DEMO";

const identity = embeddedIdentity(company);

/** How to reach a service: its address, and keys for its operations and, where it is lent too, for its sandbox. */
type Access = Pick<TargetSettings, "url" | "corpCode" | "apiKey"> & { readonly adminKey?: string };

/** How long a command waits for another one that has the database open and does not lend it. */
const longestWaitMs = 10_000;

/** Starts the service in this process. Its keys are random, so only whom it is lent to can use it. */
export const startEmbeddedService = async (database: string) => {
  const [apiKey, adminKey] = [newKey(), newKey()];
  // Loaded only here, so an installation that has a service of its own works without the packages of the reference service.
  const { startService } = await import("../../service/service.ts");
  const service = await startService({
    database,
    host: "127.0.0.1",
    port: 0,
    keys: [{ name: "musterd", secret: apiKey, permissions: ["P-Org"] }],
    corpCode: company,
    adminKey,
  });
  const access = { url: service.url, corpCode: company, apiKey, adminKey };
  return { ...access, settings: settingsOf(access), identity, close: () => service.close() };
};

export const newKey = (): string => randomBytes(24).toString("base64url");

/**
 * The service of a state folder as a target: it is started, or borrowed from the process that has its database open, when it is
 * first needed. `lends`: others may borrow it while this process lives. `close` ends what was started.
 */
export const embeddedTarget = (database: string, lends: boolean): Target & { readonly close: () => Promise<void> } => {
  const opened = new AsyncDisposableStack();
  const open = async (): Promise<TargetSettings> => {
    const borrowed = await borrow(database);
    if (borrowed) return settingsOf(borrowed);
    const service = await startEmbeddedService(database);
    opened.defer(() => service.close());
    if (lends) opened.defer(await lend(database, service));
    return service.settings;
  };
  let opening: Promise<TargetSettings> | undefined;
  return {
    identity,
    connect: () => (opening ??= open()),
    close: async () => {
      await opening?.catch(() => undefined);
      await opened.disposeAsync();
    },
  };
};

const settingsOf = ({ url, corpCode, apiKey }: Access): TargetSettings =>
  targetSettings.parse({ url, corpCode, apiKey });

const lendingFile = (database: string): string => `${database}.lent.json`;

/** Lends the service that has the database open; returns the function that ends this. */
export const lend = async (
  database: string,
  { url, corpCode, apiKey, adminKey }: Access,
): Promise<() => Promise<void>> => {
  const file = lendingFile(database);
  await writePrivateFile(file, JSON.stringify({ url, corpCode, apiKey, adminKey }));
  return () => rm(file, { force: true });
};

/**
 * Returns how to reach the service that has the database open; undefined if no other process has it open, or still has after
 * 10 s without lending it. Throws `state-untrusted`.
 */
export const borrow = async (database: string): Promise<Access | undefined> => {
  // Whoever could write the file beside it could give a service of their own, and would be sent everything.
  inspectDatabase(database);
  for (let waitedMs = 0; isLocked(database) && waitedMs < longestWaitMs; waitedMs += 200) {
    const lent = await readFile(lendingFile(database), "utf8").then(
      (text) => JSON.parse(text) as Access,
      () => undefined,
    );
    if (lent && (await answers(lent))) return lent;
    await wait(200);
  }
  return undefined;
};

/** Is it the service that the file names? A process that was killed leaves its file behind, and its port to others. */
const answers = async ({ url, corpCode, apiKey }: Access): Promise<boolean> => {
  const headers = { "Api-Key": apiKey, CorpCode: corpCode };
  const asking = fetch(`${url}${pathTemplateOf("V1", "1")}`, { headers, redirect: "manual" });
  return asking.then(({ ok, body }) => body?.cancel().then(() => ok) ?? ok).catch(() => false);
};
