/**
 * Loads and dumps the access section, and changes single keys, applications and passwords. Dumps contain hashes instead of
 * secrets; a document with hashes can be loaded again.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { type AccessSection, designatedBy, type SectionApp, type SectionKey } from "../../contract/access-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import { expiryOf } from "../kernel/instant.ts";
import { digestOf } from "../kernel/keys.ts";
import { refuse } from "../kernel/refusal.ts";
import { findNamed } from "../organisation/lookup.ts";
import { hashPasswordAtOnce } from "./passwords.ts";
import { type AppRow, type Company, grantsApplication, type KeyRow, sandboxApplication } from "./tables.ts";

/** A string with 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Replaces all keys, applications and passwords, and ends every sign-in through an application. */
export const loadAccess = (company: Company, { keys, apps, passwords }: AccessSection): void => {
  for (const table of [company.keys, company.apps, company.passwords, company.grants]) table.clear();
  for (const { id, application } of company.tokens.all()) {
    if (application !== sandboxApplication) company.tokens.remove(id);
  }
  for (const [at, key] of keys.entries()) addKey(company, key, `access.keys.${at}.`);
  for (const [at, app] of apps.entries()) addApp(company, app, `access.apps.${at}.`);
  for (const [at, { account, password, passwordHash }] of passwords.entries()) {
    const place = `access.passwords.${at}.account`;
    const { id } = findNamed(company, account, place);
    if (company.passwords.by("employee", id).length > 0) refuse("OPA-ACCOUNT-TAKEN", place);
    setPassword(company, account, passwordHash ?? hashPasswordAtOnce(password ?? ""), place);
  }
};

export const dumpAccess = (company: Company): AccessSection => ({
  keys: company.keys.all().map((row) => ({ ...showKey(row), secretHash: row.digest })),
  apps: company.apps
    .all()
    .map((row) => ({ ...showApp(row), ...(row.digest === null ? {} : { secretHash: row.digest }) })),
  passwords: company.passwords.all().flatMap(({ employeeId, hash }) => {
    const person = company.employees.get(employeeId);
    return person ? [{ account: person.data.account, passwordHash: hash }] : [];
  }),
});

/**
 * Adds a key; refuses a name or secret that another key has. `where` is put in front of a property's name, so it ends with a
 * dot or is empty.
 */
export const addKey = (company: Company, key: SectionKey, where: string): KeyRow => {
  if (company.keys.by("name", key.name).length > 0) refuse("OPA-NAME-TAKEN", `${where}name`);
  const digest = key.secretHash ?? digestOf(key.secret ?? "");
  if (company.keys.by("digest", digest).length > 0) refuse("OPA-CODE-TAKEN", `${where}secret`);
  const { name, permissions, forms = [], libraries = [], surveyCategories = [], expiresAt, addresses } = key;
  const row: KeyRow = {
    id: company.newId(),
    name,
    digest,
    permissions: [...new Set(permissions)],
    designated: { forms, libraries, surveyCategories },
    expiresAt: expiresAt === undefined ? null : isoInstant(expiryOf(expiresAt)),
    addresses: addresses ?? null,
  };
  company.keys.put(row);
  return row;
};

export const addApp = (company: Company, app: SectionApp, where: string): AppRow => {
  if (company.apps.by("name", app.name).length > 0) refuse("OPA-NAME-TAKEN", `${where}name`);
  const { name, appId = randomUUID(), redirectUris, postLogoutRedirectUris, permissions, secret } = app;
  const isTaken = [sandboxApplication, grantsApplication].includes(appId) || company.apps.by("appId", appId).length > 0;
  if (isTaken) refuse("OPA-CODE-TAKEN", `${where}appId`);
  const digest = app.secretHash ?? (secret === undefined ? null : digestOf(secret));
  const row: AppRow = {
    id: company.newId(),
    name,
    appId,
    redirectUris: [...new Set(redirectUris)],
    postLogoutRedirectUris,
    permissions: [...new Set(permissions)],
    digest,
  };
  company.apps.put(row);
  return row;
};

/** Removes an application, and everything that users have granted to it. */
export const removeApp = (company: Company, { id, appId }: AppRow): void => {
  company.apps.remove(id);
  for (const token of company.tokens.all()) if (token.application === appId) company.tokens.remove(token.id);
  for (const { id: grant, payload } of company.grants.all())
    if (payload.clientId === appId) company.grants.remove(grant);
};

/** Sets a password, and ends every sign-in of the person, because someone who knows the old password may be signed in. */
export const setPassword = (company: Company, account: string, hash: string, where: string): void => {
  const employeeId = findNamed(company, account, where).id;
  const id = company.passwords.by("employee", employeeId)[0]?.id ?? company.newId();
  company.passwords.put({ id, employeeId, hash });
  endSignIns(company, employeeId);
};

/** Ends a person's sign-ins and grants, or only what the person has granted to one application. */
export const endSignIns = (company: Company, employeeId: number, appId?: string): void => {
  for (const { id, payload } of company.grants.by("account", String(employeeId))) {
    if (appId === undefined || payload.clientId === appId) company.grants.remove(id);
  }
  for (const { id, employeeId: user, application } of company.tokens.all()) {
    const isMeant = appId === undefined ? application !== sandboxApplication : application === appId;
    if (user === employeeId && isMeant) company.tokens.remove(id);
  }
};

/** Returns everything but the secret. */
export const showKey = ({ name, permissions, designated, expiresAt, addresses }: KeyRow) => ({
  name,
  permissions: [...permissions],
  ...showDesignated(permissions, designated),
  ...(expiresAt === null ? {} : { expiresAt }),
  ...(addresses === null ? {} : { addresses: [...addresses] }),
});

type Lists = Partial<Pick<SectionKey, "forms" | "libraries" | "surveyCategories">>;

/**
 * Returns the codes for which a key is designated. An empty list is returned only if the key has a permission that needs the
 * list.
 */
const showDesignated = (permissions: KeyRow["permissions"], designated: KeyRow["designated"]): Lists => {
  const shown = Object.entries(designatedBy).filter(
    ([permission, what]) => designated[what].length > 0 || permissions.some((one) => one === permission),
  );
  return Object.fromEntries(
    shown.map(([, what]) => [what, designated[what] === "all" ? "all" : [...designated[what]]]),
  );
};

export const showApp = ({ name, appId, redirectUris, postLogoutRedirectUris, permissions }: AppRow) => ({
  name,
  appId,
  redirectUris: [...redirectUris],
  ...(postLogoutRedirectUris ? { postLogoutRedirectUris: [...postLogoutRedirectUris] } : {}),
  permissions: [...permissions] as SectionApp["permissions"],
});
