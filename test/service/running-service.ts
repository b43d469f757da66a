/** Starts a separate service for a test, with a real store, real HTTP and a free port. It is removed afterwards. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OperationId, pathTemplateOf, specOf } from "../../src/contract/contract.ts";
import { type Permission, permissions } from "../../src/contract/operations/operation-spec.ts";
import type { ErrorBody } from "../../src/contract/records/organisation.ts";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import type { Refreshes } from "../../src/service/kernel/company/refreshes.ts";
import { shownDomain } from "../../src/service/kernel/http/answer-forms.ts";
import { type QuirkProfile, quirkProfiles } from "../../src/service/kernel/quirks/quirk-profiles.ts";
import type { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import type { Call } from "../../src/service/kernel/records/record-store.ts";
import { type ServiceOptions, startService } from "../../src/service/service.ts";
import { freshPostgresDatabase } from "../support/servers/postgres.ts";

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed body; undefined if it is empty or not JSON. */
  readonly json: unknown;
};

export type Input = { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };

export const corpCode = "ACME";
export const keyOf = { "Api-Key": "sync-secret-of-tests", CorpCode: corpCode };
export const adminKey = "admin-secret-of-tests";

/** The path of an operation with its parameters filled in. */
export const pathOf = (id: OperationId, params: Readonly<Record<string, string>> = {}, version = "1"): string =>
  fill(pathTemplateOf(id, version), params);

/**
 * Method and path of an operation with its parameters: from the run's quirk `paths` if it moves the operation, otherwise from
 * the contract.
 */
const addressOf = (
  id: OperationId,
  params: Readonly<Record<string, string>> = {},
): { readonly method: string; readonly path: string } => {
  const paths: Partial<Record<OperationId, string>> = profileQuirks().paths ?? {};
  const moved = paths[id];
  if (moved === undefined) return { method: specOf(id).method, path: pathOf(id, params) };
  const [method = "", template = ""] = moved.split(" ");
  const whole = template.startsWith("^") ? template.slice(1) : `/openapi/${specOf(id).module}/v1${template}`;
  return { method, path: fill(whole, params) };
};

const fill = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `no-${name}`));

const request = async (url: string, method: string, headers: Record<string, string>, body: unknown) => {
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await fetch(url, { method, headers: { ...type, ...headers }, redirect: "manual", ...sent });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
};

/** Functions that call the service at `url` as a client and as its administrator. */
export const callerOf = (url: string) => {
  const admin = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await request(`${url}/sandbox${path}`, method, { "Admin-Key": adminKey }, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  return {
    url,
    /** Any request, with only the given headers. */
    raw: (method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Answer> =>
      request(`${url}${path}`, method, headers, body),
    call: (id: OperationId, { params, body }: Input = {}): Promise<Answer> => {
      const { method, path } = addressOf(id, params);
      return request(`${url}${path}`, method, keyOf, body);
    },
    /** Calls an operation of the user group for the user of the token. */
    callAs: (token: string, id: OperationId, { params, body }: Input = {}): Promise<Answer> =>
      request(`${url}${pathOf(id, params)}`, specOf(id).method, { Authorization: `Bearer ${token}` }, body),
    /** A bearer token of a user, by default with every permission. */
    token: async (account: string, granted: readonly Permission[] = permissions): Promise<string> =>
      ((await admin("POST", "/tokens", { account, permissions: granted })) as { token: string }).token,
    admin,
    load: (organisation: Organisation) => admin("PUT", "/organisation", organisation),
    dump: () => admin("GET", "/organisation") as Promise<Organisation>,
    calls: (since = 0) => admin("GET", `/calls?since=${since}`) as Promise<readonly Call[]>,
    refreshes: () => admin("GET", "/refreshes") as Promise<Refreshes>,
  };
};

export const temporaryDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), "musterd-service-"));

export const optionsFor = (database: string): ServiceOptions & { readonly database: string } => ({
  database,
  host: "127.0.0.1",
  port: 0,
  keys: [
    { name: "sync", secret: "sync-secret-of-tests", permissions },
    { name: "stranger", secret: "stranger-secret", permissions: [] },
  ],
  corpCode,
  adminKey,
  wrongKeyWaitMs: 0,
});

/** The database of a new service: a file or, if MUSTERD_TEST_DATABASE is `postgres`, a PostgreSQL database. */
export const newDatabase = async (directory: string): Promise<string> =>
  process.env["MUSTERD_TEST_DATABASE"] === "postgres" ? freshPostgresDatabase() : join(directory, "service.db");

/** The quirks of all services in this run; `vitest.config.ts` chooses them. */
export const profileQuirks = (): Partial<Quirks> => {
  const name = process.env["MUSTERD_TEST_QUIRKS"] ?? "specified";
  if (name.startsWith("{")) return JSON.parse(name) as Partial<Quirks>;
  return quirkProfiles[name as QuirkProfile];
};

/** The `target` settings that an administrator would choose for a site with these quirks. */
export const siteSettings = (quirks: Partial<Quirks> = profileQuirks()) => {
  const { noManager, idNumbers, e11Omitted, accountsShown, paths = {} } = quirks;
  return {
    paths,
    absentErrorCodes: noManager === "error" ? ["OPA-NO-MANAGER"] : [],
    ...(accountsShown === "with-domain" && { accountDomain: shownDomain }),
    omittedFields: idNumbers === "masked" && e11Omitted !== "clear" ? ("kept" as const) : ("unknown" as const),
  };
};

/** Starts a service in a new directory; `close` ends it and removes the directory. */
export const startTestService = async (options: Partial<ServiceOptions> = {}) => {
  const directory = await temporaryDirectory();
  const database = options.database ?? (await newDatabase(directory));
  const quirks = { ...profileQuirks(), ...options.quirks };
  const service = await startService({
    ...optionsFor(database),
    filesFolder: join(directory, "files"),
    ...options,
    quirks,
  });
  const close = async (): Promise<void> => {
    await service.close();
    await rm(directory, { recursive: true });
  };
  return { ...callerOf(service.url), close };
};

export const errorCodeOf = (answer: Answer): string | undefined => (answer.json as ErrorBody | undefined)?.errorCode;
