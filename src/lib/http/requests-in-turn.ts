/**
 * An HTTP server that works on one request of a connection after the other. Node hands over all requests that have arrived, so
 * those behind an answer that closes the connection would be worked on although nobody can be answered. A caller who does not read
 * its answer is disconnected, because it would hold the connection and the answer for ever.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { limitConnections } from "./limit-connections.ts";

/** More requests that wait on one connection are no ordinary caller's; the connection is cut, because they fill the memory. */
export const mostWaitingRequests = 100;

type Limits = {
  readonly headersTimeout: number;
  /** Leaves the process descriptors for its files. */
  readonly mostConnections: number;
};

/**
 * Makes the servers of fastify's option `serverFactory`; `prepare` is called for each, and a name may need several. In twice the
 * time for the headers of a request, something of an answer must leave; who sends no headers is answered before that.
 */
export const serversInTurn =
  (options: ServerOptions & Limits, prepare: (server: Server) => void = () => undefined) =>
  (answer: RequestListener): Server => {
    const waiting: Waiting = new WeakMap();
    const server = createServer({ keepAliveTimeout: idleMs, requestTimeout: 0, ...options }, inTurn(answer, waiting));
    // Called when neither side could send for so long. Where an answer is not made yet, the caller is right to wait.
    server.setTimeout(2 * options.headersTimeout, (socket) => {
      if (!waiting.has(socket) || socket.writableLength > 0) socket.destroy();
    });
    limitConnections(server, options.mostConnections);
    prepare(server);
    return server;
  };

/** The requests that wait on a connection on which one is being answered. */
type Waiting = WeakMap<Socket, (() => void)[]>;

/** As fastify's own servers: longer than the idle time of usual proxies. */
const idleMs = 72_000;

const inTurn =
  (answer: RequestListener, waiting: Waiting): RequestListener =>
  (request: IncomingMessage, response) => {
    const { socket } = request;
    const start = () => {
      response.once("close", () => {
        // A connection that is closed, or is to be, drops what waits.
        if (!socket.writable) return void waiting.set(socket, []);
        const next = waiting.get(socket)?.shift();
        if (next) next();
        else waiting.delete(socket);
      });
      answer(request, response);
    };
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      start();
    } else if (!socket.writable) return;
    else if (queue.push(start) > mostWaitingRequests) socket.destroy();
  };
