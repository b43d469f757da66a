/**
 * The storage for `oidc-provider`: it keeps the package's objects as rows of the company, so that tokens survive a restart. A
 * row is found by the digest of its object's id. The id itself is not stored, because whoever knows the id of a token, code or
 * session can use it.
 */
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from "oidc-provider";
import { isNativeApp } from "../../contract/access-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { digestOf } from "../kernel/keys.ts";
import { permissionsOf, scopesFor } from "./scopes.ts";
import { putToken } from "./section.ts";
import { grantsPath } from "./sign-in-pages.ts";
import { type AppRow, begunKey, type Company, type GrantRow, grantsApplication } from "./tables.ts";

export const createOauthAdapter = (file: CompanyFile<Company>, publicUrl: string): AdapterFactory => {
  const appOf = (appId: string) => findApp(file.company, appId, publicUrl);
  const sweep = createSweep(file.company);
  return (model) => {
    const adapter = createRowAdapter(file, model, sweep, appOf);
    if (model !== "Client") return adapter;
    // Applications are registered in the sandbox; `oidc-provider` only reads them.
    const find: Adapter["find"] = async (appId) => {
      const app = appOf(appId);
      return app && clientOf(app);
    };
    return { ...adapter, find };
  };
};

const sweepEveryMs = 60_000;

/** Returns a function that removes what has expired, at most once in a while. */
const createSweep = ({ clock, grants, tokens }: Company) => {
  let sweptMs = Number.NEGATIVE_INFINITY;
  return (): void => {
    const nowMs = clock.nowMs();
    if (nowMs - sweptMs < sweepEveryMs) return;
    sweptMs = nowMs;
    const now = isoInstant(nowMs);
    for (const table of [grants, tokens]) {
      for (const { id, expiresAt } of table.all()) if (expiresAt <= now) table.remove(id);
    }
  };
};

const createRowAdapter = (
  file: CompanyFile<Company>,
  model: string,
  sweep: () => void,
  appOf: (appId: string) => AppRow | undefined,
): Adapter => {
  const { company } = file;
  const { clock, grants } = company;
  const digestFor = (id: string): string => `${model}/${digestOf(id)}`;
  const rowOf = (id: string): GrantRow | undefined => grants.by("digest", digestFor(id))[0];
  const current = (row: GrantRow | undefined): GrantRow | undefined =>
    row && row.expiresAt > isoInstant(clock.nowMs()) ? row : undefined;
  return {
    upsert: (id, payload, expiresIn = 0) =>
      file.write(() => {
        const { accountId, clientId, scope } = payload;
        // The application may have been removed, with all its data, since `oidc-provider` found it.
        if (clientId !== undefined && !appOf(clientId)) throw new errors.InvalidClient("unknown client");
        sweep();
        grants.put({
          id: rowOf(id)?.id ?? company.newId(),
          digest: digestFor(id),
          payload: withoutId(id, payload),
          expiresAt: isoInstant(clock.nowMs() + expiresIn * 1000),
        });
        if (model === "Interaction") forgetOldest(company);
        if (model !== "AccessToken") return;
        const permissions = permissionsOf(scope);
        putToken(company, id, expiresIn, { employeeId: Number(accountId), application: clientId ?? "", permissions });
      }),
    find: (id) =>
      file.read(() => {
        const row = current(rowOf(id));
        return row && withId(id, row.payload);
      }),
    findByUid: (uid) => file.read(() => current(grants.by("uid", uid)[0])?.payload),
    findByUserCode: async () => undefined,
    consume: (id) =>
      file.write(() => {
        const row = current(rowOf(id));
        // Two simultaneous requests may both have passed the check in `oidc-provider`; only one of them may consume the
        // object.
        if (!row || "consumed" in row.payload) throw new errors.InvalidGrant("already used");
        grants.put({ ...row, payload: { ...row.payload, consumed: Math.floor(Date.now() / 1000) } });
      }),
    destroy: (id) => file.write(() => removeRow(company, rowOf(id))),
    revokeByGrantId: (grantId) =>
      file.write(() => {
        for (const row of grants.by("grant", grantId)) {
          if (row.digest.startsWith(`${model}/`)) removeRow(company, row);
        }
      }),
  };
};

/** Maximum number of begun sign-ins; a stranger begins one with each request, of at most 16 KB. */
const keptSignIns = 2_000;

const forgetOldest = ({ grants }: Company): void => {
  const begun = grants.by("begun", begunKey);
  if (begun.length > keptSignIns) grants.remove(Math.min(...begun.map(({ id }) => id)));
};

const removeRow = (company: Company, row: GrantRow | undefined): void => {
  if (!row) return;
  company.grants.remove(row.id);
  const [model, digest = ""] = row.digest.split("/");
  if (model !== "AccessToken") return;
  for (const token of company.tokens.by("digest", digest)) company.tokens.remove(token.id);
};

/**
 * Removes what could be used as a credential: the id, which the return address of a sign-in also contains, and the cookie of
 * the session.
 */
const withoutId = (id: string, payload: AdapterPayload): AdapterPayload => {
  const { returnTo, session } = payload;
  return {
    ...payload,
    jti: undefined,
    ...(returnTo ? { returnTo: returnTo.replace(id, "") } : {}),
    ...(session ? { session: { ...session, cookie: undefined } } : {}),
  };
};

const withId = (id: string, stored: AdapterPayload): AdapterPayload => ({
  ...stored,
  jti: id,
  // The return address ends with the id.
  ...(stored.returnTo ? { returnTo: `${stored.returnTo}${id}` } : {}),
});

/** The page of a user's grants is an application, too, which needs nothing but a sign-in. */
const findApp = (company: Company, appId: string, publicUrl: string): AppRow | undefined => {
  if (appId !== grantsApplication) return company.apps.by("appId", appId)[0];
  return {
    id: 0,
    name: company.corpName,
    appId,
    redirectUris: [publicUrl + grantsPath],
    permissions: [],
    digest: null,
  };
};

const clientOf = (app: AppRow): AdapterPayload => ({
  client_id: app.appId,
  client_name: app.name,
  redirect_uris: [...app.redirectUris],
  post_logout_redirect_uris: [...(app.postLogoutRedirectUris ?? [])],
  application_type: isNativeApp(app.redirectUris) ? "native" : "web",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: scopesFor(app.permissions).join(" "),
  // The stored digest of the secret takes the place of the secret. `compareClientSecret` in `oauth-provider.ts`
  // compares digests.
  ...(app.digest === null
    ? { token_endpoint_auth_method: "none" }
    : { token_endpoint_auth_method: "client_secret_basic", client_secret: app.digest }),
});
