/**
 * Translates regular expressions from JavaScript syntax (Unicode on) to RE2, which matches in a time linear in the
 * length of the text. Syntax that RE2 lacks, or would match differently, is refused.
 */

export type Translation =
  | {
      readonly pattern: string;
      /** Whether even an engine that backtracks, such as that of JavaScript, matches a short text quickly. */
      readonly simple: boolean;
    }
  | { readonly problem: string };

/** `source` must be a valid JavaScript expression with the flag `u`. */
export const translated = (source: string): Translation => {
  const out: string[] = [];
  /** Open groups: where the body begins, and the number of capturing groups so far, including this one. */
  const open: { readonly from: number; readonly captures: number }[] = [];
  let captures = 0;
  let [repeats, options] = [0, 0];
  let ended: (typeof open)[number] | undefined;
  let groupRepeats = false;

  for (let at = 0; at < source.length; ) {
    const group = ended;
    ended = undefined;
    const rest = source.slice(at, at + longestToken);
    const quantifier = quantifierOf(rest);
    if (quantifier) {
      if (group) {
        if (mayBeEmpty(source.slice(group.from, at - 1)))
          return { problem: "a repeated or optional part can match the empty text" };
        if (quantifier.text[0] !== "?") {
          if (captures > group.captures) return { problem: "a capturing group is inside a repeated one" };
          groupRepeats = true;
        }
      }
      if (quantifier.text[0] === "?") options += 1;
      else if (quantifier.varies) repeats += 1;
      out.push(quantifier.text);
      at += quantifier.text.length;
      continue;
    }
    const token = tokenOf(rest);
    if ("problem" in token) return token;
    const [character] = rest;
    if (character === "(") {
      if (token.captures) captures += 1;
      open.push({ from: at + token.length, captures });
    } else if (character === ")") ended = open.pop();
    out.push(token.text);
    at += token.length;
  }
  return { pattern: out.join(""), simple: repeats <= 1 && options <= 3 && !groupRepeats };
};

type Token = { readonly text: string; readonly length: number; readonly captures?: true };

/** The greatest length of a token, in characters. No person writes a longer class of characters. */
const longestToken = 2_000;

const quantifierOf = (rest: string): { readonly text: string; readonly varies: boolean } | undefined => {
  const [text, counted] = /^(?:[*+?]|(\{\d+(?:,\d*)?\}))\??/.exec(rest) ?? [];
  return text === undefined ? undefined : { text, varies: counted === undefined || counted.includes(",") };
};

const mayBeEmpty = (body: string): boolean => new RegExp(`^(?:${body})$`, "u").test("");

const tokenOf = (rest: string): Token | { readonly problem: string } => {
  const [character = ""] = rest;
  if (character === "(") return groupOf(rest);
  if (character === "[") return classOf(rest);
  if (character === ".") return { text: "[^\\n\\r\\x{2028}\\x{2029}]", length: 1 };
  return character === "\\" ? escapeOf(rest, false) : { text: character, length: 1 };
};

const groupOf = (rest: string): Token | { readonly problem: string } => {
  if (rest.startsWith("(?:")) return { text: "(?:", length: 3 };
  const name = /^\(\?<[^=!][^>]*>/.exec(rest)?.[0];
  if (name !== undefined) return { text: "(", length: name.length, captures: true };
  if (/^\(\?<?[=!]/.test(rest)) return { problem: "lookahead and lookbehind are not supported" };
  if (rest.startsWith("(?")) return { problem: "flags of a group are not supported" };
  return { text: "(", length: 1, captures: true };
};

const classOf = (rest: string): Token | { readonly problem: string } => {
  let at = rest.startsWith("[^") ? 2 : 1;
  const out = [rest.slice(0, at)];
  while (at < rest.length && rest[at] !== "]") {
    const character = rest[at] ?? "";
    const token =
      character === "\\" ? escapeOf(rest.slice(at), true) : { text: character === "[" ? "\\[" : character, length: 1 };
    if ("problem" in token) return token;
    out.push(token.text);
    at += token.length;
  }
  if (rest[at] !== "]") return { problem: "a class of characters is too long" };
  if (out.length > 1) return { text: `${out.join("")}]`, length: at + 1 };
  return rest.startsWith("[^") ? { text: `[${any}]`, length: 3 } : { problem: "a class is empty" };
};

const any = "\\x{0}-\\x{10FFFF}";
/** White space as JavaScript defines it. RE2 recognises less. */
const blanks = "\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}";
const noBlanks =
  "\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}" +
  "\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}";

const escapeOf = (rest: string, inClass: boolean): Token | { readonly problem: string } => {
  const whole = /^\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[pP]\{[^}]*\}|[^])/i.exec(rest)?.[0] ?? "\\";
  const length = whole.length;
  const kind = whole[1] ?? "";
  const ranges = kind === "s" ? blanks : kind === "S" ? noBlanks : undefined;
  if (ranges !== undefined) return { text: inClass ? ranges : `[${ranges}]`, length };
  if (/[1-9k]/.test(kind)) return { problem: "references to groups are not supported" };
  if (kind === "p" || kind === "P") {
    const named = /^\\[pP]\{(?:(?:Script|sc|General_Category|gc)=)?(\w+)\}$/.exec(whole)?.[1];
    return named === undefined ? { problem: `${whole} is not known` } : { text: `\\${kind}{${named}}`, length };
  }
  if (kind === "u" || kind === "x") return codePoint(Number.parseInt(whole.replace(/\\[ux]\{?/, ""), 16), length);
  if (kind === "c") return codePoint((whole.charCodeAt(2) || 0) % 32, length);
  if (kind === "0") return codePoint(0, length);
  if (kind === "b" && inClass) return codePoint(8, length);
  return { text: kind === "/" ? "/" : whole, length };
};

const codePoint = (point: number, length: number): Token | { readonly problem: string } =>
  point >= 0xd800 && point <= 0xdfff
    ? { problem: "half of a surrogate pair is not supported: write the whole character" }
    : { text: `\\x{${point.toString(16).toUpperCase()}}`, length };
