/** What the table of fields (fields.ts) says of a field. */

/**
 * code: key or address, NFKC · name: NFC, dropped when lossy · text: NFC, free · date: calendar date · instant: end of a
 * calendar date or a moment · codes: list of codes · person, department: a reference, resolved after reading · posts: the
 * posts of a person, never a cell
 */
export type FieldType =
  | "code"
  | "name"
  | "text"
  | "date"
  | "instant"
  | "boolean"
  | "integer"
  | "gender"
  | "codes"
  | "person"
  | "department"
  | "posts";

/** How two values are compared: text by NFC, code by NFKC and case-fold (R14), set as codes without order, value exactly. */
export type Sameness = "text" | "code" | "set" | "value";

/** The operations of the contract that write fields of records. */
export type Carrier =
  | ("V2" | "V3" | "V4" | "V5")
  | ("D2" | "D3" | "D4" | "D7" | "D12")
  | ("J2" | "J5" | "J6" | "J7" | "J8")
  | ("T2" | "T3" | "T4" | "T5")
  | ("E7" | "E8" | "E9" | "E11" | "E12" | "E13" | "E14");

export type InLanguages = { readonly en: string; readonly "zh-TW": string };

export type FieldSpec = {
  readonly type: FieldType;
  readonly same: Sameness;
  /** No value is a statement; in a mapping `blank: clear` turns an empty cell into it. */
  readonly clearable?: true;
  /** Smallest integer permitted. */
  readonly min?: number;
  /** The identity, or a part of it: a row without it is rejected, and every operation names it. */
  readonly key?: true;
  /** No record is without it, although it is no key. */
  readonly always?: true;
  /**
   * It only describes: a word that is not known leaves the field unsaid. Every other field decides who somebody is, whether
   * he works here, or what he may do; there such a word rejects the row.
   */
  readonly describes?: true;
  /** It can be made of other fields (`generate`). */
  readonly generated?: true;
  /** No source supplies it as a cell. */
  readonly source?: false;
  /** Name in the service's records and requests, where it is another one. */
  readonly service?: string;
  /** The service's record does not show it. */
  readonly shown?: false;
  /** Masked wherever it is shown; sites leave such fields out, or mask them too (R10). */
  readonly personal?: boolean;
  /** Two active people cannot have one value. */
  readonly unique?: true;
  /** What carries it, beside its being a key. Empty: never written. */
  readonly by: readonly Carrier[];
  readonly words: InLanguages;
  /** What "no value" means in reports, where it says something. */
  readonly none?: InLanguages;
  /** What the setting that maps it means. */
  readonly about: string;
};
