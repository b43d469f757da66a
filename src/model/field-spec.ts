/** The columns of the table of fields (fields.ts). */

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

/** The contract operations that write fields of records. */
export type Carrier =
  | ("V2" | "V3" | "V4" | "V5")
  | ("D2" | "D3" | "D4" | "D7" | "D12")
  | ("J2" | "J5" | "J6" | "J7" | "J8")
  | ("T2" | "T3" | "T4" | "T5")
  | ("E7" | "E8" | "E9" | "E11" | "E12" | "E13" | "E14");

type InLanguages = { readonly en: string; readonly "zh-TW": string };

export type FieldSpec = {
  readonly type: FieldType;
  readonly same: Sameness;
  /** Null states that there is no value; in a mapping `blank: clear` turns an empty cell into null. */
  readonly clearable?: true;
  /** Smallest integer permitted. */
  readonly min?: number;
  /** Part of the record's identity: a row without it is rejected. */
  readonly key?: true;
  /** Required in every record, although it is not a key. */
  readonly always?: true;
  /**
   * True for a field that only describes the record: an unknown word drops the field. All other fields decide who a person is,
   * whether they work here, or what they may do; there an unknown word rejects the row.
   */
  readonly describes?: true;
  /** Can be generated from other fields (`generate`). */
  readonly generated?: true;
  /** Not supplied by a source as a cell. */
  readonly source?: false;
  /** The field's name in the service's records and requests, if it differs. */
  readonly service?: string;
  /** Missing in the service's records. */
  readonly shown?: false;
  /** Masked wherever it is shown. Some sites mask such fields too, or leave them out (R10). */
  readonly personal?: boolean;
  /** Unique among active people. */
  readonly unique?: true;
  /** The operations that write the field; empty: it is never written. The keys are part of every operation. */
  readonly by: readonly Carrier[];
  readonly words: InLanguages;
  /** The report's words for "no value", if it has a meaning. */
  readonly none?: InLanguages;
  /** The description of the setting that maps the field. */
  readonly about: string;
};
