/**
 * Other forms in which a site may answer (R103): the same values as other JSON types, left out, repeated, or written otherwise. The
 * default is the contract's own form. `answer-forms.ts` carries them out.
 */
import { z } from "zod";

/** What some sites show of no record, although a write sets or clears it (R50). */
const notShown = z.enum([
  "name",
  "description",
  "deptLevelCode",
  "seq",
  "active",
  "categoryName",
  "loginValidation",
  "employeeNumber",
  "expiredTime",
  "gender",
  "englishName",
  "idCardNumber",
  "birthDate",
  "phoneNumber",
  "businessCard",
  "hireDate",
  "email",
  "emailEx",
  "locked",
  "jobTitle",
  "jobFuncs",
  "superVisorAccount",
]);

/** What some sites show as null of everybody, whatever it is. */
const shownAsNull = notShown.extract([
  "gender",
  "englishName",
  "idCardNumber",
  "birthDate",
  "phoneNumber",
  "businessCard",
  "hireDate",
  "email",
  "emailEx",
]);

export const answerFormQuirks = {
  /** R50: the properties that no answer of an organisation operation has. */
  notShown: z.array(notShown).default([]),
  /** R10: the properties that are null in every answer of an organisation operation. */
  shownAsNull: z.array(shownAsNull).default([]),
  /** R103: whether whole numbers are JSON numbers, or texts such as `"3"`. */
  numbers: z.enum(["json", "texts"]).default("json"),
  /** R103: whether booleans are JSON booleans, 1 and 0, or the texts `"true"` and `"false"`. */
  booleans: z.enum(["json", "numbers", "texts"]).default("json"),
  /** R103: whether employee numbers are texts as stored, or, where they only have digits, texts or JSON numbers without leading zeros. */
  employeeNumbers: z.enum(["texts", "short-texts", "json"]).default("texts"),
  /** R14: whether accounts are shown as they are stored, and understood in requests, or with a domain before them. */
  accountsShown: z.enum(["as-stored", "with-domain"]).default("as-stored"),
  /** R103: whether false and 0 are sent, or left out of records. */
  falseAndZero: z.enum(["sent", "left-out"]).default("sent"),
  /** R103: whether an empty list is `[]` or null, or an empty `loginValidation` is a blank text. */
  emptyLists: z.enum(["empty", "null", "blank"]).default("empty"),
  /** R103: whether every record of a list occurs once, or the first one twice. */
  listRecords: z.enum(["once", "first-twice"]).default("once"),
  /** R13: the form of dates; `as-sent` leaves them to the quirk `dates`. */
  dateForm: z
    .enum(["as-sent", "slashes", "milliseconds", "compact", "epoch", "epoch-number", "date-call", "own-offset"])
    .default("as-sent"),
  /** R103: whether texts are shown as stored, trimmed, in Unicode form NFKC, cut after 60 bytes, or with HTML escapes. */
  texts: z.enum(["as-sent", "trimmed", "nfkc", "cut", "escaped"]).default("as-sent"),
};
