/**
 * The two OpenAPI documents; at `/` the list of all operations; and, at `/docs/`, a page for reading one group of them and trying the
 * operations: Swagger UI with the files of `@fastify/swagger-ui`, without its frame and without resources from other hosts. No key
 * is needed for these addresses, nor for the list of the sandbox.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "../contract/open-api/open-api.ts";
import { sandboxAddresses } from "../contract/sandbox-addresses.ts";
import { languageOf } from "./access/sign-in-texts.ts";
import { explorerPage, explorerPolicy, explorerScript } from "./explorer-page.ts";

const documents = { system: "/openapi/openapi.json", user: "/oauth/openapi.json" } as const;

/**
 * Starts the page of the group that `?group=` names. It shows each operation's id before its summary, and
 * the Chinese summary behind it, and signs users in for an application whose redirect address is `oauth2-redirect.html` there.
 */
const initializer = `const withNames = (update) => (document) => {
  for (const operation of Object.values(document.paths ?? {}).flatMap(Object.values))
    operation.summary = [operation["x-id"], operation.summary, operation["x-summary-zh-tw"]].join(" · ");
  return update(document);
};
const documents = ${JSON.stringify(documents)};
window.ui = SwaggerUIBundle({
  url: documents[new URLSearchParams(location.search).get("group")] ?? documents.system,
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [{ statePlugins: { spec: { wrapActions: { updateJsonSpec: withNames } } } }],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: null,
  oauth2RedirectUrl: new URL("oauth2-redirect.html", location).href,
});
window.ui.initOAuth({ usePkceWithAuthorizationCodeGrant: true });`;

const describing = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger-ui.css">
<title>Operations</title>
<script src="swagger-ui-bundle.js" defer></script>
<script src="start.js" defer></script>
</head>
<body>
<p style="margin: 1rem"><a href="/">All operations</a></p>
<main id="swagger-ui"></main>
</body>
</html>
`;

/** Only resources of this host. Inline styles are allowed, because Swagger UI sets styles on its elements. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join("; ");

const registerRoutes = (app: FastifyInstance): void => {
  for (const [group, url] of Object.entries(documents) as [keyof typeof documents, string][]) {
    let document: string | undefined;
    app.get(url, (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(group));
      return reply.type("application/json; charset=utf-8").send(document);
    });
  }
  app.get("/", ({ headers }, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", explorerPolicy)
      .send(explorerPage(languageOf(headers["accept-language"]))),
  );
  app.get("/explorer.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(explorerScript));
  app.get("/sandbox", () => sandboxAddresses);
  app.get("/docs", (_request, reply) => reply.redirect("/docs/", 302));
  app.get("/docs/", (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(describing),
  );
  app.get("/docs/start.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(initializer));
  void app.register(fastifyStatic, {
    root: join(dirname(fileURLToPath(import.meta.resolve("@fastify/swagger-ui"))), "static"),
    prefix: "/docs/",
    index: false,
    setHeaders: (reply) => void reply.header("content-security-policy", policy),
  });
};

export const explorer = { routes: registerRoutes };
