/**
 * What a mapping does to a text before it is read as a value: `replace`, `normalize` and `pad`, in this order. Prepared
 * once for each column of a file.
 */
import { compilePattern } from "./patterns.ts";
import { compact } from "./texts.ts";

/** A regular expression in the syntax of JavaScript, and what takes the place of every match (`$1` is its first group). */
type Replacement = { readonly match: string; readonly with: string };

/**
 * nfkc: one form for full-width and half-width · lower, upper · spaces: one blank where there are several, and none at the
 * ends · no-spaces: none at all · digits: digits only · no-accents: é is e
 */
export const normalForms = ["nfkc", "lower", "upper", "spaces", "no-spaces", "digits", "no-accents"] as const;

export type NormalForm = (typeof normalForms)[number];

export type TextSteps = {
  readonly replace?: readonly Replacement[] | undefined;
  readonly normalize?: readonly NormalForm[] | undefined;
  /** A number with fewer digits gets zeros in front; other texts stay. */
  readonly pad?: number | undefined;
};

type Step = (text: string) => string;

/** Undefined where the mapping asks for nothing. The text that comes out may be blank. */
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

/** Everything that is no digit of any script is left out; full-width digits become plain ones. */
const digits: Step = (text) => text.normalize("NFKC").replace(/\D/g, "");

const forms: Readonly<Record<NormalForm, Step>> = {
  nfkc: (text) => text.normalize("NFKC"),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  spaces: (text) => text.replace(/\s+/g, " "),
  "no-spaces": (text) => text.replace(/\s/g, ""),
  digits,
  // The marks of this block only: others belong to their letters, as in Japanese.
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
