/**
 * `POST /sandbox/tokens` makes a bearer token without a browser, for tests and sandboxes. It belongs to the sandbox, not to the
 * published interface.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { permissions } from "../../contract/operation-spec.ts";
import { isoInstant } from "../../lib/clock.ts";
import { digestOf } from "../kernel/keys.ts";
import { findNamed } from "../organisation/lookup.ts";
import { type Company, sandboxApplication } from "./tables.ts";

export const TokenRequest = z.strictObject({
  account: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** In seconds; at most about ten years. */
  lifetime: z.int().min(1).max(315_360_000).default(3_600),
});

/** Returns the token in clear; only its digest is stored. */
export const makeSandboxToken = (company: Company, request: z.infer<typeof TokenRequest>): string => {
  const token = randomBytes(32).toString("base64url");
  company.tokens.put({
    id: company.newId(),
    digest: digestOf(token),
    employeeId: findNamed(company, request.account, "account").id,
    application: sandboxApplication,
    permissions: request.permissions,
    expiresAt: isoInstant(company.clock.nowMs() + request.lifetime * 1000),
  });
  return token;
};
