/** A company whose personnel office hands over an export, the configuration that a newcomer writes for it, and what must come of it. */

/** A person as the service must show him. `department`, `title`, `supervisor` (an account) are of the main post. */
export type ExpectedPerson = {
  readonly account: string;
  readonly number: string;
  readonly name: string;
  readonly active: boolean;
  /** `YYYY-MM-DD`; "" for no last day. */
  readonly hired: string;
  readonly lastDay: string;
  readonly department: string;
  readonly title: string;
  readonly supervisor?: string | undefined;
};

export type ExportedCompany = {
  readonly files: Readonly<Record<string, Buffer>>;
  /** musterd.yaml, written from README, getting-started and sources.md alone. */
  readonly configuration: string;
  readonly departments: readonly { readonly name: string; readonly parent: string | undefined }[];
  readonly people: readonly ExpectedPerson[];
  /** Texts of the output of `source check`: what a newcomer must be told. */
  readonly told: readonly string[];
  /** Mistakes of a newcomer: a text of the configuration, what stands in its place, and what `source check` must then say. */
  readonly mistakes: readonly (readonly [text: string, instead: string, told: RegExp])[];
};

/** Numbers from 0 to `below` - 1 that look random and are always the same. */
export const numbersFrom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

export const pad = (number: number, width = 2): string => String(number).padStart(width, "0");

/** `YYYY-MM-DD`, so many days after today. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
