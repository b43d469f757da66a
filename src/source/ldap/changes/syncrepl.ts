/**
 * Reads what has changed in a directory since a cookie (RFC 4533, mode refreshOnly); without a cookie it reads everything.
 * The request is an ordinary search with the Sync Request control. Each entry of the answer has the Sync State control, and
 * the end of the answer has the Sync Done control; Sync Info messages come in between. Syncrepl cannot be combined with
 * paged results, so there is one answer.
 */
import { Ber, BerReader, BerWriter, Control, SearchEntry } from "ldapts";
import type { ErrorCode } from "../../../lib/error-codes.ts";
import { MusterdError } from "../../../lib/errors.ts";
import { readIntermediateResponse, type TakenMessage, tags } from "../connection/intermediate-responses.ts";
import type { LdapConnection, LdapRequest } from "../connection/ldap-connection.ts";
import { refuseReferences } from "../connection/ldap-failure.ts";
import { changesHint } from "./change-feed.ts";

/** A present entry; `id` is its entryUUID as text. */
export type SyncedEntry = { readonly id: string; readonly entry: SearchEntry };

/**
 * The changes from the state of the cookie to the present state. `stale` means that everything must be read, because the
 * server cannot report the changes, or mentions entries that the cache never had.
 */
export type SyncAnswer<Entry> =
  | {
      readonly how: "changes";
      /** The next cookie in Base64; undefined if the server has never sent one. */
      readonly cookie: string | undefined;
      readonly changed: ReadonlyMap<string, Entry>;
      readonly deleted: ReadonlySet<string>;
    }
  | { readonly how: "stale"; readonly why: string };

/** The state to start from: the known ids and their cookie. */
export type SyncStart = { readonly cookie: string; readonly known: ReadonlySet<string> | ReadonlyMap<string, unknown> };

/**
 * Sends one request and returns the changes. `convert` gets every entry as it arrives, so its bytes need not be kept.
 * Fails as `LdapConnection.search` does; if the server refuses the cookie, the answer is `stale`.
 */
export const syncrepl = async <Entry>(
  connection: LdapConnection,
  request: LdapRequest,
  start: SyncStart | undefined,
  convert: (synced: SyncedEntry) => Entry,
): Promise<SyncAnswer<Entry>> => {
  const content = refresh<Entry>(start);
  let named = 0;
  const control = new SyncControl(start?.cookie);
  const read = (message: TakenMessage): void => {
    if (message.tag === tags.intermediate) {
      const info = readSyncInfo(message.bytes);
      named += (info.present?.length ?? 0) + (info.deleted?.length ?? 0);
      const tooMuch = connection.limits.exceeded(request.base, { entries: named, bytes: 0 });
      if (tooMuch) throw tooMuch;
      content.info(info);
    } else {
      const { state, entry } = readSyncedEntry(message.bytes);
      content.entry(
        state,
        state.kind === "add" || state.kind === "modify" ? convert({ id: state.id, entry }) : undefined,
      );
    }
  };
  const take = (message: TakenMessage): void => {
    try {
      read(message);
    } catch (error) {
      throw error instanceof MusterdError ? error : malformed("a message that cannot be read", error);
    }
  };
  try {
    const answer = await connection.responses.during(take, () => connection.search(request, [control]));
    refuseReferences(connection.name, request.base, answer);
  } catch (error) {
    // The result is 4096 (e-syncRefreshRequired), or the cookie is of another server or newer than the server's data.
    if (start && error instanceof MusterdError && unusable.has(error.code)) {
      return { how: "stale", why: error.message };
    }
    throw error;
  }
  return content.done(control.done);
};

const unusable: ReadonlySet<ErrorCode> = new Set(["source-ldap-failed", "source-ldap-protocol"]);

type SyncState = {
  readonly kind: "present" | "add" | "modify" | "delete";
  readonly id: string;
  readonly cookie: Cookie;
};

type Cookie = string | undefined;

/** The useful parts of a Sync Info message (RFC 4533, section 2.5). */
type SyncInfo = {
  readonly cookie: Cookie;
  /** The present phase ends: known entries that were neither named nor sent are gone. Only deletions follow. */
  readonly presentEnds?: true;
  readonly present?: readonly string[];
  readonly deleted?: readonly string[];
};

type SyncDone = { readonly cookie: Cookie; readonly refreshDeletes: boolean };

/**
 * Collects the answer to one request (RFC 4533, section 3.3). In the present phase the server names the unchanged
 * entries; known entries that it has neither named nor sent are gone. In the delete phase it names the entries that are
 * gone. The server may omit either phase.
 */
