/**
 * Finds the place where a text is not valid JSON. The message of `JSON.parse` often has no position, and quotes the text, which
 * may contain personal data.
 */

const token =
  /[ \t\n\r]*(?:(?<mark>[{}[\]:,])|(?<text>"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*")|(?<plain>(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])))/uy;

const blank = /[ \t\n\r]*/y;

/** Returns line and column (1-based) of the first invalid token, or of the end of the text if the text is incomplete. */
export const jsonErrorPlace = (text: string): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, offsetOfError(text)).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

/** Returns the index of the error. `expected` holds the tokens that may come next: a value, a key, or a mark. */
const offsetOfError = (text: string): number => {
  const open: ("{" | "[")[] = [];
  let expected: readonly string[] = ["value"];
  let from = 0;
  const valueEnded = (): readonly string[] => {
    const inside = open.at(-1);
    if (inside === undefined) return [];
    return inside === "{" ? [",", "}"] : [",", "]"];
  };
  for (;;) {
    token.lastIndex = from;
    const groups = token.exec(text)?.groups;
    blank.lastIndex = from;
    blank.exec(text);
    const start = blank.lastIndex;
    if (!groups) return start;
    const { mark, text: quoted } = groups;
    if (mark === "{" || mark === "[") {
      if (!expected.includes("value")) return start;
      open.push(mark);
      expected = mark === "{" ? ["key", "}"] : ["value", "]"];
    } else if (mark !== undefined) {
      if (!expected.includes(mark)) return start;
      if (mark === "}" || mark === "]") {
        open.pop();
        expected = valueEnded();
      } else if (mark === ",") expected = open.at(-1) === "{" ? ["key"] : ["value"];
      else expected = ["value"];
    } else if (quoted !== undefined && expected.includes("key")) expected = [":"];
    else if (expected.includes("value")) expected = valueEnded();
    else return start;
    from = token.lastIndex;
  }
};
