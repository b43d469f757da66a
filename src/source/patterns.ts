/**
 * Regular expressions of the configuration at work. A simple one on a short text is left to JavaScript, which is ten times
 * as quick; every other is matched by RE2 in a time that grows with the text alone.
 */
import { RE2JS } from "re2js";
import { translated } from "./pattern-syntax.ts";

export type Pattern = {
  readonly source: string;
  readonly test: (text: string) => boolean;
  /** The first match and its groups; undefined for a group that took no part. */
  readonly exec: (text: string) => readonly (string | undefined)[] | null;
};

/** Why the expression cannot be used; undefined where it can. */
export const patternProblem = (source: string): string | undefined => {
  try {
    // What is no expression of JavaScript has no meaning that could be kept.
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

/** An expression that `patternProblem` has nothing against; texts up to `quickLength` may be left to JavaScript. */
export const compilePattern = (source: string, quickLength = 200): Pattern => {
  const translation = translated(source);
  if ("problem" in translation)
    throw new Error(`the expression ${source} has passed the checks and ${translation.problem}`);
  const quick = new RegExp(source, "u");
  const bounded = RE2JS.compile(translation.pattern);
  const isQuick = (text: string): boolean => translation.simple && text.length <= quickLength;
  return {
    source,
    test: (text) => (isQuick(text) ? quick.test(text) : bounded.test(text)),
    exec: (text) => {
      if (isQuick(text)) return quick.exec(text);
      const matcher = bounded.matcher(text);
      if (!matcher.find()) return null;
      return Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? undefined);
    },
  };
};
