/**
 * Limits the connections of an HTTP server so that nobody keeps others out by holding them. A new caller takes the place of one for whom
 * the server has nothing to do.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Of `most` connections, a new one replaces the one that has been without a request for longest; else the last one whose request has not
 * arrived, because a long upload is an old one. Where the server owes all of them an answer, the new one is closed.
 */
export const limitConnections = (server: Server, most: number): void => {
  /** Each with its last request that is not answered, in the order in which they were opened or answered last. */
  const open = new Map<Socket, IncomingMessage | undefined>();
  const replaced = (): Socket | undefined => {
    let arriving: Socket | undefined;
    for (const [socket, request] of open) {
      if (!request) return socket;
      if (!request.complete) arriving = socket;
    }
    return arriving;
  };
  server.on("connection", (socket: Socket) => {
    if (open.size >= most) {
      const old = replaced() ?? socket;
      old.destroy();
      open.delete(old);
      if (old === socket) return;
    }
    open.set(socket, undefined);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (!open.has(socket)) return;
    open.set(socket, request);
    response.once("close", () => {
      if (open.get(socket) !== request) return;
      open.delete(socket);
      open.set(socket, undefined);
    });
  });
};
