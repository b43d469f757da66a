/**
 * The parts `identity`, `policy` and `guard` of the configuration: how records are matched, what musterd may write, and how much
 * it may change in one plan.
 */
import { z } from "zod";
import { adoptedKinds, type Decision, defaultIdentity, evidenceFields } from "../model/directory/identity.ts";
import { type Action, actions, type Kind, kinds } from "../model/directory/kind.ts";
import { managedFields } from "../model/directory/known-fields.ts";
import { type Cap, defaultPeoplePolicy, type PlanSettings } from "../model/plan/settings.ts";

const cap = z
  .strictObject({
    count: z.int().min(0).optional().describe("Most objects; where only `percent` is stated, the default stays."),
    percent: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe(
        "Most percent of the active objects in the service; where only `count` is stated, the default stays, and 100 lifts it.",
      ),
  })
  .refine(({ count, percent }) => count !== undefined || percent !== undefined, {
    error: "needs `count` or `percent`",
  });

/**
 * The limits that apply unless the configuration states its own for a kind and an action. They permit the changes of an ordinary day
 * and stop a disaster.
 */
const defaultCaps: Readonly<Partial<Record<Kind, Readonly<Partial<Record<Action, Cap>>>>>> = {
  level: { create: { percent: 50 }, update: { percent: 50 }, deactivate: { percent: 34 } },
  title: { create: { percent: 50 }, update: { percent: 50 }, deactivate: { percent: 34 } },
  function: { create: { percent: 50 }, update: { percent: 50 }, deactivate: { percent: 34 } },
  department: {
    create: { percent: 25 },
    update: { percent: 50 },
    move: { percent: 25 },
    rename: { percent: 10 },
    deactivate: { percent: 10 },
  },
  manager: { update: { percent: 34 } },
  employee: {
    create: { percent: 20 },
    update: { percent: 50 },
    rename: { percent: 5 },
    reactivate: { percent: 5 },
    deactivate: { percent: 5, count: 500 },
  },
  post: { update: { percent: 34 }, remove: { percent: 20 } },
  supervisor: { update: { percent: 50 } },
};

const text = z.string().trim().min(1);

const adoptLine = z
  .strictObject({
    kind: z.enum(adoptedKinds).default("employee").describe("what the two are"),
    source: text.describe("account, employee number or code in the source"),
    is: text.optional().describe("the account or code in the service that is the same"),
    isNot: z
      .union([text, z.array(text).min(1)])
      .optional()
      .describe("accounts or codes in the service that are not the same"),
  })
  .refine(({ is, isNot }) => is !== undefined || isNot !== undefined, { error: "needs `is` or `isNot`" })
  .transform(({ kind, source, is, isNot = [] }): Decision[] => [
    ...(is === undefined ? [] : [{ kind, source, target: is, same: true }]),
    ...[isNot].flat().map((target) => ({ kind, source, target, same: false })),
  ]);

export const identityPart = z
  .strictObject({
    rules: z
      .array(
        z.strictObject({
          same: z.array(z.enum(evidenceFields)).min(1).describe("fields in which the two agree"),
          weight: z.number().positive().describe("how much that says"),
        }),
      )
      .min(1)
      .default(defaultIdentity.rules.map(({ same, weight }) => ({ same: [...same], weight })))
      .describe(
        "what two records of a person may agree in, and how much that says; replaces the default rules as a whole",
      ),
    holdFrom: z
      .number()
      .positive()
      .default(defaultIdentity.holdFrom)
      .describe("a newcomer is held where the weights of the rules that agree come to this"),
    adopt: z
      .array(adoptLine)
      .transform((lines) => lines.flat())
      .prefault([])
      .describe(
        "who is who: a record of the source (`source`) is an object of the service (`is`), or is not (`isNot`)",
      ),
  })
  .prefault({});

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

const days = z.int().min(0).max(3650);

const peoplePart = z
  .strictObject({
    timeZone: z
      .string()
      .refine(isTimeZone, "is not a time zone, such as Asia/Taipei")
      .default(defaultPeoplePolicy.timeZone)
      .describe("The time zone in which a day begins and ends for hire dates, last days and leaves (IANA name)."),
    waitForHireDate: z
      .boolean()
      .default(defaultPeoplePolicy.waitForHireDate)
      .describe(
        "Whether a joiner stays disabled until the hire date; false: created and active as soon as HR has the row.",
      ),
    createDaysBefore: days
      .default(defaultPeoplePolicy.createDaysBefore)
      .describe("How many days before the hire date a joiner is created, disabled; 0: on the hire date."),
    graceDays: days
      .default(defaultPeoplePolicy.graceDays)
      .describe("How many days after the last working day a person stays active."),
    missing: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe(
        "After how many readings without a person (complete ones, at most one counts a day) the person is disabled; without it only people who have not started are, after 3.",
      ),
  })
  .prefault({})
  .describe("When people become active and are disabled.");

export const policyPart = z
  .strictObject({
    fields: z
      .partialRecord(z.enum(managedFields), z.enum(["manage", "fill-if-empty", "ignore"]))
      .default({})
      .describe("`kind.field` → manage, fill-if-empty or ignore."),
    protectedAccounts: z
      .array(z.string().min(1))
      .default(["admin", "administrator", "root", "sysadmin", "superadmin", "superuser", "system"])
      .describe("Accounts that are never touched; `*` stands for any characters."),
    newEmployeeLogin: z
      .array(z.string().min(1))
      .min(1)
      .default(["UOF"])
      .describe("Login methods of somebody who is new, where the source names none (R54)."),
    people: peoplePart,
    managerMustBeMember: z.boolean().default(true).describe("Whether a manager must have a post in the department."),
  })
  .prefault({});

export const guardPart = z
  .strictObject({
    caps: z
      .partialRecord(z.enum(kinds), z.partialRecord(z.enum(actions), cap))
      .refine(({ employee }) => employee?.move === undefined, {
        path: ["employee", "move"],
        error: "limits nothing; moves of people are limited by `post.update` and `post.remove`",
      })
      .default({})
      .describe("Kind → action → most changes of one plan; a plan that goes beyond needs approval."),
    maxFailuresBeforeDisabling: z
      .int()
      .min(0)
      .default(5)
      .describe("With more failed changes than this nobody and nothing is disabled any more in that run."),
  })
  .prefault({});

/** Returns the default caps with the counts and percentages that the configuration states. */
export const mergedCaps = (own: z.infer<typeof guardPart>["caps"]): PlanSettings["caps"] =>
  Object.fromEntries(kinds.map((kind) => [kind, merged(defaultCaps[kind] ?? {}, own[kind] ?? {})]));

type Caps = Readonly<Partial<Record<Action, Cap>>>;

const merged = (byDefault: Caps, own: z.infer<typeof guardPart>["caps"][Kind] & {}): Caps => {
  const stated = Object.entries(own) as [Action, Cap][];
  return {
    ...byDefault,
    ...Object.fromEntries(stated.map(([action, cap]) => [action, { ...byDefault[action], ...cap }])),
  };
};
