/** Calls the sandbox, the control interface of the reference service, for the demo and for `musterd service --load`. */
import { askAt } from "./service-connection.ts";

/** One line of the service's call log. */
export type Call = {
  readonly seq: number;
  readonly operation: string | null;
  readonly mutates?: boolean;
  readonly status: number;
};

export const loadCompany = async (url: string, adminKey: string, document: unknown): Promise<void> => {
  await askAt(url, adminKey)("PUT", "/company", document);
};

/** Returns all calls that the service has answered, in order. */
export const readCalls = async (url: string, adminKey: string): Promise<readonly Call[]> =>
  (await askAt(url, adminKey)("GET", "/calls")) as readonly Call[];
