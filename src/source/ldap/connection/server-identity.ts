/** Checks that a server supports incremental reading, and identifies the server and the copy of its data. */
import type { MusterdError } from "../../../lib/errors.ts";
import { canonicalDn, isBelow, sameDn } from "../../values/dn.ts";
import { entryAlone, type LdapConnection } from "./ldap-connection.ts";
import { feedError } from "./ldap-failure.ts";

type RootDse = Awaited<ReturnType<LdapConnection["rootDse"]>>;

/** Fails with `source-ldap-changes-unsupported` unless the server announces the control `oid`. */
export const requireControl = (
  connection: LdapConnection,
  rootDse: RootDse,
  oid: string,
  mechanism: "syncrepl" | "dirsync",
): void => {
  if (rootDse.get("supportedcontrol")?.includes(oid)) return;
  throw unsupported(
    connection,
    `the server does not offer what \`changes: ${mechanism}\` needs (control ${oid})`,
    {
      syncrepl: "load the overlay syncprov in OpenLDAP; for Active Directory write `changes: dirsync`",
      dirsync: "only Active Directory has it, and not its global catalog; for OpenLDAP write `changes: syncrepl`",
    }[mechanism],
  );
};

/** Returns the naming context that contains the base. Fails with `source-ldap-changes-unsupported` if there is none. */
export const namingContextOf = (connection: LdapConnection, rootDse: RootDse, base: string): string => {
  const holding = namingContextIn(rootDse.get("namingcontexts") ?? [], base);
  if (holding !== undefined) return holding;
  throw unsupported(connection, `no naming context of the server holds "${base}"`, "check `base` and `url`");
};

/** The one of the naming contexts that contains the base, if any. */
export const namingContextIn = (contexts: readonly string[], base: string): string | undefined =>
  contexts.filter((context) => isBelow(base, context) || sameDn(base, context)).sort((a, b) => b.length - a.length)[0];

/** Names the domain controller and the instance of its database: a DirSync cookie is valid only for these. */
export const domainControllerIdentity = async (
  connection: LdapConnection,
  rootDse: RootDse,
  namingContext: string,
): Promise<string> => {
  const service = rootDse.get("dsservicename")?.[0] ?? "";
  const read = async (base: string, attribute: string): Promise<string> => {
    const { searchEntries } = await connection.search(entryAlone(base, [attribute]));
    return searchEntries[0]?.attributes[0]?.parsedBuffers[0]?.toString("hex") ?? "";
  };
  return [canonicalDn(service), await read(service, "invocationId"), await read(namingContext, "objectGUID")].join(" ");
};

const unsupported = ({ name }: LdapConnection, message: string, hint: string): MusterdError =>
  feedError(
    name,
    "changes",
    "source-ldap-changes-unsupported",
    message,
    `${hint}; or read everything every time with \`changes: off\``,
  );
