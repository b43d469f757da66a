/**
 * The contract: all 115 operations as data. Client, service, interface descriptions and tests read this one table; no other
 * place states a method, a path, a permission, or whether an operation changes something. Numbers such as R24 in comments refer
 * to entries of `interface-notes.md`, which lists the questions that the published specification leaves open. Ids such as D1 are
 * those of the specification.
 */
import { z } from "zod";
import { agentOperations } from "./operations/agents.ts";
import { controlledDocumentOperations } from "./operations/controlled-documents.ts";
import { departmentOperations } from "./operations/departments.ts";
import { employeeOperations } from "./operations/employees.ts";
import { everydayOperations } from "./operations/everyday.ts";
import { formOperations } from "./operations/forms.ts";
import { functionOperations } from "./operations/functions.ts";
import { levelOperations } from "./operations/levels.ts";
import { libraryOperations } from "./operations/libraries.ts";
import { type Group, type OperationSpec, organization, route } from "./operations/operation-spec.ts";
import { personalOperations } from "./operations/personal.ts";
import { titleOperations } from "./operations/titles.ts";
import { uploadOperations } from "./operations/uploads.ts";

/**
 * The operations that a synchronisation needs: departments, levels, employees, functions, titles, and the permission refresh.
 */
const organisationOperations = {
  ...departmentOperations,
  ...levelOperations,
  ...employeeOperations,
  ...functionOperations,
  ...titleOperations,
  P1: {
    name: "refreshPermissions",
    ...organization,
    tag: "Permission refresh",
    summary: "Update permission data",
    summaryZhTw: "更新權限資料",
    note: "Routes and agents read the organisation as of the last call.",
    ...route.post("/permission/update"),
    // The specification shows no body, but some callers send `{}` (R25).
    body: z.object({}).optional(),
  },
} as const satisfies Record<string, OperationSpec>;

export const contract = {
  ...organisationOperations,
  ...agentOperations,
  ...formOperations,
  ...libraryOperations,
  ...controlledDocumentOperations,
  ...everydayOperations,
  ...personalOperations,
  ...uploadOperations,
} as const satisfies Record<string, OperationSpec>;

type Contract = typeof contract;

/** The id of an operation in the specification, such as `D2`. */
export type OperationId = keyof Contract;
export type OrganisationId = keyof typeof organisationOperations;

export const operationIds = Object.keys(contract) as readonly OperationId[];
export const organisationIds = Object.keys(organisationOperations) as readonly OrganisationId[];

export const specOf = (id: OperationId): OperationSpec => contract[id];

/** The path prefix of each group, which precedes the module (R1). */
export const prefixOf: Readonly<Record<Group, string>> = { system: "/openapi/", user: "/oauth/" };

/** Returns the path of an operation from the site's root, with parameters in braces. `version` is without the `v` (R2). */
export const pathTemplateOf = (id: OperationId, version: string): string => {
  const { group, module, path } = specOf(id);
  return `${prefixOf[group]}${module}/v${version}${path}`;
};

/**
 * True when a permission refresh must follow a successful call of the operation. That is so for all changes to the organisation
 * and its agents (R23, R24).
 */
export const owesRefresh = (id: OperationId): boolean => {
  const { mutates, permission } = specOf(id);
  return mutates && id !== "P1" && (permission === "P-Org" || permission === "P-Agent");
};

/** Path parameters of an operation. */
export type Params<Id extends OperationId> = z.infer<Contract[Id]["params"]>;

/** Request body of an operation; undefined if there is none. */
export type Body<Id extends OperationId> = Contract[Id] extends { readonly body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined;

/** Response body of an operation; undefined if the specification shows none. */
export type Response<Id extends OperationId> = Contract[Id] extends { readonly response: infer R extends z.ZodType }
  ? z.output<R>
  : undefined;
