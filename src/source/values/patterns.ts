/**
 * Matches the regular expressions of the configuration. A simple expression on a short text is matched by JavaScript,
 * which is more than ten times as fast as RE2. Everything else is matched by RE2 (package re2js), whose time is linear
 * in the length of the text.
 */
import { RE2JS } from "re2js";
import { translated } from "./pattern-syntax.ts";

export type Pattern = {
  readonly source: string;
  readonly test: (text: string) => boolean;
  /** The first match and its groups; a group that did not take part is undefined. */
  readonly exec: (text: string) => readonly (string | undefined)[] | null;
  /** Replaces every match; `$1` is its first group, `$&` the match, `$$` a dollar. */
  readonly replaceAll: (text: string, replacement: string) => string;
};

/** Why the expression cannot be used; undefined if it can. */
export const patternProblem = (source: string): string | undefined => {
  try {
    // Throws if it is not a JavaScript expression.
    RegExp(source, "u");
    const translation = translated(source);
    if ("problem" in translation) return translation.problem;
    RE2JS.compile(translation.pattern);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/^(?:Invalid regular expression|error parsing regexp): /, "");
  }
};

/** `source` must have no `patternProblem`. Texts of up to `quickLength` characters may be matched by JavaScript. */
export const compilePattern = (source: string, quickLength = 200): Pattern => {
  const translation = translated(source);
  if ("problem" in translation)
    throw new Error(`the expression ${source} has passed the checks and ${translation.problem}`);
  const quick = new RegExp(source, "u");
  const global = new RegExp(source, "gu");
  const bounded = RE2JS.compile(translation.pattern);
  const isQuick = (text: string): boolean => translation.simple && text.length <= quickLength;
  return {
    source,
    replaceAll: (text, replacement) =>
      isQuick(text) ? text.replace(global, replacement) : replaced(bounded, text, replacement),
    test: (text) => (isQuick(text) ? quick.test(text) : bounded.test(text)),
    exec: (text) => {
      if (isQuick(text)) return quick.exec(text);
      const matcher = bounded.matcher(text);
      if (!matcher.find()) return null;
      return Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? undefined);
    },
  };
};

const replaced = (pattern: RE2JS, text: string, replacement: string): string => {
  const matcher = pattern.matcher(text);
  const pieces: string[] = [];
  let from = 0;
  while (matcher.find()) {
    const expanded = replacement.replace(/\$(?:(\$)|(&)|(\d))/g, (whole, dollar, _all, group: string | undefined) => {
      if (dollar !== undefined) return "$";
      if (group === "0" || Number(group ?? 0) > matcher.groupCount()) return whole;
      return matcher.group(Number(group ?? 0)) ?? "";
    });
    pieces.push(text.slice(from, matcher.start()), expanded);
    from = matcher.end();
  }
  return pieces.join("") + text.slice(from);
};
