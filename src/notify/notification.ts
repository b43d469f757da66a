/** What a webhook receives, as a schema: docs/notification.schema.json is made from it. */
import { z } from "zod";
import { actions, kinds } from "../model/directory/kind.ts";
import { severities } from "./occurrences.ts";

const instant = z.iso.datetime();
const counts = z.record(z.string(), z.int());

const details = z.object({
  run: z
    .object({ id: z.string(), status: z.string(), trigger: z.string(), endedAt: z.string() })
    .optional()
    .describe("The run that it is about; `musterd show ID` shows it."),
  entries: counts.optional().describe("Numbers of people, departments and other records by what became of them."),
  changes: z
    .array(z.object({ kind: z.enum(kinds), action: z.enum(actions), count: z.int() }))
    .optional()
    .describe("Numbers of changes, the worst first."),
  breaches: z
    .array(
      z.object({
        code: z.string(),
        kind: z.enum(kinds),
        action: z.enum(actions).optional(),
        count: z.int(),
        limit: z.int(),
        base: z.int(),
      }),
    )
    .optional()
    .describe("The limits that a blocked plan exceeds."),
  kinds: z.array(z.enum(kinds)).optional().describe("The kinds of record that the quality gate holds as a whole."),
  reason: z
    .object({
      code: z.string(),
      message: z.string(),
      place: z.record(z.string(), z.unknown()).optional(),
      hint: z.string().optional(),
    })
    .optional()
    .describe("The error, as in docs/errors.md."),
  codes: z.array(z.string()).optional().describe("Error codes of changes."),
  since: instant.optional(),
  until: instant.optional(),
  name: z.string().optional().describe("The feed, certificate or channel that it is about."),
  count: z.int().optional(),
  limit: z.int().optional(),
  lastGood: instant.optional().describe("When the last run ended that did everything."),
  nextTry: instant.optional(),
  open: z
    .array(z.object({ code: z.string(), name: z.string(), since: instant }))
    .optional()
    .describe("Of a digest: the troubles that last."),
  runs: counts.optional().describe("Of a digest: numbers of runs by their ends."),
  audit: z.string().optional().describe("Of a digest: the last entry of the audit trail, NUMBER:DIGEST."),
});

export const notificationSchema = z.object({
  type: z.string().describe("`CODE.PHASE`, such as run-blocked.began."),
  timestamp: instant.describe("When it was noticed. A repetition has the same."),
  data: z.object({
    id: z.string().describe("The same in every repetition, and in the header webhook-id."),
    thread: z.string().describe("The id of the message that began the trouble; that of this message if it began it."),
    code: z.string().describe("The occurrence, as in docs/occurrences.md."),
    phase: z
      .enum(["began", "again", "ended", "once"])
      .describe("began, ended: of a trouble that lasts · again: there is something new about it · once: an event."),
    severity: z.enum(severities),
    target: z.string().describe("The service that musterd keeps in step with HR."),
    title: z.string(),
    subject: z.string(),
    text: z.string().describe("The whole message as plain text."),
    next: z.string().describe("What to do; empty at an end."),
    details,
  }),
});

export type Notification = z.infer<typeof notificationSchema>;
