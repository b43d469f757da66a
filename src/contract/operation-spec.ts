/** What the contract says of one operation. Everything that client, service and documents know of it comes from here. */
import type { z } from "zod";

/** Short names of the permissions a key can have; one covers reading and writing (R21). */
export type Permission = "P-Org";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export type OperationSpec = {
  readonly summary: string;
  readonly method: Method;
  /** Default path below `/openapi/<module>/v<version>`, as observed (R1); parameters in braces. */
  readonly path: string;
  readonly module: "base";
  readonly permission: Permission;
  /** Does it change organisation data? From the marks of the specification, corrected (R23). */
  readonly mutates: boolean;
  /** Path parameters besides `version`, as text. */
  readonly params: z.ZodObject;
  /** Request body; absent where there is none. */
  readonly body?: z.ZodType;
  /** Body of a 200; absent where the specification shows none (R7). */
  readonly response?: z.ZodType;
};

/** The common part of the organisation operations. */
export const organization = { module: "base", permission: "P-Org" } as const;
