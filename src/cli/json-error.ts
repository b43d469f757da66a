/**
 * Where a text stops being JSON. The engine's own message often leaves the place out, and shows a piece of the text, which
 * may be about a person.
 */

const token =
  /[ \t\n\r]*(?:(?<mark>[{}[\]:,])|(?<text>"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*")|(?<plain>(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])))/uy;

const blank = /[ \t\n\r]*/y;

/** Line and column from 1 of the first thing that may not stand there; of the end, where something is missing. */
export const jsonErrorPlace = (text: string): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, offsetOfError(text)).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

/** `expected` holds what may come: a value, a key, a mark. */
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
