/**
 * Paged search (RFC 2696) with a loop of our own, because the loop of ldapts ends at an empty page even if the cookie of
 * that page means that more pages follow. The next page is requested before the current one is parsed, so server and client
 * work at the same time. At most one request is in flight, and only the bytes of a page are in memory. With page size 0
 * there is one answer; a server that has more entries than it may return reports "size limit exceeded".
 */
import { PagedResultsControl, type SearchResponse } from "ldapts";
import { MusterdError } from "../../../lib/errors.ts";
import { type TakenMessage, tags } from "../connection/intermediate-responses.ts";
import type { LdapConnection, LdapRequest } from "../connection/ldap-connection.ts";
import { feedError, refuseReferences } from "../connection/ldap-failure.ts";

/**
 * Passes the message of every entry to `onEntry`. Fails as `LdapConnection.search` does, and also with
 * `source-ldap-referral`, with `source-ldap-endless` if the pages never end, or with `source-ldap-failed` if the
 * server does not support paging.
 */
export const pagedSearch = async (
  connection: LdapConnection,
  request: LdapRequest,
  pageSize: number,
  onEntry: (message: Buffer) => void,
  pace: Pace = {},
): Promise<void> => {
  let [count, bytes, empty] = [0, 0, 0];
  const send = (cookie: Buffer | undefined): Promise<Page> =>
    askForPage(connection, request, pageSize, cookie).catch((error: unknown) => {
      throw withNumbers(error, count, pageSize);
    });
  // Without `pace.before` nothing is awaited, so the request leaves before the current page is parsed.
  const ask = (cookie: Buffer | undefined): Promise<Page> =>
    pace.before ? pace.before().then(() => send(cookie)) : send(cookie);
  let page = await ask(undefined);
  for (;;) {
    const { answer, messages } = page;
    refuseReferences(connection.name, request.base, answer);
    empty = messages.length === 0 ? empty + 1 : 0;
    if (empty === mostEmptyPages) throw endless(connection, request);
    count += messages.length;
    for (const message of messages) bytes += message.length;
    const tooMuch = connection.limits.exceeded(request.base, { entries: count, bytes });
    if (tooMuch) throw tooMuch;
    const cookie = pageSize === 0 ? undefined : cookieOf(connection, request, page);
    const next = cookie && ask(cookie);
    // If the current page fails, `next` is never awaited, so a rejection of `next` would be unhandled.
    next?.catch(() => {});
    for (const message of messages) onEntry(message);
    pace.after?.();
    if (!next) return;
    page = await next;
  }
};

/** `before` is awaited before each request; `after` is called after each page. */
export type Pace = { readonly before?: () => Promise<void>; readonly after?: () => void };

/** The server's answer to a page request, and the unparsed messages of the entries. */
type Page = { readonly answer: SearchResponse; readonly messages: readonly Buffer[] };

/** A server may return some empty pages before it finds an entry. After this many in a row, its paging never ends. */
const mostEmptyPages = 1000;

const askForPage = async (
  connection: LdapConnection,
  request: LdapRequest,
  size: number,
  cookie: Buffer | undefined,
): Promise<Page> => {
  const messages: Buffer[] = [];
  const take = ({ tag, bytes }: TakenMessage): void => {
    if (tag === tags.entry) messages.push(bytes);
  };
  // The control is critical: a server without paging must refuse the request, instead of ignoring the control.
  const control = new PagedResultsControl({ critical: true, value: { size, ...(cookie && { cookie }) } });
  const controls = size === 0 ? [] : [control];
  const answer = await connection.responses.during(take, () => connection.search(request, controls));
  return { answer, messages };
};

/** Adds the number of entries read so far to an error about a limit of the server. */
const withNumbers = (error: unknown, count: number, pageSize: number): unknown => {
  if (!(error instanceof MusterdError) || error.code !== "source-ldap-limit") return error;
  const { code, message, place, hint } = error;
  const pages = pageSize === 0 ? "without paging" : `with ${pageSize} to a page`;
  return new MusterdError(code, `${message}, after ${count} entries, ${pages}`, { place, hint, cause: error });
};

/**
 * Returns the cookie for the next page, or undefined on the last page. If a page with entries lacks the paging control,
 * nobody knows whether it is the last one, so the search fails. An empty page may lack the control, because slapd omits it
 * on an empty last page.
 */
const cookieOf = (connection: LdapConnection, request: LdapRequest, { answer, messages }: Page): Buffer | undefined => {
  const control = answer.controls?.find((control) => control instanceof PagedResultsControl);
  if (!control && messages.length > 0) throw unpaged(connection, request, messages.length);
  const cookie = control?.value?.cookie;
  return cookie && cookie.length > 0 ? cookie : undefined;
};

const endless = ({ name }: LdapConnection, { base }: LdapRequest): MusterdError =>
  feedError(
    name,
    "pageSize",
    "source-ldap-endless",
    `the search below "${base}" gave ${mostEmptyPages} pages in a row without an entry, and still says that there are more`,
    "the server's paging is at fault: try another `pageSize`, or look into the server's log",
  );

const unpaged = ({ name }: LdapConnection, { base }: LdapRequest, count: number): MusterdError =>
  feedError(
    name,
    "url",
    "source-ldap-failed",
    `below "${base}" ${count} entries came, and the server does not say whether there are more (RFC 2696)`,
    "a proxy or load balancer removes the paging control: connect to the server itself, or set `pageSize: 0` if it returns everything at once",
  );
