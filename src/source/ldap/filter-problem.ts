/** Finds the first syntax error of a filter (RFC 4515). */
import { FilterParser } from "ldapts";

/** Undefined for a valid filter, else a message such as `at character 12, a ")" is missing`; characters count from 1. */
export const filterProblem = (filter: string): string | undefined => {
  // The outermost parentheses are optional.
  const bare = !filter.trimStart().startsWith("(");
  const text = bare ? `(${filter})` : filter;
  const found = scan(text);
  if (found) return `at character ${Math.min(found.at + (bare ? 0 : 1), filter.length + 1)}, ${found.problem}`;
  try {
    FilterParser.parseString(filter);
    return undefined;
  } catch {
    return "it cannot be read";
  }
};

/** `at`: zero-based. */
type Problem = { readonly at: number; readonly problem: string };

const scan = (text: string): Problem | undefined => {
  let at = 0;
  const skipBlanks = (): void => {
    while (text[at] === " " || text[at] === "\n" || text[at] === "\t") at += 1;
  };
  const problem = (what: string): Problem => ({ at, problem: what });

  const one = (): Problem | undefined => {
    skipBlanks();
    if (text[at] !== "(") return problem('a "(" is missing');
    at += 1;
    skipBlanks();
    const sign = text[at] ?? "";
    if ("&|!".includes(sign) && sign !== "") {
      at += 1;
      skipBlanks();
      if (text[at] !== "(") return problem(`"${sign}" needs a filter in parentheses`);
      for (let count = 0; text[at] === "("; count += 1) {
        if (sign === "!" && count > 0) return problem('"!" takes one filter');
        const inner = one();
        if (inner) return inner;
        skipBlanks();
      }
    } else {
      const item = comparison();
      if (item) return item;
    }
    if (text[at] !== ")") return problem('a ")" is missing');
    at += 1;
    return undefined;
  };

  const comparison = (): Problem | undefined => {
    const [name = ""] = /^[\w.;:-]*/.exec(text.slice(at)) ?? [];
    at += name.length;
    if (name === "" || name === ":") return problem("the name of an attribute is missing");
    const [operator = ""] = /^ *(=|~=|>=|<=)/.exec(text.slice(at)) ?? [];
    if (operator === "") return problem('"=", "~=", ">=" or "<=" is missing');
    at += operator.length;
    for (; at < text.length && text[at] !== ")"; at += 1) {
      if (text[at] === "(") return problem('a ")" is missing; inside a value a "(" is written \\28');
      if (text[at] === "\\" && !/^\\[\da-f]{2}/i.test(text.slice(at, at + 3)))
        return problem('after "\\" two hexadecimal digits are missing');
    }
    return undefined;
  };

  const first = one();
  skipBlanks();
  return first ?? (at < text.length ? problem("the filter is at its end") : undefined);
};
