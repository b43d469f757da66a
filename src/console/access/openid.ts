/**
 * Sign-in at the company's OpenID provider: the authorization code flow with PKCE, state and nonce. What belongs to a sign-in that has
 * begun is in a cookie of its browser, so strangers who begin many fill nothing here.
 */
import type * as OpenIdClient from "openid-client";
import type { OpenIdSettings } from "../../config/daemon-part.ts";
import { roles as everyRole, type Role } from "../../model/role.ts";

/** A sign-in that has begun; `to`: the page to which the person wanted to go. */
export type BegunSignIn = Readonly<Record<"state" | "nonce" | "verifier" | "to", string>>;

/** `no-role`: the provider knows the person, who may not use the console. Another refusal has the library's code. */
type Returned =
  | { readonly person: string; readonly roles: readonly Role[] }
  | { readonly refused: "no-role" | "no-name" | (string & {}) };

export type OpenId = {
  readonly issuer: string;
  readonly begin: (returnTo: string, to: string) => Promise<{ readonly address: string; readonly begun: BegunSignIn }>;
  /** `address`: the whole address at which the browser came back. */
  readonly end: (address: URL, begun: BegunSignIn) => Promise<Returned>;
};

export const openOpenId = (settings: OpenIdSettings): OpenId => {
  const { issuer, clientId, clientSecret, scopes, person: nameClaim, rolesFrom, roles } = settings;
  let opened: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => {
    opened ??= discover(new URL(issuer), clientId, clientSecret).catch((error: unknown) => {
      // The provider may answer again later.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    issuer,
    begin: async (returnTo, to) => {
      const { client, provider } = await open();
      const begun = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        to,
      };
      const address = client.buildAuthorizationUrl(provider, {
        redirect_uri: returnTo,
        scope: scopes,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: "S256",
      });
      return { address: address.href, begun };
    },
    end: async (address, { state, nonce, verifier }) => {
      try {
        const { client, provider } = await open();
        const checks = {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        };
        const tokens = await client.authorizationCodeGrant(provider, address, checks);
        const own = tokens.claims() ?? { sub: "" };
        const asked = provider.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(provider, tokens.access_token, own.sub)
          : {};
        const claims: Readonly<Record<string, unknown>> = { ...asked, ...own };
        const name = claims[nameClaim];
        // Whoever writes an address of somebody else into the own profile must not be taken for that person.
        const isUnproven = nameClaim === "email" && String(claims["email_verified"]) === "false";
        if (typeof name !== "string" || !nameForm.test(name) || isUnproven) return { refused: "no-name" };
        const values = [claims[rolesFrom]].flat();
        const given = everyRole.filter((role) => (roles[role] ?? []).some((value) => values.includes(value)));
        return given.length === 0 ? { refused: "no-role" } : { person: name, roles: given };
      } catch (thrown) {
        const { code, error } = thrown as { readonly code?: string; readonly error?: string };
        return { refused: error ?? code ?? "unknown" };
      }
    },
  };
};

const nameForm = /^[\p{L}\p{N}][\p{L}\p{N}.@_-]{0,127}$/u;

type Opened = { readonly client: typeof OpenIdClient; readonly provider: OpenIdClient.Configuration };

/** Asks the provider for its addresses and keys. */
const discover = async (issuer: URL, clientId: string, clientSecret: string): Promise<Opened> => {
  const client = await import("openid-client");
  const isLoopback = issuer.protocol === "http:";
  const insecure = isLoopback ? [client.allowInsecureRequests] : [];
  // Without it, the library trusts the connection and does not verify the signature of tokens.
  const execute = [client.enableNonRepudiationChecks, ...insecure];
  const secret = client.ClientSecretBasic(clientSecret);
  return { client, provider: await client.discovery(issuer, clientId, {}, secret, { execute }) };
};

export const cookieText = (begun: BegunSignIn): string => Buffer.from(JSON.stringify(begun)).toString("base64url");

/** Undefined if it is not the value of such a cookie. */
export const readCookieText = (text: string | undefined): BegunSignIn | undefined => {
  try {
    const read = JSON.parse(Buffer.from(text ?? "", "base64url").toString()) as Partial<BegunSignIn>;
    const { state, nonce, verifier, to } = read;
    return state && nonce && verifier && to ? { state, nonce, verifier, to } : undefined;
  } catch {
    return undefined;
  }
};
