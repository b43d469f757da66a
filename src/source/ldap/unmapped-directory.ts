/** Reads a directory for which no configuration exists yet: its kind, its base, and entries with the attributes that they have. */
import { MusterdError } from "../../lib/errors.ts";
import { openLdapConnection } from "./connection/ldap-connection.ts";
import { searchEntries } from "./entries/search.ts";
import { ldapFeedSettings, ldapSearchSettings } from "./settings.ts";

/** `password`: the password itself. Without `bindDn` the bind is anonymous. */
export type DirectoryAccess = {
  readonly url: string;
  readonly bindDn?: string;
  readonly password?: string;
  readonly ca?: string;
  readonly insecure?: boolean;
};

/** Attribute → its values, of one entry; `dn` and `parentDn` are among them. */
type UnmappedEntry = Readonly<Record<string, readonly string[]>>;

export type UnmappedDirectory = {
  readonly base: string;
  readonly isActiveDirectory: boolean;
  readonly read: (filter: string, attributes: readonly string[]) => Promise<readonly UnmappedEntry[]>;
  readonly close: () => Promise<void>;
};

/** Fails as `openLdapConnection` does, and with `option-invalid` for options that do not fit, or if no base is known. */
export const openDirectory = async (
  { url, bindDn, password, ca, insecure }: DirectoryAccess,
  wantedBase: string | undefined,
): Promise<UnmappedDirectory> => {
  const reference = "env:MUSTERD_LDAP_PASSWORD";
  const bind = bindDn === undefined ? "anonymous" : { dn: bindDn, password: reference };
  const said = ldapFeedSettings.safeParse({ url, bind, ...(ca && { ca }), ...(insecure && { insecure }) });
  if (!said.success) {
    throw new MusterdError("option-invalid", said.error.issues.map(({ message }) => message).join("; "), {
      hint: "give --ldap ldaps://HOST; --insecure sends the password without TLS",
    });
  }
  const settings = {
    ...said.data,
    bind: bindDn === undefined ? ("anonymous" as const) : { dn: bindDn, password: password ?? "" },
  };
  const connection = await openLdapConnection(settings, "ldap");
  const root = await connection.rootDse();
  const base = wantedBase ?? root.get("defaultnamingcontext")?.[0] ?? root.get("namingcontexts")?.[0];
  if (base === undefined) {
    await connection.close();
    throw new MusterdError("option-invalid", "the server does not tell where its entries are", {
      hint: "name the entry below which people are: --base dc=example,dc=com",
    });
  }
  return {
    base,
    isActiveDirectory: root.has("domaincontrollerfunctionality") || root.has("dsservicename"),
    read: async (filter, attributes) => {
      const search = ldapSearchSettings.parse({ base, filter });
      let entries: UnmappedEntry[] = [];
      await searchEntries(connection, search, attributes, settings.pageSize, () => {
        entries = [];
        return ({ cells }) => {
          const values = attributes.map(
            (name, at) => [name, [cells[at] ?? ""].flat().filter((value) => value !== "")] as const,
          );
          entries.push(Object.fromEntries(values));
        };
      });
      return entries;
    },
    close: () => connection.close(),
  };
};
