/**
 * The quirk `paths`: operations with other addresses at a site (R1). A request to such an address gets the method and path of
 * the contract before it is routed, so the code behind the routing is not affected, and the quirk can change at any time. If
 * several addresses match, the one with the most query parameters is used.
 */
import type { IncomingMessage } from "node:http";
import { type OperationId, pathTemplateOf, specOf } from "../../contract/contract.ts";
import type { Company } from "./company.ts";
import type { Quirks } from "./quirks.ts";

/** Accepted spellings of the version in a path (R2). */
export const versions = ["1", "1.0"];

type MovedAddress = {
  readonly method: string;
  readonly path: RegExp;
  /** Pairs of a name in the query and the path parameter that has its value. */
  readonly query: readonly (readonly [string, string])[];
  readonly target: { readonly method: string; readonly template: string };
};

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
  const known = new WeakMap<Quirks, readonly MovedAddress[]>();
  return (raw) => {
    const url = raw.url ?? "/";
    const moved = known.get(company.quirks) ?? movedAddresses(company.quirks);
    known.set(company.quirks, moved);
    for (const address of moved) {
      const path = address.method === raw.method ? contractPath(address, url) : undefined;
      if (path === undefined) continue;
      sentMethods.set(raw, address.method);
      raw.method = address.target.method;
      return path;
    }
    return url;
  };
};

const movedAddresses = ({ paths }: Quirks): readonly MovedAddress[] =>
  Object.entries(paths)
    .flatMap(([id, address]) => versions.map((version) => read(id as OperationId, address, version)))
    .sort((a, b) => b.query.length - a.query.length);

/**
 * Reads an address `METHOD /path?name={param}`. Its path is below the usual prefix, or begins at the site's root if it has a
 * `^` before it.
 */
const read = (id: OperationId, address: string, version: string): MovedAddress => {
  const [method = "", template = ""] = address.split(" ");
  const [path = "", query = ""] = template.split("?");
  const usual = pathTemplateOf(id, version);
  const prefix = usual.slice(0, usual.length - specOf(id).path.length);
  const whole = RegExp.escape(path.startsWith("^") ? path.slice(1) : prefix + path);
  return {
    method,
    path: new RegExp(`^${whole.replaceAll(/\\\{(\w+)\\\}/g, "(?<$1>[^/]+)")}$`),
    query: [...new URLSearchParams(query)].map(([name, value]) => [name, value.slice(1, -1)]),
    target: { method: specOf(id).method, template: usual },
  };
};

/** The contract's path with the parameters of this request, or undefined when the address does not match. */
const contractPath = ({ path, query, target }: MovedAddress, url: string): string | undefined => {
  const [asked = "", search = ""] = url.split("?", 2);
  const found = path.exec(asked);
  if (!found) return undefined;
  const sent = new URLSearchParams(search);
  const values = new Map(Object.entries(found.groups ?? {}));
  for (const [name, param] of query) {
    const value = sent.get(name);
    if (!value) return undefined;
    values.set(param, encodeURIComponent(value));
  }
  return target.template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? "");
};
