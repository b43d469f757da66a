/**
 * The configuration: one YAML file, one schema, secrets by reference. Only `loadConfig` reads the environment; everything else
 * receives values. All problems of a file are reported together, each with its path.
 */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { MusterdError } from "../lib/errors.ts";
import { type SecretReference, secretExpected, secretPattern, secretReference } from "../lib/secret-reference.ts";
import { makeSecretCommand, weaknessOf } from "../lib/strong-secret.ts";
import { locatedTls } from "../lib/tls-files.ts";
import { readYaml } from "../lib/yaml-text.ts";
import type { PlanSettings } from "../model/plan/settings.ts";
import { defaultHistory, type Kept, type KeptHistory } from "../model/runs/kept-history.ts";
import { type Language, languages, localeLanguage } from "../model/words/language.ts";
import { type NotifySettings, notifySettings, resolveNotify } from "../notify/settings.ts";
import { type RedisSettings, redisProblems, redisSettings } from "../queue/settings.ts";
import { resolveSettings } from "../site/settings/resolve-settings.ts";
import { type TargetSettings, targetSettings } from "../site/settings/settings.ts";
import { settingDescriptions } from "../source/mapping/setting-descriptions.ts";
import type { SourceSettings } from "../source/schema/source-schema.ts";
import { locatedSource, sourceSettings } from "../source/settings.ts";
import { type DaemonSettings, daemonPart, resolveOpenId } from "./daemon-part.ts";
import { guardPart, identityPart, mergedCaps, policyPart } from "./plan-settings.ts";
import { filingPart, releasePart } from "./release-part.ts";
import { type Environment, resolveSecret } from "./resolve-secret.ts";
import { checkedSettings } from "./setting-problems.ts";
import { unusedSettings } from "./unused-settings.ts";

const secret = z.string().regex(secretPattern, secretExpected).transform(secretReference);

const keptPart = ({ days, runs }: Kept, description: string) =>
  z
    .strictObject({
      days: z.int().min(1).default(days).describe("Days after which such a run is deleted."),
      runs: z.int().min(1).default(runs).describe("The number of such runs that are kept at most."),
    })
    .prefault({})
    .describe(description);

const keyMeaning = targetSettings.shape.apiKey.description ?? "";

const fileSchema = z.strictObject({
  language: z
    .enum(languages)
    .optional()
    .describe("Language of the command and of reports; without it, that of the locale (LC_ALL, LC_MESSAGES, LANG)."),
  source: sourceSettings.describe("Where records come from, and how they become departments, people and posts."),
  target: z
    .union([z.literal("embedded"), targetSettings.extend({ apiKey: secret.describe(keyMeaning) }).strict()], {
      error: 'expected "embedded" or the settings of a service',
    })
    .prefault("embedded")
    .describe("The service; `embedded` is the reference service inside musterd, with its data in the state folder."),
  redis: redisSettings
    .extend({ url: secret.optional().describe("Its address, by reference; without it REDIS_URL, or a private one.") })
    .strict()
    .prefault({})
    .describe("The Redis of the jobs."),
  state: z
    .strictObject({
      folder: z.string().default("./.musterd").describe("Where runs, plans and what is owed are kept."),
      key: secret
        .optional()
        .describe(
          "The key that encrypts saved plans and what undo needs: 64 hexadecimal digits, by reference; without it, `musterd.key` in the folder. Older keys may follow, see `rotate-key`.",
        ),
      undoDays: z
        .int()
        .min(0)
        .default(30)
        .describe(
          "Days for which the personal data of a run is kept, encrypted, so that it can be undone; 0: never kept.",
        ),
      history: z
        .strictObject({
          writing: keptPart(defaultHistory.writing, "Runs that have written to the service."),
          other: keptPart(defaultHistory.other, "Plans, and runs that have written nothing."),
        })
        .prefault({})
        .describe("Which runs the history keeps; older ones and more are deleted when a run ends."),
    })
    .prefault({})
    .describe("What musterd keeps between runs."),
  identity: identityPart.describe("Who is who: evidence, its weights, and decisions."),
  policy: policyPart.describe("What may be written."),
  guard: guardPart.describe("What stops a plan."),
  release: releasePart.describe("Who may release a plan that the guard has stopped, and for how long."),
  filing: filingPart.optional(),
  daemon: daemonPart.describe("When the daemon runs, and its control interface."),
  notify: notifySettings.describe("Who is told what, and when; see docs/operating.md."),
  log: z
    .strictObject({
      level: z.enum(["debug", "info", "warn", "error", "silent"]).default("info").describe("The least that is logged."),
    })
    .prefault({})
    .describe("The log."),
});

