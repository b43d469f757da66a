/** The console on a server of this process, without a daemon: a store that tests fill, and requests without a network. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance, type LightMyRequestResponse } from "fastify";
import type { BrowserContext } from "playwright-core";
import { type App, openApp } from "../../src/app/app.ts";
import { errorWordsOf } from "../../src/cli/words/words.ts";
import { loadConfig } from "../../src/config/config.ts";
import { formTokenOf } from "../../src/console/access/visit.ts";
import { serveConsole } from "../../src/console/console.ts";
import type { ConsoleParts } from "../../src/console/parts.ts";
import { createLog } from "../../src/lib/log.ts";
import type { Role } from "../../src/model/role.ts";
import { targetSettings } from "../../src/site/settings/settings.ts";
import { openWorkplace, smallSample } from "../support/processes/workplace.ts";

export type ServedConsole = {
  readonly app: App;
  readonly server: FastifyInstance;
  /** Gets a page as somebody who has signed in. */
  readonly get: (path: string, name?: string) => Promise<LightMyRequestResponse>;
  /** Sends a form from a page of theirs. */
  readonly post: (
    path: string,
    form: Readonly<Record<string, string>>,
    name?: string,
  ) => Promise<LightMyRequestResponse>;
  readonly close: () => Promise<void>;
};

/** Lets a browser visit the console at this address as somebody who has signed in. */
export const signIn = async (
  context: BrowserContext,
  { app }: Pick<ServedConsole, "app">,
  url: string,
  name: string,
): Promise<void> => {
  const cookie = `musterd-${new URL(url).port}`;
  await context.addCookies([{ name: cookie, value: await app.store.sessions.open(name), url }]);
};

const state = { state: "well", target: "the service", parts: [], remaining: [] } as const;

/** `settings`: parts of the configuration; the persons ann (approver), otto (operator) and aude (auditor) have accounts. */
export const serveForTest = async (
  settings: Readonly<Record<string, unknown>> = {},
  given: Partial<ConsoleParts> = {},
  environment: Readonly<Record<string, string>> = { CLIENT_SECRET: "the-secret-of-the-client" },
): Promise<ServedConsole> => {
  const { source } = await smallSample();
  const target = { url: "http://127.0.0.1:9/", corpCode: "DEMO", apiKey: "env:API_KEY" };
  const folder = await mkdtemp(join(tmpdir(), "musterd-console-"));
  const place = await openWorkplace({}, { source, target, state: { folder }, ...settings });
  const config = loadConfig(place.config, { API_KEY: "the-key-of-the-test", ...environment });
  const app = openApp(config, targetSettings.parse(config.target), createLog("silent"));
  const server = fastify({ logger: false });
  await serveConsole(server, config.daemon.console === "off" ? "loopback" : config.daemon.console, {
    app,
    signIn: async () => ({ result: "wrong" }),
    status: async () => state,
    errorWords: errorWordsOf,
    live: { running: () => undefined, subscribe: () => () => undefined },
    cancel: async () => false,
    wake: () => undefined,
    calls: async () => [],
    queues: async () => [],
    ...given,
  });
  const roles: Readonly<Record<string, Role>> = { ann: "approver", otto: "operator", aude: "auditor" };
  const secrets = new Map<string, string>();
  const headersOf = (name: string) => ({ host: "127.0.0.1", cookie: `musterd=${secrets.get(name)}` });
  for (const [name, role] of Object.entries(roles)) {
    await app.store.users.add({ name, roles: [role] }, "correct horse battery staple");
    secrets.set(name, await app.store.sessions.open(name));
  }
  return {
    app,
    server,
    get: (path, name = "ann") => server.inject({ url: path, headers: headersOf(name) }),
    post: (path, form, name = "ann") =>
      server.inject({
        url: path,
        method: "POST",
        headers: {
          ...headersOf(name),
          origin: "http://127.0.0.1",
          "content-type": "application/x-www-form-urlencoded",
        },
        payload: new URLSearchParams({ token: formTokenOf(secrets.get(name) ?? ""), ...form }).toString(),
      }),
    close: async () => {
      await server.close();
      await app.close();
      await place.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
