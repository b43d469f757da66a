/**
 * The storage for `oidc-provider`: it keeps the package's objects as rows of the company, so that tokens survive a restart. A
 * row is found by the digest of its object's id. The id itself is not stored, because whoever knows the id of a token, code or
 * session can use it.
 */
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import { isNativeApp } from "../../contract/access-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { digestOf } from "../kernel/keys.ts";
import { grantsPath, type OauthLibrary } from "./oauth-provider.ts";
import { permissionsOf, scopesFor } from "./scopes.ts";
import { type AppRow, begunKey, type Company, type GrantRow, grantsApplication } from "./tables.ts";

const sweepEveryMs = 60_000;

export const createOauthAdapter = (
  file: CompanyFile<Company>,
  { errors }: OauthLibrary,
  publicUrl: string,
): AdapterFactory => {
  const { company } = file;
  let sweptMs = Number.NEGATIVE_INFINITY;
  const sweep = (): void => {
    const nowMs = company.clock.nowMs();
    if (nowMs - sweptMs < sweepEveryMs) return;
    sweptMs = nowMs;
    const now = isoInstant(nowMs);
    for (const row of company.grants.all()) if (row.expiresAt <= now) company.grants.remove(row.id);
    for (const row of company.tokens.all()) if (row.expiresAt <= now) company.tokens.remove(row.id);
  };
  const refuseReuse = (): never => {
    throw new errors.InvalidGrant("already used");
  };
  // The application may have been removed, with all its data, since `oidc-provider` found it.
  const requireApp = ({ clientId }: AdapterPayload): void => {
    if (clientId !== undefined && !findApp(company, clientId, publicUrl))
      throw new errors.InvalidClient("unknown client");
  };
  return (model) =>
    model === "Client"
      ? createClientAdapter(company, publicUrl)
      : createRowAdapter(file, model, { sweep, requireApp, refuseReuse });
};

type Keeping = {
  readonly sweep: () => void;
  readonly requireApp: (payload: AdapterPayload) => void;
  readonly refuseReuse: () => never;
};

const createRowAdapter = (
  file: CompanyFile<Company>,
  model: string,
  { sweep, requireApp, refuseReuse }: Keeping,
): Adapter => {
  const { company } = file;
  const digestFor = (id: string): string => `${model}/${digestOf(id)}`;
  const current = (row: GrantRow | undefined): GrantRow | undefined =>
    row && row.expiresAt > isoInstant(company.clock.nowMs()) ? row : undefined;
  const rowOf = (id: string): GrantRow | undefined => current(company.grants.by("digest", digestFor(id))[0]);
  const put = (id: string, payload: AdapterPayload, expiresIn: number): void => {
    const digest = digestFor(id);
    company.grants.put({
      id: company.grants.by("digest", digest)[0]?.id ?? company.newId(),
      digest,
      grantId: payload.grantId ?? null,
      uid: model === "Session" ? (payload.uid ?? null) : null,
      payload: withoutId(id, payload),
      expiresAt: isoInstant(company.clock.nowMs() + expiresIn * 1000),
    });
  };
  return {
    upsert: (id, payload, expiresIn = 0) =>
      file.write(() => {
        requireApp(payload);
        sweep();
        put(id, payload, expiresIn);
        if (model === "Interaction") forgetOldest(company);
        if (model === "AccessToken") putToken(company, id, payload, expiresIn);
      }),
    find: (id) =>
      file.read(() => {
        const row = rowOf(id);
        return row && withId(id, row.payload);
      }),
    findByUid: (uid) => file.read(() => current(company.grants.by("uid", uid)[0])?.payload),
    findByUserCode: async () => undefined,
    consume: (id) =>
      file.write(() => {
        const row = rowOf(id);
        // Two simultaneous requests may both have passed the check in `oidc-provider`; only one of them may consume the
        // object.
        if (!row || "consumed" in row.payload) return refuseReuse();
        company.grants.put({ ...row, payload: { ...row.payload, consumed: Math.floor(Date.now() / 1000) } });
      }),
    destroy: (id) => file.write(() => removeRow(company, company.grants.by("digest", digestFor(id))[0])),
    revokeByGrantId: (grantId) =>
      file.write(() => {
        for (const row of company.grants.by("grant", grantId)) {
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

/** Stores the row by which `authenticate.ts` recognises the token in requests to the user group. */
const putToken = (company: Company, id: string, payload: AdapterPayload, expiresIn: number): void => {
  const digest = digestOf(id);
  company.tokens.put({
    id: company.tokens.by("digest", digest)[0]?.id ?? company.newId(),
    digest,
    employeeId: Number(payload.accountId),
    application: payload.clientId ?? "",
    permissions: permissionsOf(payload.scope),
    expiresAt: isoInstant(company.clock.nowMs() + expiresIn * 1000),
  });
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

const createClientAdapter = (company: Company, publicUrl: string): Adapter => {
  const notKept = (): Promise<never> => Promise.reject(new Error("applications are registered in the sandbox"));
  return {
    find: async (appId) => {
      const app = findApp(company, appId, publicUrl);
      return app && clientOf(app);
    },
    upsert: notKept,
    findByUid: notKept,
    findByUserCode: notKept,
    consume: notKept,
    destroy: notKept,
    revokeByGrantId: notKept,
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
