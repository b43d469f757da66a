/**
 * Connects the subcommands of `musterd service` to a service: to a running one by its address, or to a stopped one by its
 * database. In the second case this process runs the service while the command runs. The commands call the sandbox (the
 * service's control interface) in both cases.
 */
import { randomBytes } from "node:crypto";
import { MusterdError } from "../../lib/errors.ts";
import { closeTimeoutMs, within } from "../../lib/http/closing.ts";
import { userName } from "../../lib/process-user.ts";
import { startService } from "../../service/service.ts";
import type { CommonOptions, Environment } from "../open/context.ts";
import { borrow } from "../open/embedded-service.ts";

export type ConnectionOptions = CommonOptions & {
  /** Address of a running service. Without it the database is opened, or the service borrowed that has it open. */
  readonly url?: string;
  readonly database?: string;
  readonly files?: string;
  readonly corpCode?: string;
};

/** Sends a request to the sandbox; resolves with the parsed body, or undefined if it is empty. */
export type Ask = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown) => Promise<unknown>;

/** Returns the database of a service: as the option names it, or the default. Throws `secret-in-arguments`. */
export const databaseOf = (option: string | undefined, environment: Environment): string => {
  if (option !== undefined) refuseSecret("--database", option, "set DATABASE_URL to the address, or set PGPASSWORD");
  return option ?? (environment["DATABASE_URL"] || ".musterd/service.db");
};

export const isFile = (database: string): boolean => !database.includes("://");

/** Every user of the machine can read the arguments of a command in the list of processes. */
const refuseSecret = (option: string, address: string, hint: string): void => {
  const hasPassword = /^\w+:\/\/[^/?#]*:[^/?#]*@/.test(address) || /[?&]password=/i.test(address);
  if (hasPassword) throw new MusterdError("secret-in-arguments", `the address at ${option} has a password`, { hint });
};

/**
 * Runs `use` with a connection. Throws `service-file`, `service-database` or `service-files` if the data cannot be opened, and
 * `service-unreachable` or `sandbox-refused` if a request fails.
 */
export const withService = async <T extends number>(
  { url, database, files, corpCode = "DEMO" }: ConnectionOptions,
  environment: Environment,
  use: (ask: Ask) => Promise<T>,
): Promise<T> => {
  if (url !== undefined) {
    refuseSecret("--url", url, "leave it out; MUSTERD_ADMIN_KEY is the key of the service");
    return use(askAt(url.replace(/\/+$/, ""), adminKeyOf(environment)));
  }
  const where = databaseOf(database, environment);
  const lent = isFile(where) ? await borrow(where) : undefined;
  if (lent) return use(askAt(lent.url, lent.adminKey ?? adminKeyOf(environment)));
  const adminKey = randomBytes(32).toString("base64url");
  const folder = files === undefined ? {} : { filesFolder: files };
  const service = await startService({
    database: where,
    ...folder,
    host: "127.0.0.1",
    port: 0,
    keys: [],
    corpCode,
    adminKey,
    // Whom the audit trail names for a command that opens the database itself.
    adminName: `command line (${userName()})`,
  });
  try {
    return await use(askAt(service.url, adminKey));
  } finally {
    await within(closeTimeoutMs, service.close);
  }
};

const adminKeyOf = (environment: Environment): string => {
  const adminKey = environment["MUSTERD_ADMIN_KEY"];
  if (adminKey) return adminKey;
  throw new MusterdError("admin-key-missing", "a running service is asked with its admin key, and there is none", {
    hint: "set MUSTERD_ADMIN_KEY to the Admin-Key of that service",
  });
};

/** Sends requests to the service at `url` with its admin key; throws `service-unreachable` or `sandbox-refused`. */
export const askAt =
  (url: string, adminKey: string): Ask =>
  async (method, path, body) => {
    const noService = (what: string) => (cause: unknown) => {
      const { code, message } = ((cause as Error).cause ?? cause) as NodeJS.ErrnoException;
      throw unreachable(`${what} (${code ?? message})`, cause);
    };
    const answer = await fetch(`${url}/sandbox${path}`, {
      method,
      // `fetch` would send this header to wherever a redirect leads.
      redirect: "manual",
      headers: { "Admin-Key": adminKey, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(noService(`no service answers at ${url}`));
    const text = await answer.text().catch(noService(`the answer of ${url} ends in the middle`));
    if (!answer.ok) throw refusalOf(`${method} /sandbox${path}`, answer.status, text);
    const read = text === "" ? { value: undefined } : readJson(text);
    if (read) return read.value;
    throw unreachable(`what answers at ${url} is not the reference service, because its answer is not JSON`);
  };

const unreachable = (message: string, cause?: unknown): MusterdError =>
  new MusterdError("service-unreachable", message, {
    hint: "start it, or name its address with --url, such as http://127.0.0.1:8920",
    cause,
  });

type Detail = { readonly error: string; readonly expandoObject: { readonly property?: string } };
type Refused = { readonly errorCode?: string; readonly errorExpando?: readonly Detail[] };

/** Returns the error for a refused request, with the error code and what the service says about each property. */
const refusalOf = (what: string, status: number, text: string): MusterdError => {
  const { errorCode = text.slice(0, 300), errorExpando = [] } = (readJson(text)?.value ?? {}) as Refused;
  const details = errorExpando.map(
    ({ error, expandoObject: { property } }) => (property === undefined ? "" : ` at ${property}`) + `: ${error}`,
  );
  return new MusterdError("sandbox-refused", `${what} was refused: ${errorCode}${details.join(";")}`, {
    place: { status },
    hint:
      status === 401
        ? "set MUSTERD_ADMIN_KEY to the Admin-Key of that service"
        : "correct what is named there, and run the command again",
  });
};

/** Undefined if it is not JSON; the message of `JSON.parse` would quote the text. */
const readJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};
