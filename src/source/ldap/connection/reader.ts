/**
 * Who the server takes us for: "Who am I?" (RFC 4532), and in Active Directory the groups of the connection (`tokenGroups` of the
 * rootDSE). A bind can succeed and leave the connection anonymous, for example with an empty password or through a proxy (RFC 4513,
 * section 5.1.2); then searches find less, and that must not look like people who have left.
 */
import { MusterdError } from "../../../lib/errors.ts";
import type { FeedServer } from "../../feeds/feed.ts";
import { canonicalDn, rdnValues } from "../../values/dn.ts";
import { shortDigest } from "../../values/short-digest.ts";
import type { LdapFeedSettings } from "../settings.ts";
import { feedError, type LdapPlace } from "./ldap-failure.ts";

/** The requests by which a server is asked, as in `LdapConnection`. */
type Server = {
  readonly rootDse: () => Promise<ReadonlyMap<string, readonly string[]>>;
  readonly extended: (oid: string) => Promise<string | undefined>;
};

/** Returns undefined if the bind is anonymous or the server does not tell. Fails with `source-ldap-bind`. */
export const readerOf = async (
  server: Server,
  { bind }: LdapFeedSettings,
  place: LdapPlace,
): Promise<FeedServer["reader"]> => {
  if (bind === "anonymous") return undefined;
  const rootDse = await server.rootDse().catch(unlessRefused);
  const groups = rootDse?.get("tokengroups") ?? [];
  const isTold = rootDse?.get("supportedextension")?.includes(whoAmI);
  const identity = isTold ? await server.extended(whoAmI) : undefined;
  if (identity === "") throw anonymous(place);
  if (identity === undefined && groups.length === 0) return undefined;
  const named = identity?.startsWith("dn:") ? canonicalDn(identity.slice(3)) : undefined;
  const wanted = typeof bind === "object" ? canonicalDn(bind.dn) : undefined;
  return {
    digest: shortDigest([named ?? identity ?? "", ...groups.toSorted()].join("\n")),
    isOther: named !== undefined && wanted !== undefined && rdnValues(named) !== rdnValues(wanted),
  };
};

const whoAmI = "1.3.6.1.4.1.4203.1.11.3";

/** A server may hide its description; then it does not tell who reads. */
const unlessRefused = (error: unknown): undefined => {
  if (error instanceof MusterdError && refusals.has(error.code)) return undefined;
  throw error;
};

const refusals: ReadonlySet<string> = new Set(["source-ldap-denied", "source-ldap-base", "source-ldap-failed"]);

const anonymous = ({ feed, url }: LdapPlace): MusterdError =>
  feedError(
    feed,
    "bind",
    "source-ldap-bind",
    `${url} accepted the bind, and takes the connection for an anonymous one`,
    "check that the password is not empty, and that no proxy between drops the bind; nothing was read, so nothing is changed",
  );
