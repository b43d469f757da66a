/**
 * A service that answers `musterd plan` with bad intent. Each behaviour ends the command with a named error within the memory of a
 * small container (512 MiB), with the heap that deploy/Dockerfile gives it. The process is never killed, and its end is never a defect of musterd.
 */

import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { warmCli } from "../support/processes/cli-process.ts";
import { openWorkplace, smallSample, targetPart } from "../support/processes/workplace.ts";

/** What the server does on a connection after a request has arrived. */
type Behaviour = {
  readonly does: string;
  readonly code: string;
  readonly answer: (socket: Socket) => void;
  readonly retries?: number;
  readonly timeoutMs?: number;
};

const json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const chunkedHead = `${json}Transfer-Encoding: chunked\r\n\r\n`;
const mebi = 2 ** 20;

/** Writes `head` and then `part` without end, as fast as it is read or every `everyMs`. */
const endless =
  (head: string, part: Buffer | string, everyMs = 0) =>
  (socket: Socket) => {
    socket.write(head);
    const go = (): void => {
      if (socket.destroyed) return;
      const isTaken = socket.write(part);
      if (everyMs > 0) setTimeout(go, everyMs);
      else if (isTaken) setImmediate(go);
      else socket.once("drain", go);
    };
    go();
  };

/** A whole answer: `first`, then `times` times `part`, then `last`. */
const whole = (first: string, part: string, times: number, last: string) => {
  const body = Buffer.from(first + part.repeat(times) + last);
  return (socket: Socket) => {
    socket.write(`${json}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
  };
};

/** A whole answer whose last byte comes late: all lists that are read at the same time are there at the same time. */
const wholeLate = (first: string, part: string, times: number, last: string) => {
  const body = Buffer.from(first + part.repeat(times) + last);
  return (socket: Socket) => {
    socket.write(`${json}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body.subarray(0, -1));
    setTimeout(() => socket.write(body.subarray(-1)), 1_000);
  };
};

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

const unexpected = "response-unexpected";
const bomb = gzipSync(Buffer.alloc(100 * mebi, " "));

