/**
 * Administration of keys, applications and passwords, for `musterd service keys`, `apps` and `password`. It belongs to the
 * sandbox, not to the published interface. A secret is returned only in the answer to the request that created it.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { NewApp, NewKey, Password } from "../../contract/access-section.ts";
import type { ServiceParts } from "../kernel/api.ts";
import { readDocument } from "../kernel/read-document.ts";
import { refuse } from "../kernel/refusal.ts";
import { hashPassword } from "./passwords.ts";
import { makeSandboxToken, TokenRequest } from "./sandbox-tokens.ts";
import { addApp, addKey, newSecret, removeApp, setPassword, showApp, showKey } from "./section.ts";
import { replaceSigningKeys } from "./signing-keys.ts";
import type { Company } from "./tables.ts";

const NewPassword = z.strictObject({ account: z.string(), password: Password });

type Named = { Params: { name: string } };

export const registerAccessSandbox = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  const { company } = file;
  const onRequest = admin;

  app.get("/sandbox/keys", { onRequest }, () => file.read(() => company.keys.all().map(showKey)));
  app.post("/sandbox/keys", { onRequest, config: { audit: "key-made" } }, ({ body }) => {
    const { secret = newSecret(), ...key } = readDocument(NewKey, body);
    return file.write(() => ({ ...showKey(addKey(company, { ...key, secret }, "")), secret }));
  });
  app.delete<Named>(
    "/sandbox/keys/:name",
    { onRequest, config: { audit: "key-removed" } },
    async ({ params }, reply) => {
      await file.write(() => {
        const { id } = company.keys.by("name", params.name)[0] ?? refuse("OPA-NAME-UNKNOWN", "name");
        company.keys.remove(id);
      });
      return reply.send();
    },
  );

  app.get("/sandbox/apps", { onRequest }, () =>
    file.read(() => company.apps.all().map((row) => ({ ...showApp(row), hasSecret: row.digest !== null }))),
  );
  app.post("/sandbox/apps", { onRequest, config: { audit: "app-made" } }, ({ body }) => {
    const { secret: requested, ...rest } = readDocument(NewApp, body);
    const secret = requested === true ? newSecret() : requested || undefined;
    const known = secret === undefined ? {} : { secret };
    return file.write(() => ({ ...showApp(addApp(company, { ...rest, ...known }, "")), ...known }));
  });
  app.delete<Named>(
    "/sandbox/apps/:name",
    { onRequest, config: { audit: "app-removed" } },
    async ({ params }, reply) => {
      await file.write(() => {
        removeApp(company, company.apps.by("name", params.name)[0] ?? refuse("OPA-NAME-UNKNOWN", "name"));
      });
      return reply.send();
    },
  );

  app.post("/sandbox/tokens", { onRequest, config: { audit: "token-made" } }, async ({ body }) => {
    const request = readDocument(TokenRequest, body);
    return { token: await file.write(() => makeSandboxToken(company, request)) };
  });

  app.post("/sandbox/signing-keys", { onRequest, config: { audit: "signing-keys" } }, async () => ({
    earlierValidUntil: await replaceSigningKeys(file),
  }));

  app.put("/sandbox/passwords", { onRequest, config: { audit: "password-set" } }, async ({ body }, reply) => {
    const { account, password } = readDocument(NewPassword, body);
    const hash = await hashPassword(password);
    await file.write(() => setPassword(company, account, hash, "account"));
    return reply.send();
  });
};
