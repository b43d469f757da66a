/**
 * Sets of quirks that resemble real sites. `musterd service --quirks NAME` starts the service with one of them, and the daemon
 * is tested against each. Quirks that make a wanted state impossible are left out (`otherCategory`, `uniqueSiblingNames`, `e14:
 * merge`). Only `unfriendly` both masks values and clears the fields that E11 leaves out, so a change to a person there must
 * also write HR's values of the masked fields. The profile `specified` is the service's own reading of the specification.
 */
import type { Quirks } from "./quirks.ts";

export const quirkProfiles = {
  specified: {},
  /** Behaviour that third-party clients have observed: all answers in an envelope, flat lists, `{}` for no manager. */
  observed: { envelope: "model", lists: "flat", noManager: "empty-object", nobody: "null", writeAnswers: "object" },
  /** Behaviour that the older client library expects: `true` from every write, additional fields, dates without offset. */
  legacy: {
    writeAnswers: "true",
    extraFields: "enabled",
    dates: "no-offset",
    rootParent: "missing",
    nobody: "empty-object",
  },
  /** Refuses everything it can. */
  strictest: {
    unknownProperties: "refused",
    longestCode: 50,
    noManager: "error",
    keyRefusal: 403,
    writeAnswers: "empty",
  },
  /** Forgets values that a request does not repeat, and returns the effective supervisor instead of the chosen one. */
  forgetful: {
    e11Omitted: "clear",
    supervisorShown: "effective",
    dates: "utc",
    rootParent: "empty",
    noManager: "no-content",
  },
  /** Returns as little as it can. */
  reticent: {
    idNumbers: "masked",
    noManager: "no-content",
    nobody: "error",
    writeAnswers: "empty",
    rootParent: "missing",
  },
  /** The permission refresh (P1) is slow and often refused. */
  busy: { p1DelayMs: 50, p1BusyTimes: 2, latencyMs: 1 },
  /** Changes more than it was asked to. */
  meddling: { d4: "cascade", managersAreMembers: false, newEmployees: "inactive", extraFields: "more" },
  /** As many quirks at once as a synchronisation can still handle. */
  hostile: {
    envelope: "model",
    lists: "flat",
    rootParent: "empty",
    noManager: "error",
    nobody: "error",
    refusals: "ok",
    dates: "no-offset",
    idNumbers: "masked",
    extraFields: "enabled",
    writeAnswers: "true",
    unknownProperties: "refused",
    d4: "cascade",
    d8Missing: "false",
    newEmployees: "inactive",
    p1BusyTimes: 1,
    keyRefusal: 403,
  },
  /**
   * Breaks what clients take for granted: a write also changes other things, addresses and positions are unusual, values are
   * masked.
   */
  unfriendly: {
    supervisorsOnReplace: "dropped",
    supervisorShown: "effective",
    firstPosition: 1,
    assignedPositions: ["level", "title", "function"],
    newPlace: "first",
    inactivePeople: "hidden",
    idNumbers: "masked",
    personalData: "masked",
    e11Omitted: "clear",
    d4: "cascade",
    d7: "takes-along",
    companyRefusal: 401,
    paths: {
      D3: "PATCH /department",
      D7: "POST ^/api/hr/departments/order",
      V3: "PATCH ^/api/hr/levels",
      V6: "DELETE ^/api/hr/levels/{code}",
      E1: "GET ^/api/hr/people",
      E2: "GET ^/api/hr/people?by={userType}&key={userCode}",
      E11: "PATCH /employee",
      D10: "GET /department/manager?code={code}",
      D11: "DELETE /department/manager?code={code}",
      T4: "PATCH ^/api/hr/titles/order",
    },
  },
} as const satisfies Record<string, Partial<Quirks>>;

export type QuirkProfile = keyof typeof quirkProfiles;
