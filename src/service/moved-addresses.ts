/**
 * The quirk `paths`: operations that a site serves elsewhere (R1). A request to such an address is given the method and the
 * path of the contract before it is routed, so that nothing behind the routing knows of it, and the quirk can change at any
 * time. Where several addresses fit, the one with the
 * most parameters in the query serves the request.
 */
import type { IncomingMessage } from "node:http";
import { type OperationId, pathTemplateOf, specOf } from "../contract/contract.ts";
import type { Company } from "./company.ts";
import type { Quirks } from "./quirks.ts";

/** Accepted spellings of the version (R2). */
export const versions = ["1", "1.0"];

type MovedAddress = {
  readonly method: string;
  readonly path: RegExp;
  /** Name in the query → name of the parameter. */
  readonly query: readonly (readonly [string, string])[];
  readonly target: { readonly method: string; readonly template: string };
};

/** Methods of the requests that came to a moved address, as they were sent. */
const sentMethods = new WeakMap<IncomingMessage, string>();

/** The method as the caller sent it, also where the operation is served by another one. */
export const sentMethod = (raw: IncomingMessage): string => sentMethods.get(raw) ?? raw.method ?? "";

/** Did this request come to the contract's address of an operation that the site serves elsewhere? */
export const isMovedAway = ({ quirks }: Company, id: OperationId, raw: IncomingMessage): boolean =>
  Object.hasOwn(quirks.paths, id) && !sentMethods.has(raw);

/** For Fastify: gives a request to a moved address the contract's method, and returns the contract's path. */
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

/** `METHOD /path?name={param}`, below the usual prefix; with `^` before the path, from the root of the site. */
const read = (id: OperationId, address: string, version: string): MovedAddress => {
  const [method = "", template = ""] = address.split(" ");
  const [path = "", query = ""] = template.split("?");
  const usual = pathTemplateOf(id, version);
  const prefix = usual.slice(0, usual.length - specOf(id).path.length);
  const whole = path.startsWith("^") ? path.slice(1) : prefix + path;
  return {
    method,
    path: new RegExp(
      `^${whole
        .split(/\{(\w+)\}/)
        .map(patternOf)
        .join("")}$`,
    ),
    query: [...new URLSearchParams(query)].map(([name, value]) => [name, value.slice(1, -1)]),
    target: { method: specOf(id).method, template: usual },
  };
};

/** Of a path that is split at its parameters, every second part is the name of one. */
const patternOf = (part: string, at: number): string => (at % 2 === 0 ? RegExp.escape(part) : `(?<${part}>[^/]+)`);

/** The path of the contract with the parameters of this request, or undefined where the address does not fit. */
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
