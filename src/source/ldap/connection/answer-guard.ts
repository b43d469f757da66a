/**
 * Judges every message of a server by its head, before any of it is read: does it answer the request in flight, does
 * anything come after the end of that answer, and is the answer longer than a reading may be? ldapts ignores what it cannot
 * assign, and would take strange entries for those of the search.
 */
import type { MusterdError } from "../../../lib/errors.ts";
import { feedError, type LdapPlace, protocolError } from "./ldap-failure.ts";
import type { ReadingLimits } from "./reading-limits.ts";

/** The identifier and the tag of a message (RFC 4511, section 4.1.1), and its length in bytes with its envelope. */
export type MessageHead = { readonly id: number; readonly tag: number; readonly length: number };

/** `isTaken`: whether the message is taken out before ldapts reads it, which needs many times its bytes. */
type JudgedHead = MessageHead & { readonly isTaken: boolean };

export type AnswerGuard = {
  /** Returns the error that ends the connection, if any. `head` is undefined for bytes that are not an LDAP message. */
  readonly judge: (head: JudgedHead | undefined) => MusterdError | undefined;
  /** Announces a search; `base` is for error messages. */
  readonly expect: (messageId: number, base: string) => void;
  /** Announces another request, whose answer ldapts assigns. */
  readonly expectNone: () => void;
};

export const answerGuard = (place: LdapPlace, limits: ReadingLimits): AnswerGuard => {
  let expected: { readonly id: number; readonly base: string } | undefined;
  let [ended, entries, references, bytes, kept] = [false, 0, 0, 0, 0];
  const broken = (what: string): MusterdError => protocolError(place.feed, what);
  return {
    expect: (id, base) => {
      expected = { id, base };
      [ended, entries, references, bytes, kept] = [false, 0, 0, 0, 0];
    },
    expectNone: () => {
      expected = undefined;
    },
    judge: (head) => {
      if (!head) return broken(`${place.url} answers with something that is not LDAP`);
      bytes += head.length;
      entries += head.tag === entry ? 1 : 0;
      references += head.tag === reference ? 1 : 0;
      kept += head.isTaken ? 0 : head.length;
      const base = expected?.base ?? "";
      const tooMuch =
        limits.exceeded(base, { entries, bytes }) ??
        limits.tooLong(base, head.length) ??
        limits.tooMuchToKeep(base, kept);
      if (tooMuch) return tooMuch;
      // A notice of the server that answers no request has the identifier 0 (RFC 4511, section 4.4). Answers while no
      // search is expected are those to StartTLS, the bind and "Who am I?", which ldapts assigns.
      if (!expected || (head.id === 0 && head.tag === extendedResponse)) return undefined;
      if (head.id !== expected.id)
        return broken(`an answer to another request came while the search below "${base}" was read`);
      if (ended) return broken(`the answer to the search below "${base}" went on after its end`);
      if (references > mostReferences) return broken(`the search below "${base}" gave references without end`);
      if (!searchAnswers.has(head.tag))
        return broken(`the server does not answer the search below "${base}" with the result of a search`);
      ended = head.tag === searchResult;
      return undefined;
    },
  };
};

/**
 * Judges what comes before TLS: the answer to StartTLS, and nothing behind it. ldapts would read the rest as the beginning of what the
 * server sends with TLS, and anybody in the network can have sent it.
 */
export const startTlsGuard = ({ feed, url }: LdapPlace, { judge }: AnswerGuard): Pick<AnswerGuard, "judge"> => {
  let isAnswered = false;
  return {
    judge: (head) => {
      if (!isAnswered) {
        isAnswered = true;
        return judge(head);
      }
      const hint = "something between sends it, or the server does not speak TLS: try ldaps://";
      return feedError(feed, "startTls", "source-ldap-tls", `${url} sends more without TLS after StartTLS`, hint);
    },
  };
};

const extendedResponse = 0x78;
const [entry, searchResult, reference] = [0x64, 0x65, 0x73];
/** Entry, result, reference and intermediate response. */
const searchAnswers: ReadonlySet<number> = new Set([entry, searchResult, reference, 0x79]);
/** One reference is enough to refuse the search; ldapts keeps all of them in memory. */
const mostReferences = 1000;
