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

/** Says how a list is less than `total`, or than is said beside it; undefined: it is whole. */
export const partOfList = (answer: unknown, total = 0): string | undefined => {
  const envelope = isRecord(answer) ? envelopeIn(answer) : undefined;
  const list = isRecord(answer) && envelope !== undefined ? answer[envelope] : answer;
  if (!Array.isArray(list)) return undefined;
  const { [envelope ?? ""]: _, ...beside } = isRecord(answer) ? answer : {};
  const count = list.flat(Number.POSITIVE_INFINITY).length;
  const stated = total > count ? total : totalBeside(beside, count);
  if (stated === undefined) return undefined;
  return stated === "more"
    ? "the service says that there is more"
    : `it has ${count} records, and a total of ${stated}`;
};

/** `beside`: what stands beside the list, or in an object there, such as the `pageInfo` of the interface. */
const totalBeside = (beside: object, count: number): number | "more" | undefined => {
  for (const [name, part] of Object.entries(beside)) {
    if (part === true && /^has[-_]?(?:more|next(?:[-_]?page)?)$/i.test(name)) return "more";
    if (Number(part) > count && totals.test(name)) return Number(part);
    const inside = isRecord(part) ? totalBeside(part, count) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
};

const totals = /^(?:total(?:[-_]?(?:count|records|elements|items|rows))?|records[-_]?total|items[-_]?count)$/i;
