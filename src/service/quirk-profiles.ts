/**
 * Quirks that go together: sites as they may be met. `musterd service --quirks NAME` starts the service as one of them, and
 * the daemon is tested against each. Left out is what makes a wanted state impossible (`otherCategory`, `uniqueSiblingNames`,
 * `e14: merge`): there a run reports what was refused. Only `unfriendly` both masks values and clears what E11 leaves out, so
 * that people change there only with the values of HR. The first is the service's own reading of the specification.
 */
import type { Quirks } from "./quirks.ts";

export const quirkProfiles = {
  specified: {},
  /** As third-party clients have met it: everything in an envelope, flat lists, `{}` for no manager. */
  observed: { envelope: "model", lists: "flat", noManager: "empty-object", nobody: "null", writeAnswers: "object" },
  /** As the older client library expects: `true` from every write, more fields, no offset in dates. */
  legacy: {
    writeAnswers: "true",
    extraFields: "enabled",
    dates: "no-offset",
    rootParent: "missing",
    nobody: "empty-object",
  },
  /** Refuses whatever it can. */
  strictest: {
    unknownProperties: "refused",
    longestCode: 50,
    noManager: "error",
    keyRefusal: 403,
    writeAnswers: "empty",
  },
  /** Forgets what is not repeated, and shows the effective where the chosen was meant. */
  forgetful: {
    e11Omitted: "clear",
    supervisorShown: "effective",
    dates: "utc",
    rootParent: "empty",
    noManager: "no-content",
  },
  /** Shows as little as it can. */
  reticent: {
    idNumbers: "masked",
    noManager: "no-content",
    nobody: "error",
    writeAnswers: "empty",
    rootParent: "missing",
  },
  /** The refresh is slow and often busy. */
  busy: { p1DelayMs: 50, p1BusyTimes: 2, latencyMs: 1 },
  /** Does more than it was asked to. */
  meddling: { d4: "cascade", managersAreMembers: false, newEmployees: "inactive", extraFields: "more" },
  /** All at once, as unkindly as a site can be that a synchronisation can still bring into step. */
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
  /** What a client must not take for granted: writes take other things along; addresses, numbers and values differ. */
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
