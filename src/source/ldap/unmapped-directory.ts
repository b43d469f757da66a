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
  /** 0: the server permits no paging. */
  readonly pageSize?: 0;
};

/** Attribute → its values, of one entry; `dn` and `parentDn` are among them. */
type UnmappedEntry = Readonly<Record<string, readonly string[]>>;

export type UnmappedDirectory = {
  readonly base: string;
  readonly isActiveDirectory: boolean;
  /** The bases that the server names. */
  readonly contexts: readonly string[];
  /** The units directly below `base`. */
  readonly units: () => Promise<readonly string[]>;
  /** How it was read: the access, and whether without paging. */
  readonly access: () => DirectoryAccess;
  readonly read: (filter: string, attributes: readonly string[]) => Promise<readonly UnmappedEntry[]>;
  readonly close: () => Promise<void>;
};

/** Fails as `openLdapConnection` does, and with `option-invalid` for options that do not fit, or if no base is known. */
export const openDirectory = async (
  access: DirectoryAccess,
  wantedBase: string | undefined,
): Promise<UnmappedDirectory> => {
  const { url, bindDn, password, ca, insecure } = access;
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
  let { pageSize } = settings;
  const read = async (filter: string, attributes: readonly string[]): Promise<readonly UnmappedEntry[]> => {
    const search = ldapSearchSettings.parse({ base, filter });
    let entries: UnmappedEntry[] = [];
    await searchEntries(connection, search, attributes, pageSize, () => {
      entries = [];
      return ({ cells }) => {
        const values = attributes.map(
          (name, at) => [name, [cells[at] ?? ""].flat().filter((value) => value !== "")] as const,
        );
        entries.push(Object.fromEntries(values));
      };
    });
    return entries;
  };
  return {
    base,
    isActiveDirectory: root.has("domaincontrollerfunctionality") || root.has("dsservicename"),
    contexts: root.get("namingcontexts") ?? [],
    units: async () => {
      const search = { base, filter: "(objectClass=organizationalUnit)", scope: "one", attributes: ["1.1"] } as const;
      return (await connection.answer(search)).searchEntries.map(({ name }) => name);
    },
    access: () => (pageSize === 0 ? { ...access, pageSize } : access),
    read: async (filter, attributes) => {
      try {
        return await read(filter, attributes);
      } catch (error) {
        const isPaging = error instanceof MusterdError && error.place.setting?.endsWith(".pageSize");
        if (!isPaging || pageSize === 0) throw error;
        pageSize = 0;
        return read(filter, attributes);
      }
    },
    close: () => connection.close(),
  };
};
