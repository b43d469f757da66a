/**
 * Ways in which a live site may differ from what the specification shows. The first value of each is the default and the
 * service's own reading; the others exist to show that a client copes.
 */
import { z } from "zod";
import { type OrganisationId, organisationIds, specOf } from "../contract/contract.ts";

const parametersOf = (address: string): string => (address.match(/\{\w+\}/g) ?? []).toSorted().join(" ");

/** `METHOD /path?name={param}` for each operation that is served elsewhere; see `moved-addresses.ts`. */
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
    /** R1: operations of the organisation group that are served elsewhere, and no longer at the address of the contract. */
    paths: paths.default({}),
    /** R8: success bodies as they are, or as `{model: …}`. */
    envelope: z.enum(["bare", "model"]).default("bare"),
    /** R43: J4 by category and T1 by rank, or one flat list. */
    lists: z.enum(["grouped", "flat"]).default("grouped"),
    /** R26: `parentCode` of a top-level department. */
    rootParent: z.enum(["null", "empty", "missing"]).default("null"),
    /** R39: D10 of a department without manager: `null`, `{}`, 204, or 400. */
    noManager: z.enum(["null", "empty-object", "no-content", "error"]).default("null"),
    /** R10: a property left out of E11 (and the description left out of D3). */
    e11Omitted: z.enum(["keep", "clear"]).default("keep"),
    /** R56: E14 replaces all posts, or only adds and changes. */
    e14: z.enum(["replace", "merge"]).default("replace"),
    /** R56: what E14 and E15 do with a chosen supervisor of a post that stays. */
    supervisorsOnReplace: z.enum(["kept", "dropped"]).default("kept"),
    /** R13: how date-times are shown; without an offset they are understood and shown at +08:00. */
    dates: z.enum(["as-sent", "utc", "no-offset"]).default("as-sent"),
    /** R34: may two departments under one parent have the same name? */
    uniqueSiblingNames: z.boolean().default(false),
    /** R60: E4 shows only a chosen supervisor, or whoever approves. */
    supervisorShown: z.enum(["custom", "effective"]).default("custom"),
    /** R24: how long P1 takes. */
    p1DelayMs: z.int().min(0).default(0),
    /** R24: how many P1 in a row are turned away (503) before one is taken. */
    p1BusyTimes: z.int().min(0).max(10).default(0),
    /** R7: what writes of the organisation group answer: the record where one is specified, or always the same. */
    writeAnswers: z.enum(["record", "empty", "true", "object"]).default("record"),
    /** R6: refusals of what was asked (400, 404) with their status, or as an error body under 200. */
    refusals: z.enum(["status", "ok"]).default("status"),
    /** R3: status of a key that is unknown or may not. */
    keyRefusal: z.union([z.literal(401), z.literal(403), z.literal(400)]).default(401),
    /** R3: status of another company code in the header. */
    companyRefusal: z.union([z.literal(400), z.literal(401)]).default(400),
    /** R52: E2 of nobody: 404, `null`, `{}`, or 400. */
    nobody: z.enum(["not-found", "null", "empty-object", "error"]).default("not-found"),
    /** R11: properties that the operation does not have. */
    unknownProperties: z.enum(["ignored", "refused"]).default("ignored"),
    /** R14: most characters of a code of a department, level, title or function; 0: no limit. */
    longestCode: z.int().min(0).default(0),
    /** R10: ID card numbers as they are, or masked in the middle. */
    idNumbers: z.enum(["clear", "masked"]).default("clear"),
    /** R10: phone numbers and birth dates as they are, or masked (`1990-**-**`). */
    personalData: z.enum(["clear", "masked"]).default("clear"),
    /** R9: E8 with null clears the expiry, or is refused. */
    nullExpiry: z.enum(["clears", "refused"]).default("clears"),
    /** R20: what positions of levels, departments, functions and categories count from; those of titles count from 1. */
    firstPosition: z.union([z.literal(0), z.literal(1)]).default(0),
    /** R20: how far these positions stand apart. */
    positionStep: z.union([z.literal(1), z.literal(10)]).default(1),
    /** R28, R41, R47: kinds whose position is stored as it is sent while nobody else moves; the others insert and shift. */
    assignedPositions: z.array(z.enum(["level", "title", "function", "category", "department"])).default([]),
    /** R32: where D2 and J5 put what they create. */
    newPlace: z.enum(["last", "first"]).default("last"),
    /** R30: D4 disables the department alone, or what is below it and its people as D8 does. */
    d4: z.enum(["one", "cascade"]).default("one"),
    /** R27: another parent by D7 changes nothing else, or costs the manager and, below an inactive parent, the state. */
    d7: z.enum(["one", "takes-along"]).default("one"),
    /** R29: an `active` or `seq` left out of D8 is refused, or read as false and 0. */
    d8Missing: z.enum(["refused", "false"]).default("refused"),
    /** R40: may only members manage a department? */
    managersAreMembers: z.boolean().default(true),
    /** R40: a manager who leaves the department, is disabled or deleted keeps the office, or loses it. */
    managerLeaves: z.enum(["stays", "cleared"]).default("stays"),
    /** R14: accounts are kept as they were sent, or in lower case. */
    accounts: z.enum(["as-sent", "lower"]).default("as-sent"),
    /** R53: offices and approvers follow a renamed account, or are forgotten. */
    renamedAccounts: z.enum(["followed", "forgotten"]).default("followed"),
    /** R54: a new person is active, inactive until E7, or active without the number, the expiry and the posts of E12. */
    newEmployees: z.enum(["active", "inactive", "bare"]).default("active"),
    /** R45: J7 with another category moves the function, or is refused. */
    otherCategory: z.enum(["moves", "refused"]).default("moves"),
    /** R51: E1 and D9 list people who are not active, or hide them. */
    inactivePeople: z.enum(["listed", "hidden"]).default("listed"),
    /** R50: fields of people beyond the specified ones: none, some more, or `enabled` in the place of `active`. */
    extraFields: z.enum(["none", "more", "enabled"]).default("none"),
    /** R50: how long every call takes at least. */
    latencyMs: z.int().min(0).max(60_000).default(0),
  })
  .strict();
export type Quirks = z.infer<typeof Quirks>;
