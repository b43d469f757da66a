/**
 * Descriptions of the settings of tables, parts and fields, for editors and docs/settings.md. Settings that every table
 * repeats are described here once; all others are described where they are declared.
 */
import type { FieldSpec } from "../../model/directory/field-spec.ts";
import { fields } from "../../model/directory/fields.ts";

const tableSettings = {
  feeds: "Name → where records come from: a folder of files, or a directory.",
  files: "A folder of files (CSV, XLSX).",
  ldap: "A directory (LDAP, Active Directory).",
  peopleBy: "How managers, supervisors and holders of posts are named.",
  joinBy: "What the parts of `employees` are joined on.",
  mappingFile: "TypeScript file of functions, relative to the folder of the configuration file.",
  duplicates:
    "What becomes of rows that share a key: they are left alone (quarantine), or the whole source is refused.",
  quality: "The rules of the quality gate.",
  renames: "Codes that were renamed.",
  kind: "The kind of object that was renamed.",
  to: "The new code.",
  levels: "Department levels. A table that is not named is not managed.",
  titles: "Job titles.",
  categories: "Categories of functions.",
  functions: "A table: job functions. A field: codes of the person's functions.",
  departments: "Departments.",
  employees: "People, with their main posts.",
  posts: "Further posts, or all of them.",
  from: "Of a part: the feed, where there are several of its kind. Of a rename: the old code.",
  required: "Of a further part: false accepts records that have no row here.",
  distinct: "Rows of one object that state nothing different are one record, and rows without the key are skipped.",
  file: "A file in the folder of the feed.",
  sheet: "A sheet of the workbook; without it the first one that is not hidden.",
  columns: "Field → column, or how it is read.",
  attributes: "Field → attribute, or how it is read.",
  records: "Records written here: field → value.",
  only: "A record is in scope only if all of these conditions hold.",
  except: "A record is out of scope if one of these conditions holds: it is never touched and never reported.",
  protect: "An account is never touched if one of these conditions holds.",
  each: "One post for every value of this attribute, such as the members of a group.",
} as const;

const fieldOptions = {
  column: "The column, or a template of several columns such as `{last} {first}`.",
  attribute:
    "The attribute, or a template of several. `dn` and `parentDn` are the names of the entry and of its parent.",
  value: "A constant.",
  function: "A function of `mappingFile`.",
  reads: "The columns or attributes that the function is given.",
  default: "The value of a blank cell.",
  blank: "As an option: `clear` says that a blank cell clears the field. As a condition: whether the cell is blank.",
  capture: "A regular expression whose first group replaces the text.",
  join: "Joins the values of an attribute into one text, with this separator.",
  flag: "An attribute that says whether an account is disabled.",
  case: "Makes the text lower or upper case.",
  width: "Digits of a number with leading zeros; a shorter number is bad.",
  by: "How the reference identifies its object; by default as in `peopleBy`, or by code.",
  path: "The separator of a path of department names; the code is the path.",
  prefer: "The value of this part wins over those of earlier parts.",
  is: "The cell is this text, or one of these.",
  matches: "The cell matches this regular expression.",
} as const;

const fieldDescriptions = (): Readonly<Record<string, string>> => {
  const found: Record<string, string> = { employee: "Whose post it is." };
  for (const [field, { about, personal }] of Object.values(fields).flatMap((specs): [string, FieldSpec][] =>
    Object.entries(specs),
  )) {
    const text = personal ? `${about} Masked wherever it is shown.` : about;
    // If fields of several kinds share a name but not a description, all descriptions are shown.
    if (found[field] !== text) found[field] = [found[field] ?? [], text].flat().join(" ");
  }
  return found;
};

/** Name of a setting → what it means. */
export const settingDescriptions: Readonly<Record<string, string>> = {
  ...fieldDescriptions(),
  ...fieldOptions,
  ...tableSettings,
};
