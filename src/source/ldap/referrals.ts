/** Refuses references to other servers: a part of the tree that is on another server must not be skipped silently. */
import { MusterdError } from "../../lib/errors.ts";
import type { LdapConnection } from "./ldap-connection.ts";
import { feedSetting, referralHint } from "./ldap-failure.ts";

/** Fails with `source-ldap-referral` if the server refers to another one (RFC 4511, section 4.5.3). */
export const refuseReferences = ({ name }: LdapConnection, base: string, uris: readonly string[]): void => {
  if (uris.length === 0) return;
  throw new MusterdError(
    "source-ldap-referral",
    `part of the tree below "${base}" is on another server (${uris.join(", ")}) and was not read`,
    { place: { setting: feedSetting(name, "url") }, hint: referralHint },
  );
};
