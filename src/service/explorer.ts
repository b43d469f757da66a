/**
 * The two OpenAPI documents and, at `/docs/`, a page for reading them and trying the operations: Swagger UI with the files of
 * `@fastify/swagger-ui`, without resources from other hosts. No key is needed for these addresses.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "../contract/open-api.ts";

const documents = [
  { group: "system", url: "/openapi/openapi.json", name: "System-scoped operations" },
  { group: "user", url: "/oauth/openapi.json", name: "User-scoped operations" },
] as const;

/**
 * Starts the page, which loads it under the name `swagger-initializer.js`. It shows each operation's id before its summary, and
 * the Chinese summary behind it, and signs users in for an application whose redirect address is `oauth2-redirect.html` there.
 */
const initializer = `const withNames = (update) => (document) => {
  for (const operation of Object.values(document.paths ?? {}).flatMap(Object.values))
    operation.summary = [operation["x-id"], operation.summary, operation["x-summary-zh-tw"]].join(" · ");
  return update(document);
};
window.ui = SwaggerUIBundle({
  urls: ${JSON.stringify(documents)},
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [{ statePlugins: { spec: { wrapActions: { updateJsonSpec: withNames } } } }],
  layout: "StandaloneLayout",
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: null,
  oauth2RedirectUrl: new URL("oauth2-redirect.html", location).href,
});
window.ui.initOAuth({ usePkceWithAuthorizationCodeGrant: true });`;

/** Only resources of this host. Inline styles are allowed, because Swagger UI sets styles on its elements. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join("; ");

const registerRoutes = (app: FastifyInstance): void => {
  for (const { group, url } of documents) {
    let document: string | undefined;
    app.get(url, (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(group));
      return reply.type("application/json; charset=utf-8").send(document);
    });
  }
  app.get("/docs", (_request, reply) => reply.redirect("/docs/", 302));
  app.get("/docs/swagger-initializer.js", (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(initializer),
  );
  void app.register(fastifyStatic, {
    root: join(dirname(fileURLToPath(import.meta.resolve("@fastify/swagger-ui"))), "static"),
    prefix: "/docs/",
    setHeaders: (reply) => void reply.header("content-security-policy", policy),
  });
};

export const explorer = { routes: registerRoutes };
