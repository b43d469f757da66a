/**
 * What has changed in Active Directory since a cookie: the DirSync control (MS-ADTS, section 3.1.1.3.4.1.3). It searches
 * a whole naming context or nothing, gives of an object only the attributes that have changed, and does not say when one
 * has left a filter or a base. So it only tells which objects to look at again.
 */
import { type BerReader, BerWriter, Control, type SearchEntry } from "ldapts";
import { MusterdError } from "../../lib/errors.ts";
import { attributeText } from "./attribute-text.ts";
import type { LdapConnection } from "./ldap-connection.ts";
import { feedSetting } from "./ldap-failure.ts";

/** An object of the naming context of which something has changed. */
export type ChangedObject = {
  /** Where it is now; a deleted object lies among the deleted ones. */
  readonly dn: string;
  readonly change: "deleted" | "new" | "renamed" | "other";
};

export type DirSyncAnswer =
  | {
      readonly how: "changes";
      /** Base64. */
      readonly cookie: string;
      /** By objectGUID; a renamed object may also have been moved. */
      readonly objects: ReadonlyMap<string, ChangedObject>;
    }
  | { readonly how: "stale"; readonly why: string };

/** The oid of the control, by which a server says that it has it. */
export const dirSyncOid = "1.2.840.113556.1.4.841";

/**
 * The objects below `namingContext` one of whose `attributes` has changed since the cookie. Fails with the codes of
 * `LdapConnection.search`, and without the right "Replicating Directory Changes" with `source-ldap-changes-denied`:
 * what the account may see by itself does not include deletions.
 */
export const dirSync = (
  connection: LdapConnection,
  namingContext: string,
  attributes: readonly string[],
  cookie: string,
): Promise<DirSyncAnswer> => exchange(connection, namingContext, [...new Set([...attributes, ...always])], cookie);

/** What an object is called, whether it is new, whether it is gone. */
const always = ["name", "objectClass", "isDeleted"] as const;

/** The cookie of the present state. Hardly an object has the attribute that is asked for, so that little is sent. */
export const dirSyncCookie = async (connection: LdapConnection, namingContext: string): Promise<string> => {
  const answer = await exchange(connection, namingContext, ["isDeleted"], undefined);
  if (answer.how === "changes") return answer.cookie;
  throw new MusterdError("source-ldap-failed", `DirSync below "${namingContext}": ${answer.why}`, {
    place: { setting: feedSetting(connection.name, "changes") },
    wayOut: "look into the server's log, or read everything every time with `changes: off`",
  });
};

const exchange = async (
  connection: LdapConnection,
  namingContext: string,
  attributes: readonly string[],
  start: string | undefined,
): Promise<DirSyncAnswer> => {
  const objects = new Map<string, ChangedObject>();
  const control = new DirSyncControl(start);
  const request = { base: namingContext, filter: "(objectClass=*)", scope: "sub", attributes } as const;
  do {
    const before = control.cookie;
    try {
      const { searchEntries } = await connection.search(request, [control]);
      for (const entry of searchEntries) note(objects, entry);
    } catch (error) {
      if (!(error instanceof MusterdError)) throw error;
      if (error.code === "source-ldap-denied") throw denied(connection, namingContext, error);
      if (start !== undefined && error.code === "source-ldap-failed") return { how: "stale", why: error.message };
      throw error;
    }
    if (control.cookie === undefined || (control.more && control.cookie.equals(before ?? empty))) {
      return { how: "stale", why: "the server gives no new cookie" };
    }
  } while (control.more);
  return { how: "changes", cookie: control.cookie.toString("base64"), objects };
};

const empty = Buffer.alloc(0);

/** An object may come in several pieces: what one of them says stays said. */
const note = (objects: Map<string, ChangedObject>, entry: SearchEntry): void => {
  const attribute = (name: string) => entry.attributes.find(({ type }) => type.toLowerCase() === name);
  const guid = attribute("objectguid");
  if (!guid) return;
  const id = String(guidText(guid)).toLowerCase();
  const has = (name: string): boolean => (attribute(name)?.values.length ?? 0) > 0;
  const change = has("isdeleted") ? "deleted" : has("objectclass") ? "new" : has("name") ? "renamed" : "other";
  const known = objects.get(id)?.change ?? "other";
  objects.set(id, { dn: entry.name, change: order.indexOf(change) < order.indexOf(known) ? change : known });
};

const guidText = attributeText("objectGUID");

const order: readonly ChangedObject["change"][] = ["deleted", "new", "renamed", "other"];

/** The cookie of the last answer goes with the next request; the first may be without. */
class DirSyncControl extends Control {
  cookie: Buffer | undefined;
  more = false;

  constructor(cookie: string | undefined) {
    super(dirSyncOid, { critical: true });
    this.cookie = cookie === undefined ? undefined : Buffer.from(cookie, "base64");
  }

  protected override writeControl(writer: BerWriter): void {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(noFlags);
    value.writeInt(mostBytes);
    value.writeBuffer(this.cookie ?? empty, octetString);
    value.endSequence();
    writer.writeBuffer(value.buffer, octetString);
  }

  protected override parseControl(reader: BerReader): void {
    reader.readSequence();
    this.more = reader.readInt() !== 0;
    reader.readInt();
    this.cookie = reader.readString(octetString, true) ?? undefined;
  }
}

const octetString = 0x04;
const noFlags = 0;
const mostBytes = 1 << 20;

const denied = ({ name }: LdapConnection, namingContext: string, cause: MusterdError): MusterdError =>
  new MusterdError(
    "source-ldap-changes-denied",
    `the bind account may not ask for the changes of "${namingContext}": ${cause.message}`,
    {
      place: { setting: feedSetting(name, "changes") },
      wayOut: `give it the right "Replicating Directory Changes" on "${namingContext}" (it shows no secrets; not the one that ends in "All"), or read everything every time with \`changes: off\``,
      cause,
    },
  );
