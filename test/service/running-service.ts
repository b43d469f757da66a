/** A service of its own for each test: real file, real HTTP, port 0, gone afterwards. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OperationId, specOf } from "../../src/contract/contract.ts";
import type { Organisation } from "../../src/contract/organisation.ts";
import type { ErrorBody } from "../../src/contract/records.ts";
import type { Call } from "../../src/service/calls.ts";
import type { Refreshes } from "../../src/service/sandbox.ts";
import { type ServiceOptions, startService } from "../../src/service/service.ts";

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed body; undefined where it is empty or not JSON. */
  readonly json: unknown;
};

export type Input = { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };

export const corpCode = "ACME";
export const keyOf = { "Api-Key": "sync-secret", CorpCode: corpCode };
const adminKey = "admin-secret";

/** The path of an operation with its parameters filled in. */
export const pathOf = (id: OperationId, params: Readonly<Record<string, string>> = {}, version = "1"): string => {
  const { module, path } = specOf(id);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `no-${name}`));
  return `/openapi/${module}/v${version}${filled}`;
};

const request = async (url: string, method: string, headers: Record<string, string>, body: unknown) => {
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await fetch(url, { method, headers: { ...type, ...headers }, redirect: "manual", ...sent });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
};

/** Talks to a service at `url` as a caller and as its administrator. */
export const callerOf = (url: string) => {
  const admin = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await request(`${url}/sandbox${path}`, method, { "Admin-Key": adminKey }, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  return {
    url,
    /** Any request, with the headers given and no others. */
    raw: (method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Answer> =>
      request(`${url}${path}`, method, headers, body),
    call: (id: OperationId, { params, body }: Input = {}): Promise<Answer> =>
      request(`${url}${pathOf(id, params)}`, specOf(id).method, keyOf, body),
    admin,
    load: (organisation: Organisation) => admin("PUT", "/organisation", organisation),
    dump: () => admin("GET", "/organisation") as Promise<Organisation>,
    calls: (since = 0) => admin("GET", `/calls?since=${since}`) as Promise<readonly Call[]>,
    refreshes: () => admin("GET", "/refreshes") as Promise<Refreshes>,
  };
};

export const temporaryDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), "musterd-service-"));

export const optionsFor = (databasePath: string): ServiceOptions => ({
  databasePath,
  host: "127.0.0.1",
  port: 0,
  keys: [
    { name: "sync", secret: "sync-secret", permissions: ["P-Org"] },
    { name: "stranger", secret: "stranger-secret", permissions: [] },
  ],
  corpCode,
  adminKey,
});

/** Starts a service in a new directory; `close` ends it and removes the directory. */
export const startTestService = async (options: Partial<ServiceOptions> = {}) => {
  const directory = await temporaryDirectory();
  const service = await startService({ ...optionsFor(join(directory, "service.db")), ...options });
  const close = async (): Promise<void> => {
    await service.close();
    await rm(directory, { recursive: true });
  };
  return { ...callerOf(service.url), close };
};

export const errorCodeOf = (answer: Answer): string | undefined => (answer.json as ErrorBody | undefined)?.errorCode;
