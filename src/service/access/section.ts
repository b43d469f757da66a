/**
 * Loads and dumps the access section, and changes single keys, applications and passwords. Dumps contain hashes instead of
 * secrets; a document with hashes can be loaded again.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { type AccessSection, designatedBy, type SectionApp, type SectionKey } from "../../contract/access-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import { expiryOf } from "../kernel/instant.ts";
import { digestOf } from "../kernel/keys.ts";
import { refuse, refusingWithin } from "../kernel/refusal.ts";
import { stored } from "../kernel/table.ts";
import { findNamed } from "../organisation/lookup.ts";
import { endSignIns, grantsApplication } from "./grants.ts";
import { type AppRow, type Company, type KeyRow, sandboxApplication } from "./tables.ts";

/** A string with 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Replaces all keys, applications and passwords, and ends every sign-in through an application. */
export const loadAccess = (company: Company, { keys, apps, passwords }: AccessSection): void => {
  for (const table of [company.keys, company.apps, company.passwords]) table.clear();
  endSignIns(company.grants, {});
  for (const [at, key] of keys.entries()) refusingWithin(`keys.${at}`, () => addKey(company, key));
  for (const [at, app] of apps.entries()) refusingWithin(`apps.${at}`, () => addApp(company, app));
  for (const [at, { account, passwordHash }] of passwords.entries()) {
    refusingWithin(`passwords.${at}`, () => {
      const { id } = findNamed(company, account, "account");
      if (company.passwords.by("employee", id).length > 0) refuse("OPA-ACCOUNT-TAKEN", "account");
      setPassword(company, id, passwordHash ?? refuse("OPA-REQUEST-INVALID", "password"));
    });
  }
};

export const dumpAccess = (company: Company): AccessSection => ({
  keys: company.keys.all().map((row) => ({ ...showKey(row), secretHash: row.digest })),
  apps: company.apps.all().map((row) => ({ ...showApp(row), secretHash: row.digest ?? undefined })),
  passwords: company.passwords.all().flatMap(({ employeeId, hash }) => {
    const person = company.employees.get(employeeId);
    return person ? [{ account: person.data.account, passwordHash: hash }] : [];
  }),
});

/** Adds a key; refuses a name or secret that another key has. */
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
  endSignIns(company.grants, { appId });
};

/** Sets a password, and ends every sign-in of the person, because someone who knows the old password may be signed in. */
export const setPassword = (company: Company, employeeId: number, hash: string): void => {
  const id = company.passwords.by("employee", employeeId)[0]?.id ?? company.newId();
  company.passwords.put({ id, employeeId, hash });
  endSignIns(company.grants, { employeeId });
};

/** Returns everything but the secret. */
export const showKey = (row: KeyRow) => ({
  name: row.name,
  permissions: row.permissions,
  ...showDesignated(row),
  expiresAt: row.expiresAt ?? undefined,
  addresses: row.addresses ?? undefined,
});

type Lists = Partial<Pick<SectionKey, "forms" | "libraries" | "surveyCategories">>;

/**
 * Returns the codes for which a key is designated. An empty list is returned only if the key has a permission that needs the
 * list.
 */
const showDesignated = ({ permissions, designated }: KeyRow): Lists => {
  const shown = Object.entries(designatedBy).filter(
    ([permission, what]) => designated[what].length > 0 || permissions.some((one) => one === permission),
  );
  return Object.fromEntries(shown.map(([, what]) => [what, designated[what]]));
};

export const showApp = ({ name, appId, redirectUris, postLogoutRedirectUris, permissions }: AppRow) => {
  return { name, appId, redirectUris, postLogoutRedirectUris, permissions };
};
