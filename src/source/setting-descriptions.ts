/**
 * What the settings of tables, parts and fields mean, for editors and docs/settings.md. They stand here once, because every
 * table has them again. What is described where it is declared needs no line here.
 */ import type { FieldSpec } from "../model/field-spec.ts";
import { fields } from "../model/fields.ts";

const tableSettings = {
  feeds: "Name → where records come from: a folder of files, or a directory.",
  files: "A folder of files (CSV, XLSX).",
  ldap: "A directory (LDAP, Active Directory).",
  peopleBy: "How managers, supervisors and holders of posts are named.",
  joinBy: "What the parts of `employees` are joined on.",
  mappingFile: "TypeScript file of functions, relative to the folder of the configuration file.",
  duplicates: "Rows that share a key: all of them left alone (quarantine), or the whole source refused.",
  quality: "What the gate finds in a reading, and what it does then.",
  renames: "Codes that have become others.",
  kind: "What has another code.",
  to: "The new code.",
  levels: "Department levels. A table that is not named is not managed.",
  titles: "Job titles.",
  categories: "Categories of functions.",
  functions: "A table: job functions. A field: codes of the person's functions.",
  departments: "Departments.",
  employees: "People, with their main posts.",
  posts: "Further posts, or all of them.",
  from: "Of a part: the feed, where there are several of its kind. Of a rename: the old code.",
  required: "Of a further part: false takes records that have no row here as they are.",
  distinct: "Equal rows are one record; a row without the key is none.",
  file: "A file in the folder of the feed.",
  sheet: "A sheet of the workbook; without it the first one that is not hidden.",
  columns: "Field → column, or how it is read.",
  attributes: "Field → attribute, or how it is read.",
  records: "Records written out: field → value.",
  only: "Conditions of which each must hold for a record that is in scope.",
  except: "Conditions that leave a record out of scope: it is never touched and never reported.",
  protect: "Conditions under which an account is never touched.",
  each: "One post for every value of this attribute, such as the members of a group.",
} as const;

const fieldOptions = {
  column: "The column, or a template of several such as `{last} {first}`.",
  attribute: "The attribute, or a template of several; of an entry also `dn` and `parentDn`.",
  value: "A constant.",
  function: "A function of `mappingFile`.",
  reads: "The columns or attributes that the function is given.",
  default: "What a blank cell means.",
  blank: "As an option: `clear` says that a blank cell clears the field. As a condition: whether the cell is blank.",
  capture: "A regular expression: its first group takes the place of the text.",
  join: "Puts the values of an attribute into one text, with this between them.",
  flag: "An attribute that says whether an account is disabled.",
  case: "Makes the text lower or upper case.",
  width: "Digits of a number with leading zeros; a shorter one is not believed.",
  by: "How the reference names what it is about; without it as `peopleBy`, or by code.",
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
    // Kinds that have a field of one name may mean it in their own ways.
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
