/**
 * Finds lists that are only a part, though nobody has asked for a page (R16): a site, or a gateway before it, that divides long lists says
 * how many records there are, in a header or beside the list. Half a list must not pass for a whole one.
 */
import type { IncomingHttpHeaders } from "node:http";
import { envelopeIn, isRecord } from "./shape.ts";

/** What status and headers say about the size of an answer. */
export type StatedSize = {
  /** There is more than this answer contains. */
  readonly isPart?: boolean;
  /** How many records the whole list has. */
  readonly total?: number | undefined;
};

export const statedSize = (status: number, headers: IncomingHttpHeaders): StatedSize => {
  const text = headers["x-total-count"] ?? /^\w+ [\d*-]+\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1];
  return {
    isPart: status === 206 || /;\s*rel="?next\b/i.test([headers.link].flat().join()),
    total: typeof text === "string" && /^\d+$/.test(text) ? Number(text) : undefined,
  };
};

/** Does a list have fewer records than `total`, or than is said beside it? */
export const isPartOfList = (answer: unknown, total = 0): boolean => {
  const envelope = isRecord(answer) ? envelopeIn(answer) : undefined;
  const list = isRecord(answer) && envelope !== undefined ? answer[envelope] : answer;
  if (!Array.isArray(list)) return false;
  const { [envelope ?? ""]: _, ...beside } = isRecord(answer) ? answer : {};
  const count = list.flat(Number.POSITIVE_INFINITY).length;
  return total > count || saysMore(beside, count);
};

/** `beside`: what stands beside the list, or in an object there, such as the `pageInfo` of the interface. */
const saysMore = (beside: object, count: number): boolean =>
  Object.entries(beside).some(
    ([name, part]) =>
      (part === true && /^has[-_]?(?:more|next(?:[-_]?page)?)$/i.test(name)) ||
      (Number(part) > count && totals.test(name)) ||
      (isRecord(part) && saysMore(part, count)),
  );

const totals = /^(?:total(?:[-_]?(?:count|records|elements|items|rows))?|records[-_]?total|items[-_]?count)$/i;
