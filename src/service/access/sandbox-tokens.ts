/**
 * A bearer token without the way through a browser, for tests and sandboxes: `POST /sandbox/tokens`. Part of the sandbox,
 * not of the published interface.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { permissions } from "../../contract/operation-spec.ts";
import { userType } from "../../contract/records.ts";
import { isoInstant } from "../../lib/clock.ts";
import type { Company } from "../company.ts";
import { digestOf } from "../keys.ts";
import { findEmployee } from "../lookup.ts";

export const TokenRequest = z.strictObject({
  account: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** Seconds; about ten years at most. */
  lifetime: z.int().min(1).max(315_360_000).default(3_600),
});

/** In the place of an application's id, which no application may have. */
export const sandboxApplication = "sandbox";

/** The token in clear; only its digest is kept. */
export const makeSandboxToken = (company: Company, request: z.infer<typeof TokenRequest>): string => {
  const token = randomBytes(32).toString("base64url");
  company.tokens.put({
    id: company.newId(),
    digest: digestOf(token),
    employeeId: findEmployee(company, { userType: userType.account, userCode: request.account }, "account").id,
    application: sandboxApplication,
    permissions: request.permissions,
    expiresAt: isoInstant(company.clock.nowMs() + request.lifetime * 1000),
  });
  return token;
};
