/**
 * The ways in which a real site may differ from the specification. The default of each quirk is the service's own reading of
 * the specification; tests use the other values to prove that a client copes with them.
 */
import { z } from "zod";
import { type OrganisationId, organisationIds, specOf } from "../../../contract/contract.ts";
import { answerFormQuirks } from "./answer-form-quirks.ts";
import { storedTextQuirks } from "./stored-texts.ts";
import { writeQuirks } from "./write-quirks.ts";

const parametersOf = (address: string): string => (address.match(/\{\w+\}/g) ?? []).toSorted().join(" ");

/** The addresses `METHOD /path?name={param}` of operations that a site has moved; see `moved-addresses.ts`. */
const paths = z
  .partialRecord(
    z.enum(organisationIds),
    z
      .string()
      .regex(
        /^(GET|POST|PUT|PATCH|DELETE) \^?\/[^\s?#]*(\?\w+=\{\w+\}(&\w+=\{\w+\})*)?$/,
        "must look like GET /path/{param}?name={param}",
      ),
  )
  .check(({ value, issues }) => {
    for (const [id, address] of Object.entries(value)) {
      const expected = parametersOf(specOf(id as OrganisationId).path);
      const message = `must use exactly these parameters: ${expected || "none"}`;
      if (parametersOf(address) !== expected) issues.push({ code: "custom", input: address, path: [id], message });
    }
  });

export const Quirks = z
  .object({
    /** R1: the addresses of organisation operations that have moved; these are not served at the contract's address. */
    paths: paths.default({}),
    /** R8: whether success bodies are sent as they are, or as `{model: …}`. */
    envelope: z.enum(["bare", "model"]).default("bare"),
    /** R43: whether J4 is grouped by category and T1 by rank, or both are flat lists. */
    lists: z.enum(["grouped", "flat"]).default("grouped"),
    /** R26: the `parentCode` of a top-level department in answers; `company`: the company is listed as the department above all. */
    rootParent: z.enum(["null", "empty", "missing", "company"]).default("null"),
    /** R39: what D10 answers for a department without a manager: `null`, `{}`, 204, 400, or the next manager above it. */
    noManager: z.enum(["null", "empty-object", "no-content", "error", "manager-above"]).default("null"),
    /** R10: whether properties missing from E11 (and a description missing from D3) keep their value, or are cleared. */
    e11Omitted: z.enum(["keep", "clear"]).default("keep"),
    /** R56: whether E14 replaces all posts, only adds and changes posts, or replaces them and keeps the main post if it is in the list. */
    e14: z.enum(["replace", "merge", "keeps-main"]).default("replace"),
    /** R56: whether a person may have several posts. */
    severalPosts: z.enum(["accepted", "refused"]).default("accepted"),
    /** R56: what E14 and E15 do with a chosen supervisor of a post that stays. */
    supervisorsOnReplace: z.enum(["kept", "dropped"]).default("kept"),
    /** R13: whether date-times are returned as they were sent, in UTC, or at +08:00 without an offset. */
    dates: z.enum(["as-sent", "utc", "no-offset"]).default("as-sent"),
    /** R34: whether sibling departments must have different names. */
    uniqueSiblingNames: z.boolean().default(false),
    /** R60: whether E4 returns only chosen supervisors, or the manager who approves where no supervisor is chosen. */
    supervisorShown: z.enum(["custom", "effective"]).default("custom"),
    /** R58: whether E4 says which post is the main post. */
    mainPost: z.enum(["shown", "left-out"]).default("shown"),
    /** R24: how long P1 takes. */
    p1DelayMs: z.int().min(0).max(86_400_000).default(0),
    /** R24: number of P1 calls in a row that are refused (503) before one is accepted. */
    p1BusyTimes: z.int().min(0).max(10).default(0),
    /** R7: the answer of organisation writes: the record where one is specified, or always the same answer. */
    writeAnswers: z.enum(["record", "empty", "true", "object"]).default("record"),
    /** R6: whether refusals with 400 or 404 keep their status, or are sent with status 200. */
    refusals: z.enum(["status", "ok"]).default("status"),
    /** R3: status of refusals that would otherwise have 401, such as for an unknown key or a missing permission. */
    keyRefusal: z.union([z.literal(401), z.literal(403), z.literal(400)]).default(401),
    /** R3: status when the header `CorpCode` does not name the service's company. */
    companyRefusal: z.union([z.literal(400), z.literal(401)]).default(400),
    /** R52: the answer of E2 for an unknown person: 404, `null`, `{}`, or 400. */
    nobody: z.enum(["not-found", "null", "empty-object", "error"]).default("not-found"),
    /** R11: whether request properties that the operation does not know are ignored or refused. */
    unknownProperties: z.enum(["ignored", "refused"]).default("ignored"),
    /** R15: whether codes, accounts, numbers and categories that no path can name are refused, or accepted. */
    codesInPaths: z.enum(["only", "any"]).default("only"),
    /** R96: whether new keys with characters that nobody sees are refused, or kept. */
    invisibleInKeys: z.enum(["refused", "kept"]).default("refused"),
    /** R14: maximum length of a department, level, title or function code; 0: no limit. */
    longestCode: z.int().min(0).default(0),
    /** R10: whether ID card numbers are returned in clear, or masked in the middle. */
    idNumbers: z.enum(["clear", "masked"]).default("clear"),
    /** R10: whether phone numbers and birth dates are returned in clear, or masked (`1990-**-**`). */
    personalData: z.enum(["clear", "masked"]).default("clear"),
    /** R9: whether null in E8 clears the expiry, or is refused. */
    nullExpiry: z.enum(["clears", "refused"]).default("clears"),
    /** R20: the first position of levels, departments, functions and categories; titles always start at 1. */
    firstPosition: z.union([z.literal(0), z.literal(1)]).default(0),
    /** R20: the distance between two positions of levels, departments, functions and categories. */
    positionStep: z.union([z.literal(1), z.literal(10)]).default(1),
    /** R28, R41, R47: kinds whose position is stored as sent; a row of any other kind is inserted, and those behind it shift. */
    assignedPositions: z.array(z.enum(["level", "title", "function", "category", "department"])).default([]),
    /** R32: where D2 and J5 place new objects. */
    newPlace: z.enum(["last", "first"]).default("last"),
    /** R30: whether D4 disables only the department, or, like D8, also everything below it and the people there. */
    d4: z.enum(["one", "cascade"]).default("one"),
    /** R27: whether D7 only moves, or also removes the manager and disables what comes below an inactive parent. */
    d7: z.enum(["one", "takes-along"]).default("one"),
    /** R29: whether D8 refuses a missing `active` or `seq`, or reads `active` as false and `seq` as 0. */
    d8Missing: z.enum(["refused", "false"]).default("refused"),
    /** R29: whether D8 without `parentCode` moves the department to the top level, or leaves it under its parent. */
    d8Parent: z.enum(["top", "kept"]).default("top"),
    /** R40: whether only members may manage a department. */
    managersAreMembers: z.boolean().default(true),
    /** R40: whether a manager who leaves the department, is disabled or is deleted remains its manager, or is removed. */
    managerLeaves: z.enum(["stays", "cleared"]).default("stays"),
    /** R14: whether accounts are stored as sent, in lower case, in lower case and found in no other, or cut to ten characters. */
    accounts: z.enum(["as-sent", "lower", "lower-exact", "cut"]).default("as-sent"),
    /** R53: whether references from departments and posts follow a renamed account, or are removed. */
    renamedAccounts: z.enum(["followed", "forgotten"]).default("followed"),
    /** R54: whether E12 creates an active person, one inactive until E7, or an active one without number, expiry, posts. */
    newEmployees: z.enum(["active", "inactive", "bare"]).default("active"),
    /** R45: whether J7 with another category moves the function, is refused for an unknown category, or always. */
    otherCategory: z.enum(["moves", "known", "refused"]).default("moves"),
    /** R51: whether E1 and D9 list inactive people, every other one of them, or none. */
    inactivePeople: z.enum(["listed", "some", "hidden"]).default("listed"),
    /** R51: whether E2 and E4 answer about inactive people, refuse it with 403, or know nobody inactive. */
    readsOfInactive: z.enum(["answered", "forbidden", "missing"]).default("answered"),
    /** R51: whether E1 lists people who have no post. */
    peopleWithoutPosts: z.enum(["listed", "hidden"]).default("listed"),
    /** R64: whether E1 leaves out people of other companies who have a post here, or lists them like our own. */
    otherCompanies: z.enum(["hidden", "listed"]).default("hidden"),
    /** R50: the fields of people beyond the specified ones: none, `enabled` and some others, or the same without `active`. */
    extraFields: z.enum(["none", "more", "enabled"]).default("none"),
    /** R50: minimum duration of every call. */
    latencyMs: z.int().min(0).max(60_000).default(0),
    ...writeQuirks,
    ...answerFormQuirks,
    ...storedTextQuirks,
    /** R100: how many readings of each list after a write still show the list as it was before, or whether all do until the next P1. */
    staleReadings: z.union([z.int().min(0).max(10), z.literal("until-refresh")]).default(0),
    /** R24: P1 is refused (503) if the last one was less than this long ago. */
    p1PauseMs: z.int().min(0).max(600_000).default(0),
  })
  .strict();
export type Quirks = z.infer<typeof Quirks>;
