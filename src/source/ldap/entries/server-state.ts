/**
 * How new the data of a server is, in numbers that only grow: in OpenLDAP the newest change from each server that writes
 * (`contextCSN`), in Active Directory the last change of this domain controller (`highestCommittedUSN`). A lower number than at the
 * last reading means that the server was put back from a backup, or lags behind the one that was read then.
 */
import type { ServerState } from "../../feeds/feed.ts";
import { canonicalDn } from "../../values/dn.ts";
import { entryAlone, type LdapConnection } from "../connection/ldap-connection.ts";
import { namingContextIn } from "../connection/server-identity.ts";
import { valuesOf } from "./attribute-text.ts";

/** Empty if the server does not tell. To be called before the entries are read. */
export const serverState = async (connection: LdapConnection, bases: readonly string[]): Promise<ServerState> => {
  const { status, searchEntries } = await connection.answer(
    entryAlone("", ["namingContexts", "dsServiceName", "highestCommittedUSN"]),
  );
  if (status !== 0) return {};
  const about = (name: string): string[] => searchEntries.flatMap(({ attributes }) => valuesOf(attributes, name));
  const contexts = new Set(bases.flatMap((base) => namingContextIn(about("namingContexts"), base) ?? []));
  const numbers: Record<string, string> = {};
  for (const base of contexts) {
    const answer = await connection.answer(entryAlone(base, ["contextCSN"]));
    for (const csn of answer.searchEntries.flatMap(({ attributes }) => valuesOf(attributes, "contextCSN"))) {
      // 20260101000000.000000Z#000000#001#000000: the third part is the server that wrote.
      const [, , server = ""] = csn.split("#");
      if (server !== "") numbers[`csn ${canonicalDn(base)} ${server}`] = csn;
    }
  }
  const [[service], [usn]] = [about("dsServiceName"), about("highestCommittedUSN")];
  if (service !== undefined && usn !== undefined) numbers[`usn ${canonicalDn(service)}`] = usn.padStart(20, "0");
  return numbers;
};
