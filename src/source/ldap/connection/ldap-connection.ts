/**
 * One connection to an LDAP server for one reading. It is encrypted and bound as the settings demand, and never
 * reconnected: ldapts would reconnect without a bind, and an anonymous search can succeed with no entries. So the hooks by
 * which ldapts connects provide one socket and refuse a second. A search also returns the controls of its answer, which
 * ldapts itself hides.
 */
import type { Socket } from "node:net";
import {
  Client,
  type Control,
  type Filter,
  FilterParser,
  PasswordPolicyControl,
  PasswordPolicyError,
  ResultCodeError,
  SearchRequest,
  type SearchResponse,
} from "ldapts";
import type { ErrorCode } from "../../../lib/error-codes.ts";
import { MusterdError } from "../../../lib/errors.ts";
import { readTlsFiles } from "../../../lib/tls-files.ts";
import type { FeedServer } from "../../feeds/feed.ts";
import type { LdapFeedSettings } from "../settings.ts";
import { type AnswerGuard, answerGuard, startTlsGuard } from "./answer-guard.ts";
import { type IntermediateResponses, intermediateResponses } from "./intermediate-responses.ts";
import {
  disconnected,
  type LdapPlace,
  noneAnswers,
  passwordToChange,
  protocolError,
  resultFailure,
} from "./ldap-failure.ts";
import { type OnlySocket, onlySocket } from "./only-socket.ts";
import { readerOf } from "./reader.ts";
import { type ReadingLimits, readingLimits } from "./reading-limits.ts";

export type LdapConnection = Omit<FeedServer, "state"> & {
  readonly name: string;
  readonly settings: LdapFeedSettings;
  /** The connected and bound client of ldapts. Its methods throw errors of ldapts, unlike `search` below. */
  readonly client: Client;
  /** Takes entries and intermediate responses out of the answers as they arrive. */
  readonly responses: IntermediateResponses;
  /** How much the reading may take; `search` and `responses` keep to it, a search of many requests must count itself. */
  readonly limits: ReadingLimits;
  /** Sends one request and awaits the whole answer, whatever its result is. */
  readonly answer: (request: LdapRequest, more?: RequestOptions) => Promise<SearchResponse>;
  /** As `answer`, but fails with `source-ldap-…` unless the result is success. */
  readonly search: (request: LdapRequest, controls?: readonly Control[]) => Promise<SearchResponse>;
  /** Sends an extended request without a value, and returns the value of the response; undefined if the server refuses. */
  readonly extended: (oid: string) => Promise<string | undefined>;
  /** The server's description of itself (RFC 4512, section 5.1): attribute in lower case → values; those of tokenGroups in hex. */
  readonly rootDse: () => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Fails with `source-ldap-disconnected` if the connection, or its bind, is lost. */
  readonly assertOpen: () => void;
  /** Unbinds and closes the socket; never fails. */
  readonly close: () => Promise<void>;
};

/** What a connection is before it is known who reads. */
type BoundConnection = Omit<LdapConnection, "reader" | "password" | "passedOver">;

/** A search request. If `attributes` is empty, all attributes are returned. */
export type LdapRequest = {
  readonly base: string;
  readonly filter: string | Filter;
  readonly scope: "base" | "one" | "sub";
  readonly attributes: readonly string[];
};

/** The search of one entry alone. */
export const entryAlone = (base: string, attributes: readonly string[]): LdapRequest => {
  return { base, filter: "(objectClass=*)", scope: "base", attributes };
};

/** `sizeLimit`: the most entries that the server may return; 0 for no limit. */
type RequestOptions = { readonly controls?: readonly Control[]; readonly sizeLimit?: number };

export type ConnectionOptions = {
  /** Gets the socket that carries LDAP (inside TLS, if there is TLS) before ldapts listens to it. */
  readonly onSocket?: (socket: Socket) => void;
};

/**
 * Connects to the first server of the settings that answers. `settings` contains absolute paths, and the password itself instead of
 * a reference. Fails with `source-ldap-unreachable`, `source-ldap-tls`, `source-ldap-bind` or `source-ldap-failed`.
 */
