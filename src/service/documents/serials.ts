/**
 * Serial numbers of controlled documents (R81): counted by the service or chosen by the caller, as the library says, and never
 * used twice in a library.
 */
import { docSerialRule } from "../../contract/operations/controlled-documents.ts";
import { requireRow } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { isLabel } from "./names.ts";
import { type Company, keyIn, type LibraryRow, rulesOf } from "./tables.ts";

/**
 * Returns the serial of a document. Automatic serials are counted (`CODE-0001`). `given` is the requested serial, and `own` is
 * the document's present one.
 */
export const chooseSerial = (company: Company, library: LibraryRow, given?: string, own?: string): string => {
  if (own !== undefined && (given === undefined || given === own)) return own;
  if (rulesOf(library).docSerialRule === docSerialRule.automatic)
    return given === undefined ? nextSerial(company, library) : refuse("OPA-SERIAL-AUTOMATIC", "docSerial");
  return freeSerial(company, library, given ?? refuse("OPA-SERIAL-MISSING", "docSerial"), own);
};

/** Refuses a serial that another document of the library has, even a voided or destroyed one. */
export const freeSerial = (company: Company, library: LibraryRow, serial: string, own?: string): string => {
  if (!isLabel(serial)) refuse("OPA-SERIAL-INVALID", "docSerial");
  const isOwn = own !== undefined && fold(own) === fold(serial);
  return isOwn || !isSerialTaken(company, library, serial) ? serial : refuse("OPA-SERIAL-TAKEN", "docSerial");
};

const isSerialTaken = ({ storedDocuments, destroyedDocuments }: Company, { id }: LibraryRow, serial: string): boolean =>
  [storedDocuments, destroyedDocuments].some((table) => table.by("serial", keyIn(id, serial)).length > 0);

const nextSerial = (company: Company, { id }: LibraryRow): string => {
  // The row as it is now: each automatic serial changes it.
  const library = requireRow(company.libraries, id);
  const rules = rulesOf(library);
  let number = rules.nextSerial;
  const serial = () => `${library.code}-${String(number).padStart(4, "0")}`;
  while (isSerialTaken(company, library, serial())) number += 1;
  company.libraries.put({ ...library, rules: { ...rules, nextSerial: number + 1 } });
  return serial();
};
