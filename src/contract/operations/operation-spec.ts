/** The type of one operation in the contract. Client, service and documents take all facts about an operation from it. */
import { z } from "zod";

/** Short names of the permissions. Keys have permissions of the system group, users' tokens those of the user group. */
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

/** The contract itself never uses PATCH, but a site may use it for any operation that changes something (R1). */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `system`: a key acts on any object that the request names. `user`: a token acts on behalf of the user who granted it. */
export type Group = "system" | "user";

export type OperationSpec = {
  /** The client's method name, unique within its group; also the operationId in the interface descriptions. */
  readonly name: string;
  readonly summary: string;
  /** The summary in traditional Chinese. */
  readonly summaryZhTw: string;
  /** What summary and properties do not say, for the interface descriptions. */
  readonly note?: string;
  readonly group: Group;
  /** The heading of the operation in the interface descriptions. */
  readonly tag: string;
  readonly module: "base" | "bpm" | "dms" | "eip" | "notify" | "file";
  readonly method: Method;
  /** Default path, which follows the prefix of the group, the module and the version (R1). Parameters are in braces. */
  readonly path: string;
  /** The same permission covers reading and writing (R21). Null: any key is accepted (R73). */
  readonly permission: Permission | null;
  /** True when the operation changes data. The specification marks such operations, but two of its marks are wrong (R23). */
  readonly mutates: boolean;
  /** Path parameters other than `version`, as text. */
  readonly params: z.ZodObject;
  /** Request body; absent if there is none. */
  readonly body?: z.ZodType;
  /** Encoding of the body; absent: JSON. */
  readonly bodyType?: "multipart";
  /** Response body; absent if the specification shows none (R7). */
  readonly response?: z.ZodType;
};

/** The properties that all organisation operations share. */
export const organization = { group: "system", module: "base", permission: "P-Org" } as const;

const none = z.object({});

const routing =
  <Verb extends Method, Mutates extends boolean>(method: Verb, mutates: Mutates) =>
  <Params extends z.ZodObject = typeof none>(path: string, params: Params = none as z.ZodObject as Params) =>
    ({ method, path, mutates, params }) as const;

/**
 * How an operation is called, and whether it changes data: its path, and the parameters in it if it has any. GET only reads, PUT and
 * DELETE change; a POST changes (`post`), or only reads with a body (`query`).
 */
export const route = {
  get: routing("GET", false),
  query: routing("POST", false),
  post: routing("POST", true),
  put: routing("PUT", true),
  delete: routing("DELETE", true),
};
