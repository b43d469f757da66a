/**
 * Tests that requests behind an answer that closes their connection are not worked on, and that callers who only hold connections keep
 * nobody out, with real connections.
 */
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { mostWaitingRequests, serversInTurn } from "../../../src/lib/http/requests-in-turn.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const slowMs = 400;

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined;

const listen = async (answer: Answer, mostConnections = 100): Promise<number> => {
  const listening = serversInTurn({ headersTimeout: slowMs, mostConnections })(
    (request, response) => void answer(request, response),
  );
  server = listening.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};

/** Sends all requests at once; resolves with everything that is answered until the connection ends. */
const send = async (port: number, text: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  let answers = "";
  socket.on("data", (chunk) => {
    answers += String(chunk);
  });
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return answers;
};

const get = (path: string, headers = "") => `GET /${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const post = (path: string, body: string) =>
  `POST /${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe("requests that are sent at once", () => {
  it("are answered in their order up to the one that closes the connection, and no further", async () => {
    let seen: string[] = [];
    const port = await listen(async (request, response) => {
      let body = "";
      seen.push(String(request.url));
      for await (const chunk of request) body += String(chunk);
      await pause(Number(request.url?.length) % 3);
      if (request.url?.startsWith("/close")) response.setHeader("Connection", "close");
      response.end(`[${body}]`);
    });
    const count = fc.integer({ min: 0, max: 40 });
    await fc.assert(
      fc.asyncProperty(count, count, async (before, after) => {
        seen = [];
        const bodies = Array.from({ length: before }, (_, at) => String(at));
        const sent = [
          ...bodies.map((body) => post("a".repeat(Number(body) % 5), body)),
          get("close"),
          get("late").repeat(after),
        ];
        const answers = await send(port, sent.join(""));
        expect(answers.match(/\[\d*\]/g)).toEqual([...bodies.map((body) => `[${body}]`), "[]"]);
        await pause(5);
        expect(seen).toHaveLength(before + 1);
      }),
      { seed: 4182, numRuns: 20 },
    );
  });

  it("are dropped when the caller has gone", async () => {
    const seen: string[] = [];
    const port = await listen(async (request, response) => {
      seen.push(String(request.url));
      await pause(300);
      response.end();
    });
    const socket = connect(port, "127.0.0.1");
    socket.write(get("first") + get("second"));
    await expect.poll(() => seen).toHaveLength(1);
    socket.destroy();
    await pause(600);
    expect(seen).toEqual(["/first"]);
  });

  it("wait for their answers as long as these take to be made", async () => {
    const port = await listen(async (_request, response) => {
      await pause(3 * slowMs);
      response.end("made");
    });
    expect(await send(port, get("", "Connection: close\r\n"))).toContain("made");
  });

  it("end with their connection when nobody reads the answer", async () => {
    const port = await listen(async (_request, response) => {
      response.end(Buffer.alloc(32 * 1024 * 1024));
    });
    const socket = connect(port, "127.0.0.1").pause();
    socket.write(get(""));
    const [accepted] = (await once(server, "connection")) as [Socket];
    await expect.poll(() => accepted.destroyed, { timeout: 20 * slowMs }).toBe(true);
    socket.destroy();
  });

  it("cut the connection when too many wait", async () => {
    let seen = 0;
    const port = await listen(() => {
      seen += 1;
      return undefined;
    });
    await send(port, get("").repeat(mostWaitingRequests + 2));
    expect(seen).toBe(1);
  });
});

describe("a server with as many connections as it may have", () => {
  const most = 3;
  const opened: Socket[] = [];
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
  });

  /** Never answers `/late`, and everything else as soon as the request has arrived. */
  const answering = () =>
    listen((request, response) => {
      request.resume().once("end", () => request.url === "/late" || response.end("made"));
      return undefined;
    }, most);

  const open = async (port: number, sent: string): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1");
    opened.push(socket);
    socket.on("error", () => undefined).resume();
    await once(socket, "connect");
    socket.write(sent);
    // What was sent has arrived before the next caller comes.
    await pause(20);
    return socket;
  };

  const ask = (port: number) => send(port, get("", "Connection: close\r\n"));

  it.each([
    ["says nothing", ""],
    ["has not sent its headers", "GET / HTTP/1.1\r\nHost: a\r\nX: "],
    ["has its answer", get("")],
    ["has not sent its body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"],
  ])("answers a new caller and cuts one that %s", async (_, sent) => {
    const port = await answering();
    const holding = [];
    while (holding.length < most) holding.push(await open(port, sent));
    expect(await ask(port)).toContain("made");
    expect(holding.filter(({ destroyed }) => destroyed)).toHaveLength(1);
  });

  it("cuts first the caller who has been without a request for longest", async () => {
    const port = await answering();
    const one = await open(port, get(""));
    const silent = await open(port, "");
    one.write(get(""));
    await pause(20);
    await open(port, "");
    await ask(port);
    expect([one.destroyed, silent.destroyed]).toEqual([false, true]);
  });

  it("keeps those to whom it owes an answer, and turns the new caller away", async () => {
    const port = await answering();
    const owed = [];
    while (owed.length < most) owed.push(await open(port, get("late")));
    expect(await ask(port)).toBe("");
    expect(owed.every(({ destroyed }) => !destroyed)).toBe(true);
  });
});
