/**
 * Paged search (RFC 2696) by our own loop, because that of ldapts ends at an empty page although a cookie says that there
 * is more. The next page is asked for before this one is looked into, so that the server and we work at the same time;
 * there is never more than one request on the way, and of a page only the bytes lie in memory. With a page size of 0 there
 * is one answer; a server that has more than it may give says so (size limit exceeded).
 */
import { PagedResultsControl, type SearchResponse } from "ldapts";
import { MusterdError } from "../../lib/errors.ts";
import { type TakenMessage, tags } from "./intermediate-responses.ts";
import type { LdapConnection, LdapRequest } from "./ldap-connection.ts";
import { feedSetting } from "./ldap-failure.ts";
import { refuseReferences } from "./referrals.ts";

/**
 * The message of every entry to `onEntry`, to the last one or an error: any of `LdapConnection.search`, `source-ldap-referral`,
 * `source-ldap-page-repeated` when the pages come to no end, `source-ldap-failed` when the server does not page.
 */
export const pagedSearch = async (
  connection: LdapConnection,
  request: LdapRequest,
  pageSize: number,
  onEntry: (message: Buffer) => void,
  pace: Pace = {},
): Promise<void> => {
  let [count, empty] = [0, 0];
  const send = (cookie: Buffer | undefined): Promise<Page> =>
    askForPage(connection, request, pageSize, cookie).catch((error: unknown) => {
      throw withNumbers(error, count, pageSize);
    });
  // Without a wait the request leaves at once, ahead of the work on the page that is here.
  const ask = (cookie: Buffer | undefined): Promise<Page> =>
    pace.before ? pace.before().then(() => send(cookie)) : send(cookie);
  let page = await ask(undefined);
  for (;;) {
    const { answer, messages } = page;
    refuseReferences(
      connection,
      request.base,
      answer.searchReferences.flatMap(({ uris }) => uris),
    );
    empty = messages.length === 0 ? empty + 1 : 0;
    if (empty === mostEmptyPages) throw endless(connection, request);
    count += messages.length;
    const cookie = pageSize === 0 ? undefined : cookieOf(connection, request, page);
    const next = cookie && ask(cookie);
    // Awaited below, unless this page cannot be used.
    next?.catch(() => {});
    for (const message of messages) onEntry(message);
    pace.after?.();
    if (!next) return;
    page = await next;
  }
};

/** `before` is waited for ahead of each request; `after` is called when a page has been handed on. */
export type Pace = { readonly before?: () => Promise<void>; readonly after?: () => void };

/** What the server says of a page, and the bytes of its entries, which nobody has looked into yet. */
type Page = { readonly answer: SearchResponse; readonly messages: readonly Buffer[] };

/** A server may need several tries to find an entry; no server needs so many. */
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
  if (size === 0) {
    const answer = await connection.responses.during(take, () => connection.search(request));
    return { answer, messages };
  }
  // Critical: a server without paging must say so, and not answer with as much as it likes.
  const control = new PagedResultsControl({ critical: true, value: { size, ...(cookie && { cookie }) } });
  const answer = await connection.responses.during(take, () => connection.search(request, [control]));
  return { answer, messages };
};

/** A limit says little without how far it let us come. */
const withNumbers = (error: unknown, count: number, pageSize: number): unknown => {
  if (!(error instanceof MusterdError) || error.code !== "source-ldap-limit") return error;
  const { code, message, place, hint } = error;
  const pages = pageSize === 0 ? "without paging" : `with ${pageSize} to a page`;
  return new MusterdError(code, `${message}, after ${count} entries, ${pages}`, {
    place,
    hint,
    cause: error,
  });
};

/** Undefined on the last page. A page without the control may be any page, unless it is empty: then slapd has no pages. */
const cookieOf = (connection: LdapConnection, request: LdapRequest, { answer, messages }: Page): Buffer | undefined => {
  const control = answer.controls?.find((control) => control instanceof PagedResultsControl);
  if (!control && messages.length > 0) throw unpaged(connection, request, messages.length);
  const cookie = control?.value?.cookie;
  return cookie && cookie.length > 0 ? cookie : undefined;
};

const endless = ({ name }: LdapConnection, { base }: LdapRequest): MusterdError =>
  new MusterdError(
    "source-ldap-page-repeated",
    `the search below "${base}" gave ${mostEmptyPages} pages in a row without an entry, and still says that there are more`,
    {
      place: { setting: feedSetting(name, "pageSize") },
      hint: "the server's paging is at fault: try another `pageSize`, or look into the server's log",
    },
  );

const unpaged = ({ name }: LdapConnection, { base }: LdapRequest, count: number): MusterdError =>
  new MusterdError(
    "source-ldap-failed",
    `below "${base}" came ${count} entries without a word on whether there are more (RFC 2696)`,
    {
      place: { setting: feedSetting(name, "url") },
      hint: "something between, a proxy or a load balancer, takes the paging control away: read from the server itself, or set `pageSize: 0` if it gives everything at once",
    },
  );
