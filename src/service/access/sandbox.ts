/**
 * Administration of keys, applications and passwords, for `musterd service keys`, `apps` and `password`. It belongs to the
 * sandbox, not to the published interface. A secret is returned only in the answer to the request that created it.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AuditKind } from "../../contract/audit.ts";
import { NewApp, NewKey, Password } from "../../contract/sections/access.ts";
import type { Row, Table } from "../kernel/company/table.ts";
import type { ServiceParts } from "../kernel/http/api.ts";
import { readDocument } from "../kernel/http/read-document.ts";
import { refuse } from "../kernel/refusal.ts";
import { findNamed } from "../organisation/lookup.ts";
import { hashPassword, setPassword } from "./passwords.ts";
import { addApp, addKey, newSecret, removeApp, showApp, showKey } from "./section.ts";
import { replaceSigningKeys } from "./signing-keys.ts";
import type { Company } from "./tables.ts";

const NewPassword = z.strictObject({ account: z.string(), password: Password });

type Named = { Params: { name: string } };

export const registerAccessSandbox = (app: FastifyInstance, service: ServiceParts<Company>): void => {
  const { file, admin: onRequest } = service;
  const { company } = file;
  /** A route whose requests the audit trail has under a kind of their own. */
  const as = (audit: AuditKind) => ({ onRequest, config: { audit } });

  app.get("/sandbox/keys", { onRequest }, () => file.read(() => company.keys.all().map(showKey)));
  app.post("/sandbox/keys", as("key-made"), ({ body }) => {
    const { secret = newSecret(), ...key } = readDocument(NewKey, body);
    return file.write(() => ({ ...showKey(addKey(company, { ...key, secret })), secret }));
  });
  app.delete<Named>("/sandbox/keys/:name", as("key-removed"), async ({ params }, reply) => {
    await file.write(() => company.keys.remove(rowNamed(company.keys, params.name).id));
    return reply.send();
  });

  app.get("/sandbox/apps", { onRequest }, () =>
    file.read(() => company.apps.all().map((row) => ({ ...showApp(row), hasSecret: row.digest !== null }))),
  );
  app.post("/sandbox/apps", as("app-made"), ({ body }) => {
    const { secret: requested, ...rest } = readDocument(NewApp, body);
    const secret = requested === true ? newSecret() : requested || undefined;
    return file.write(() => ({ ...showApp(addApp(company, { ...rest, secret })), secret }));
  });
  app.delete<Named>("/sandbox/apps/:name", as("app-removed"), async ({ params }, reply) => {
    await file.write(() => removeApp(company, rowNamed(company.apps, params.name)));
    return reply.send();
  });

  app.post("/sandbox/signing-keys", as("signing-keys"), async () => ({
    earlierValidUntil: await replaceSigningKeys(file),
  }));

  app.put("/sandbox/passwords", as("password-set"), async ({ body }, reply) => {
    const { account, password } = readDocument(NewPassword, body);
    const hash = await hashPassword(password);
    await file.write(() => setPassword(company, findNamed(company, account, "account").id, hash));
    return reply.send();
  });
};

const rowNamed = <R extends Row>(table: Pick<Table<R, "name">, "by">, name: string): R =>
  table.by("name", name)[0] ?? refuse("OPA-NAME-UNKNOWN", "name");
