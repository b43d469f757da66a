/** A server of files on the loopback interface, on which each path can behave in its own wrong way. It records its requests. */
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type FileHost = {
  readonly port: number;
  /** Requested paths. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
};

/** `paths` has the listener for each path; every other path gets 404. */
export const startFileHost = async (
  paths: Readonly<Record<string, RequestListener>>,
  address = "127.0.0.1",
): Promise<FileHost> => {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const answer = paths[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end("not here");
  });
  server.listen(0, address);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

export const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end("elsewhere");
