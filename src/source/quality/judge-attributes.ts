/** The rule `attribute-missing`: an attribute that no entry has is usually misspelt, or the account may not read it. */
import type { MissingAttribute } from "../../model/quality.ts";
import type { Found } from "./found.ts";

export const missingAttributes = (missing: readonly MissingAttribute[]): Found[] =>
  missing.map(({ kind, attribute, entries }) => ({
    rule: "attribute-missing",
    kind,
    field: attribute,
    count: 0,
    limit: 1,
    base: entries,
    message: `none of the ${entries} entries of ${kind} has the attribute ${attribute}`,
    hint: "check how the attribute is spelt, and that the bind account may read it; if nobody has it yet, leave it out",
  }));
