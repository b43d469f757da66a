/**
 * A proxy between client and service, in which a test can act at the k-th write. Reads and writes are passed on unchanged. For
 * each write the test's action is called three times: before the write is passed on, when the service has answered, and when
 * the client has the answer. The action may delay the write or cut the connection.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** `number` counts the requests other than GET from 1; `path` and `body` are those of the request. */
export type WriteSeen = {
  readonly number: number;
  readonly path: string;
  readonly body: string;
  /** Status of the answer, once there is one. */
  readonly status?: number;
  readonly moment: "asked" | "answered" | "passed";
};

type OnWrite = (write: WriteSeen) => void | Promise<void>;

export type WriteProxy = {
  readonly url: string;
  /**
   * Sets the action for each write and restarts the numbers; the previous action is dropped. The write continues when the
   * action's promise resolves. When the promise rejects, the connection is cut.
   */
  readonly watch: (onWrite: OnWrite) => void;
  /** Resolves when no request is being passed on. */
  readonly quiet: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export const openWriteProxy = async (target: string): Promise<WriteProxy> => {
  let onWrite: OnWrite = () => undefined;
  let writes = 0;
  const under = new Set<Promise<void>>();

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const isWrite = incoming.method !== "GET";
    const path = incoming.url ?? "/";
    if (isWrite) writes += 1;
    const number = writes;
    const seen = { number, path, body: body.toString() };
    if (isWrite) await onWrite({ ...seen, moment: "asked" });
    const { status, headers, payload } = await forward(`${target}${path}`, incoming, body);
    if (isWrite) await onWrite({ ...seen, status, moment: "answered" });
    // The client may have died.
    if (outgoing.destroyed) return;
    outgoing.writeHead(status, headers);
    await new Promise<void>((resolve) => outgoing.once("close", resolve).end(payload, resolve));
    if (isWrite) await onWrite({ ...seen, status, moment: "passed" });
  };

  const server = createServer((incoming, outgoing) => {
    const passing = pass(incoming, outgoing).catch(() => void outgoing.destroy());
    under.add(passing);
    void passing.then(() => under.delete(passing));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    watch: (next) => {
      writes = 0;
      onWrite = next;
    },
    quiet: async () => {
      while (under.size > 0) await Promise.all(under);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

const forward = (url: string, { method, headers }: IncomingMessage, body: Buffer) =>
  new Promise<{ status: number; headers: IncomingMessage["headers"]; payload: Buffer }>((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      buffer(answer).then(
        (payload) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, payload }),
        reject,
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
