/** The caller's identity: the headers of a key or of a user's token, never both (R3). */

/** A company and a key of it, for the system group; `appId` names the calling application (R3). */
export type KeyCredentials = {
  readonly corpCode: string;
  readonly apiKey: string;
  readonly appId?: string | undefined;
};

/** A token, or a function that returns it. The function is called before every call, so it can renew the token in time. */
export type TokenCredentials = { readonly token: string | (() => Promise<string>) };

export type CredentialHeaders = () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

export const keyHeaders = ({ corpCode, apiKey, appId }: KeyCredentials): CredentialHeaders => {
  const headers = { "api-key": apiKey, corpcode: corpCode, ...(appId === undefined ? {} : { "app-id": appId }) };
  return () => headers;
};

export const tokenHeaders =
  ({ token }: TokenCredentials): CredentialHeaders =>
  async () => ({ authorization: `Bearer ${typeof token === "string" ? token : await token()}` });
