/** What the reader of a field is given besides the mapping of the field. */
import type { Kind } from "../../model/directory/kind.ts";
import type { FilePlace } from "../feeds/record.ts";
import type { ReferenceBy } from "../mapping/field-settings.ts";
import type { StatusFacts } from "./inactive-by-day.ts";
import type { Lookups } from "./lookups.ts";
import type { MappingFunctions } from "./mapping-functions.ts";
import type { Survey } from "./survey.ts";

/** What a field needs besides its own mapping. */
export type Surroundings = {
  readonly functions: MappingFunctions;
  readonly lookups: Lookups;
  readonly peopleBy: ReferenceBy;
  readonly empty: readonly string[];
  /** Absent for records without a file. */
  readonly file: FilePlace | undefined;
} & StatusFacts;

/** The surroundings of a field, where it is configured, and the survey that all fields of one header share. */
export type FieldPlace = Surroundings & {
  readonly kind: Kind;
  readonly field: string;
  readonly setting: string;
  /** The columns that the mapping gives to fields with dates. */
  readonly dated: ReadonlySet<string>;
  readonly survey: Survey;
};
