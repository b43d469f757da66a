/** Tells an open page how far the run has come, as server-sent events (the event stream of the HTML standard). */

import { createOpenStreams } from "../../lib/http/open-streams.ts";
import { progressText } from "../pages/today.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Server } from "../serve.ts";

/** Not more often, however fast a run is. */
const leastMs = 250;
/** Proxies close a connection on which nothing is sent. */
const aliveMs = 20_000;
/**
 * Then the page asks again, and whoever may not any more is refused. As long as a session lasts without a request, because asking
 * earlier would keep the session of an open page alive for ever.
 */
const longestMs = 3_600_000;

export const serveEvents = (server: Server, { live }: ConsoleParts): void => {
  const streams = createOpenStreams();
  server.page(
    "/events",
    async ({ words, person }, { request, reply }) => {
      const close = streams.open(person.name);
      if (!close) {
        await reply.code(429).header("Retry-After", "30").send();
        return undefined;
      }
      reply.hijack();
      const { raw } = reply;
      const headers = reply.getHeaders() as Readonly<Record<string, string>>;
      raw.writeHead(200, { ...headers, "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
      let waiting: NodeJS.Timeout | undefined;
      const tell = (): void => {
        waiting = undefined;
        // Nobody reads it any more.
        if (raw.writableNeedDrain) return void raw.destroy();
        const running = live.running();
        const { done = 0, total = 0 } = running?.progress ?? {};
        const text = running ? progressText(words, running) : "";
        raw.write(`data: ${JSON.stringify({ state: running ? "running" : "idle", done, total, text })}\n\n`);
      };
      const unsubscribe = live.subscribe(() => {
        waiting ??= setTimeout(tell, leastMs).unref();
      });
      const longest = setTimeout(() => raw.end(), longestMs).unref();
      const alive = setInterval(() => raw.write(":\n\n"), aliveMs).unref();
      request.raw.once("close", () => {
        close();
        unsubscribe();
        clearInterval(alive);
        clearTimeout(waiting);
        clearTimeout(longest);
      });
      tell();
      return undefined;
    },
    { forLinks: true },
  );
};
