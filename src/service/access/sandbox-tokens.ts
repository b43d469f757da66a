/** Makes bearer tokens of users without a browser, for tests: `POST /sandbox/tokens`. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { permissions } from "../../contract/operations/operation-spec.ts";
import { isoInstant } from "../../lib/clock.ts";
import { digestOf } from "../kernel/callers/keys.ts";
import type { ServiceParts } from "../kernel/http/api.ts";
import { readDocument } from "../kernel/http/read-document.ts";
import { findNamed } from "../organisation/lookup.ts";
import { sandboxApplication } from "./grants.ts";
import { newSecret } from "./section.ts";
import type { Company } from "./tables.ts";

const NewToken = z.strictObject({
  account: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** In seconds; at most about ten years. */
  lifetime: z.int().min(1).max(315_360_000).default(3_600),
});

export const registerSandboxTokens = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  const { company } = file;
  app.post("/sandbox/tokens", { onRequest: admin, config: { audit: "token-made" } }, async ({ body }) => {
    const { account, permissions, lifetime } = readDocument(NewToken, body);
    const token = newSecret();
    await file.write(() => {
      const { id: employeeId } = findNamed(company, account, "account");
      const expiresAt = isoInstant(company.clock.nowMs() + lifetime * 1000);
      const made = { digest: digestOf(token), employeeId, application: sandboxApplication, permissions, expiresAt };
      company.tokens.put({ id: company.newId(), ...made });
    });
    return { token };
  });
};
