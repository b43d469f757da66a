/**
 * A wire between client and service at which a test can act at the k-th write. Reads and writes pass unchanged; before a
 * write goes on to the service, when its answer has come back, and when the client has been sent it, the test is told, and
 * may hold it up, or cut the connection.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** `number` counts the requests that are not GET from 1; `path` and `body` are those of the request. */
export type WriteSeen = {
  readonly number: number;
  readonly path: string;
  readonly body: string;
  /** Of the answer, once there is one. */
  readonly status?: number;
  readonly moment: "asked" | "answered" | "passed";
};

type OnWrite = (write: WriteSeen) => void | Promise<void>;

export type WriteProxy = {
  readonly url: string;
  /**
   * What is done at each write; replaces what was done before. Numbers start anew. The write goes on when the promise is
   * resolved; when it is rejected, the connection is cut.
   */
  readonly watch: (onWrite: OnWrite) => void;
  /** Resolves when the service has answered everything that went on to it. */
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
    // Whoever asked may be dead by now.
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
