/** The accounts that the patterns of a mapping make from other columns of one record; `giveAccounts` chooses among them. */

import type { Cell, Cells } from "../feeds/record.ts";
import type { Converted } from "../values/cell.ts";

/** Placeholder in a pattern. It stands for the smallest number, from 2, that makes the account unique. */
export const counter = "{n}";

/**
 * Turns a text of the source into a part of an account: small Latin letters, digits, and `.` `_` `-` `@`. Accents,
 * blanks and apostrophes are dropped. Undefined if the text contains any other character.
 */
const accountPart = (text: string): string | undefined => {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f\s'’`]+/g, "");
  return /^[a-z0-9._@-]*$/.test(plain) ? plain : undefined;
};

const notLatin: Converted = {
  bad: {
    code: "account-not-latin",
    reason: "expected Latin letters and digits for an account: romanise the name with a function",
  },
};

/**
 * Returns a reader of the candidates, that is, the accounts that the patterns make from a record. `giveAccounts`
 * chooses one of them when all records are known. A pattern makes no candidate if one of its columns is blank. `own`
 * reads the column of the field itself (`{}` in a pattern). `cell` returns a reader of another column. `failed`: what a cell gives that is the
 * error of a formula.
 */
export const accountReader = (
  patterns: readonly string[],
  own: (cells: Cells) => Converted,
  cell: (column: string) => (cells: Cells) => Cell,
  failed: (text: string) => Converted | undefined,
): ((cells: Cells) => Converted) => {
  const makers = patterns.map((pattern) =>
    pattern.split(/(\{[^{}]*\})/).map((piece, at) => {
      if (at % 2 === 0 || piece === counter) return piece;
      return piece === "{}" ? undefined : cell(piece.slice(1, -1));
    }),
  );
  return (cells) => {
    const said = own(cells);
    if ("bad" in said) return said;
    const accounts: string[] = [];
    for (const pieces of makers) {
      let unread: Converted | undefined;
      const parts = pieces.map((piece) => {
        if (typeof piece === "string") return piece;
        const text = piece ? [piece(cells)].flat()[0] : said.value;
        if (typeof text !== "string") return "";
        unread ??= failed(text.trim());
        return accountPart(text);
      });
      if (unread) return unread;
      if (parts.includes(undefined)) return notLatin;
      if (parts.every((part, at) => part !== "" || typeof pieces[at] === "string")) accounts.push(parts.join(""));
    }
    return { value: accounts.length === 0 ? undefined : accounts };
  };
};
