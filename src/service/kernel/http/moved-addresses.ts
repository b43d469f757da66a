/**
 * The quirk `paths`: operations with other addresses at a site (R1). A request to such an address gets the method and path of
 * the contract before it is routed, so the code behind the routing is not affected, and the quirk can change at any time. If
 * several addresses match, the one with the most query parameters is used.
 */
import type { IncomingMessage } from "node:http";
import { type OperationId, pathTemplateOf, specOf } from "../../../contract/contract.ts";
import type { Company } from "../company/company.ts";
import type { Quirks } from "../quirks/quirks.ts";

/** Accepted spellings of the version in a path (R2). */
export const versions = ["1", "1.0"];
const versionPattern = versions.map((one) => RegExp.escape(one)).join("|");

/** The original methods of requests that came to a moved address. */
const sentMethods = new WeakMap<IncomingMessage, string>();

/** The method that the caller sent, before any rewriting. */
export const sentMethod = (raw: IncomingMessage): string => sentMethods.get(raw) ?? raw.method ?? "";

/** True if the operation was requested at the contract's address although the quirk `paths` has moved it. */
export const isMovedAway = ({ quirks }: Company, id: OperationId, raw: IncomingMessage): boolean =>
  Object.hasOwn(quirks.paths, id) && !sentMethods.has(raw);

/**
 * Returns a function for Fastify's `rewriteUrl`: it sets the contract's method on a request to a moved address, and returns the
 * contract's path.
 */
export const createRewriting = (company: Company): ((raw: IncomingMessage) => string) => {
  let known = { paths: {} as Quirks["paths"], moved: movedAddresses({}) };
  return (raw) => {
    const { paths } = company.quirks;
    if (paths !== known.paths) known = { paths, moved: movedAddresses(paths) };
    const url = raw.url ?? "/";
    for (const address of known.moved) {
      const path = address.method === raw.method ? contractPath(address, url) : undefined;
      if (path === undefined) continue;
      sentMethods.set(raw, address.method);
      raw.method = specOf(address.id).method;
      return path;
    }
    return url;
  };
};

type MovedAddress = ReturnType<typeof movedAddresses>[number];

/**
 * Reads addresses `METHOD /path?name={param}`. A path is below the usual prefix, or begins at the site's root if it has a `^`
 * before it. `query` has pairs of a name in the query and the path parameter that has its value.
 */
const movedAddresses = (paths: Quirks["paths"]) =>
  Object.entries(paths)
    .map(([key, address]) => {
      const id = key as OperationId;
      const [method = "", path = "", query = ""] = address.split(/[ ?]/);
      const prefix = pathTemplateOf(id, "{version}").slice(0, -specOf(id).path.length);
      const whole = RegExp.escape(path.startsWith("^") ? path.slice(1) : prefix + path);
      const patternOf = (name: string) => (name === "version" ? versionPattern : "[^/]+");
      const pattern = whole.replaceAll(/\\\{(\w+)\\\}/g, (_, name: string) => `(?<${name}>${patternOf(name)})`);
      const pairs = [...new URLSearchParams(query)].map(([name, value]) => [name, value.slice(1, -1)] as const);
      return { id, method, path: new RegExp(`^${pattern}$`), query: pairs };
    })
    .sort((a, b) => b.query.length - a.query.length);

/** The contract's path with the parameters of this request, or undefined when the address does not match. */
const contractPath = ({ id, path, query }: MovedAddress, url: string): string | undefined => {
  const [asked = "", ...search] = url.split("?");
  const found = path.exec(asked);
  const sent = new URLSearchParams(search.join("?"));
  if (!found || query.some(([name]) => !sent.get(name))) return undefined;
  const inQuery = query.map(([name, param]) => [param, encodeURIComponent(sent.get(name) ?? "")]);
  const values: Partial<Record<string, string>> = { version: "1", ...found.groups, ...Object.fromEntries(inQuery) };
  return pathTemplateOf(id, "{version}").replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
};