/** JSON Schema of the configuration file, for editors. */
export const configJsonSchema = (): unknown => {
  const schema = z.toJSONSchema(fileSchema, { io: "input", unrepresentable: "any", reused: "ref" });
  describeSettings(schema, schema.$defs as Readonly<Record<string, Described>>);
  return schema;
};

type Described = { description?: string; readonly $ref?: string };

/** Adds descriptions, in place, to settings whose schema has none. */
const describeSettings = (node: unknown, shared: Readonly<Record<string, Described>>): void => {
  if (typeof node !== "object" || node === null) return;
  const { properties = {} } = node as { readonly properties?: Readonly<Record<string, Described>> };
  for (const [name, setting] of Object.entries(properties)) {
    const own = setting.description ?? shared[setting.$ref?.split("/").at(-1) ?? ""]?.description;
    const description = settingDescriptions[name];
    if (own === undefined && description !== undefined) setting.description = description;
  }
  for (const below of Object.values(node)) describeSettings(below, shared);
};

type FileConfig = z.infer<typeof fileSchema>;

/** The configuration after loading: paths are absolute, secrets resolved, caps complete. */
export type Config = {
  readonly file: string;
  /** SHA-256 of the settings of the file, without the values of secrets, and of the functions that they name. */
  readonly digest: string;
  readonly language: Language;
  readonly source: SourceSettings;
  readonly target: TargetSettings | "embedded";
  /** This once, all managers and posts are read (`--read-all`). */
  readonly readAll?: boolean;
  readonly redis: RedisSettings & { readonly timeoutMs: number };
  readonly stateFolder: string;
  /** The keys of the vault; without them they are in a file of the folder. */
  readonly key?: string;
  readonly undoDays: number;
  readonly history: KeptHistory;
  readonly plan: PlanSettings;
  readonly maxFailuresBeforeDisabling: number;
  readonly release: FileConfig["release"];
  readonly filing?: FileConfig["filing"];
  readonly daemon: DaemonSettings;
  readonly notify: NotifySettings;
  readonly logLevel: FileConfig["log"]["level"];
};

/**
 * Reads and validates the file. Throws `config-unreadable`, or `config-invalid` with every problem. Without `needsToken`, a token of
 * the daemon that is not set is none: only the daemon and its callers use it.
 */
export const loadConfig = (path: string, environment: Environment, { needsToken = true } = {}): Config => {
  const file = resolve(path);
  const read = readConfigFile(file);
  const checked = checkedSettings(fileSchema, read);
  if ("problems" in checked) throw invalid(file, checked.problems);
  const problems: string[] = [];
  const config = build(checked.data, file, environment, problems, needsToken);
  if (problems.length > 0) throw invalid(file, problems);
  return { ...config, digest: hash("sha256", JSON.stringify(read) + functionsOf(config.source), "hex") };
};

/** The text of `mappingFile`; whether it can be used is found out where it is. */
const functionsOf = ({ mappingFile }: SourceSettings): string => {
  try {
    return mappingFile === undefined ? "" : readFileSync(mappingFile, "utf8");
  } catch {
    return "";
  }
};

/** The `language` of a file, even if the file is otherwise invalid. */
export const configuredLanguage = (file: string): Language | undefined => {
  try {
    const read = readYaml(readFileSync(file));
    const named = "value" in read ? (read.value as { readonly language?: unknown } | null)?.language : undefined;
    return languages.find((language) => language === named);
  } catch {
    return undefined;
  }
};

