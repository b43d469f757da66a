/** `musterd service`: runs the reference service without musterd's daemon, for integrators, containers and tests. */
import { readFile } from "node:fs/promises";
import { permissions } from "../../contract/operations/operation-spec.ts";
import { AddressRange } from "../../contract/sections/access.ts";
import { calendarDate, systemClock } from "../../lib/clock.ts";
import { type ErrorPlace, MusterdError } from "../../lib/errors.ts";
import { closeTimeoutMs, within } from "../../lib/http/closing.ts";
import { createLog } from "../../lib/log.ts";
import { makeSecretCommand, weaknessOf } from "../../lib/strong-secret.ts";
import { readYaml } from "../../lib/yaml-text.ts";
import { sampleCompany, sampleName } from "../../sample/sample-company.ts";
import { sampleSections } from "../../sample/sections.ts";
import { type QuirkProfile, quirkProfiles } from "../../service/kernel/quirks/quirk-profiles.ts";
import { Quirks } from "../../service/kernel/quirks/quirks.ts";
import { type RunningService, startService } from "../../service/service.ts";
import type { Command, CommonOptions, Environment } from "../open/context.ts";
import { lend, newKey } from "../open/embedded-service.ts";
import { nextSignal } from "../terminal/next-signal.ts";
import { headcount, isWhole, numberOf } from "../terminal/number-option.ts";
import { print } from "../terminal/output.ts";
import { wordsOf } from "../words/words.ts";
import { readCompanyFiles } from "./company-files.ts";
import { databaseOf, isFile } from "./service-connection.ts";

type ServiceOptions = CommonOptions & {
  readonly host: string;
  readonly port: string;
  readonly database?: string;
  readonly files?: string;
  readonly quotaGib: string;
  readonly allowedHosts?: readonly string[];
  readonly allowPrivateNetworks?: true;
  readonly corpCode: string;
  readonly corpName?: string;
  readonly publicUrl?: string;
  readonly trustProxy?: readonly string[];
  readonly auditDays: string;
  readonly sample?: string | true;
  readonly load?: readonly string[];
  /** Name of a quirk profile, or path of a file with quirks. */
  readonly quirks?: string;
};

/**
 * Runs the service, and lends it to musterd's other commands on the same database. It takes the API key, which has all permissions, from MUSTERD_API_KEY, and the admin key from
 * MUSTERD_ADMIN_KEY; a key that is not set is generated and printed. `musterd service keys` creates keys with fewer permissions.
 */
export const serviceCommand: Command<"service", ServiceOptions> = async (options, environment) => {
  const apiKey = keyOf("MUSTERD_API_KEY", environment);
  const adminKey = keyOf("MUSTERD_ADMIN_KEY", environment);
  const log = createLog("info");
  const document = await documentOf(options);
  const database = databaseOf(options.database, environment);
  const lentKey = newKey();
  const service = await startService({
    database,
    ...(options.files === undefined ? {} : { filesFolder: options.files }),
    uploadLimits: { quotaBytes: gibibytes(options.quotaGib) * 1024 ** 3 },
    outbound: {
      ...(options.allowedHosts ? { allowedHosts: options.allowedHosts } : {}),
      allowPrivateNetworks: options.allowPrivateNetworks ?? false,
    },
    host: options.host,
    port: port(options.port),
    keys: [
      { name: "musterd", secret: apiKey, permissions },
      { name: "commands beside the service", secret: lentKey, permissions: ["P-Org"] },
    ],
    corpCode: options.corpCode,
    ...corpNameOf(options),
    ...(options.publicUrl === undefined ? {} : { publicUrl: origin(options.publicUrl) }),
    adminKey,
    trustProxy: options.trustProxy?.map(addressRange) ?? [],
    audit: { keptDays: days(options.auditDays) },
    quirks: await quirksOf(options.quirks),
    ...(document === undefined ? {} : { load: document }),
    log,
  });
  // Before the address is printed, because whoever reads it may send a signal at once.
  const signal = nextSignal();
  print(wordsOf(options.language).serviceAt(service.url, options.corpCode));
  if (environment["MUSTERD_API_KEY"] === undefined) print(`Api-Key: ${apiKey}`);
  if (environment["MUSTERD_ADMIN_KEY"] === undefined) print(`Admin-Key: ${adminKey}`);
  const access = { url: service.url, corpCode: options.corpCode, apiKey: lentKey };
  let endLending: (() => Promise<void>) | undefined;
  try {
    if (isFile(database)) endLending = await lend(database, access);
    await Promise.race([signal, service.lost]);
  } finally {
    await endLending?.();
    await closeService(service);
  }
  return 0;
};

