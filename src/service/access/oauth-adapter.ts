/** The storage for `oidc-provider`: it keeps the package's objects as rows of the company, so that tokens survive a restart. */
import { type AdapterFactory, type AdapterPayload, errors } from "oidc-provider";
import { isNativeApp } from "../../contract/sections/access.ts";
import { isoInstant } from "../../lib/clock.ts";
import type { CompanyFile } from "../kernel/company/company-file.ts";
import { begunKey, type GrantRow, grantKey, grantsApplication } from "./grants.ts";
import { scopesFor } from "./scopes.ts";
import { grantsPath } from "./sign-in-pages.ts";
import { type AppRow, type Company } from "./tables.ts";

export const createOauthAdapter = (file: CompanyFile<Company>, publicUrl: string): AdapterFactory => {
  const { company } = file;
  const { clock, grants } = company;
  const sweep = createSweep(company);
  const current = (row: GrantRow | undefined): GrantRow | undefined =>
    row && row.expiresAt > isoInstant(clock.nowMs()) ? row : undefined;
  return (model) => {
    const rowOf = (id: string): GrantRow | undefined => grants.by("digest", grantKey(model, id))[0];
    return {
      upsert: (id, payload, expiresIn = 0) =>
        file.write(() => {
          // The application may have been removed, with all its data, since `oidc-provider` found it.
          if (payload.clientId !== undefined && !findApp(company, payload.clientId, publicUrl))
            throw new errors.InvalidClient("unknown client");
          sweep();
          grants.put({
            id: rowOf(id)?.id ?? company.newId(),
            digest: grantKey(model, id),
            payload: withoutId(id, payload),
            expiresAt: isoInstant(clock.nowMs() + expiresIn * 1000),
          });
          forgetOldest(company);
        }),
      find: async (id) => {
        // Applications are registered in the sandbox; `oidc-provider` only reads them.
        const app = model === "Client" && findApp(company, id, publicUrl);
        if (app) return clientOf(app);
        const row = await file.read(() => current(rowOf(id)));
        return row && withId(id, row.payload);
      },
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
      destroy: (id) =>
        file.write(() => {
          for (const row of grants.by("digest", grantKey(model, id))) grants.remove(row.id);
        }),
      revokeByGrantId: (grantId) =>
        file.write(() => {
          for (const { id, digest } of grants.by("grant", grantId))
            if (digest.startsWith(`${model}/`)) grants.remove(id);
        }),
    };
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

/** Maximum number of begun sign-ins, and of sessions without a person; a stranger makes one with each request, of at most 16 KB. */
const keptSignIns = 2_000;

const forgetOldest = ({ grants }: Company): void => {
  const begun = grants.by("begun", begunKey);
  if (begun.length > keptSignIns) grants.remove(Math.min(...begun.map(({ id }) => id)));
};

/**
 * Removes what could be used as a credential: the id, which the return address of a sign-in also contains, and the cookie of
 * the session.
 */
const withoutId = (id: string, payload: AdapterPayload): AdapterPayload => ({
  ...payload,
  jti: undefined,
  returnTo: payload.returnTo?.replace(id, ""),
  session: payload.session && { ...payload.session, cookie: undefined },
});

const withId = (id: string, stored: AdapterPayload): AdapterPayload => ({
  ...stored,
  jti: id,
  // The return address ends with the id.
  returnTo: stored.returnTo && `${stored.returnTo}${id}`,
});

/** The page of a user's grants is an application, too, which needs nothing but a sign-in. */
const findApp = (company: Company, appId: string, publicUrl: string): Omit<AppRow, "id"> | undefined => {
  if (appId !== grantsApplication) return company.apps.by("appId", appId)[0];
  return { name: company.corpName, appId, redirectUris: [publicUrl + grantsPath], permissions: [], digest: null };
};

const clientOf = (app: Omit<AppRow, "id">): AdapterPayload => ({
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
