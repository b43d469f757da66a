/** Joins short texts into parts of at least 64 KB (the last may be shorter), because a long report need not be held as a whole. */
export const inParts = function* (texts: Iterable<string>): Generator<string> {
  let part = "";
  for (const text of texts) {
    part += text;
    if (part.length < 65_536) continue;
    yield part;
    part = "";
  }
  yield part;
};
