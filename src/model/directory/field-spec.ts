/** The types of the entries in the table of fields (fields.ts). */
import type { SubjectKind } from "./kind.ts";

/**
 * code: a key or an address, normalized to NFKC · name: normalized to NFC, and left out if a character was lost on the way from
 * HR; `?` is a sign of that · text: free text, treated like a name, but `?` is permitted · date: a calendar date · instant: a
 * moment, or the end of a calendar date · codes: a list of codes · person, department: a reference, resolved after reading ·
 * posts: the posts of a person, which no single cell contains
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

/**
 * How two values are compared. text: after NFC · code: after NFKC and case-folding (R14) · set: as lists of codes, in any order ·
 * phone: by what is dialled, as far as one side says it · value: exactly
 */
export type Sameness = "text" | "code" | "set" | "phone" | "value";

/** The contract operations that write fields of records. */
export type Carrier =
  | ("V2" | "V3" | "V4" | "V5")
  | ("D2" | "D3" | "D4" | "D7" | "D12")
  | ("J2" | "J5" | "J6" | "J7" | "J8")
  | ("T2" | "T3" | "T4" | "T5")
  | ("E7" | "E8" | "E9" | "E11" | "E12" | "E13" | "E14");

export type FieldSpec = {
  readonly type: FieldType;
  readonly same: Sameness;
  /** The kind of object whose key, or keys, the value is; absent for the key of the record itself. */
  readonly refersTo?: SubjectKind;
  /** The value may be null, which states that there is none; in a mapping, `blank: clear` turns an empty cell into null. */
  readonly clearable?: true;
  /** Smallest integer permitted. */
  readonly min?: number;
  /** What a text must look like to be a value of the field. */
  readonly form?: "email" | "phone";
  /** Part of the record's identity: a row without it is rejected. */
  readonly key?: true;
  /** Finds a person in the service. */
  readonly identifies?: true;
  /** Required in every record, although it is not a key. */
  readonly always?: true;
  /**
   * True for a field that only describes the record: if its cell contains an unknown word, only the field is left out. All other
   * fields decide who a person is, whether they work here, or what they may do, so an unknown word rejects the row.
   */
  readonly describes?: true;
  /** The setting `generate` can make the value from other fields. */
  readonly generated?: true;
  /** False for a field that no cell of a source supplies. */
  readonly source?: false;
  /** The field's name in the service's records and requests, if it differs. */
  readonly service?: string;
  /** False for a field that the service's records do not contain. */
  readonly shown?: false;
  /** musterd masks the value wherever it shows it. Some sites mask such values too, or leave them out (R10). */
  readonly personal?: boolean;
  /** No two active people may have the same value. */
  readonly unique?: true;
  /** The operations that write the field; if empty, none does. Keys are not listed: every operation contains them. */
  readonly by: readonly Carrier[];
  /** Null has a meaning of its own, such as "top level", for which there are words. */
  readonly nullHasMeaning?: true;
  /** The description of the setting that maps the field. */
  readonly about: string;
};