export const openLdapConnection = async (
  settings: LdapFeedSettings,
  name: string,
  options: ConnectionOptions = {},
): Promise<LdapConnection> => {
  const failures: { readonly url: string; readonly error: MusterdError }[] = [];
  for (const url of settings.url) {
    try {
      const connection = await openServer(settings, url, name, options);
      const passedOver = failures.map(({ url, error }) => ({ url, code: error.code }));
      return { ...connection, passedOver };
    } catch (error) {
      if (!(error instanceof MusterdError) || !unavailable.has(error.code)) throw error;
      failures.push({ url, error });
    }
  }
  throw noneAnswers(
    name,
    failures.map(({ error }) => error),
  );
};

/**
 * With these, the next server is tried. Not with a refused bind: each further attempt would count towards a lock of the account.
 */
const unavailable: ReadonlySet<ErrorCode> = new Set(["source-ldap-unreachable", "source-ldap-tls"]);

const openServer = async (
  settings: LdapFeedSettings,
  url: string,
  name: string,
  { onSocket }: ConnectionOptions,
): Promise<BoundConnection & Pick<LdapConnection, "reader" | "password">> => {
  const place: LdapPlace = { feed: name, url };
  const limits = readingLimits(settings, place);
  const guard = answerGuard(place, limits);
  const responses = intermediateResponses(guard);
  const files = await readTlsFiles(settings, { code: "source-ldap-tls", settings: `source.feeds.${name}.ldap` });
  const socket = onlySocket({ ...settings, url }, place, files, {
    onSocket: (carrier) => {
      onSocket?.(carrier);
      responses.onSocket(carrier);
    },
    beforeTls: intermediateResponses(startTlsGuard(place, guard)).onSocket,
  });
  const client = new Client({
    url: url.startsWith("ldapi:") ? "ldap://localhost" : url,
    timeout: settings.timeoutSeconds * 1000,
    connectTimeout: settings.timeoutSeconds * 1000,
    createConnection: socket.plain,
    createSecureConnection: socket.secure,
  });
  const connection = connectionOn(client, socket, { guard, responses, limits }, settings, place);
  const policy = new PasswordPolicyControl();
  const step = (doing: "startTls" | "bind", answer: Promise<void>): Promise<void> =>
    socket.guard(answer.catch((error: unknown) => refused(place, doing, error, policy.value?.error)));
  try {
    if (settings.startTls) await step("startTls", client.startTLS());
    await step("bind", bind(client, settings, policy));
    // The server accepts the bind, and then nothing but another password.
    if (policy.value?.error === PasswordPolicyError.ChangeAfterReset) throw passwordToChange(place);
    socket.bound();
    const password = passwordEnd(policy);
    return { ...connection, reader: await readerOf(connection, settings, place), ...(password && { password }) };
  } catch (error) {
    await connection.close();
    throw error;
  }
};

/** The warning of the password policy (draft-behera-ldap-password-policy, section 6.2); Active Directory sends none. */
const passwordEnd = ({ value }: PasswordPolicyControl): FeedServer["password"] => {
  const { timeBeforeExpiration: secondsLeft, graceAuthNsRemaining: bindsLeft } = value ?? {};
  if (bindsLeft !== undefined) return { bindsLeft };
  return secondsLeft === undefined ? undefined : { secondsLeft };
};

/** `policy`: what the server says of the password besides (draft-behera-ldap-password-policy, section 6.2). */
const refused = (place: LdapPlace, doing: "startTls" | "bind", error: unknown, policy: number | undefined): never => {
  if (!(error instanceof ResultCodeError)) throw error;
  // ldapts appends the code to the server's message.
  const errorMessage = error.message.replace(/ Code: 0x[0-9a-f]+$/, "");
  throw resultFailure(place, doing, { status: error.code, errorMessage, policy });
};

/** ldapts notes on its errors which message it could not read. */
const unreadable =
  (place: LdapPlace) =>
  (error: unknown): never => {
    if (!(error instanceof Error && "messageDetails" in error)) throw error;
    throw protocolError(place.feed, `an answer of ${place.url} cannot be read (${error.name})`, error);
  };

