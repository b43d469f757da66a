/** A receiver of webhooks and heartbeats. It keeps what comes, and answers as it is told. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { Notification } from "../../../src/notify/notification.ts";

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds of this machine's clock. */
  readonly atMs: number;
  readonly status: number;
};

export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  /** The messages that were accepted. */
  readonly accepted: () => readonly Notification[];
  /** The statuses of the next answers, then 204; 0: no answer. */
  readonly answer: (...statuses: readonly number[]) => void;
  /** Resolves when a message with this type was accepted. */
  readonly until: (type: string, times?: number) => Promise<Notification>;
  readonly close: () => Promise<void>;
};

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  let answers: number[] = [];
  const server = createServer((request, response) => {
    const status = answers.shift() ?? 204;
    const { method = "", url: path = "", headers } = request;
    const answer = async (): Promise<void> => {
      const body = await text(request);
      received.push({ method, path, headers, body, atMs: Date.now(), status });
      if (status !== 0) response.writeHead(status).end();
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const accepted = () =>
    received
      .filter(({ status, body }) => status === 204 && body !== "")
      .map(({ body }) => JSON.parse(body) as Notification);
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`,
    received,
    accepted,
    answer: (...statuses) => {
      answers = [...statuses];
    },
    until: async (type, times = 1) => {
      for (;;) {
        const found = accepted().filter((one) => one.type === type)[times - 1];
        if (found) return found;
        await delay(10);
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
