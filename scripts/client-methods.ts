/** Makes the text of src/client/methods.ts from the contract. */
import { z } from "zod";
import { isMayBeNone } from "../src/client/answers/read-answer.ts";
import { type OperationId, operationIds, owesRefresh, specOf } from "../src/contract/contract.ts";
import type { Group } from "../src/contract/operations/operation-spec.ts";
import { permissionLabels } from "../src/contract/operations/permission-labels.ts";

type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

/** Returns the type as TypeScript text, without null. Properties of objects nested deeper than `depth` are left out. */
const shapeOf = (schema: Schema, depth: number): string => {
  const { type = "unknown", anyOf, items, properties, required } = schema;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (anyOf) return joined(anyOf.map((form) => shapeOf(form, depth)));
  if (items) return `${shapeOf(items, depth)}[]`.replace(/^([^{]* \| .*)\[\]$/, "($1)[]");
  if (properties === undefined) return joined([type].flat()).replace("integer", "number");
  if (depth === 0) return "{ … }";
  const parts = Object.entries(properties).map(
    ([name, part]) => `${name}${required?.includes(name) ? "" : "?"}: ${shapeOf(part, depth - 1)}`,
  );
  return `{ ${parts.join(", ")} }`;
};

const joined = (forms: readonly string[]): string =>
  [...new Set(forms)].filter((form) => form !== "" && form !== "null").join(" | ");

const shapeText = (schema: z.ZodType, io: "input" | "output", depth: number): string =>
  shapeOf(z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" }) as Schema, depth);

/** Returns the request and answer types of a method as text. */
const exchange = (id: OperationId): string => {
  const { params, body, response } = specOf(id);
  const given = [
    ...(Object.keys(params.shape).length > 0 ? [`params: ${shapeText(params, "input", 1)}`] : []),
    ...(body ? [`body: ${shapeText(body, "input", 3)}`] : []),
  ];
  const takes = given.length > 0 ? ` Takes \`{ ${given.join(", ")} }\`.` : "";
  const gives = response ? ` Gives \`${shapeText(response, "output", 1)}\`` : "";
  return `${takes}${gives}${gives && (isMayBeNone(id) ? ", or null where there is none." : ".")}`;
};

const methodsOf = (group: Group): string[] =>
  operationIds
    .filter((id) => specOf(id).group === group)
    .flatMap((id) => {
      const { name, summary, method, path, permission } = specOf(id);
      const needs = permission === null ? "any permission" : permissionLabels[permission];
      const refresh = owesRefresh(id) ? " A permission refresh must follow." : "";
      return [
        `  /** ${id} · \`${method} ${path}\` · ${needs}. ${summary}.${refresh}${exchange(id)} */`,
        `  readonly ${name}: Method<"${id}">;`,
      ];
    });

export const clientMethods = (): string =>
  [
    "/**",
    " * The client's methods: one per operation, by group. Generated from the contract by `npm run operations`, types included.",
    " * A method takes `{ params, body }` and resolves to the answer; on failure it rejects with a `CallError`.",
    " */",
    'import type { Method } from "./request-types.ts";',
    "",
    "/**",
    " * The operations that a key may call. Each rejects with a `CallError`: `target-unauthorized`, `target-misconfigured`,",
    " * `target-unavailable`, `response-incomplete`, `response-unexpected`; a write also `target-refused` (the service refuses it)",
    " * and `target-no-answer` (it may have acted).",
    " */",
    "export type SystemMethods = {",
    ...methodsOf("system"),
    "};",
    "",
    "/** The operations that an application may call on behalf of the user of a token; errors as for `SystemMethods`. */",
    "export type UserMethods = {",
    ...methodsOf("user"),
    "};",
    "",
  ].join("\n");
