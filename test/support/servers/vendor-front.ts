/**
 * A server with its own methods, paths and property names that passes every call on to the reference service. It stands for a
 * site from another vendor. It knows nothing about the client, and answers unknown routes with 404 or 405.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type OperationId, specOf } from "../../../src/contract/contract.ts";
import { pathOf } from "../../service/running-service.ts";

/**
 * The route of each operation, as `METHOD /path?name={param}`. `param` is a parameter of the operation or a single value of its
 * body.
 */
export type Routes = Readonly<Partial<Record<OperationId, string>>>;

/** The contract's name of a property → this server's name; a key such as `E1.name` applies to one operation only. */
type Names = Readonly<Record<string, string>>;

export type VendorFront = {
  readonly url: string;
  /** The operations that were called, in order, with their HTTP methods. */
  readonly seen: { readonly id: OperationId; readonly method: string }[];
  readonly close: () => Promise<void>;
};

type Found = { readonly id: OperationId; readonly values: Readonly<Record<string, string>> };

export const openVendorFront = async (
  target: string,
  base: string,
  routes: Routes,
  names: Names,
): Promise<VendorFront> => {
  const seen: { id: OperationId; method: string }[] = [];

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://front");
    const method = incoming.method ?? "";
    const known = Object.entries(routes).flatMap(([id, route]) => {
      const values = matched(route, base, pathname, searchParams);
      return values ? [{ id: id as OperationId, values, method: route.split(" ")[0] }] : [];
    });
    const found = known.find((one) => one.method === method);
    const text = (await buffer(incoming)).toString();
    if (!found) return void outgoing.writeHead(known.length > 0 ? 405 : 404, plain).end("not here");
    if (method === "GET" && text !== "") return void outgoing.writeHead(400, plain).end("a body with GET");
    seen.push({ id: found.id, method });
    const body = text === "" ? undefined : renamed(JSON.parse(text), reversed(namesFor(names, found.id)));
    if (!agrees(found, body)) return void outgoing.writeHead(400, plain).end("path and body differ");
    const answer = await handOn(target, found, incoming, body);
    outgoing.writeHead(answer.status, { "content-type": answer.type });
    const isJson = answer.type.includes("json") && answer.text !== "";
    outgoing.end(isJson ? JSON.stringify(renamed(JSON.parse(answer.text), namesFor(names, found.id))) : answer.text);
  };

  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

const plain = { "content-type": "text/plain" };

/** The values of a route's parameters in a request; undefined if the path does not match. */
const matched = (route: string, base: string, pathname: string, query: URLSearchParams) => {
  const [path = "", wanted = ""] = (route.split(" ")[1] ?? "").split("?");
  const ours = `${base}${path}`.split("/");
  const theirs = pathname.split("/");
  if (ours.length !== theirs.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, part] of ours.entries()) {
    const given = decodeURIComponent(theirs[at] ?? "");
    if (part.startsWith("{")) values[part.slice(1, -1)] = given;
    else if (part !== given) return undefined;
  }
  for (const pair of wanted.split("&").filter(Boolean)) {
    const [name = "", value = ""] = pair.split("=");
    const given = query.get(name);
    if (given === null) return undefined;
    if (value.startsWith("{")) values[value.slice(1, -1)] = given;
    else if (value !== given) return undefined;
  }
  return values;
};

/** True when every value that is in both the address and the body is the same in both. */
const agrees = ({ id, values }: Found, body: unknown): boolean => {
  const fromBody = Object.entries(values).filter(([name]) => !(name in specOf(id).params.shape));
  return fromBody.every(([name, value]) => {
    const given = name
      .split(".")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], body);
    return String(given) === value;
  });
};

const handOn = async (target: string, { id, values }: Found, incoming: IncomingMessage, body: unknown) => {
  const headers: Record<string, string> = {};
  for (const name of ["api-key", "corpcode"]) headers[name] = String(incoming.headers[name]);
  if (body !== undefined) headers["content-type"] = "application/json";
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${target}${pathOf(id, values)}`, { method: specOf(id).method, headers, ...sent });
  return {
    status: answer.status,
    type: answer.headers.get("content-type") ?? "text/plain",
    text: await answer.text(),
  };
};

const namesFor = (names: Names, id: OperationId): Names =>
  Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => {
      const [property = "", operation = id] = key.split(".").toReversed();
      return operation === id ? [[property, name]] : [];
    }),
  );

const reversed = (names: Names): Names => Object.fromEntries(Object.entries(names).map(([ours, its]) => [its, ours]));

const renamed = (value: unknown, names: Names): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [names[key] ?? key, renamed(part, names)]));
};
