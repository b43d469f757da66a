/**
 * A binding: the method and address that a site uses for an operation (R1). It is written `METHOD /path/{param}?name={param}`.
 * The path continues the operation's usual prefix, or starts at the site's root if it begins with `^`. A binding is refused
 * before anything is sent if it would lose a parameter, send a body with GET, or give a read the address of a write.
 */
import { type OperationId, operationIds, pathTemplateOf, specOf } from "../contract/contract.ts";
import type { Method } from "../contract/operations/operation-spec.ts";
import { valueNames } from "../contract/records/properties.ts";
import { MusterdError } from "../lib/errors.ts";

/** A site: its address, and the paths of operations that differ from the contract's table. */
export type Site = {
  /** The site's address without `/openapi/…` or `/oauth/…`. */
  readonly url: string;
  /** The version `v…` in the path (R2). */
  readonly version: string;
  /** Operations with another address at this site; null means that the site does not have the operation. */
  readonly paths: Readonly<Partial<Record<OperationId, string | null>>>;
};

export type Binding = {
  readonly method: Method;
  /** The path from the site's root, with parameters in braces. */
  readonly path: string;
  /** Each name in the query with its value, which is fixed text, parameters in braces, or both. */
  readonly query: readonly (readonly [name: string, template: string])[];
};

/** Matches one parameter in braces, in a path or a query. */
export const parameterPattern = /\{([\w.]+)\}/g;

const notation = /^(GET|POST|PUT|PATCH|DELETE) (\^?)(\/[^\s?#]*)(?:\?([^\s?#]+))?$/;

const parametersIn = (text: string): readonly string[] =>
  [...text.matchAll(parameterPattern)].map(([, name = ""]) => name);

/** Returns the reason why a text is not a valid binding of an operation; undefined when it is valid. */
export const bindingProblem = (id: OperationId, text: string): string | undefined => {
  const [, method, , path = "", query = ""] = notation.exec(text) ?? [];
  if (method === undefined)
    return 'must look like "PUT /department/move" or "GET ^/api/hr/people/{userCode}?sort=code"';
  const { mutates, params, body, summary } = specOf(id);
  const name = `${id} (${summary})`;
  if (/[{}]/.test(`${path}${query}`.replaceAll(parameterPattern, ""))) return "write a parameter as {name}";
  if (path.split("/").some((part) => part === "." || part === "..")) return "the path must not contain . or ..";
  const own = Object.keys(params.shape);
  const fromBody = valueNames(body);
  const used = parametersIn(`${path}?${query}`);
  const unknown = used.filter((one) => !own.includes(one) && !fromBody.includes(one));
  if (unknown.length > 0) {
    const known = [...own, ...fromBody].join(", ") || "none";
    return `${name} has no parameter ${unknown.join(", ")}; it has ${known}`;
  }
  const lost = own.filter((one) => !used.includes(one));
  if (lost.length > 0) return `${name} would lose ${lost.join(", ")}: put it into the path or the query`;
  if (!mutates && method !== "GET" && method !== "POST") return `${name} reads: its method is GET or POST`;
  if (method === "GET" && fromBody.length > 0) return `${name} sends a body: its method cannot be GET`;
  return undefined;
};

/** Returns the binding of an operation at a site; null if the site does not have the operation. */
export const bindingOf = (site: Pick<Site, "version" | "paths">, id: OperationId): Binding | null => {
  const text = site.paths[id];
  if (text === null) return null;
  const usual = pathTemplateOf(id, site.version);
  if (text === undefined) return { method: specOf(id).method, path: usual, query: [] };
  const [, method, fromRoot, path = "", query = ""] = notation.exec(text) ?? [];
  const prefix = fromRoot ? "" : usual.slice(0, usual.length - specOf(id).path.length);
  const pairs = query.split("&").filter(Boolean);
  return {
    method: method as Method,
    path: `${prefix}${path}`,
    query: pairs.map((pair) => [pair.split("=")[0] ?? "", pair.split("=").slice(1).join("=")]),
  };
};

/** Returns a binding as text for people, such as `GET /path/{code}?name={param}`. */
export const bindingText = ({ method, path, query }: Binding): string =>
  `${method} ${path}${query.length > 0 ? "?" : ""}${query.map(([name, template]) => `${name}=${template}`).join("&")}`;

export type BindingProblem = { readonly operation: OperationId; readonly problem: string };

/** Returns all problems of a site's bindings: invalid texts, and reads with the address of a write (R21). */
export const bindingProblems = (site: Pick<Site, "version" | "paths">): readonly BindingProblem[] => {
  const wrong = Object.entries(site.paths).flatMap(([id, text]) => {
    const operation = id as OperationId;
    const problem = text === null ? undefined : bindingProblem(operation, text);
    return problem === undefined ? [] : [{ operation, problem }];
  });
  return wrong.length > 0 ? wrong : readsAtWrites(site);
};

/** Finds reads that have the address of a write. Such a read would change data, even in a dry run. */
const readsAtWrites = (site: Pick<Site, "version" | "paths">): readonly BindingProblem[] => {
  const bound = operationIds.flatMap((operation) => {
    const binding = bindingOf(site, operation);
    return binding ? [{ operation, binding }] : [];
  });
  const writes = bound.filter(({ operation }) => specOf(operation).mutates);
  return bound.flatMap(({ operation, binding }) => {
    const write = specOf(operation).mutates ? undefined : writes.find((other) => coincide(binding, other.binding));
    if (!write) return [];
    const problem = `${operation} is a read, but ${bindingText(binding)} is the address of the write ${write.operation}`;
    return [{ operation: site.paths[operation] === undefined ? write.operation : operation, problem }];
  });
};

/** True when a server cannot tell two bindings apart. It can if both have the same query name, with different fixed values. */
const coincide = (one: Binding, other: Binding): boolean =>
  one.method === other.method &&
  pathShape(one.path) === pathShape(other.path) &&
  !one.query.some(([name, value]) => other.query.some(([known, its]) => known === name && differ(value, its)));

const differ = (one: string, other: string): boolean => !/[{}]/.test(`${one}${other}`) && one !== other;

/** Reduces a path to what servers compare: without parameter names, letter case and trailing slash. */
export const pathShape = (path: string): string =>
  path
    .replaceAll(/\{[^{}]*\}/g, "{}")
    .replace(/(?<!\/)\/+$/, "")
    .toLowerCase();

/** Throws the MusterdError `binding-invalid` for the first invalid binding. */
export const requireBindings = (site: Pick<Site, "version" | "paths">): void => {
  const [first] = bindingProblems(site);
  if (!first) return;
  throw new MusterdError("binding-invalid", `the path of ${first.operation} cannot be used: ${first.problem}`, {
    place: { operation: first.operation },
    hint: "correct it in the `paths` of the site",
  });
};
