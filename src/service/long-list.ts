/**
 * A long list as JSON in parts, so that a body of tens of megabytes is never in memory as a whole. The list is a snapshot:
 * rows are replaced, never changed, so what was read in one turn can be written down later.
 */
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

/** From this length on a list is sent in parts. */
export const longListLength = 500;

/** Characters; a part is at least this long, and longer by less than one item. */
const partLength = 64 * 1024;

/** The JSON of `list` between `before` and `after`; every item is written down once, when its part is taken. */
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

/** Takes the next part when the one before is on its way; other requests come in between. */
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
