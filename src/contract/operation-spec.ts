/** What the contract says of one operation. Everything that client, service and documents know of it comes from here. */
import type { z } from "zod";

/** Short names of the permissions; a key of the system group has them, or a user's token does. */
export const permissions = [
  "P-Profile",
  "P-Pending",
  "P-FormRead",
  "P-Sign",
  "P-DocRead",
  "P-DocManage",
  "P-Agent",
  "P-Org",
  "P-Apply",
  "P-ExtConn",
  "P-FormInfo",
  "P-FormDoc",
  "P-FormList",
  "P-Lib",
  "P-Punch",
  "P-Survey",
  "P-Notify",
] as const;
export type Permission = (typeof permissions)[number];

/** The contract uses four; a site may have PATCH in the place of any (R1). */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `system`: a key acts on whatever the request names. `user`: a token acts on behalf of the user who gave it. */
export type Group = "system" | "user";

export type OperationSpec = {
  /** What the client calls it, unique in its group; the operationId of the interface descriptions. */
  readonly name: string;
  readonly summary: string;
  readonly group: Group;
  /** Heading under which the interface descriptions list it. */
  readonly tag: string;
  readonly module: "base" | "bpm" | "dms" | "eip" | "notify" | "file";
  readonly method: Method;
  /** Default path below the prefix of its group, module and version (R1); parameters in braces. */
  readonly path: string;
  /** One covers reading and writing (R21). Null: any key or token will do (R73). */
  readonly permission: Permission | null;
  /** Does it change anything? From the marks of the specification, corrected (R23). */
  readonly mutates: boolean;
  /** Path parameters besides `version`, as text. */
  readonly params: z.ZodObject;
  /** Request body; absent where there is none. */
  readonly body?: z.ZodType;
  /** How the body travels; JSON unless it says otherwise. */
  readonly bodyType?: "multipart";
  /** Response body; absent where the specification shows none (R7). */
  readonly response?: z.ZodType;
};

/** The common part of the organisation operations. */
export const organization = { group: "system", module: "base", permission: "P-Org" } as const;