const refresh = <Entry>(start: SyncStart | undefined) => {
  const changed = new Map<string, Entry>();
  const deleted = new Set<string>();
  const unchanged = new Set<string>();
  let cookie: Cookie = start?.cookie;

  const remove = (id: string): void => {
    changed.delete(id);
    deleted.add(id);
  };
  const endPresentPhase = (): void => {
    for (const id of start?.known.keys() ?? []) if (!unchanged.has(id) && !changed.has(id)) deleted.add(id);
  };
  /** Whether an entry that the server named as unchanged is neither known, nor sent, nor deleted. */
  const isMissing = (id: string): boolean => !start?.known.has(id) && !changed.has(id) && !deleted.has(id);
  return {
    entry: (state: SyncState, entry: Entry | undefined): void => {
      cookie = state.cookie ?? cookie;
      if (state.kind === "present") unchanged.add(state.id);
      else if (entry === undefined) remove(state.id);
      else {
        deleted.delete(state.id);
        changed.set(state.id, entry);
      }
    },
    info: (info: SyncInfo): void => {
      cookie = info.cookie ?? cookie;
      for (const id of info.present ?? []) unchanged.add(id);
      for (const id of info.deleted ?? []) remove(id);
      if (info.presentEnds) endPresentPhase();
    },
    done: (done: SyncDone | undefined): SyncAnswer<Entry> => {
      if (!done) return { how: "stale", why: "the answer has no Sync Done control" };
      if (!done.refreshDeletes) endPresentPhase();
      const missing = [...unchanged].filter(isMissing).length;
      if (missing > 0) return { how: "stale", why: `${missing} entries were reported as unchanged but never sent` };
      return { how: "changes", cookie: done.cookie ?? cookie, changed, deleted };
    },
  };
};

/** The object identifiers of RFC 4533, section 6. */
export const syncOids = {
  request: "1.3.6.1.4.1.4203.1.9.1.1",
  state: "1.3.6.1.4.1.4203.1.9.1.2",
  done: "1.3.6.1.4.1.4203.1.9.1.3",
  info: "1.3.6.1.4.1.4203.1.9.1.4",
} as const;

/** The Sync Request control of a search, and the Sync Done control of its answer (RFC 4533, 2.2 and 2.4). */
class SyncControl extends Control {
  done: SyncDone | undefined;
  private readonly cookie: Cookie;

  constructor(cookie: Cookie) {
    super(syncOids.request, { critical: true, responseType: syncOids.done });
    this.cookie = cookie;
  }

  protected override writeControl(writer: BerWriter): void {
    const value = new BerWriter();
    value.startSequence();
    value.writeEnumeration(refreshOnly);
    if (this.cookie !== undefined) value.writeBuffer(Buffer.from(this.cookie, "base64"), Ber.OctetString);
    value.endSequence();
    writer.writeBuffer(value.buffer, Ber.OctetString);
  }

  protected override parseControl(reader: BerReader): void {
    reader.readSequence();
    this.done = { cookie: readCookie(reader), refreshDeletes: readFlag(reader) };
  }
}

const refreshOnly = 1;

/** The Sync State control of an entry (RFC 4533, section 2.3). */
class SyncStateControl extends Control {
  state: SyncState | undefined;

  constructor() {
    super(syncOids.state);
  }

  protected override parseControl(reader: BerReader): void {
    reader.readSequence();
    const kind = (["present", "add", "modify", "delete"] as const)[reader.readEnumeration() ?? -1];
    const id = uuidText(reader.readString(Ber.OctetString, true));
    if (kind === undefined) throw malformed("a Sync State control with an unknown state");
    this.state = { kind, id, cookie: readCookie(reader) };
  }
}

const readSyncedEntry = (bytes: Buffer): { readonly state: SyncState; readonly entry: SearchEntry } => {
  const control = new SyncStateControl();
  const reader = new BerReader(bytes);
  reader.readSequence();
  const entry = new SearchEntry({ messageId: reader.readInt() ?? 0 });
  reader.readSequence(tags.entry);
  entry.parse(reader, [control]);
  if (!control.state) throw malformed("an entry without a Sync State control");
  return { state: control.state, entry };
};

const readSyncInfo = (bytes: Buffer): SyncInfo => {
  const { name, value } = readIntermediateResponse(bytes);
  if (name !== syncOids.info || !value) return { cookie: undefined };
  const reader = new BerReader(value);
  const choice = reader.peek();
  if (choice === 0x80) return { cookie: reader.readString(0x80, true)?.toString("base64") };
  reader.readSequence();
  const cookie = readCookie(reader);
  // refreshDelete only means that the delete phase ends, which is clear from the end of the answer, too.
  if (choice === 0xa1) return { cookie };
  if (choice === 0xa2) return { cookie, presentEnds: true };
  if (choice !== 0xa3) throw malformed("a Sync Info message of an unknown kind");
  const ids = readFlag(reader) ? "deleted" : "present";
  return { cookie, [ids]: readUuids(reader) };
};

const readUuids = (reader: BerReader): readonly string[] => {
  const uuids: string[] = [];
  reader.readSequence(0x31);
  while (reader.remain > 0) uuids.push(uuidText(reader.readString(Ber.OctetString, true)));
  return uuids;
};

const readCookie = (reader: BerReader): Cookie =>
  reader.peek() === Ber.OctetString ? reader.readString(Ber.OctetString, true)?.toString("base64") : undefined;

const readFlag = (reader: BerReader): boolean => reader.peek() === Ber.Boolean && reader.readBoolean() === true;

const uuidText = (bytes: Buffer | null): string => {
  if (bytes?.length !== 16) throw malformed("an entryUUID that is not 16 bytes long");
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

const malformed = (what: string, cause?: unknown): MusterdError =>
  new MusterdError("source-ldap-protocol", `the server's answer to syncrepl holds ${what}`, {
    hint: changesHint,
    cause,
  });
