/**
 * Loads and dumps the access section, and changes single keys and applications. Dumps contain hashes instead of
 * secrets; a document with hashes can be loaded again.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { type AccessSection, designatedBy, type SectionApp, type SectionKey } from "../../contract/sections/access.ts";
import type { CompanyDocument } from "../../contract/sections/company-document.ts";
import { isoInstant } from "../../lib/clock.ts";
import { digestOf } from "../kernel/callers/keys.ts";
import { stored } from "../kernel/company/table.ts";
import { expiryOf } from "../kernel/instant.ts";
import { refuse, refuseInvalid, refusingWithin } from "../kernel/refusal.ts";
import { findNamed } from "../organisation/lookup.ts";
import { endSignIns, grantsApplication, sandboxApplication } from "./grants.ts";
import { hashPassword, setPassword } from "./passwords.ts";
import type { AppRow, Company, KeyRow } from "./tables.ts";

/** A string with 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Replaces all keys, applications and passwords, and ends every sign-in through an application. */
export const loadAccess = (company: Company, { keys, apps, passwords }: AccessSection): void => {
  for (const table of [company.keys, company.apps, company.passwords]) table.clear();
  endSignIns(company, {});
  for (const [at, key] of keys.entries()) refusingWithin(`keys.${at}`, () => addKey(company, key));
  for (const [at, app] of apps.entries()) refusingWithin(`apps.${at}`, () => addApp(company, app));
  for (const [at, { account, passwordHash }] of passwords.entries()) {
    refusingWithin(`passwords.${at}`, () => {
      const { id } = findNamed(company, account, "account");
      if (company.passwords.by("employee", id).length > 0) refuse("OPA-ACCOUNT-TAKEN", "account");
      setPassword(company, id, passwordHash ?? refuseInvalid("password", "must be present"));
    });
  }
};

/**
 * Hashes the passwords in a company document's access section one after the other, so that loading the document blocks neither
 * the service nor sign-ins.
 */
export const withHashedPasswords = async (document: CompanyDocument): Promise<CompanyDocument> => {
  const { access } = document;
  if (!access) return document;
  const passwords: (typeof access)["passwords"] = [];
  for (const { account, password = "", passwordHash } of access.passwords)
    passwords.push({ account, passwordHash: passwordHash ?? (await hashPassword(password)) });
  return { ...document, access: { ...access, passwords } };
};

export const dumpAccess = (company: Company): AccessSection => ({
  keys: company.keys.all().map((row) => ({ ...showKey(row), secretHash: row.digest })),
  apps: company.apps.all().map((row) => ({ ...showApp(row), secretHash: row.digest ?? undefined })),
  passwords: company.passwords.all().flatMap(({ employeeId, hash }) => {
    const person = company.employees.get(employeeId);
    return person ? [{ account: person.data.account, passwordHash: hash }] : [];
  }),
});

export const addKey = (company: Company, key: SectionKey): KeyRow => {
  if (company.keys.by("name", key.name).length > 0) refuse("OPA-NAME-TAKEN", "name");
  const digest = key.secretHash ?? digestOf(key.secret ?? "");
  if (company.keys.by("digest", digest).length > 0) refuse("OPA-CODE-TAKEN", "secret");
  const { name, permissions, forms = [], libraries = [], surveyCategories = [], expiresAt, addresses } = key;
  return stored(company.keys, {
    id: company.newId(),
    name,
    digest,
    permissions: [...new Set(permissions)],
    designated: { forms, libraries, surveyCategories },
    expiresAt: expiresAt === undefined ? null : isoInstant(expiryOf(expiresAt)),
    addresses: addresses ?? null,
  });
};

export const addApp = (company: Company, app: SectionApp): AppRow => {
  if (company.apps.by("name", app.name).length > 0) refuse("OPA-NAME-TAKEN", "name");
  const { appId = randomUUID(), secret, secretHash, ...same } = app;
  const isTaken = [sandboxApplication, grantsApplication].includes(appId) || company.apps.by("appId", appId).length > 0;
  if (isTaken) refuse("OPA-CODE-TAKEN", "appId");
  return stored(company.apps, {
    id: company.newId(),
    ...same,
    appId,
    redirectUris: [...new Set(same.redirectUris)],
    permissions: [...new Set(same.permissions)],
    digest: secretHash ?? (secret === undefined ? null : digestOf(secret)),
  });
};

/** Removes an application, and everything that users have granted to it. */
export const removeApp = (company: Company, { id, appId }: AppRow): void => {
  company.apps.remove(id);
  endSignIns(company, { appId });
};

/** Everything but the secret. An empty list of codes is shown only for a key with the permission that needs the list. */
export const showKey = ({ name, permissions, designated, expiresAt, addresses }: KeyRow) => {
  const lists: Pick<SectionKey, "forms" | "libraries" | "surveyCategories"> = Object.fromEntries(
    Object.entries(designatedBy)
      .filter(([permission, what]) => designated[what].length > 0 || permissions.some((one) => one === permission))
      .map(([, what]) => [what, designated[what]]),
  );
  return { name, permissions, ...lists, expiresAt: expiresAt ?? undefined, addresses: addresses ?? undefined };
};

export const showApp = ({ name, appId, redirectUris, postLogoutRedirectUris, permissions }: AppRow) => {
  return { name, appId, redirectUris, postLogoutRedirectUris, permissions };
};
