/**
 * The two OpenAPI documents and, at `/docs/`, a page for reading them and trying the operations. The page is Swagger UI from
 * `@fastify/swagger-ui`, without resources from other hosts. No key is needed for these addresses.
 */
import { hash } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "../contract/open-api.ts";
import type { Group } from "../contract/operation-spec.ts";

const addresses: Readonly<Record<Group, string>> = {
  system: "/openapi/openapi.json",
  user: "/oauth/openapi.json",
};

/**
 * The page shows each operation's id before its summary, and the Chinese summary behind it. It signs users in for an application
 * whose redirect address is its own `oauth2-redirect.html`.
 */
const start = `const withNames = (update) => (document) => {
  for (const operation of Object.values(document.paths ?? {}).flatMap(Object.values))
    operation.summary = [operation["x-id"], operation.summary, operation["x-summary-zh-tw"]].join(" · ");
  return update(document);
};
window.ui = SwaggerUIBundle({
  urls: [
    { url: "${addresses.system}", name: "System-scoped operations" },
    { url: "${addresses.user}", name: "User-scoped operations" },
  ],
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

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Interface</title>
<link rel="icon" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
<div id="swagger-ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="swagger-ui-standalone-preset.js"></script>
<script>${start}</script>
`;

/**
 * The page's content security policy: only resources of this host. Inline styles are allowed, because Swagger UI sets styles on
 * its elements.
 */
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash("sha256", start, "base64")}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const registerExplorer = (app: FastifyInstance): void => {
  for (const group of ["system", "user"] as const) {
    let document: string | undefined;
    app.get(addresses[group], (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(group));
      return reply.type("application/json; charset=utf-8").send(document);
    });
  }
  app.get("/docs", (_request, reply) => reply.redirect("/docs/", 302));
  app.get("/docs/", (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(page),
  );
  void app.register(fastifyStatic, {
    root: join(dirname(fileURLToPath(import.meta.resolve("@fastify/swagger-ui"))), "static"),
    prefix: "/docs/",
    index: false,
    // Only the files that the page names, and the page to which a sign-in returns.
    allowedPath: (path) => path === "/oauth2-redirect.js" || page.includes(`"${path.replace(/^\//, "")}"`),
  });
};
