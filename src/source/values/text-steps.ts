/**
 * The options `replace`, `normalize` and `pad`, applied to a text in this order before it is converted. Compiled once
 * for each column of a file.
 */
import { compilePattern } from "./patterns.ts";
import { compact } from "./texts.ts";

/** A JavaScript regular expression, and the replacement of every match (`$1` is its first group). */
type Replacement = { readonly match: string; readonly with: string };

/**
 * nfkc: full-width characters become half-width · lower, upper · spaces: single spaces, none at the ends · no-spaces:
 * none at all · digits: digits only · no-accents: é becomes e
 */
export const normalForms = ["nfkc", "lower", "upper", "spaces", "no-spaces", "digits", "no-accents"] as const;

export type NormalForm = (typeof normalForms)[number];

export type TextSteps = {
  readonly replace?: readonly Replacement[] | undefined;
  readonly normalize?: readonly NormalForm[] | undefined;
  /** Pads a number with zeros on the left to this many digits. Other texts stay unchanged. */
  readonly pad?: number | undefined;
};

type Step = (text: string) => string;

/** Undefined if the mapping has none of these options. The resulting text may be blank. */
export const textSteps = ({ replace = [], normalize = [], pad }: TextSteps): Step | undefined => {
  const steps: readonly Step[] = [
    ...replace.map(replacing),
    ...normalize.map((form) => forms[form]),
    ...(pad === undefined ? [] : [padding(pad)]),
  ];
  return steps.length === 0 ? undefined : (text) => steps.reduce((made, step) => step(made), text).trim();
};

const replacing = ({ match, with: replacement }: Replacement): Step => {
  const pattern = compilePattern(match);
  return (text) => pattern.replaceAll(text, replacement);
};

const forms: Readonly<Record<NormalForm, Step>> = {
  nfkc: (text) => text.normalize("NFKC"),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  spaces: (text) => text.replace(/\s+/g, " "),
  "no-spaces": (text) => text.replace(/\s/g, ""),
  // Full-width digits become plain ones.
  digits: (text) => text.normalize("NFKC").replace(/\D/g, ""),
  // Removes only the marks U+0300 to U+036F (Latin accents). Other marks belong to their letter, as in Japanese.
  "no-accents": (text) =>
    text
      .normalize("NFD")
      .replace(/[\u0300-\u036f]+/g, "")
      .normalize("NFC"),
};

const padding = (width: number): Step => {
  return (text) => {
    const digitsOnly = compact(text);
    return /^\d+$/.test(digitsOnly) ? digitsOnly.padStart(width, "0") : text;
  };
};
