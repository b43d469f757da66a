/** Builds the address of one call: the operation's binding at this site with the call's values filled in (R1, R15). */
import { type OperationId, specOf } from "../../contract/contract.ts";
import type { Method } from "../../contract/operations/operation-spec.ts";
import { travelsInPath } from "../../contract/records/texts.ts";
import { MusterdError } from "../../lib/errors.ts";
import { oncePer } from "../../lib/once.ts";
import { bindingOf, parameterPattern, requireBindings, type Site } from "../binding.ts";
import { CallError } from "../call-error.ts";

export type SiteAddress = { readonly method: Method; readonly url: string };

/** The values of a call. The address may use the operation's parameters and the properties of its body. */
type Given = { readonly params: Readonly<Record<string, string>>; readonly body?: unknown };

export type AddressOf = (operation: OperationId, given: Given) => SiteAddress;

/**
 * Returns the function that builds a site's addresses. Throws `binding-invalid` for an invalid binding. The function throws
 * `path-value-refused` for a value that cannot be sent safely in a path, and `operation-unbound` for an operation that the site
 * does not have.
 */
export const siteAddresses = (site: Site): AddressOf => {
  requireBindings(site);
  const root = site.url.replace(/\/+$/, "");
  const known = oncePer((operation: OperationId) => bindingOf(site, operation));
  return (operation, given) => {
    const binding = known(operation);
    if (!binding) throw unbound(operation);
    const path = filled(binding.path, (name) => pathValue(operation, name, valueOf(given, name) ?? ""));
    const query = binding.query.flatMap(([name, template]) => queryPart(operation, name, template, given));
    return { method: binding.method, url: `${root}${path}${query.length > 0 ? "?" : ""}${query.join("&")}` };
  };
};

const filled = (template: string, value: (name: string) => string): string =>
  template.replaceAll(parameterPattern, (_, name: string) => value(name));

/** Returns one `name=value` of the query; none if the call does not have the value. */
const queryPart = (operation: OperationId, name: string, template: string, given: Given): readonly string[] => {
  const names = [...template.matchAll(parameterPattern)].map(([, parameter = ""]) => parameter);
  if (names.some((parameter) => valueOf(given, parameter) === undefined)) return [];
  return [
    `${name}=${filled(template, (parameter) => queryValue(operation, parameter, valueOf(given, parameter) ?? ""))}`,
  ];
};

/** A service that cuts its texts may show half a character, which no address can have. */
const queryValue = (operation: OperationId, name: string, value: string): string => {
  if (value.isWellFormed()) return encodeURIComponent(value);
  throw valueRefused(operation, `a ${name} that has half a character cannot be sent in an address`);
};

const valueOf = ({ params, body }: Given, name: string): string | undefined => {
  if (params[name] !== undefined) return params[name];
  const value = name
    .split(".")
    .reduce<unknown>((record, key) => (record as Record<string, unknown> | null)?.[key], body);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
};

const pathValue = (operation: OperationId, name: string, value: string): string => {
  if (travelsInPath(value)) return encodeURIComponent(value);
  throw valueRefused(
    operation,
    `a ${name} that is empty, contains / or \\ or half a character, or begins or ends with a dot cannot be sent in a path`,
  );
};

const valueRefused = (operation: OperationId, message: string): MusterdError =>
  new MusterdError("path-value-refused", message, {
    place: { operation },
    hint: "change the code or account in the service by hand, then in the source",
  });

const unbound = (operation: OperationId): CallError =>
  new CallError(operation, {
    code: "operation-unbound",
    message: "the description of the site does not contain its address; nothing was sent",
    hint: `set its address in target.paths: "${operation}: ${specOf(operation).method} ^/…"`,
    outcome: "not-done",
    retryable: false,
  });
