/**
 * Settings of the connection to the service. The configuration embeds this schema; secrets are plain text here because
 * references (`env:`, `file:`) are resolved before. Every default is the careful one.
 */
import { z } from "zod";
import { type OperationId, type OrganisationId, organisationIds, specOf } from "../contract/contract.ts";

const placeholders = (path: string): string => (path.match(/\{\w+\}/g) ?? []).toSorted().join(" ");

/** Why an override cannot stand for its operation, or undefined. */
const overrideProblem = (id: OperationId, override: string): string | undefined => {
  const [method, path] = override.split(" ");
  if (placeholders(path ?? "") !== placeholders(specOf(id).path)) {
    return `the path of ${id} must use exactly these parameters: ${placeholders(specOf(id).path) || "none"}`;
  }
  if (!specOf(id).mutates && method !== "GET" && method !== "POST") return `${id} reads: its method is GET or POST`;
  return undefined;
};

/** `METHOD /path` per operation where a site differs from the contract's default table (R1). */
const paths = z
  .partialRecord(
    z.enum(organisationIds as [OrganisationId, ...OrganisationId[]]),
    z.string().regex(/^(GET|POST|PUT|DELETE) \/[^\s?#]*$/, 'must look like "PUT /department/move"'),
  )
  .superRefine((overrides, context) => {
    for (const [id, override] of Object.entries(overrides)) {
      const problem = overrideProblem(id as OperationId, override);
      if (problem) context.addIssue({ code: "custom", path: [id], message: problem });
    }
  });

const headerText = z.string().regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces");

export const targetSettings = z.object({
  /** Where the service lives, without `/openapi/…`. */
  url: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^https?:\/\/[^/]*@/.test(url), "must not contain a user name or password"),
  /** The `v…` of the path (R2). */
  version: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .default("1"),
  /** Company code; without it the company that is written to is undefined (R3). */
  corpCode: headerText,
  apiKey: headerText,
  appId: headerText.optional(),
  /** Most calls in flight, and most connections. */
  concurrency: z.int().min(1).max(64).default(8),
  /** Longest silence of the service in one call; a call may last ten times that in all. Milliseconds. */
  timeoutMs: z.int().min(100).default(30_000),
  /** The same, for the permission refresh (R24). */
  refreshTimeoutMs: z.int().min(100).default(120_000),
  /** Repetitions of a call after the first try. */
  retries: z.int().min(0).max(10).default(4),
  /** Shortest wait before the first repetition; it doubles, with jitter. Milliseconds. */
  backoffMs: z.int().min(1).default(500),
  /** How dates and instants are written: with +08:00, in UTC with `Z`, or without an offset (R13). */
  dateFormat: z.enum(["offset", "utc", "local"]).default("offset"),
  /**
   * What E11 does with a field that is left out: not known, or known to be kept (R10). A person whose ID number, birth date
   * or phone is not shown is changed only where it is kept.
   */
  omittedFields: z.enum(["unknown", "kept"]).default("unknown"),
  /** Error codes by which this site says "there is none" in a 400 to E2 and D10 (R39, R52). */
  absentErrorCodes: z.array(z.string()).default([]),
  paths: paths.default({}),
});

export type TargetSettings = z.infer<typeof targetSettings>;
