/** Denies rights in the access lists of Active Directory (MS-DTYP 2.4.4 to 2.4.6), for tests. */
import { Attribute, Change, type Client, Control } from "ldapts";

/** Rights on an entry (MS-ADTS 5.1.3.2): to see what is below it, to see it itself, to read its attributes. */
export const rights = { listContents: 0x4, listObject: 0x80, readProperties: 0x10 } as const;

/** Only the discretionary list is read and written (MS-ADTS, LDAP_SERVER_SD_FLAGS_OID). */
class OnlyAccessList extends Control {
  constructor() {
    super("1.2.840.113556.1.4.801", { critical: true });
  }
  override writeControl(writer: Parameters<Control["writeControl"]>[0]): void {
    writer.writeBuffer(Buffer.from([0x30, 0x03, 0x02, 0x01, 0x04]), 0x04);
  }
}

/** Puts a denial for the account with this SID in front of the list of an entry, inherited by what is below; returns the old list. */
export const deny = async (client: Client, dn: string, sid: Buffer, mask: number): Promise<() => Promise<void>> => {
  const type = "nTSecurityDescriptor";
  const { searchEntries } = await client.search(
    dn,
    { scope: "base", attributes: [type], explicitBufferAttributes: [type] },
    new OnlyAccessList(),
  );
  const before = searchEntries[0]?.[type] as Buffer;
  const write = (value: Buffer) =>
    client.modify(
      dn,
      new Change({ operation: "replace", modification: new Attribute({ type, values: [value] }) }),
      new OnlyAccessList(),
    );
  await write(withDenial(before, sid, mask));
  return () => write(before);
};

const withDenial = (descriptor: Buffer, sid: Buffer, mask: number): Buffer => {
  const at = descriptor.readUInt32LE(16);
  const list = descriptor.subarray(at, at + descriptor.readUInt16LE(at + 2));
  const [denied, inherited] = [1, 2];
  const head = Buffer.alloc(8);
  head.set([denied, inherited]);
  head.writeUInt16LE(8 + sid.length, 2);
  head.writeUInt32LE(mask, 4);
  const longer = Buffer.concat([list.subarray(0, 8), head, sid, list.subarray(8)]);
  longer.writeUInt16LE(longer.length, 2);
  longer.writeUInt16LE(list.readUInt16LE(4) + 1, 4);
  const start = Buffer.from(descriptor.subarray(0, 20));
  start.fill(0, 4, 16);
  start.writeUInt32LE(20, 16);
  return Buffer.concat([start, longer]);
};
