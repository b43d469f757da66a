/** A real HTTP server that answers by a script, for tests of answers and failures that a correct service never produces. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createLog } from "../../src/lib/log.ts";
import { type TargetSettings, targetSettings } from "../../src/site/settings/settings.ts";

export type Reply = {
  readonly status?: number;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly text?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer is sent when this promise has resolved. */
  readonly after?: Promise<void>;
  /** `cut`: the connection closes after half of the body. `reset`: it closes without an answer. `hang`: no answer ever comes. */
  readonly accident?: "cut" | "reset" | "hang";
};

type SeenCall = {
  readonly route: string;
  readonly headers: IncomingMessage["headers"];
  /** The caller's port, which identifies the connection. */
  readonly port: number;
  readonly body: unknown;
};

/** One reply, a list of replies that are sent in turn (the last one repeatedly), or a function that returns the reply. */
type Script = Reply | readonly Reply[] | ((call: SeenCall) => Reply);

export type ScriptedServer = {
  readonly settings: TargetSettings;
  /** The script for each call. The key is `GET /department`, without `/openapi/base/v1`. A call without a script gets a 404. */
  readonly script: Map<string, Script>;
  readonly seen: SeenCall[];
  readonly routes: () => string[];
  readonly close: () => Promise<void>;
};

export const silent = createLog("silent");

/** Starts the server. Its settings have short waits before repetitions, so tests of them are fast. */
export const startScriptedServer = async (overrides: Partial<TargetSettings> = {}): Promise<ScriptedServer> => {
  const script = new Map<string, Script>();
  const turns = new Map<string, number>();
  const seen: SeenCall[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURI(request.url ?? "").replace(/^\/openapi\/base\/v1/, "");
    const call = {
      route: `${request.method} ${path}`,
      headers: request.headers,
      port: request.socket.remotePort ?? 0,
      body: await readBody(request),
    };
    seen.push(call);
    const reply = replyTo(script.get(call.route), call, turns);
    await reply.after;
    answer(response, reply);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const settings = {
    ...targetSettings.parse({
      url: `http://127.0.0.1:${port}`,
      corpCode: "ACME",
      apiKey: "k-1",
      backoffMs: 1,
      retries: 2,
    }),
    ...overrides,
  };
  return { settings, script, seen, routes: () => seen.map(({ route }) => route), close: () => closeServer(server) };
};

const replyTo = (script: Script | undefined, call: SeenCall, turns: Map<string, number>): Reply => {
  if (script === undefined) return { status: 404, text: "no such route", headers: { "content-type": "text/plain" } };
  if (typeof script === "function") return script(call);
  if (!("length" in script)) return script;
  const turn = turns.get(call.route) ?? 0;
  turns.set(call.route, turn + 1);
  return script[Math.min(turn, script.length - 1)] ?? {};
};

const answer = (response: ServerResponse, reply: Reply): void => {
  if (reply.accident === "hang") return;
  if (reply.accident === "reset") {
    response.socket?.destroy();
    return;
  }
  const body = reply.text ?? (reply.json === undefined ? "" : JSON.stringify(reply.json));
  response.writeHead(reply.status ?? 200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    ...reply.headers,
  });
  if (reply.accident === "cut") {
    response.write(body.slice(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
    return;
  }
  response.end(body);
};

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === "" ? undefined : (JSON.parse(text) as unknown);
};

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
