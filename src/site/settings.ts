/**
 * Settings of the connection to the service. The configuration embeds this schema, and docs/settings.md is made from
 * it: what `describe` says is what users read. Secrets are plain text here because references (`env:`, `file:`) are
 * resolved before. Every default is the careful one.
 */
import { z } from "zod";
import { bindingProblem } from "../client/binding.ts";
import { aliasProblems } from "../client/field-names.ts";
import { type OperationId, type OrganisationId, organisationIds } from "../contract/contract.ts";
import type { SiteDescription } from "./site-description.ts";

const paths = z
  .partialRecord(z.enum(organisationIds as [OrganisationId, ...OrganisationId[]]), z.string())
  .superRefine((bindings, context) => {
    for (const [id, binding] of Object.entries(bindings)) {
      const message = bindingProblem(id as OperationId, binding);
      if (message !== undefined) context.addIssue({ code: "custom", path: [id], message });
    }
  });

const fields = z.record(z.string(), z.string().min(1)).superRefine((aliases, context) => {
  for (const { key, problem } of aliasProblems(aliases, organisationIds)) {
    context.addIssue({ code: "custom", path: [key], message: problem });
  }
});

const headerText = z.string().regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces");

/** Where the part of an operation's address begins that is the same on every site (R2). */
const operationPath = /(?<=^https?:\/\/[^/]+(\/.*)?)\/+openapi(?=[/?#]|$).*$/i;

export const targetSettings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^https?:\/\/[^/]*@/.test(url), "must not contain a user name or password")
    .refine((url) => !operationPath.test(url), {
      error: ({ input }) => `leave out "${operationPath.exec(String(input))?.[0]}": musterd adds that part itself`,
    })
    .describe("Where the service lives, without `/openapi/…` (R1)."),
  version: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .default("1")
    .describe("What stands behind the `v` in the paths (R2)."),
  corpCode: headerText.describe(
    "Company code, sent with every call. Without it the company that is written to would be undefined (R3).",
  ),
  apiKey: headerText.describe(
    "The key, by reference: `env:NAME` or `file:PATH`. It needs the permission for the organisation (R3, R21).",
  ),
  appId: headerText.optional().describe("Name of the calling application, sent as `App-Id` where it is set (R3)."),
  concurrency: z.int().min(1).max(64).default(8).describe("Most calls in flight, and most connections."),
  timeoutMs: z
    .int()
    .min(100)
    .default(30_000)
    .describe("Longest silence of the service in one call, in milliseconds; a call may last ten times that in all."),
  refreshTimeoutMs: z.int().min(100).default(120_000).describe("The same, for the permission refresh P1 (R24)."),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(4)
    .describe("Repetitions of a call after the first try, where it may be repeated (R5)."),
  backoffMs: z
    .int()
    .min(1)
    .default(500)
    .describe("Shortest wait before the first repetition, in milliseconds; it doubles, with jitter."),
  dateFormat: z
    .enum(["offset", "utc", "local"])
    .default("offset")
    .describe(
      "How dates and instants are written: `offset` with +08:00, `utc` with `Z`, `local` without an offset (R13).",
    ),
  omittedFields: z
    .enum(["unknown", "kept"])
    .default("unknown")
    .describe(
      "What E11 does with a field that is left out: `unknown`, or known to be `kept`. A person whose ID number, birth date or phone is not shown is changed only where it is kept (R10).",
    ),
  absentErrorCodes: z
    .array(z.string())
    .default([])
    .describe('Error codes by which this site says "there is none" in a 400 to E2 and D10 (R39, R52).'),
  openapi: z
    .string()
    .min(1)
    .optional()
    .describe(
      "File with the site's own description, OpenAPI 3 in JSON or YAML, from the folder of the configuration. Methods and paths are taken from it (R1); `paths` wins over it.",
    ),
  paths: paths
    .default({})
    .describe(
      "Method and path of single operations: operation → `METHOD /path/{param}?name={param}`, or `METHOD ^/path` from the root of `url` (R1).",
    ),
  fields: fields
    .default({})
    .describe(
      "Properties that the site calls otherwise: `employeeNumber`, or `E1.employeeNumber` for one operation → the site's name. They hold in requests and in answers (R12).",
    ),
});

export type TargetSettings = z.infer<typeof targetSettings> & {
  /** What the file `openapi` says, as it was read with the configuration. */
  readonly description?: SiteDescription;
};
