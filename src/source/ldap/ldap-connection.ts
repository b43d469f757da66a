/**
 * One connection to an LDAP server for one reading: connected, encrypted, bound, and never made a second time. ldapts
 * alone would come back after a lost connection without a bind, and an anonymous search is a success with no entries;
 * so its hooks hand out one socket and refuse the next. Answers are taken with their controls, which ldapts keeps back.
 */
import type { Socket } from "node:net";
import { Client, type Control, FilterParser, ResultCodeError, SearchRequest, type SearchResponse } from "ldapts";
import { readTlsFiles } from "../../lib/tls-files.ts";
import { type IntermediateResponses, intermediateResponses } from "./intermediate-responses.ts";
import { disconnected, type LdapPlace, resultFailure } from "./ldap-failure.ts";
import { type OnlySocket, onlySocket } from "./only-socket.ts";
import type { LdapFeedSettings } from "./settings.ts";

export type LdapConnection = {
  /** The feed's name in the configuration, for messages. */
  readonly name: string;
  readonly settings: LdapFeedSettings;
  /** Connected and bound. What is asked of it directly does not map its errors; `search` does. */
  readonly client: Client;
  /** Takes entries and intermediate responses out of the answers as they come. */
  readonly responses: IntermediateResponses;
  /** One request and its whole answer; `source-ldap-…` unless the result is success. */
  readonly search: (request: LdapRequest, controls?: readonly Control[]) => Promise<SearchResponse>;
  /** What the server says about itself (RFC 4512, section 5.1): attribute in lower case → values. */
  readonly rootDse: () => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Fails with `source-ldap-disconnected` when the connection, or its bind, is gone. */
  readonly assertOpen: () => void;
  /** Says goodbye and lets go of the socket; never fails. */
  readonly close: () => Promise<void>;
};

/** A search request as it goes over the wire; no attributes means all. */
export type LdapRequest = {
  readonly base: string;
  readonly filter: string;
  readonly scope: "base" | "one" | "sub";
  readonly attributes: readonly string[];
};

export type ConnectionOptions = {
  /** Sees the socket that carries LDAP (after TLS, where there is TLS) before ldapts listens to it. */
  readonly onSocket?: (socket: Socket) => void;
};

/**
 * `settings` with absolute file paths and the password itself. Fails with `source-ldap-unreachable`, `source-ldap-tls`,
 * `source-ldap-bind` or `source-ldap-failed`.
 */
export const openLdapConnection = async (
  settings: LdapFeedSettings,
  name: string,
  { onSocket }: ConnectionOptions = {},
): Promise<LdapConnection> => {
  const place: LdapPlace = { feed: name, url: settings.url };
  const responses = intermediateResponses();
  const files = await readTlsFiles(settings, { code: "source-ldap-tls", settings: `source.feeds.${name}.ldap` });
  const socket = onlySocket(settings, place, files, (carrier) => {
    onSocket?.(carrier);
    responses.onSocket(carrier);
  });
  const client = new Client({
    url: settings.url.startsWith("ldapi:") ? "ldap://localhost" : settings.url,
    timeout: settings.timeoutSeconds * 1000,
    connectTimeout: settings.timeoutSeconds * 1000,
    createConnection: socket.plain,
    createSecureConnection: socket.secure,
  });
  const connection = connectionOn(client, socket, responses, settings, place);
  const step = (doing: "startTls" | "bind", answer: Promise<void>): Promise<void> =>
    socket.guard(answer.catch((error: unknown) => refused(place, doing, error)));
  try {
    if (settings.startTls) await step("startTls", client.startTLS());
    await step("bind", bind(client, settings));
    socket.bound();
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
};

const refused = (place: LdapPlace, doing: "startTls" | "bind", error: unknown): never => {
  if (!(error instanceof ResultCodeError)) throw error;
  // ldapts adds the code to the server's words.
  const errorMessage = error.message.replace(/ Code: 0x[0-9a-f]+$/, "");
  throw resultFailure(place, doing, { status: error.code, errorMessage });
};

/** ldapts shows the controls of an answer to nobody; these two private methods do, and a test watches that they stay. */
type Sender = {
  readonly _nextMessageId: () => number;
  readonly _send: (message: SearchRequest) => Promise<SearchResponse>;
};

const connectionOn = (
  client: Client,
  socket: OnlySocket,
  responses: IntermediateResponses,
  settings: LdapFeedSettings,
  place: LdapPlace,
): LdapConnection => {
  const sender = client as unknown as Sender;
  const assertOpen = (): void => {
    if (!socket.isOpen() || !client.isBound) throw disconnected(place);
  };
  const search: LdapConnection["search"] = async ({ base, filter, scope, attributes }, controls = []) => {
    assertOpen();
    const request = new SearchRequest({
      messageId: sender._nextMessageId(),
      baseDN: base,
      filter: FilterParser.parseString(unescapedText(filter)),
      scope,
      attributes: [...attributes],
      // The server's own limit counts; ours is the client's time-out.
      timeLimit: 0,
      controls: [...controls],
    });
    const answer = await socket.guard(sender._send(request));
    if (answer.status !== 0) throw resultFailure({ ...place, base }, "search", answer);
    return answer;
  };
  return {
    name: place.feed,
    settings,
    client,
    responses,
    search,
    assertOpen,
    rootDse: async () => {
      const answer = await search({ base: "", filter: "(objectClass=*)", scope: "base", attributes: ["*", "+"] });
      const attributes = answer.searchEntries.flatMap((entry) => entry.attributes);
      return new Map(attributes.map(({ type, values }) => [type.toLowerCase(), values.map(String)]));
    },
    close: async () => {
      await socket.guard(client.unbind()).catch(() => {});
      socket.destroy();
    },
  };
};

const bind = async (client: Client, { bind }: LdapFeedSettings): Promise<void> => {
  if (bind === "external") return client.bindSASL("EXTERNAL");
  // An anonymous bind is sent like any other: a server that refuses it says so, instead of showing less.
  return bind === "anonymous" ? client.bind("", "") : client.bind(bind.dn, bind.password);
};

/** ldapts takes an escaped byte for a character: what is escaped beyond ASCII (RFC 4515, section 3) is put in as text. */
const unescapedText = (filter: string): string =>
  filter.replace(/(?:\\[89a-f][0-9a-f])+/gi, (bytes) => {
    const text = Buffer.from(bytes.replaceAll("\\", ""), "hex").toString();
    return text.includes("\uFFFD") ? bytes : text;
  });
