/**
 * The configuration: one YAML file, one schema, secrets by reference. `loadConfig` is the only place that reads the
 * environment; everything below gets values. Every problem of a file is reported together, each with its path.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { validate } from "node-cron";
import { z } from "zod";
import { MusterdError } from "./lib/errors.ts";
import { locatedTls } from "./lib/tls-files.ts";
import { readYaml } from "./lib/yaml-text.ts";
import { type Action, actions, type Kind, kinds } from "./model/kind.ts";
import type { Cap, PlanSettings } from "./model/settings.ts";
import { type RedisSettings, redisProblems, redisSettings } from "./queue/settings.ts";
import { locatedSource } from "./source/locate-source.ts";
import type { SourceSettings } from "./source/mapping.ts";
import { sourceSettings } from "./source/settings.ts";
import { resolveSettings } from "./target/resolve-settings.ts";
import { type TargetSettings, targetSettings } from "./target/settings.ts";

/** `env:NAME` or `file:PATH`; a secret is never written into the file itself. */
const secret = z.string().regex(/^(env|file):.+$/, "a secret is named by reference: env:NAME or file:PATH");

const cap = z.strictObject({ count: z.int().min(0).optional(), percent: z.number().min(0).max(100).optional() });

/** Limits that let an ordinary day through and stop a disaster. The file's own caps replace them one by one. */
const defaultCaps: Readonly<Partial<Record<Kind, Readonly<Partial<Record<Action, Cap>>>>>> = {
  level: { create: { percent: 50 }, update: { percent: 50 }, deactivate: { percent: 34 } },
  title: { create: { percent: 50 }, update: { percent: 50 }, deactivate: { percent: 34 } },
  function: { create: { percent: 50 }, update: { percent: 50 }, deactivate: { percent: 34 } },
  department: {
    create: { percent: 25 },
    update: { percent: 50 },
    move: { percent: 25 },
    rename: { percent: 10 },
    deactivate: { percent: 10 },
  },
  manager: { update: { percent: 34 } },
  employee: {
    create: { percent: 20 },
    update: { percent: 50 },
    rename: { percent: 5 },
    reactivate: { percent: 5 },
    deactivate: { percent: 5, count: 500 },
  },
  post: { update: { percent: 34 }, remove: { percent: 20 } },
  supervisor: { update: { percent: 50 } },
};

const policyPart = z
  .strictObject({
    /** `kind.field` → manage | fill-if-empty | ignore. */
    fields: z
      .record(z.string().regex(/^[a-z]+\.[A-Za-z]+$/), z.enum(["manage", "fill-if-empty", "ignore"]))
      .default({}),
    /** Accounts never touched; `*` matches any run of characters. */
    protectedAccounts: z.array(z.string().min(1)).default(["admin", "administrator"]),
    newEmployeeLogin: z.array(z.string().min(1)).min(1).default(["UOF"]),
    managerMustBeMember: z.boolean().default(true),
  })
  .prefault({});

const guardPart = z
  .strictObject({
    caps: z.partialRecord(z.enum(kinds), z.partialRecord(z.enum(actions), cap)).default({}),
    /** With more failed changes than this nobody and nothing is disabled any more in that run. */
    maxFailuresBeforeDisabling: z.int().min(0).default(5),
  })
  .prefault({});

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

const daemonPart = z
  .strictObject({
    /** Five cron fields, or six with seconds first. */
    schedule: z.string().refine(validate, "is not a cron expression, such as 0 2 * * *").default("0 2 * * *"),
    timeZone: z.string().refine(isTimeZone, "is not a time zone, such as Asia/Taipei").default("Asia/Taipei"),
    /** false: runs only plan and report; nothing is written. */
    apply: z.boolean().default(true),
    runAtStart: z.boolean().default(true),
    /** Minutes after which a run that failed for a cause that can pass is repeated; each further equal failure waits longer. */
    retry: z.array(z.number().positive().max(1440)).min(1).default([1, 2, 5, 15, 60]),
    /** Hours between the tries when `retry` is used up by equal failures: the quarantine. */
    quarantineHours: z.number().positive().max(168).default(4),
    host: z.string().default("127.0.0.1"),
    port: z.int().min(0).max(65_535).default(8930),
    /** Bearer token of the control interface; without it only the health checks answer. */
    token: secret.optional(),
  })
  .prefault({});

const keyMeaning = targetSettings.shape.apiKey.description ?? "";

const fileSchema = z.strictObject({
  language: z.enum(["en", "zh-TW"]).default("en"),
  source: sourceSettings,
  /** The service; `embedded` is the reference service inside musterd, with its data in the state folder. */
  target: z
    .union([z.literal("embedded"), targetSettings.extend({ apiKey: secret.describe(keyMeaning) }).strict()], {
      error: (issue) =>
        typeof issue.input === "object" ? undefined : 'expected "embedded" or the settings of a service',
    })
    .default("embedded"),
  redis: redisSettings.extend({ url: secret.optional() }).strict().prefault({}),
  state: z.strictObject({ folder: z.string().default("./.musterd") }).prefault({}),
  policy: policyPart,
  guard: guardPart,
  daemon: daemonPart,
  log: z.strictObject({ level: z.enum(["debug", "info", "warn", "error", "silent"]).default("info") }).prefault({}),
});

/** JSON Schema of the configuration file, for editors. */
export const configJsonSchema = (): unknown =>
  z.toJSONSchema(fileSchema, { io: "input", unrepresentable: "any", reused: "ref" });

type FileConfig = z.infer<typeof fileSchema>;

