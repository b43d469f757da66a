/** The bodies and queries of the control interface. What they do not name is refused. */
import { z } from "zod";
import { adoptedKinds } from "../../model/directory/identity.ts";
import { fingerprintForm } from "../../model/plan/fingerprint.ts";

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const reason = z.string().trim().min(1).max(1000).describe("Why; kept in the audit trail.");

/** An empty body asks for an ordinary run. */
export const runBody = z.strictObject({
  dry: z.boolean().default(false).describe("true: only plan, write nothing."),
  only: z
    .array(z.string().min(1).max(200))
    .max(100)
    .default([])
    .describe("People and departments (CODE/*: and all below) to which the run is restricted; none: a whole run."),
  reason: reason.optional(),
});

export const decisionBody = z.strictObject({
  fingerprint: z
    .string()
    .regex(fingerprintForm)
    .describe("The fingerprint of the plan that was seen, 12 digits or more."),
  reason,
});

export const pauseBody = z.strictObject({
  until: instant.describe("When runs may begin again, a date-time with an offset."),
  reason,
});

export const answersBody = z.strictObject({
  decisions: z
    .array(
      z.strictObject({
        kind: z.enum(adoptedKinds).default("employee"),
        source: z.string().min(1).max(200).describe("The record of the source, by its account, number or code."),
        target: z.string().min(1).max(200).describe("The object of the service, by its account or code."),
        same: z.boolean().describe("Whether the two are the same."),
      }),
    )
    .min(1)
    .max(1000),
});

export const runsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(50).describe("How many, the newest first."),
});

/** `after` is the number of the last entry that the caller has. */
export const auditQuery = z.strictObject({
  from: instant.optional().describe("Only entries from then on, a date-time with an offset."),
  to: instant.optional().describe("Only entries up to then, a date-time with an offset."),
  after: z.coerce.number().int().min(0).optional().describe("The number of the last entry that the caller has."),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe("How many at most."),
});
