/**
 * The console: web pages on the daemon's port on which people look, decide and answer. It is loaded only where `daemon.console` is
 * not off. Everything can be read without scripts, and nothing comes from another host.
 */
import type { FastifyInstance } from "fastify";
import { placeOf } from "./access/place.ts";
import { readAssets } from "./html/assets.ts";
import { createMaking } from "./made/making.ts";
import type { ConsoleParts } from "./parts.ts";
import { serveAccess } from "./routes/access.ts";
import { serveDecisions } from "./routes/decisions.ts";
import { serveEvents } from "./routes/events.ts";
import { serveKnowledge } from "./routes/knowledge.ts";
import { serveOpenId } from "./routes/openid.ts";
import { servePeople } from "./routes/people.ts";
import { serveQuestions } from "./routes/questions.ts";
import { serveRuns } from "./routes/runs.ts";
import { serveSettings } from "./routes/settings.ts";
import { createServer } from "./serve.ts";

/** Adds the console to a server, beside what it serves already. `setting`: `daemon.console`. */
export const serveConsole = async (server: FastifyInstance, setting: string, parts: ConsoleParts): Promise<void> => {
  const place = placeOf(setting, parts.app.config.daemon.proxies);
  const { files, assets } = readAssets();
  await server.register(async (scope) => {
    const { queueBoard: hasBoard, timeZone } = parts.app.config.daemon;
    const pages = createServer(scope, parts, place, { ...assets, hasBoard, timeZone });
    const making = createMaking(parts);
    const unsubscribe = parts.live.subscribe(() => {
      if (!parts.live.running()) void making.prepare();
    });
    scope.addHook("onClose", async () => unsubscribe());
    void making.prepare();
    for (const { path, type, content } of files)
      scope.get(path, (_request, reply) =>
        // The address changes with the content, so it may be kept.
        reply.header("cache-control", "public, max-age=31536000, immutable").type(type).send(content),
      );
    serveAccess(pages, parts, place);
    serveOpenId(pages, parts, place);
    serveRuns(pages, parts, making);
    serveDecisions(pages, parts, making);
    servePeople(pages, parts);
    serveQuestions(pages, parts);
    serveKnowledge(pages, parts);
    serveEvents(pages, parts);
    await serveSettings(pages, parts);
    if (hasBoard) {
      const { serveBoard } = await import("./routes/board.ts");
      await serveBoard(scope, pages, parts);
    }
  });
};
