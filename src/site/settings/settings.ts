/**
 * Settings of the connection to the service. The configuration embeds this schema, and the texts in `describe` become
 * the documentation (docs/settings.md). Secrets are plain text here, because references (`env:`, `file:`) are
 * resolved before this schema is used. All defaults are cautious.
 */
import { z } from "zod";
import { aliasProblems } from "../../client/answers/field-names.ts";
import { bindingProblem } from "../../client/binding.ts";
import { type OperationId, type OrganisationId, organisationIds } from "../../contract/contract.ts";
import { targetIdentity } from "../../model/target-identity.ts";
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

/** Matches `/openapi` and everything after it: the part of an address that musterd itself adds (R2). */
const operationPath = /(?<=^https?:\/\/[^/]+(\/.*)?)\/+openapi(?=[/?#]|$).*$/i;

export const targetSettings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^https?:\/\/[^/]*@/.test(url), "must not contain a user name or password")
    .refine((url) => !operationPath.test(url), {
      error: ({ input }) => `leave out "${operationPath.exec(String(input))?.[0]}": musterd adds that part itself`,
    })
    .describe("Address of the service, without `/openapi/…` (R1)."),
  version: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .default("1")
    .describe("Version of the interface: the number after `v` in the paths (R2)."),
  corpCode: headerText.describe("Company code, sent with every call. It determines which company is changed (R3)."),
  apiKey: headerText.describe(
    "The key, by reference: `env:NAME` or `file:PATH`. It needs the permission for the organisation (R3, R21).",
  ),
  appId: headerText.optional().describe("Name of the calling application, sent as `App-Id` if set (R3)."),
  concurrency: z.int().min(1).max(64).default(8).describe("Maximum number of calls in flight, and of connections."),
  pace: z
    .enum(["adaptive", "constant"])
    .default("adaptive")
    .describe(
      "`adaptive`: fewer calls at once, and in a second, than permitted while the service refuses some (429, 503) or answers much more slowly than usual. `constant`: always as many as permitted. A wait that the service asks for (Retry-After, up to an hour) counts for all calls in both.",
    ),
  callsPerSecond: z
    .number()
    .positive()
    .optional()
    .describe("Maximum number of calls in a second, spread evenly. Without it, the number is not limited."),
  timeoutMs: z
    .int()
    .min(100)
    .max(3_600_000)
    .default(30_000)
    .describe(
      "Maximum time without data from the service in one call, in milliseconds; the whole call may take ten times as long.",
    ),
  refreshTimeoutMs: z
    .int()
    .min(100)
    .max(3_600_000)
    .default(120_000)
    .describe("The same, for the permission refresh P1 (R24)."),
  retries: z.int().min(0).max(10).default(4).describe("Maximum number of retries of a call that may be repeated (R5)."),
  backoffMs: z
    .int()
    .min(1)
    .max(60_000)
    .default(500)
    .describe("Minimum wait before the first retry, in milliseconds; it doubles with each retry, with jitter."),
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
      "What the site does with fields that E11 leaves out: `kept`, or `unknown`. With `unknown`, a person is not changed if the service hides a field for which the source has no value (R10).",
    ),
  absentErrorCodes: z
    .array(z.string())
    .default([])
    .describe("Error codes of a 400 by which this site answers that E2 or D10 found nothing (R39, R52)."),
  employeeNumberWidth: z
    .int()
    .min(1)
    .max(30)
    .optional()
    .describe(
      "How many digits an employee number has, if the site answers with employee numbers without their leading zeros, as JSON numbers or as texts (R103).",
    ),
  accountDomain: z
    .string()
    .regex(/^([^@\\]+\\|@[^@\\]+)$/, "must be `DOMAIN\\` or `@domain`")
    .optional()
    .describe(
      "What the site shows before every account (`ACME\\`), or after it (`@acme.local`), although it is written without and found without (R14).",
    ),
  openapi: z
    .string()
    .min(1)
    .optional()
    .describe(
      "File with the site's own OpenAPI 3 description, JSON or YAML, relative to the folder of the configuration. It gives methods and paths of operations (R1); `paths` overrides it.",
    ),
  reading: z
    .enum(["full", "incremental"])
    .optional()
    .describe(
      "Whether all managers (D10) and posts (E4) are read for each plan, or those that may have changed since the last good run, and a thirtieth of the others. Without it, `incremental` where more than 2,000 people are listed.",
    ),
  paths: paths
    .default({})
    .describe(
      "Method and path of single operations: operation → `METHOD /path/{param}?name={param}`, or `METHOD ^/path` from the root of `url` (R1).",
    ),
  fields: fields
    .default({})
    .describe(
      "Properties with another name at the site: `employeeNumber`, or `E1.employeeNumber` for one operation → the site's name. Applies to requests and answers (R12).",
    ),
});

export type TargetSettings = z.infer<typeof targetSettings> & {
  /** Content of the file `openapi`, read together with the configuration. */
  readonly description?: SiteDescription;
};

/** Address and company in a normalised spelling, without secrets; the store keys its data by this text. */
export const describeTarget = ({ url, corpCode }: TargetSettings): string => targetIdentity(url, corpCode);
