/** A connection whose changes can be asked for: some of the server's messages are taken before ldapts reads them. */
import { MusterdError } from "../../lib/errors.ts";
import { type IntermediateResponses, intermediateResponses } from "./intermediate-responses.ts";
import { type LdapConnection, openLdapConnection } from "./ldap-connection.ts";
import { feedSetting, referralWayOut } from "./ldap-failure.ts";
import type { LdapFeedSettings } from "./settings.ts";

export type ChangesConnection = LdapConnection & { readonly responses: IntermediateResponses };

/** Fails as `openLdapConnection` does. */
export const openChangesConnection = async (settings: LdapFeedSettings, name: string): Promise<ChangesConnection> => {
  const responses = intermediateResponses();
  return { ...(await openLdapConnection(settings, name, { onSocket: responses.onSocket })), responses };
};

/** Fails with `source-ldap-referral` where the server says that part of the tree is not here (RFC 4511, section 4.5.3). */
export const refuseReferences = ({ name }: LdapConnection, base: string, uris: readonly string[]): void => {
  if (uris.length === 0) return;
  throw new MusterdError(
    "source-ldap-referral",
    `part of the tree below "${base}" lies elsewhere (${uris.join(", ")}) and was not read`,
    { place: { setting: feedSetting(name, "url") }, wayOut: referralWayOut },
  );
};
