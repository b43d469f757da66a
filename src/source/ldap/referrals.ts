/** Part of a tree that lies on another server is never read, so it is never passed over either. */
import { MusterdError } from "../../lib/errors.ts";
import type { LdapConnection } from "./ldap-connection.ts";
import { feedSetting, referralWayOut } from "./ldap-failure.ts";

/** Fails with `source-ldap-referral` where the server says that part of the tree is not here (RFC 4511, section 4.5.3). */
export const refuseReferences = ({ name }: LdapConnection, base: string, uris: readonly string[]): void => {
  if (uris.length === 0) return;
  throw new MusterdError(
    "source-ldap-referral",
    `part of the tree below "${base}" lies elsewhere (${uris.join(", ")}) and was not read`,
    { place: { setting: feedSetting(name, "url") }, hint: referralWayOut },
  );
};
