/**
 * The texts of requests: ids, date-times, texts of one line, texts of several lines. Each kind states which characters a text may
 * contain and how long it may be, because other programs list, log and compare what the service stores (R96).
 */
import { z } from "zod";

/** The longest text of one line, of several lines, and of an address, in characters. */
const longestLine = 255;
export const longestText = 4_000;
export const longestUrl = 2_048;

const rules = new Map<string, string>();

/** The rule of each pattern in words, by the pattern's source as JSON Schemas have it. No refusal shows a pattern. */
export const ruleOfPattern: ReadonlyMap<string, string> = rules;

const withRule = (pattern: RegExp, rule: string): readonly [RegExp, string] => {
  rules.set(pattern.source, rule);
  return [pattern, rule];
};

const [, idRule] = withRule(z.regexes.guid, "must be a UUID");
/** Any UUID of RFC 9562, whatever its version and variant, in letters of either case. */
export const Uuid = z.guid(idRule);

const day = z.regexes.date.source.slice(1, -1);
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d";
const dayAndTime = `${day}T${time}(?::[0-5]\\d(?:\\.\\d+)?)?(?:Z|[+-]${time})?`;
/** An ISO 8601 date-time with or without seconds, and with an offset, with `Z`, or without either (R13). */
export const dateTime = z
  .string()
  .max(40)
  .regex(
    ...withRule(new RegExp(`^${dayAndTime}$`), "must be an ISO 8601 date-time, such as 2026-01-31T09:00:00+08:00"),
  );
/** The same, at an offset that it states. */
export const instant = dateTime.regex(...withRule(/(?:Z|[+-]\d\d:\d\d)$/, "must have an offset, such as Z or +08:00"));
/** A date or a date-time, with blanks around it, or blank. Unbounded blanks on both sides would take minutes on a long text, which `max` does not stop. */
export const dayOrDateTime = z
  .string()
  .max(40)
  .regex(
    ...withRule(
      new RegExp(`^ {0,40}(?:${day}|${dayAndTime})? {0,40}$`),
      "must be a date, such as 2026-01-31, or an ISO 8601 date-time",
    ),
  );

/** A pattern without its own bound could overflow the stack of the regular expression. */
const bounded = (characters: string, longest: number): RegExp => new RegExp(`^${characters}{0,${longest}}$`, "u");

/** Control characters and halves of surrogate pairs, spelled so that any program can read the patterns in the descriptions. */
const controls = "\\u0000-\\u001F\\u007F-\\u009F";
const halves = "\\uD800-\\uDFFF";

/**
 * A text without control characters, line ends, halves of surrogate pairs, and without the direction characters that reorder the
 * text around them (embeddings, overrides, isolates); direction marks, which names in Hebrew and Arabic need, are permitted.
 */
export const lineUpTo = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(
      ...withRule(
        bounded(`[^${controls}${halves}\\u2028-\\u202E\\u2066-\\u2069]`, longest),
        "must be one line of text, without control and direction characters",
      ),
    );
export const line = lineUpTo(longestLine);

const readable = "must be text without control characters other than tabs and line ends";
const severalLines = bounded(`(?:[^${controls}${halves}]|[\\t\\n\\r])`, longestText);
/** A text with tabs and line ends, but without other control characters and halves of surrogate pairs. */
export const lines = z
  .string()
  .max(longestText)
  .regex(...withRule(severalLines, readable));
export const isOfSeveralLines = (pattern: unknown): boolean => pattern === severalLines.source;

/**
 * True for a code that a path can name. Servers and proxies decode, split or normalise all others differently, so a call could
 * reach another object (R15).
 */
export const travelsInPath = (code: string): boolean => code.isWellFormed() && !/^$|^\.|\.$|[/\\]/.test(code);

export const notBlank = (text: z.ZodString) => text.regex(...withRule(/\S/, "must not be blank"));
export const filled = notBlank(z.string());

/** A character that nobody sees: a key with one could not be told from another key (R96). */
export const invisibleInKeys = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]/u;

/** The longest code from which the service makes others, in characters. */
export const longestStem = 80;
/** The code of a form, library or survey: document numbers, serials and the codes of copies, which begin with it, fit in a line. */
export const stemCode = notBlank(lineUpTo(longestStem));

/** The rule that no text or name of a request may break, whatever its property, and whether a text keeps it. */
export const ruleOfText = readable;
export const isReadable = (text: string): boolean => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text);