/** The configuration as a value: folders absolute, secrets resolved, caps complete. */
export type Config = {
  readonly file: string;
  readonly language: FileConfig["language"];
  readonly source: SourceSettings;
  readonly target: TargetSettings | "embedded";
  readonly redis: RedisSettings & { readonly timeoutMs: number };
  readonly stateFolder: string;
  readonly plan: PlanSettings;
  readonly maxFailuresBeforeDisabling: number;
  readonly daemon: Omit<FileConfig["daemon"], "token"> & { readonly token?: string };
  readonly logLevel: FileConfig["log"]["level"];
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the file; MusterdError `config-unreadable` or `config-invalid` with every problem. */
export const loadConfig = (path: string, environment: Environment): Config => {
  const file = resolve(path);
  const parsed = fileSchema.safeParse(readConfigFile(file));
  const problems = parsed.success ? [] : parsed.error.issues.flatMap((issue) => issueLines(issue));
  const secrets = new Map<string, string>();
  if (parsed.success) collectSecrets(parsed.data, dirname(file), environment, secrets, problems);
  const given = parsed.data?.target ?? "embedded";
  const target = given === "embedded" ? given : resolveSettings(given, dirname(file), problems);
  if (!parsed.success || problems.length > 0) {
    throw new MusterdError(
      "config-invalid",
      `${problems.length} problem(s) in the configuration:\n    ${problems.join("\n    ")}`,
      {
        place: { file },
        wayOut: "mend the settings named above; config/musterd.schema.json tells editors what is permitted",
      },
    );
  }
  return build({ ...parsed.data, target }, file, environment, (reference) => secrets.get(reference) ?? "");
};

const readConfigFile = (file: string): unknown => {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new MusterdError("config-unreadable", "the configuration file cannot be read", {
      place: { file },
      wayOut: "name it with --config FILE or MUSTERD_CONFIG; config/ holds examples",
      cause,
    });
  }
  const read = readYaml(text);
  if ("value" in read) return read.value;
  const { problem, line } = read;
  throw new MusterdError("config-invalid", `the file is not YAML: ${problem}`, {
    place: { file, ...(line !== undefined && { line }) },
    wayOut: "mend the line; indentation is by spaces",
  });
};

/** One line for each problem of a schema: its path and what is wrong there. */
export const issueLines = (issue: z.core.$ZodIssue): string[] => {
  const path = issue.path.join(".") || "(top)";
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const closest = issue.errors.reduce((best, errors) => (depth(errors) > depth(best) ? errors : best));
    return closest.flatMap((inner) => issueLines({ ...inner, path: [...issue.path, ...inner.path] }));
  }
  return [`${path}: ${issue.message}`];
};

/** Of the forms a union permits, the one that was meant is the one whose problems lie deepest. */
const depth = (errors: readonly z.core.$ZodIssue[]): number => Math.max(0, ...errors.map((error) => error.path.length));

const collectSecrets = (
  config: FileConfig,
  folder: string,
  environment: Environment,
  secrets: Map<string, string>,
  problems: string[],
): void => {
  const named: readonly (readonly [string, string | undefined])[] = [
    ["target.apiKey", config.target === "embedded" ? undefined : config.target.apiKey],
    ["redis.url", config.redis.url],
    ["daemon.token", config.daemon.token],
    ...Object.entries(config.source.feeds).map(([name, feed]) => {
      const bind = "ldap" in feed ? feed.ldap.bind : undefined;
      return [`source.feeds.${name}.ldap.bind.password`, typeof bind === "object" ? bind.password : undefined] as const;
    }),
  ];
  for (const [path, reference] of named) {
    if (reference === undefined) continue;
    const value = resolveSecret(reference, folder, environment);
    if (value === undefined || value === "") problems.push(`${path}: ${reference} is not set, or empty`);
    else secrets.set(reference, value);
  }
  // The address of the environment is judged when it is used.
  const url = secrets.get(config.redis.url ?? "");
  if (url === undefined) return;
  for (const { setting, message } of redisProblems({ ...config.redis, url })) problems.push(`${setting}: ${message}`);
};

const resolveSecret = (reference: string, folder: string, environment: Environment): string | undefined => {
  const [scheme = "", ...rest] = reference.split(":");
  const name = rest.join(":");
  if (scheme === "env") return environment[name];
  try {
    return readFileSync(resolve(folder, name), "utf8").trim();
  } catch {
    return undefined;
  }
};

const build = (
  config: Omit<FileConfig, "target"> & Pick<Config, "target">,
  file: string,
  environment: Environment,
  secretOf: (reference: string) => string,
): Config => {
  const folder = dirname(file);
  const { token, ...daemon } = config.daemon;
  const { url: reference, ...redis } = config.redis;
  const redisUrl = reference === undefined ? environment["REDIS_URL"] : secretOf(reference);
  return {
    file,
    language: config.language,
    source: locatedSource(config.source, folder, secretOf),
    target: config.target === "embedded" ? "embedded" : { ...config.target, apiKey: secretOf(config.target.apiKey) },
    redis: {
      ...redis,
      ...locatedTls(redis, folder),
      ...(redisUrl && { url: redisUrl }),
      searchPath: environment["PATH"] ?? "",
    },
    stateFolder: resolve(folder, config.state.folder),
    plan: {
      ...config.policy,
      omittedFields: config.target === "embedded" ? "unknown" : config.target.omittedFields,
      caps: mergedCaps(config.guard.caps),
      accepted: [],
    },
    maxFailuresBeforeDisabling: config.guard.maxFailuresBeforeDisabling,
    daemon: { ...daemon, ...(token === undefined ? {} : { token: secretOf(token) }) },
    logLevel: config.log.level,
  };
};

const mergedCaps = (own: FileConfig["guard"]["caps"]): PlanSettings["caps"] =>
  Object.fromEntries(
    kinds.map((kind) => [kind, { ...defaultCaps[kind], ...(own[kind] as Record<string, Cap> | undefined) }]),
  );
