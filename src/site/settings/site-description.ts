/**
 * Finds the addresses of operations in a site's own OpenAPI 3 description and returns them as bindings (R1). An
 * operation is matched by its id, else by its default method and path, else by its summary. Doubtful operations are not
 * matched; they are listed with the reason.
 */
import { bindingProblem, pathShape } from "../../client/binding.ts";
import { type OrganisationId, organisationIds, specOf } from "../../contract/contract.ts";
import { valueNames } from "../../contract/records/properties.ts";
import { type DescribedOperation, describedOperations } from "./open-api-file.ts";

export type SiteDescription = {
  readonly file: string;
  /** Bindings relative to the root of the site. */
  readonly paths: Readonly<Partial<Record<OrganisationId, string>>>;
  readonly unmatched: readonly { readonly operation: OrganisationId; readonly reason: string }[];
};

type Refused = { readonly reason: string };

/** `usual`: the operation is at its default address, so a parameter with another name is recognised by its position. */
type Match = { readonly found: DescribedOperation; readonly usual: boolean };

/** `document`: the parsed file. Throws an Error if it is not an OpenAPI 3 description. */
export const siteDescription = (
  file: string,
  document: unknown,
  site: { readonly url: string; readonly version: string },
): SiteDescription => {
  const described = describedOperations(document, site.url);
  const prefix = commonPrefix(described);
  const matches = organisationIds.map((id) => ({ id, match: matchOf(id, described, prefix) }));
  const results = matches.map(({ id, match }) => {
    if ("reason" in match) return { id, bound: match };
    const rival = matches.find(
      (other) => other.id !== id && "found" in other.match && other.match.found === match.found,
    );
    return {
      id,
      bound: rival ? { reason: `one of its operations matches ${id} and ${rival.id}` } : bind(id, match, site),
    };
  });
  return {
    file,
    paths: Object.fromEntries(results.flatMap(({ id, bound }) => (typeof bound === "string" ? [[id, bound]] : []))),
    unmatched: results.flatMap(({ id, bound }) =>
      typeof bound === "string" ? [] : [{ operation: id, reason: bound.reason }],
    ),
  };
};

const matchOf = (
  id: OrganisationId,
  described: readonly DescribedOperation[],
  prefix: string | null,
): Match | Refused => {
  const { method, path, summary } = specOf(id);
  const usual = prefix === null ? undefined : `${prefix}${pathShape(path)}`;
  const isUsual = (one: DescribedOperation): boolean => one.method === method && pathShape(one.path) === usual;
  const ways = [
    (one: DescribedOperation) => one.marks.includes(id),
    isUsual,
    (one: DescribedOperation) => one.summary.trim().toLowerCase() === summary.toLowerCase(),
  ];
  for (const way of ways) {
    const [found, another] = described.filter(way);
    if (another) return { reason: "several of its operations match" };
    if (found) return { found, usual: isUsual(found) };
  }
  return { reason: "no operation has its id, its usual method and path, or its summary" };
};

/** How many default paths must have the same prefix. With fewer, they could occur by chance. */
const minInPlace = 3;

/** The prefix that this description puts before the default paths; null if it is rare, or no prefix is the most frequent. */
const commonPrefix = (described: readonly DescribedOperation[]): string | null => {
  const counts = new Map<string, number>();
  for (const { method, path } of described) {
    const shape = pathShape(path);
    for (const id of organisationIds) {
      const usual = pathShape(specOf(id).path);
      if (specOf(id).method !== method || !shape.endsWith(usual)) continue;
      const prefix = shape.slice(0, shape.length - usual.length);
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first && first[1] >= minInPlace && first[1] > (second?.[1] ?? 0) ? first[0] : null;
};

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isVersion = (name: string): boolean => /^(api-?)?version$/i.test(name);

/** Returns the binding that the description gives for an operation, or the reason why it gives none. */
const bind = (id: OrganisationId, { found, usual }: Match, { version }: { version: string }): string | Refused => {
  const { params, body } = specOf(id);
  const { method, path, query, doubt } = found;
  if (doubt !== undefined) return { reason: doubt };
  if (valueNames(body).length > 0 && method !== "DELETE" && !found.takesBody)
    return { reason: "the operation has no request body" };
  const own = Object.keys(params.shape);
  const theirs = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name).filter((name) => !isVersion(name));
  const byPlace =
    usual && theirs.length === own.length && !theirs.some((name) => own.some((one) => sameName(one, name)));
  const nameOf = (name: string, given: readonly string[]): string | undefined =>
    given.find((one) => sameName(one, name)) ?? (byPlace ? own[theirs.indexOf(name)] : bodyValue(id, name));
  const unknown = theirs.find((name) => nameOf(name, own) === undefined);
  if (unknown !== undefined) return { reason: `the meaning of {${unknown}} in its path is not certain` };
  const bound = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    isVersion(name) ? version : `{${nameOf(name, own) ?? ""}}`,
  );
  const inPath = theirs.map((name) => nameOf(name, own));
  const asked: string[] = [];
  for (const { name, required } of query) {
    const parameter = own.find((one) => sameName(one, name) && !inPath.includes(one));
    if (parameter !== undefined) asked.push(`${name}={${parameter}}`);
    else if (isVersion(name)) asked.push(`${name}=${version}`);
    else if (required && bodyValue(id, name) !== undefined) asked.push(`${name}={${bodyValue(id, name) ?? ""}}`);
    else if (required) return { reason: `it requires ${name} in the query, and the meaning of ${name} is not certain` };
  }
  const text = `${method} ^${bound}${asked.length > 0 ? `${bound.includes("?") ? "&" : "?"}${asked.join("&")}` : ""}`;
  const problem = bindingProblem(id, text);
  return problem === undefined ? text : { reason: problem };
};

/**
 * The one value of the body that a name in the path or query can mean. If the body has both an old and a new key
 * (`originalCode` and `code`, or E11's `user` and `account`), it is not certain which one is meant.
 */
const bodyValue = (id: OrganisationId, name: string): string | undefined => {
  const values = valueNames(specOf(id).body);
  const last = (value: string): string => value.split(".").at(-1) ?? value;
  const [found, another] = values.filter((value) => sameName(last(value), name));
  if (found === undefined || another !== undefined) return undefined;
  const renames = values.some((value) => sameName(value, `original${found}`)) || (id === "E11" && !found.includes("."));
  return renames ? undefined : found;
};
