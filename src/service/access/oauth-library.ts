/**
 * Loads the OAuth package `oidc-provider` at the first sign-in, because loading takes time and a service used only for
 * synchronisation never needs it.
 */

export type OauthLibrary = typeof import("oidc-provider");

export const loadOauthLibrary = async (): Promise<OauthLibrary> => {
  const { warn } = console;
  // `oidc-provider` warns about every Node version that is not a long-term release. Our tests show that it works with
  // the Node version in use.
  console.warn = () => undefined;
  try {
    return await import("oidc-provider");
  } finally {
    console.warn = warn;
  }
};
