/**
 * A TCP relay in front of a server, which a test can make faulty: the ends of connections do not arrive, connections are reset,
 * nothing passes any more, or answers trickle. It knows no protocol, so it fits every server.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

export const relayFaults = ["silent", "no-ends", "reset", "trickle"] as const;

/**
 * `no-ends`: neither FIN nor RST passes, in either direction. `reset`: present connections are reset, and new ones at once.
 * `silent`: connections are accepted, and nothing passes. `trickle`: a byte of the answers every 100 ms.
 */
export type RelayFault = (typeof relayFaults)[number];

export type Relay = {
  readonly port: number;
  /** Changes what happens from now on; undefined: everything passes. */
  readonly set: (fault: RelayFault | undefined) => void;
  /** Nothing passes on the present connections any more, as if a firewall had forgotten them; on later ones, everything does. */
  readonly forget: () => void;
  /** Number of connections with a client that has not ended them. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

const trickleMs = 100;

/** A unix socket knows no reset. */
const reset = (socket: Socket): Socket =>
  socket.remoteAddress === undefined ? socket.destroy() : socket.resetAndDestroy();

export const openRelay = async (to: NetConnectOpts): Promise<Relay> => {
  let fault: RelayFault | undefined;
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  const open = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("close", () => sockets.delete(socket));
  };

  const isSilent = (socket: Socket): boolean => fault === "silent" || forgotten.has(socket);

  /** Passes what `from` says to `other`, as far as the fault of this moment lets it. */
  const pass = (from: Socket, other: Socket, isAnswer: boolean): void => {
    let passed = Promise.resolve();
    const write = (part: Buffer) => void (other.writable && !isSilent(from) && other.write(part));
    const trickle = async (part: Buffer): Promise<void> => {
      for (const byte of part) {
        if (fault === "trickle") await new Promise((resolve) => setTimeout(resolve, trickleMs).unref());
        write(Buffer.from([byte]));
      }
    };
    const endsPass = () => fault !== "no-ends" && !isSilent(from);
    from.on("data", (part: Buffer) => {
      passed = passed.then(() => (isAnswer && fault === "trickle" ? trickle(part) : write(part)));
    });
    from.on("end", () => void passed.then(() => endsPass() && other.end()));
    from.on("error", () => endsPass() && reset(other));
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    open(client);
    clients.add(client);
    for (const event of ["end", "close"]) client.on(event, () => clients.delete(client));
    if (fault === "reset") {
      reset(client);
      return;
    }
    const upstream = open(connect({ ...to, allowHalfOpen: true }));
    pass(client, upstream, false);
    pass(upstream, client, true);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      fault = next;
      if (fault === "reset") for (const socket of sockets) reset(socket);
    },
    forget: () => {
      for (const socket of sockets) forgotten.add(socket);
    },
    connections: () => clients.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
