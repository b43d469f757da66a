/**
 * The OAuth library, loaded when somebody first signs in: that takes a while, and a service that only synchronises never
 * needs it.
 */

export type OauthLibrary = typeof import("oidc-provider");

export const loadOauthLibrary = async (): Promise<OauthLibrary> => {
  const { warn } = console;
  // It warns of every Node that is not marked as a long-term release, also of newer ones; our tests say that this one does.
  console.warn = () => undefined;
  try {
    return await import("oidc-provider");
  } finally {
    console.warn = warn;
  }
};