const behaviours: readonly Behaviour[] = [
  {
    does: "sends lists without end",
    code: unexpected,
    retries: 0,
    answer: endless(chunkedHead, chunk(" ".repeat(mebi))),
  },
  { does: "sends parts of one byte", code: unexpected, answer: endless(chunkedHead, chunk(" ").repeat(20_000)) },
  {
    does: "announces ten terabytes",
    retries: 0,
    code: unexpected,
    answer: endless(`${json}Content-Length: 10995116277760\r\n\r\n`, " ".repeat(mebi)),
  },
  {
    does: "sends people without end",
    code: unexpected,
    answer: endless(`${chunkedHead}${chunk("[")}`, chunk("{},".repeat(300_000))),
  },
  { does: "sends lists in lists without end", code: unexpected, answer: endless(chunkedHead, chunk("[".repeat(mebi))) },
  {
    does: "sends 15 million lists in lists",
    code: unexpected,
    answer: whole("", "[", 15 * mebi, "]".repeat(15 * mebi)),
  },
  {
    does: "sends 30,000 objects in objects",
    code: unexpected,
    answer: whole("[", '{"a":', 30_000, `1${"}".repeat(30_000)}]`),
  },
  { does: "sends 10 million zeros", code: unexpected, answer: whole("[0", ",0", 10 * mebi, "]") },
  { does: "sends 6 million empty lists", code: unexpected, answer: whole("[[]", ",[]", 6 * mebi, "]") },
  { does: "sends 6 million empty people", code: unexpected, answer: whole("[{}", ",{}", 6 * mebi, "]") },
  { does: "sends a million zeros as people", code: unexpected, answer: whole("[0", ",0", mebi, "]") },
  {
    does: "sends 50 million zeros in one person",
    code: unexpected,
    answer: whole('[{"name":[0', ",0", 50 * mebi, "]}]"),
  },
  {
    does: "sends 2 million zeros in one person",
    code: unexpected,
    answer: whole('[{"name":[0', ",0", 2 * mebi, "]}]"),
  },
  { does: "sends two million texts", code: unexpected, answer: whole('["a"', ',"王小明"', 2 * mebi, "]") },
  {
    does: "sends half a million texts in each list at once",
    code: unexpected,
    answer: wholeLate('["a"', ',"王小明"', mebi / 2, "]"),
  },
  {
    does: "sends a name of 24 MiB in each list at once",
    code: unexpected,
    answer: wholeLate('["王', "x", 24 * mebi, '"]'),
  },
  { does: "sends a name of 150 MiB", code: unexpected, answer: whole('[{"name":"王', "x", 150 * mebi, '"}]') },
  { does: "sends a name of 100 MiB", code: unexpected, answer: whole('[{"name":"', "x", 100 * mebi, '"}]') },
  { does: "sends a name of 40 MiB", code: unexpected, answer: whole('[{"name":"', "x", 40 * mebi, '"}]') },
  {
    does: "sends a compressed bomb",
    code: unexpected,
    answer: (socket) => {
      socket.write(`${json}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
  },
  {
    does: "sends headers without end",
    code: "target-no-answer",
    answer: endless(json, `X-More: ${"x".repeat(100)}\r\n`),
  },
  {
    does: "sends one header without end",
    code: "target-no-answer",
    answer: endless(`${json}X-More: `, "x".repeat(mebi)),
  },
  {
    does: "sends provisional answers without end",
    code: "target-no-answer",
    timeoutMs: 500,
    retries: 0,
    answer: endless("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50)),
  },
  {
    does: "trickles its answer",
    code: "response-incomplete",
    timeoutMs: 500,
    retries: 0,
    answer: endless(chunkedHead, chunk(" "), 50),
  },
  {
    does: "trickles its headers",
    code: "target-no-answer",
    timeoutMs: 500,
    retries: 0,
    answer: endless(json, "X", 50),
  },
  { does: "says nothing", code: "target-no-answer", timeoutMs: 500, retries: 0, answer: () => undefined },
  {
    does: "wants to be asked again in a thousand years",
    code: "target-unavailable",
    // With a repetition it is asked again after a minute.
    retries: 0,
    answer: (socket) => socket.write("HTTP/1.1 503 No\r\nRetry-After: 31556952000\r\nContent-Length: 0\r\n\r\n"),
  },
  {
    does: "answers once more than it is asked",
    code: unexpected,
    answer: (socket) => socket.write(`${json}Content-Length: 2\r\n\r\n{}`.repeat(1_000)),
  },
];

/** One process meets every behaviour, so nothing that an answer took may stay. */
const musterd = warmCli(["--max-semi-space-size=8", "--max-old-space-size=384"]);

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
});

const listen = async (answer: Behaviour["answer"]): Promise<string> => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let isAnswering = false;
    socket.on("data", () => {
      if (!isAnswering) answer(socket);
      isAnswering = true;
      setImmediate(() => {
        isAnswering = false;
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

it.each(behaviours)(
  "ends a plan by name if it $does",
  async ({ does, code, answer, retries = 1, timeoutMs = 3_000 }) => {
    const url = await listen(answer);
    const { files, source } = await smallSample();
    const target = targetPart({ url, corpCode: "ACME" }, { timeoutMs, retries });
    await using place = await openPlace(files, { source, target, state: { folder: "state" } });
    const startedMs = performance.now();
    const {
      code: exit,
      signal,
      stdout,
      stderr,
      peakMiB,
    } = await musterd(["plan", "--json", "--config", place.config], {
      env: { API_KEY: "k-1" },
    });
    const tookMs = performance.now() - startedMs;
    const said = stdout + stderr;
    if (process.env["MUSTERD_SHOW"])
      console.log(`${does}: ${exit} ${signal} ${peakMiB.toFixed(0)} MiB ${tookMs.toFixed(0)} ms`);
    expect({ signal, said }).toEqual({ signal: null, said: expect.stringContaining(`"${code}"`) });
    expect(peakMiB).toBeLessThan(512);
  },
);

const openPlace = async (...wanted: Parameters<typeof openWorkplace>) => {
  const place = await openWorkplace(...wanted);
  return { ...place, [Symbol.asyncDispose]: place.remove };
};
