/**
 * Serialises a long list to JSON in parts, so that a body of tens of megabytes is never completely in memory. Other requests
 * may run between two parts; the list does not change, because rows are replaced and never modified.
 */
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Lists of at least this length are sent in parts. */
export const longListLength = 500;

/** Minimum length of a part in characters; a part exceeds it by less than one item. */
const partLength = 64 * 1024;

/** Returns the JSON of `list` in parts, between `before` and `after`. An item is serialised when its part is requested. */
export const jsonParts = function* (list: readonly unknown[], before: string, after: string): Generator<string> {
  let part = `${before}[`;
  let separator = "";
  for (const item of list) {
    part += separator + JSON.stringify(item);
    separator = ",";
    if (part.length < partLength) continue;
    yield part;
    part = "";
  }
  yield `${part}]${after}`;
};

/** Makes a stream of the parts. The next one is requested when the previous one is being sent; other requests run between. */
export const streamOf = (parts: Iterable<string>): Readable =>
  Readable.from(
    (async function* () {
      for (const part of parts) {
        yield part;
        await nextTurn();
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