const invalid = (file: string, problems: readonly string[]): MusterdError =>
  new MusterdError(
    "config-invalid",
    `problems in the configuration (${problems.length}):\n    ${problems.join("\n    ")}`,
    {
      place: { file },
      hint: "correct the settings named above; config/musterd.schema.json tells editors what is permitted",
    },
  );

/** The parsed file before any check of its settings. Throws `config-unreadable` or `config-invalid`. */
export const readConfigFile = (file: string): unknown => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const what =
      code === "ENOENT" ? "there is no configuration file" : `the configuration file cannot be read (${code})`;
    throw new MusterdError("config-unreadable", what, {
      place: { file },
      hint: "name it with --config FILE or MUSTERD_CONFIG; docs/getting-started.md has one to begin with",
      cause,
    });
  }
  const read = readYaml(bytes);
  if ("value" in read && read.value === null) throw invalid(file, ["the file is empty"]);
  if ("value" in read) return read.value;
  const { problem, line } = read;
  throw new MusterdError("config-invalid", `the file is not YAML: ${problem}`, {
    place: { file, ...(line !== undefined && { line }) },
    hint: "correct the line; indent with spaces",
  });
};

/** Builds the configuration and adds what is wrong to `problems`; if there are any, the result must not be used. */
const build = (
  data: FileConfig,
  file: string,
  environment: Environment,
  problems: string[],
  needsToken: boolean,
): Omit<Config, "digest"> => {
  const folder = dirname(file);
  const pathOf = (relative: string): string => resolve(folder, relative);
  const secretOf = (setting: string, reference: SecretReference): string => {
    const found = resolveSecret(setting, reference, folder, environment);
    if ("problem" in found) problems.push(found.problem);
    return "value" in found ? found.value : "";
  };
  /** A secret that callers of our own interface must present. */
  const strongSecretOf = (setting: string, reference: SecretReference): string => {
    const value = secretOf(setting, reference);
    const weakness = value && weaknessOf(value);
    if (weakness) problems.push(`${setting}: ${reference.reference} ${weakness}; make one with: ${makeSecretCommand}`);
    return value;
  };
  problems.push(...unusedSettings(data));
  const { token: given, openid, ...daemon } = data.daemon;
  const token =
    given && (needsToken || "value" in resolveSecret("daemon.token", given, folder, environment)) ? given : undefined;
  const { url, ...redis } = data.redis;
  const target =
    data.target === "embedded"
      ? data.target
      : resolveSettings({ ...data.target, apiKey: secretOf("target.apiKey", data.target.apiKey) }, folder, problems);
  // An address from REDIS_URL is checked only when it is used.
  const redisUrl = url === undefined ? environment["REDIS_URL"] : secretOf("redis.url", url);
  if (url !== undefined && redisUrl) {
    for (const { setting, message } of redisProblems({ ...redis, url: redisUrl }))
      problems.push(`${setting}: ${message}`);
  }
  return {
    file,
    language: data.language ?? localeLanguage(environment),
    source: locatedSource(data.source, pathOf, secretOf),
    target,
    redis: {
      ...redis,
      ...locatedTls(redis, pathOf),
      ...(redisUrl && { url: redisUrl }),
      searchPath: environment["PATH"] ?? "",
    },
    stateFolder: pathOf(data.state.folder),
    ...(data.state.key && { key: secretOf("state.key", data.state.key) }),
    undoDays: data.state.undoDays,
    history: data.state.history,
    plan: {
      ...data.policy,
      identity: data.identity,
      omittedFields: data.target === "embedded" ? "unknown" : data.target.omittedFields,
      caps: mergedCaps(data.guard.caps),
      accepted: [],
    },
    maxFailuresBeforeDisabling: data.guard.maxFailuresBeforeDisabling,
    release: data.release,
    ...(data.filing && { filing: data.filing }),
    daemon: {
      ...daemon,
      ...(token === undefined ? {} : { token: strongSecretOf("daemon.token", token) }),
      // Only the daemon signs people in, so other commands work without the secret.
      ...(openid && needsToken && { openid: resolveOpenId(openid, secretOf) }),
    },
    notify: resolveNotify(data.notify, pathOf, secretOf, problems),
    logLevel: data.log.level,
  };
};
