/**
 * Asks an Active Directory which objects have changed since a cookie, by the DirSync control (MS-ADTS, section
 * 3.1.1.3.4.1.3). DirSync always searches a whole naming context and returns only the changed attributes, so its answer
 * only shows which entries must be read again. The request uses the ordinary rights of the account. So the answer lacks
 * objects that the account cannot see, including those that were deleted or moved to a place that it cannot see.
 */
import { type BerReader, BerWriter, Control } from "ldapts";
import { MusterdError } from "../../../lib/errors.ts";
import type { LdapConnection } from "../connection/ldap-connection.ts";
import { feedError } from "../connection/ldap-failure.ts";
import { attributeText } from "../entries/attribute-text.ts";
import { readEntryMessage } from "../entries/entry-message.ts";

export type DirSyncAnswer =
  | {
      readonly how: "changes";
      readonly cookie: string;
      /** The objectGUIDs of the changed objects. */
      readonly objects: ReadonlySet<string>;
    }
  | { readonly how: "stale"; readonly why: string };

/** The object identifier by which a server announces the control. */
export const dirSyncOid = "1.2.840.113556.1.4.841";

/**
 * Returns the objects of the naming context in which one of `attributes` has changed since the cookie. Fails as
 * `LdapConnection.search` does, and with `source-ldap-changes-denied`.
 */
export const dirSync = async (
  connection: LdapConnection,
  namingContext: string,
  attributes: readonly string[],
  cookie: string | undefined,
): Promise<DirSyncAnswer> => {
  const objects = new Set<string>();
  const request = { base: namingContext, filter: "(objectClass=*)", scope: "sub", attributes } as const;
  let empties = 0;
  let reached: Buffer = cookie === undefined ? empty : Buffer.from(cookie, "base64");
  for (;;) {
    const control = new DirSyncControl(reached);
    try {
      const before = objects.size;
      await connection.responses.during(
        ({ bytes }) => {
          const guid = readEntryMessage(bytes).attributes.find(({ type }) => type.toLowerCase() === "objectguid");
          if (guid) objects.add(String(guidText(guid)));
        },
        () => connection.search(request, [control]),
      );
      empties = objects.size === before ? empties + 1 : 0;
    } catch (error) {
      if (!(error instanceof MusterdError)) throw error;
      if (error.code === "source-ldap-denied") throw denied(connection, namingContext, error);
      if (cookie !== undefined && error.code === "source-ldap-failed") return { how: "stale", why: error.message };
      throw error;
    }
    const { answer } = control;
    if (!answer || (answer.more && answer.cookie.equals(reached))) {
      return { how: "stale", why: "the server gives no new cookie" };
    }
    const tooMuch = connection.limits.exceeded(namingContext, { entries: objects.size, bytes: 0 });
    if (tooMuch) throw tooMuch;
    if (empties > mostEmptyParts) return { how: "stale", why: "the parts of the answer never end" };
    reached = answer.cookie;
    if (!answer.more) return { how: "changes", cookie: reached.toString("base64"), objects };
  }
};

/** So many parts in a row without an object that is new; then everything is read. */
const mostEmptyParts = 1000;

const empty = Buffer.alloc(0);
const guidText = attributeText("objectGUID");

/** The DirSync control. In the request it contains the present cookie, and in the answer the next one. */
class DirSyncControl extends Control {
  answer: { readonly more: boolean; readonly cookie: Buffer } | undefined;
  private readonly cookie: Buffer;

  constructor(cookie: Buffer) {
    super(dirSyncOid, { critical: true });
    this.cookie = cookie;
  }

  protected override writeControl(writer: BerWriter): void {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(objectSecurity);
    value.writeInt(mostBytes);
    value.writeBuffer(this.cookie, octetString);
    value.endSequence();
    writer.writeBuffer(value.buffer, octetString);
  }

  protected override parseControl(reader: BerReader): void {
    reader.readSequence();
    const more = reader.readInt() !== 0;
    // The next integer is a length that is not needed.
    reader.readInt();
    const cookie = reader.readString(octetString, true);
    if (cookie) this.answer = { more, cookie };
  }
}

const octetString = 0x04;
/** The flag LDAP_DIRSYNC_OBJECT_SECURITY. Without it, an account needs the right "Replicating Directory Changes". */
const objectSecurity = 1;
const mostBytes = 1 << 20;

const denied = ({ name }: LdapConnection, namingContext: string, cause: MusterdError): MusterdError =>
  feedError(
    name,
    "changes",
    "source-ldap-changes-denied",
    `the bind account may not ask for the changes of "${namingContext}": ${cause.message}`,
    `let it read "${namingContext}" itself, or give it the right "Replicating Directory Changes" there, or read everything every time with \`changes: off\``,
    cause,
  );