/** Returns the name that users see: the sample company has one of its own, which the examples of the descriptions show. */
const corpNameOf = ({ corpName, sample }: ServiceOptions): { readonly corpName?: string } => {
  if (corpName !== undefined) return { corpName };
  return sample === undefined ? {} : { corpName: sampleName };
};

/** Longer than for other parts, because everything that waits is stored first. */
const closeServiceMs = 2 * closeTimeoutMs;

/** Throws `service-database` if the service could not store everything in time. */
const closeService = async (service: RunningService): Promise<void> => {
  const closed = await within(closeServiceMs, () => service.close().then(() => true));
  if (closed) return;
  throw new MusterdError("service-database", `the service was not closed within ${closeServiceMs / 1000} s`, {
    hint: "what it has answered is stored; the last lines of the call log and the audit trail may be missing. Check the database",
  });
};

/**
 * Reads the document to load at the start. The sample and all files become one document, so everything is loaded or nothing;
 * sections of files override those of the sample. This happens before the service starts, so an invalid file prevents the start.
 */
const documentOf = async ({ sample, load = [] }: ServiceOptions): Promise<object | undefined> => {
  if (sample === undefined && load.length === 0) return undefined;
  const given = await readCompanyFiles(load);
  if (sample === undefined) return given;
  const today = calendarDate(systemClock.nowMs());
  const people = sample === true ? {} : { people: headcount(sample) };
  const { before: organisation } = sampleCompany({ today, ...people });
  return { organisation, ...sampleSections(organisation, today), ...given };
};

/** Returns the quirks: those of a profile by its name, or single quirks from a YAML or JSON file. */
const quirksOf = async (named: string | undefined): Promise<Partial<Quirks>> => {
  if (named === undefined) return {};
  if (Object.hasOwn(quirkProfiles, named)) return quirkProfiles[named as QuirkProfile];
  const said = await readFile(named).catch((cause: unknown) => {
    const { code } = cause as NodeJS.ErrnoException;
    throw quirksUnknown(named, `there is no such profile, and the file cannot be read (${code})`, { cause });
  });
  const yaml = readYaml(said);
  if ("problem" in yaml) {
    const { problem, line } = yaml;
    throw quirksUnknown(named, problem, { place: { file: named, ...(line !== undefined && { line }) } });
  }
  const read = Quirks.safeParse(yaml.value);
  if (read.success) return read.data;
  const places = read.error.issues.map(({ path, message }) => `${path.join(".") || "top"}: ${message}`);
  throw quirksUnknown(named, places.join("; "));
};

const quirksUnknown = (
  named: string,
  why: string,
  more: { readonly place?: ErrorPlace; readonly cause?: unknown } = {},
): MusterdError =>
  new MusterdError("option-invalid", `--quirks ${named}: ${why}`, {
    hint: `name one of ${Object.keys(quirkProfiles).join(", ")}, or a file with quirks (src/contract/interface-notes.md has each)`,
    ...more,
  });

/** Returns the key from the environment, or a random one. Throws `key-weak`. */
const keyOf = (name: string, environment: Environment): string => {
  const key = environment[name] ?? newKey();
  const weakness = weaknessOf(key);
  if (weakness === undefined) return key;
  throw new MusterdError("key-weak", `${name} ${weakness}`, { hint: `make a good one with: ${makeSecretCommand}` });
};

const addressRange = (text: string): string => {
  if (AddressRange.safeParse(text).success) return text;
  throw new MusterdError("option-invalid", `${text} is neither an address nor a range of addresses`, {
    hint: "give the addresses of the proxies, such as 10.0.0.7 or 10.0.0.0/24",
  });
};

/** Returns the address without a final slash. It must have no path, because the service's paths start at the root. */
const origin = (text: string): string => {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search) return url.origin;
  throw new MusterdError("option-invalid", `${text} is not an address without a path`, {
    hint: "give an address such as https://service.example",
  });
};

const days = numberOf("a number of days", "give a whole number from 1", (days) => isWhole(days) && days > 0);
const gibibytes = numberOf("a size in GiB", "give a number above 0", (size) => Number.isFinite(size) && size > 0);
const port = numberOf("a port", "give a number from 0 to 65535", (at) => isWhole(at) && at >= 0 && at <= 65_535);
