/**
 * Paged search (RFC 2696) by our own loop, because that of ldapts ends at an empty page although a cookie says that there
 * is more. Entries are handed on as they come: a page of them never lies in memory, and there is never more than one
 * request on the way.
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
): Promise<void> => {
  let [count, empty] = [0, 0];
  let cookie: Buffer | undefined;
  do {
    const before = count;
    const take = ({ tag, bytes }: TakenMessage): void => {
      if (tag !== tags.entry) return;
      count += 1;
      onEntry(bytes);
    };
    const page = await connection.responses
      .during(take, () => askForPage(connection, request, pageSize, cookie))
      .catch((error: unknown) => {
        throw withNumbers(error, count, pageSize);
      });
    refuseReferences(
      connection,
      request.base,
      page.searchReferences.flatMap(({ uris }) => uris),
    );
    empty = count === before ? empty + 1 : 0;
    if (empty === mostEmptyPages) throw endless(connection, request);
    cookie = cookieOf(connection, request, page, count - before);
  } while (cookie);
};

/** A server may need several tries to find an entry; no server needs so many. */
const mostEmptyPages = 1000;

const askForPage = (
  connection: LdapConnection,
  request: LdapRequest,
  size: number,
  cookie: Buffer | undefined,
): Promise<SearchResponse> =>
  // Critical: a server without paging must say so, and not answer with as much as it likes.
  connection.search(request, [new PagedResultsControl({ critical: true, value: { size, ...(cookie && { cookie }) } })]);

/** A limit says little without how far it let us come. */
const withNumbers = (error: unknown, count: number, pageSize: number): unknown => {
  if (!(error instanceof MusterdError) || error.code !== "source-ldap-limit") return error;
  const { code, message, place, wayOut } = error;
  return new MusterdError(code, `${message}, after ${count} entries, with ${pageSize} to a page`, {
    place,
    wayOut,
    cause: error,
  });
};

/** Undefined on the last page. A page without the control may be any page, unless it is empty: then slapd has no pages. */
const cookieOf = (
  connection: LdapConnection,
  request: LdapRequest,
  page: SearchResponse,
  entries: number,
): Buffer | undefined => {
  const control = page.controls?.find((control) => control instanceof PagedResultsControl);
  if (!control && entries > 0) throw unpaged(connection, request, entries);
  const cookie = control?.value?.cookie;
  return cookie && cookie.length > 0 ? cookie : undefined;
};

const endless = ({ name }: LdapConnection, { base }: LdapRequest): MusterdError =>
  new MusterdError(
    "source-ldap-page-repeated",
    `the search below "${base}" gave ${mostEmptyPages} pages in a row without an entry, and still says that there are more`,
    {
      place: { setting: feedSetting(name, "pageSize") },
      wayOut: "the server's paging is at fault: try another `pageSize`, or look into the server's log",
    },
  );

const unpaged = ({ name }: LdapConnection, { base }: LdapRequest, count: number): MusterdError =>
  new MusterdError(
    "source-ldap-failed",
    `below "${base}" came ${count} entries without a word on whether there are more (RFC 2696)`,
    {
      place: { setting: feedSetting(name, "url") },
      wayOut:
        "something between, a proxy or a load balancer, takes the paging control away: read from the server itself",
    },
  );