/** Private methods of ldapts; only they give the controls of an answer. A test checks that they exist. */
type Sender = {
  readonly _nextMessageId: () => number;
  readonly _send: (message: SearchRequest) => Promise<SearchResponse>;
};

const isSender = (client: object): client is Sender => "_nextMessageId" in client && "_send" in client;

type Stream = {
  readonly guard: AnswerGuard;
  readonly responses: IntermediateResponses;
  readonly limits: ReadingLimits;
};

const connectionOn = (
  client: Client,
  socket: OnlySocket,
  { guard, responses, limits }: Stream,
  settings: LdapFeedSettings,
  place: LdapPlace,
): BoundConnection => {
  const sender: object = client;
  if (!isSender(sender)) throw new Error("this version of ldapts sends in another way");
  const assertOpen = (): void => {
    if (!socket.isOpen() || !client.isBound) throw socket.fault() ?? disconnected(place);
  };
  const answerTo: LdapConnection["answer"] = async (
    { base, filter, scope, attributes },
    { controls = [], sizeLimit = 0 } = {},
  ) => {
    assertOpen();
    limits.assertTime();
    const messageId = sender._nextMessageId();
    guard.expect(messageId, base);
    const request = new SearchRequest({
      messageId,
      baseDN: base,
      filter: parsedFilter(filter),
      scope,
      attributes: [...attributes],
      // No time limit for the server; the client has its own time-out.
      timeLimit: 0,
      sizeLimit,
      controls: [...controls],
    });
    return socket.guard(sender._send(request).catch(unreadable(place)));
  };
  const search: LdapConnection["search"] = async (request, controls = []) => {
    const answer = await answerTo(request, { controls });
    if (answer.status !== 0) throw resultFailure({ ...place, base: request.base }, "search", answer);
    return answer;
  };
  return {
    name: place.feed,
    settings,
    url: place.url,
    client,
    responses,
    limits,
    answer: answerTo,
    search,
    assertOpen,
    extended: async (oid) => {
      assertOpen();
      guard.expectNone();
      const answer = client.exop(oid).catch((error: unknown) => {
        if (error instanceof ResultCodeError) return undefined;
        throw error;
      });
      return (await socket.guard(answer))?.value ?? undefined;
    },
    rootDse: () => rootDseBy(search),
    close: async () => {
      // On a broken connection, the timer of ldapts for this message would keep the process alive.
      if (socket.isOpen()) await socket.guard(client.unbind()).catch(() => {});
      socket.destroy();
    },
  };
};

const rootDseBy = async (search: LdapConnection["search"]): Promise<ReadonlyMap<string, readonly string[]>> => {
  const answer = await search(entryAlone("", ["*", "+", "tokenGroups"]));
  const found = answer.searchEntries.flatMap((entry) => entry.attributes);
  return new Map(
    found.map(({ type, values, parsedBuffers }) => {
      const name = type.toLowerCase();
      return [name, name === "tokengroups" ? parsedBuffers.map((sid) => sid.toString("hex")) : values.map(String)];
    }),
  );
};

const bind = async (client: Client, { bind }: LdapFeedSettings, policy: Control): Promise<void> => {
  if (bind === "external") return client.bindSASL("EXTERNAL");
  // An anonymous bind is sent explicitly, so a server that refuses it reports that, instead of returning fewer entries.
  return bind === "anonymous" ? client.bind("", "") : client.bind(bind.dn, bind.password, policy);
};

/** Decodes escaped bytes beyond ASCII (RFC 4515, section 3), because ldapts takes each for a character. */
export const parsedFilter = (filter: string | Filter): Filter =>
  typeof filter !== "string"
    ? filter
    : FilterParser.parseString(
        filter.replace(/(?:\\[89a-f][0-9a-f])+/gi, (bytes) => {
          const text = Buffer.from(bytes.replaceAll("\\", ""), "hex").toString();
          return text.includes("\uFFFD") ? bytes : text;
        }),
      );
