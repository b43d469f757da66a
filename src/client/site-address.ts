/** The address of one call: the operation's binding at this site, with the values of the call put in (R1, R15). */
import { type OperationId, specOf } from "../contract/contract.ts";
import type { Method } from "../contract/operation-spec.ts";
import { MusterdError } from "../lib/errors.ts";
import { type Binding, bindingOf, parameterPattern, requireBindings, type Site } from "./binding.ts";
import { CallError } from "./call-error.ts";

export type SiteAddress = { readonly method: Method; readonly url: string };

/** What a call gives: parameters of the operation, and its body, whose properties may stand in the address, too. */
type Given = { readonly params: Readonly<Record<string, string>>; readonly body?: unknown };

export type AddressOf = (operation: OperationId, given: Given) => SiteAddress;

/**
 * The addresses of a site; rejects with `binding-invalid` where a binding cannot be. The function rejects with
 * `path-value-refused` where a value cannot travel in a path safely, and with `operation-unbound` where the site does not
 * have the operation.
 */
export const siteAddresses = (site: Site): AddressOf => {
  requireBindings(site);
  const root = site.url.replace(/\/+$/, "");
  const bindings = new Map<OperationId, Binding>();
  return (operation, given) => {
    const binding = bindings.get(operation) ?? bindingOf(site, operation);
    if (!binding) throw unbound(operation);
    bindings.set(operation, binding);
    const path = filled(binding.path, (name) => pathValue(operation, name, valueOf(given, name) ?? ""));
    const query = binding.query.flatMap(([name, template]) => queryPart(name, template, given));
    return { method: binding.method, url: `${root}${path}${query.length > 0 ? "?" : ""}${query.join("&")}` };
  };
};

const filled = (template: string, value: (name: string) => string): string =>
  template.replaceAll(parameterPattern, (_, name: string) => value(name));

/** A value that the body leaves out is left out of the query, too. */
const queryPart = (name: string, template: string, given: Given): readonly string[] => {
  const names = [...template.matchAll(parameterPattern)].map(([, parameter = ""]) => parameter);
  if (names.some((parameter) => valueOf(given, parameter) === undefined)) return [];
  return [`${name}=${filled(template, (parameter) => encodeURIComponent(valueOf(given, parameter) ?? ""))}`];
};

const valueOf = ({ params, body }: Given, name: string): string | undefined => {
  if (params[name] !== undefined) return params[name];
  const value = name
    .split(".")
    .reduce<unknown>((record, key) => (record as Record<string, unknown> | null)?.[key], body);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
};

/** Servers and proxies decode, split and normalise these differently, so another object could be addressed (R15). */
const unsafe = /^$|^\.|\.$|[/\\]/;

/** May a value stand in a path? */
export const travelsInPath = (value: string): boolean => !unsafe.test(value);

const pathValue = (operation: OperationId, name: string, value: string): string => {
  if (travelsInPath(value)) return encodeURIComponent(value);
  throw new MusterdError(
    "path-value-refused",
    `a ${name} that is empty, contains / or \\, or begins or ends with a dot cannot be sent in a path`,
    { place: { operation }, hint: "change the code or account in the service by hand, then in the source" },
  );
};

const unbound = (operation: OperationId): CallError =>
  new CallError(operation, {
    code: "operation-unbound",
    message: "the description of the site does not show where it is; nothing was sent",
    hint: `say in target.paths where the site has it: "${operation}: ${specOf(operation).method} ^/…"`,
    outcome: "not-done",
    retryable: false,
  });
