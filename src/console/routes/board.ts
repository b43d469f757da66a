/**
 * Serves BullMQ's own board of the queues (bull-board) to operators, where `daemon.queueBoard` is on. It only shows: no route that
 * changes anything is made. Its page would load fonts from another host, so that line is left out.
 */
import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { FastifyAdapter } from "@bull-board/fastify";
import type { FastifyInstance } from "fastify";
import { boardPath } from "../html/layout.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Server } from "../serve.ts";

/** Its page names the folder of its files by an element base. The styles inside it are those of the moment until it is loaded. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

const fromElsewhere = /<link [^>]*"https?:[^>]*>/g;

class ReadingAdapter extends FastifyAdapter {
  override setApiRoutes(routes: Parameters<FastifyAdapter["setApiRoutes"]>[0]): FastifyAdapter {
    return super.setApiRoutes(routes.filter(({ method }) => method === "get"));
  }
}

export const serveBoard = async (
  scope: FastifyInstance,
  server: Server,
  { queues }: Pick<ConsoleParts, "queues">,
): Promise<void> => {
  const serverAdapter = new ReadingAdapter().setBasePath(boardPath);
  const uiConfig = { boardTitle: "musterd", miscLinks: [{ text: "musterd", url: "/" }] };
  const board = createBullBoard({ queues: [], serverAdapter, options: { uiConfig } });
  await scope.register(async (inner) => {
    server.guard(inner, "operator");
    inner.addHook("preHandler", async (_request, reply) => {
      reply.header("content-security-policy", policy);
      board.replaceQueues((await queues()).map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })));
    });
    inner.addHook("onSend", async (_request, reply, sent) => {
      reply.header("cache-control", "no-store");
      return typeof sent === "string" ? sent.replace(fromElsewhere, "") : sent;
    });
    await inner.register(serverAdapter.registerPlugin(), { prefix: boardPath });
  });
};
