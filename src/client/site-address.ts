/** Where an operation lives at this site: method and URL path, from the contract's table and the site's overrides (R1). */
import { type OperationId, prefixOf, specOf } from "../contract/contract.ts";
import type { Method } from "../contract/operation-spec.ts";
import { MusterdError } from "../lib/errors.ts";

/** Where a site is, and how its addresses differ from the contract's table. */
export type Site = {
  /** Without `/openapi/…` or `/oauth/…`. */
  readonly url: string;
  /** The `v…` of the path (R2). */
  readonly version: string;
  /** `METHOD /path` of single operations. */
  readonly paths: Readonly<Partial<Record<OperationId, string>>>;
};

export type SiteAddress = { readonly method: Method; readonly url: string };

/** Rejects with `path-value-refused` where a value cannot travel in a path safely. */
export const siteAddress = (
  site: Site,
  operation: OperationId,
  params: Readonly<Record<string, string>>,
): SiteAddress => {
  const spec = specOf(operation);
  const [method, template] = (site.paths[operation] ?? `${spec.method} ${spec.path}`).split(" ") as [Method, string];
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(operation, name, params[name] ?? ""));
  const root = site.url.replace(/\/+$/, "");
  return { method, url: `${root}${prefixOf[spec.group]}${spec.module}/v${site.version}${path}` };
};

/** Servers and proxies decode, split and normalise these differently, so another object could be addressed (R15). */
const unsafe = /^$|^\.|\.$|[/\\]/;

const pathValue = (operation: OperationId, name: string, value: string): string => {
  if (!unsafe.test(value)) return encodeURIComponent(value);
  throw new MusterdError(
    "path-value-refused",
    `a ${name} that is empty, contains / or \\, or begins or ends with a dot cannot be sent in a path`,
    { place: { operation }, wayOut: "change the code or account in the service by hand, then in the source" },
  );
};
