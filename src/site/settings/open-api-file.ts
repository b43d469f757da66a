/** Reads the operations from an OpenAPI 3 description: method, path, names and parameters. */
import { z } from "zod";
import type { Method } from "../../contract/operations/operation-spec.ts";

export type DescribedOperation = {
  readonly method: Method;
  /** The path relative to the site's address, with parameters in braces under the description's names. */
  readonly path: string;
  /** Why the path is not certain; undefined if it is certain. */
  readonly doubt: string | undefined;
  readonly query: readonly { readonly name: string; readonly required: boolean }[];
  readonly takesBody: boolean;
  /** Texts that may name an operation of the contract: operationId, texts of extensions, summary. */
  readonly marks: readonly string[];
  readonly summary: string;
};

const Server = z.looseObject({
  url: z.string(),
  variables: z.record(z.string(), z.looseObject({ default: z.coerce.string() })).optional(),
});
type Server = z.infer<typeof Server>;

const Operation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.unknown().optional(),
  servers: z.array(Server).optional(),
});

const methods = ["get", "post", "put", "patch", "delete"] as const;

const PathItem = z.looseObject({
  ...Object.fromEntries(methods.map((method) => [method, Operation.optional()])),
  parameters: z.array(z.unknown()).default([]),
  servers: z.array(Server).optional(),
}) as z.ZodType<PathItem>;
type PathItem = {
  readonly parameters: readonly unknown[];
  readonly servers?: readonly Server[] | undefined;
} & { readonly [Name in (typeof methods)[number]]?: z.infer<typeof Operation> | undefined };

const Document = z.looseObject({
  openapi: z.string().regex(/^3\./, "version 3 is needed"),
  servers: z.array(Server).optional(),
  paths: z.record(z.string(), z.unknown()),
});
type Document = z.infer<typeof Document>;

const Parameter = z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().default(false) });

/** `url`: the site's address, to which the paths are relative. Throws a ZodError if the document is not OpenAPI 3. */
export const describedOperations = (given: unknown, url: string): readonly DescribedOperation[] => {
  const document = Document.parse(given);
  return Object.entries(document.paths).flatMap(([template, ownItem]) => {
    const item = parsed(PathItem, resolved(document, ownItem), ["paths", template]);
    return methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const servers = operation.servers ?? item.servers ?? document.servers ?? [];
      const place = placeOf(template, servers, url);
      const query = parametersOf(document, [...item.parameters, ...operation.parameters], ["paths", template]);
      const { operationId, summary = "", requestBody } = operation;
      const extensions = Object.entries(operation).flatMap(([key, value]) =>
        key.startsWith("x-") && typeof value === "string" ? [value] : [],
      );
      const marks = [...extensions, summary, ...(operationId === undefined ? [] : [operationId])];
      const takesBody = requestBody !== undefined;
      return { ...place, method: method.toUpperCase() as Method, query, takesBody, marks, summary };
    });
  });
};

/** Parses a value; the ZodError names the place in the document. */
const parsed = <T>(schema: z.ZodType<T>, value: unknown, at: readonly string[]): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new z.ZodError(result.error.issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] })));
};

/** Follows a reference inside the document; returns the value itself if it is not a reference. */
const resolved = (document: Document, value: unknown): unknown => {
  const reference = z.looseObject({ $ref: z.string() }).safeParse(value);
  if (!reference.success) return value;
  const { $ref } = reference.data;
  if (!$ref.startsWith("#/"))
    throw new Error(`${$ref} leads to another file; only references inside the file are followed`);
  const names = $ref.slice(2).split("/");
  const unescaped = names.map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
  return unescaped.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
};

/** The query parameters; those of the operation override those of its path. */
const parametersOf = (
  document: Document,
  given: readonly unknown[],
  at: readonly string[],
): DescribedOperation["query"] => {
  const found = given.map((parameter) => parsed(Parameter, resolved(document, parameter), at));
  const inQuery = found.filter((parameter) => parameter.in === "query");
  return [...new Map(inQuery.map(({ name, required }) => [name, { name, required }])).values()];
};

const withoutSlash = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
};

/**
 * Returns the path of an operation relative to the site's address: the path of the description's server, followed by the
 * operation's own path, without the part that the address already contains.
 */
const placeOf = (
  template: string,
  servers: readonly Server[],
  url: string,
): Pick<DescribedOperation, "path" | "doubt"> => {
  const site = new URL(url);
  const base = withoutSlash(site.pathname);
  const places = servers.map(({ url: server, variables = {} }) => {
    const filled = server.replaceAll(/\{([^{}]+)\}/g, (all, name: string) => variables[name]?.default ?? all);
    return URL.parse(filled, site.origin) ?? site;
  });
  const here = places.filter(({ host }) => host === site.host);
  const roots = [...new Set((here.length > 0 ? here : places).map(({ pathname }) => withoutSlash(pathname)))];
  const [root = base, another] = roots;
  if (another !== undefined) return { path: template, doubt: "its servers have different paths" };
  const path = `${root}${template}`;
  if (path.startsWith(`${base}/`)) return { path: path.slice(base.length), doubt: undefined };
  return { path, doubt: `the path of its server, ${root || "/"}, is not below ${base}, the path of target.url` };
};
