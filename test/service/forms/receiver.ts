/** A receiver of callbacks: a real HTTP server that records requests and answers as a test wants. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Delivery = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** `answer` is called for each delivery, with the number of earlier deliveries on the same path. By default the answer is 200. */
export const startReceiver = async (
  answer: (response: ServerResponse, delivery: Delivery, before: number) => void = (response) => response.end(),
) => {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const { method = "", url = "", headers } = request;
      const delivery = { method, path: url, headers, body: await text(request) };
      const before = deliveries.filter(({ path }) => path === url).length;
      deliveries.push(delivery);
      answer(response, delivery, before);
    };
    void take();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    /** Deliveries to a path, oldest first. */
    to: (path: string) => deliveries.filter((delivery) => delivery.path === path),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
