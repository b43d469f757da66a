/**
 * The contract: every operation of the organisation group as data. Client, service and tests read this one table; no
 * other file states a method, a path, a permission, or whether an operation changes something. Numbers such as R24 in
 * comments everywhere are entries of `interface-notes.md`: what the specification leaves open.
 */
import { z } from "zod";
import { departmentOperations } from "./departments.ts";
import { employeeOperations } from "./employees.ts";
import { functionOperations } from "./functions.ts";
import { levelOperations } from "./levels.ts";
import { type OperationSpec, organization } from "./operation-spec.ts";
import { titleOperations } from "./titles.ts";

export const contract = {
  ...departmentOperations,
  ...levelOperations,
  ...employeeOperations,
  ...functionOperations,
  ...titleOperations,
  P1: {
    ...organization,
    summary: "Update permission data",
    method: "POST",
    path: "/permission/update",
    mutates: true,
    params: z.object({}),
    // The specification shows no body; `{}` was observed (R25).
    body: z.object({}).optional(),
  },
} as const satisfies Record<string, OperationSpec>;

type Contract = typeof contract;

export type OperationId = keyof Contract;

export const operationIds = Object.keys(contract) as readonly OperationId[];

export const specOf = (id: OperationId): OperationSpec => contract[id];

/** Path parameters of an operation. */
export type Params<Id extends OperationId> = z.infer<Contract[Id]["params"]>;

/** Request body of an operation; undefined where there is none. */
export type Body<Id extends OperationId> = Contract[Id] extends { readonly body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined;

/** Response body of an operation; undefined where the specification shows none. */
export type Response<Id extends OperationId> = Contract[Id] extends { readonly response: infer R extends z.ZodType }
  ? z.output<R>
  : undefined;
