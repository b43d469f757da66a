/**
 * Active Directory for tests, on a port of 127.0.0.1. Tests run everywhere against a byte-by-byte recording of Samba and, where
 * Samba can run, also against Samba with Microsoft's limits. When the tests send other requests than before, make a new
 * recording: `MUSTERD_RECORD_AD=1 vitest run test/source/ldap/samba`.
 */
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { BerReader } from "ldapts";
import { activeDirectoryLimits } from "./active-directory-limits.ts";
import { canRunSamba, type SambaOptions, startSamba } from "./samba.ts";

export type ActiveDirectory = {
  readonly url: string;
  /** Copies the databases; returns what puts them back. Every connection then ends. A recording has none. */
  readonly backUp?: () => Promise<() => Promise<void>>;
  /** Throws if a recording was sent a request that it does not contain; saves a new recording if one is being made. */
  readonly close: () => Promise<void>;
};

type Side = { readonly name: string; readonly open: () => Promise<ActiveDirectory> };

/** The servers against which a test file runs; `recording` is the name of a file in test/data/ad-recordings. */
export const activeDirectories = (recording: string, options: SambaOptions): readonly Side[] => {
  const file = fileURLToPath(new URL(`../../data/ad-recordings/${recording}.json.gz`, import.meta.url));
  const makeAnew = process.env["MUSTERD_RECORD_AD"] !== undefined;
  const real = { name: "Samba", open: () => openReal(options, makeAnew ? file : undefined) };
  const recorded = { name: "the recording of Samba", open: () => openRecorded(file) };
  // Samba comes first, because it may be making the recording that the second server replays.
  return canRunSamba() ? [real, recorded] : [recorded];
};

/** One exchange on a connection: a request of the client, and all bytes that arrived before its next request. */
type Exchange = { readonly request: Buffer; response: Buffer };

const openReal = async (options: SambaOptions, file: string | undefined): Promise<ActiveDirectory> => {
  const samba = await startSamba(options);
  const connections: Exchange[][] = [];
  const server = await listen((client) => {
    const exchanges: Exchange[] = [];
    connections.push(exchanges);
    const limits = activeDirectoryLimits();
    const controller = connect(samba.socket);
    eachMessage(client, (request) => {
      exchanges.push({ request, response: Buffer.alloc(0) });
      controller.write(limits.request(request));
    });
    eachMessage(controller, (message) => {
      const response = limits.response(message);
      const exchange = exchanges.at(-1);
      if (!response || !exchange) return;
      exchange.response = Buffer.concat([exchange.response, response]);
      client.write(response);
    });
    client.once("close", () => controller.destroy());
    controller.once("close", () => client.destroy());
  });
  return {
    url: server.url,
    backUp: samba.backUp,
    close: async () => {
      await server.close();
      await samba.stop();
      if (file !== undefined) await writeFile(file, gzipSync(JSON.stringify(connections.map(texts)), { level: 9 }));
    },
  };
};

const texts = (exchanges: readonly Exchange[]): readonly (readonly string[])[] =>
  exchanges.map(({ request, response }) => [request.toString("base64"), response.toString("base64")]);

const openRecorded = async (file: string): Promise<ActiveDirectory> => {
  const connections = JSON.parse(gunzipSync(await readFile(file)).toString()) as [string, string][][];
  let unknown: string | undefined;
  let accepted = 0;
  const server = await listen((client) => {
    accepted += 1;
    const exchanges = connections[accepted - 1] ?? [];
    const which = `connection ${accepted}`;
    let asked = 0;
    eachMessage(client, (request) => {
      const [known, response = ""] = exchanges[asked] ?? [];
      asked += 1;
      if (known === request.toString("base64")) {
        client.write(Buffer.from(response, "base64"));
      } else {
        unknown ??= `the recording does not contain request ${asked} of ${which}: make it again, see active-directory.ts`;
        client.destroy();
      }
    });
  });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      if (unknown !== undefined) throw new Error(unknown);
    },
  };
};

const listen = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay());
    socket.on("error", () => {});
    onConnection(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), "close");
    },
  };
};

const eachMessage = (socket: Socket, onMessage: (message: Buffer) => void): void => {
  let rest: Buffer = Buffer.alloc(0);
  socket.on("error", () => {});
  socket.on("data", (part: Buffer) => {
    rest = Buffer.concat([rest, part]);
    for (let length = lengthOf(rest); length !== undefined; length = lengthOf(rest)) {
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
};

/** Length of the first message, if it is complete. */
const lengthOf = (bytes: Buffer): number | undefined => {
  const reader = new BerReader(bytes);
  if (reader.readSequence() === null || reader.remain < reader.length) return undefined;
  return reader.offset + reader.length;
};
