/**
 * The ways in which a live site may differ from the specification. The first value of each quirk is the default and the
 * service's own reading; tests use the others to show that a client copes.
 */
import { z } from "zod";
import { type OrganisationId, organisationIds, specOf } from "../contract/contract.ts";

const parametersOf = (address: string): string => (address.match(/\{\w+\}/g) ?? []).toSorted().join(" ");

/** `METHOD /path?name={param}` for each operation with another address; see `moved-addresses.ts`. */
const paths = z
  .partialRecord(
    z.enum(organisationIds as [OrganisationId, ...OrganisationId[]]),
    z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \^?\/[^\s?#]*(\?\w+=\{\w+\}(&\w+=\{\w+\})*)?$/),
  )
  .superRefine((addresses, context) => {
    for (const [id, address] of Object.entries(addresses)) {
      const expected = parametersOf(specOf(id as OrganisationId).path);
      if (parametersOf(address) === expected) continue;
      context.addIssue({
        code: "custom",
        path: [id],
        message: `must use exactly these parameters: ${expected || "none"}`,
      });
    }
  });

export const Quirks = z
  .object({
    /** R1: operations of the organisation group with another address; they are not served at the contract's address. */
    paths: paths.default({}),
    /** R8: success bodies as they are, or as `{model: …}`. */
    envelope: z.enum(["bare", "model"]).default("bare"),
    /** R43: J4 by category and T1 by rank, or one flat list. */
    lists: z.enum(["grouped", "flat"]).default("grouped"),
    /** R26: `parentCode` of a top-level department. */
    rootParent: z.enum(["null", "empty", "missing"]).default("null"),
    /** R39: D10 for a department without manager: `null`, `{}`, 204, or 400. */
    noManager: z.enum(["null", "empty-object", "no-content", "error"]).default("null"),
    /** R10: properties missing from E11 (and a description missing from D3). */
    e11Omitted: z.enum(["keep", "clear"]).default("keep"),
    /** R56: E14 replaces all posts, or only adds and changes. */
    e14: z.enum(["replace", "merge"]).default("replace"),
    /** R56: what E14 and E15 do with a chosen supervisor of a post that stays. */
    supervisorsOnReplace: z.enum(["kept", "dropped"]).default("kept"),
    /** R13: format of date-times in answers; without an offset they are read and shown at +08:00. */
    dates: z.enum(["as-sent", "utc", "no-offset"]).default("as-sent"),
    /** R34: whether sibling departments must have different names. */
    uniqueSiblingNames: z.boolean().default(false),
    /** R60: E4 shows only a chosen supervisor, or the person who approves in effect. */
    supervisorShown: z.enum(["custom", "effective"]).default("custom"),
    /** R24: how long P1 takes. */
    p1DelayMs: z.int().min(0).default(0),
    /** R24: number of P1 calls in a row that are refused (503) before one is accepted. */
    p1BusyTimes: z.int().min(0).max(10).default(0),
    /** R7: the answer of organisation writes: the record where one is specified, or always the same. */
    writeAnswers: z.enum(["record", "empty", "true", "object"]).default("record"),
    /** R6: refusals (400, 404) with their status, or as an error body with status 200. */
    refusals: z.enum(["status", "ok"]).default("status"),
    /** R3: status for a key that is unknown or lacks the permission. */
    keyRefusal: z.union([z.literal(401), z.literal(403), z.literal(400)]).default(401),
    /** R3: status for another company code in the header. */
    companyRefusal: z.union([z.literal(400), z.literal(401)]).default(400),
    /** R52: the answer of E2 for an unknown person: 404, `null`, `{}`, or 400. */
    nobody: z.enum(["not-found", "null", "empty-object", "error"]).default("not-found"),
    /** R11: properties unknown to the operation. */
    unknownProperties: z.enum(["ignored", "refused"]).default("ignored"),
    /** R14: maximum length of a department, level, title or function code; 0: no limit. */
    longestCode: z.int().min(0).default(0),
    /** R10: ID card numbers in clear, or masked in the middle. */
    idNumbers: z.enum(["clear", "masked"]).default("clear"),
    /** R10: phone numbers and birth dates in clear, or masked (`1990-**-**`). */
    personalData: z.enum(["clear", "masked"]).default("clear"),
    /** R9: E8 with null clears the expiry, or is refused. */
    nullExpiry: z.enum(["clears", "refused"]).default("clears"),
    /** R20: the first position of levels, departments, functions and categories; titles always start at 1. */
    firstPosition: z.union([z.literal(0), z.literal(1)]).default(0),
    /** R20: the distance between these positions. */
    positionStep: z.union([z.literal(1), z.literal(10)]).default(1),
    /** R28, R41, R47: kinds whose position is stored as sent, without moving others; the other kinds insert and shift. */
    assignedPositions: z.array(z.enum(["level", "title", "function", "category", "department"])).default([]),
    /** R32: where D2 and J5 place new objects. */
    newPlace: z.enum(["last", "first"]).default("last"),
    /** R30: D4 disables the department alone, or with everything below and its people, as D8 does. */
    d4: z.enum(["one", "cascade"]).default("one"),
    /** R27: a new parent in D7 changes nothing else, or removes the manager and, below an inactive parent, disables. */
    d7: z.enum(["one", "takes-along"]).default("one"),
    /** R29: a missing `active` or `seq` in D8 is refused, or read as false and 0. */
    d8Missing: z.enum(["refused", "false"]).default("refused"),
    /** R40: whether only members may manage a department. */
    managersAreMembers: z.boolean().default(true),
    /** R40: a manager who leaves the department, is disabled or deleted stays its manager, or is removed. */
    managerLeaves: z.enum(["stays", "cleared"]).default("stays"),
    /** R14: accounts are stored as sent, or in lower case. */
    accounts: z.enum(["as-sent", "lower"]).default("as-sent"),
    /** R53: references from departments and posts follow a renamed account, or are removed. */
    renamedAccounts: z.enum(["followed", "forgotten"]).default("followed"),
    /** R54: a new person is active, inactive until E7, or active without the number, expiry and posts of E12. */
    newEmployees: z.enum(["active", "inactive", "bare"]).default("active"),
    /** R45: J7 with another category moves the function, or is refused. */
    otherCategory: z.enum(["moves", "refused"]).default("moves"),
    /** R51: E1 and D9 list inactive people, or hide them. */
    inactivePeople: z.enum(["listed", "hidden"]).default("listed"),
    /** R50: fields of people in addition to the specified ones: none, some, or `enabled` instead of `active`. */
    extraFields: z.enum(["none", "more", "enabled"]).default("none"),
    /** R50: minimum duration of every call. */
    latencyMs: z.int().min(0).max(60_000).default(0),
  })
  .strict();
export type Quirks = z.infer<typeof Quirks>;
