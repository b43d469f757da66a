/** The sandbox of the reference service, as the demo and `musterd service --load` use it. */
import { MusterdError } from "../lib/errors.ts";

/** One line of the service's call log. */
export type Call = {
  readonly seq: number;
  readonly operation: string | null;
  readonly mutates?: boolean;
  readonly status: number;
};

/** Loads a company document into a running service. */
export const loadCompany = async (url: string, adminKey: string, document: unknown): Promise<void> => {
  await ask(url, adminKey, "PUT", "/sandbox/company", document);
};

/** All calls the service has answered, in order. */
export const readCalls = async (url: string, adminKey: string): Promise<readonly Call[]> =>
  (await ask(url, adminKey, "GET", "/sandbox/calls")) as readonly Call[];

const ask = async (url: string, adminKey: string, method: string, path: string, body?: unknown): Promise<unknown> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { "Admin-Key": adminKey, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.ok) return text === "" ? undefined : JSON.parse(text);
  throw new MusterdError("sandbox-refused", `${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`, {
    wayOut: "mend the document as the answer says",
  });
};
