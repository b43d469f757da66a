/**
 * The schema of the report for programs (`--json`), from which docs/report.schema.json is generated. Version 1 may get further
 * fields and further codes, but no field changes its meaning and none goes. Values are codes of the model, the same in every
 * language; ID numbers, birth dates and phones are replaced with "•••". Operations are not part of a report.
 */
import { z } from "zod";
import { actions, kinds } from "../../model/directory/kind.ts";
import { severities } from "../../model/plan/quality.ts";
import { subjectKinds } from "../../model/plan/subjects.ts";
import { resultOrder } from "../entries/totals.ts";
import { verbs } from "../entries/verbs.ts";
import { code, count, run } from "./run-schema.ts";

const kind = z.enum(kinds);
const action = z.enum(actions);
const subjectKind = z.enum(subjectKinds);
const verb = z.enum(verbs);
const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
const department = code.nullable().describe("Code of the department under which a report shows it.");

const field = z.strictObject({
  field: z.string().describe("A field of the kind, or `post:` and the code of a department."),
  before: value.optional().describe("Absent on a create."),
  after: value,
});

const result = z.enum(resultOrder);

const tries = count.optional().describe("How often it was written; absent: once at most.");

const outcome = z.strictObject({ result, code: code.nullable(), message: z.string().nullable(), tries }).nullable();

const change = z.strictObject({
  id: z.string(),
  kind,
  key: z.string().describe("Code, account or category name."),
  label: z.string(),
  department,
  action,
  reason: code,
  step: z.int().min(1).max(11),
  wave: count,
  needs: z.array(z.string()).describe("Ids of the changes whose failure blocks this one."),
  fields: z.array(field),
  outcome: outcome.describe("null if there is none."),
});

const candidate = z.strictObject({
  key: z.string(),
  label: z.string(),
  active: z.boolean(),
  weight: z.number(),
  evidence: z.array(z.array(z.string())).describe("Lists of fields that agree."),
  fields: z.array(field),
});

const held = change.omit({ step: true, wave: true, needs: true, outcome: true }).extend({
  about: z.array(z.string()).describe("The objects that the reason concerns."),
  candidates: z.array(candidate).describe("The objects of the service that may be this one."),
});

const fact = z.strictObject({
  kind,
  field: z.string().describe("A field of the kind; of a post `post`."),
  department: code.optional().describe("Code of the department of a post, or of the post of an approver."),
  before: value.optional(),
  after: value,
});

const mainPost = z.strictObject({ department: code, title: code.nullable(), functions: z.array(code) });

const folded = {
  kind: subjectKind,
  key: z.string().describe("Account, code or category name after the plan."),
  formerKey: z.string().optional().describe("The one before, if the plan changes it."),
  label: z.string(),
  department: code.optional(),
  verbs: z.array(verb).min(1).describe("What happens, worst first."),
  severe: z.boolean().describe("True if no report leaves it out."),
  facts: z.array(fact),
  move: z.strictObject({ from: mainPost, to: mainPost }).optional().describe("The main posts, if the person moves."),
};

const entry = z.strictObject({
  ...folded,
  changes: z.array(z.string()).describe("Ids of its changes; every change belongs to one entry."),
  reasons: z.array(code),
  outcome: z
    .strictObject({
      result,
      tries,
      code: code.optional(),
      message: z.string().optional(),
      changes: z.array(z.string()),
    })
    .optional()
    .describe("The worst outcome of its changes, and which changes ended so."),
});

const movement = z.strictObject({
  code,
  before: count
    .optional()
    .describe("People by main post; absent for a new department, and where not everybody's posts were read."),
  after: count
    .optional()
    .describe("Absent for a department that is closed, and where not everybody's posts were read."),
  joins: count,
  leaves: count,
  movesIn: count,
  movesOut: count,
});

const named = z.array(z.strictObject({ key: z.string(), label: z.string() }));

const proposal = z.strictObject({
  what: z.enum(["recode", "merge", "split", "re-key", "twin", "given-again"]),
  kind,
  from: named.describe("Objects of the service; with `inSource`, a record of the source."),
  to: named.describe("Records of the source."),
  inSource: z.literal(true).optional(),
  people: count.optional(),
  of: count.optional(),
  evidence: z.array(z.array(z.string())),
  meanwhile: z.enum(["held", "closed", "open", "created"]).describe("What the plan does without an answer."),
  lines: z.array(z.string()).describe("The possible answers, each an entry of `identity.adopt` as YAML."),
});

const loss = z.strictObject({
  kind,
  file: z.string(),
  line: count.nullable(),
  column: z.string(),
  code,
  reason: z.string(),
  key: z.string().nullable(),
});

const finding = z.strictObject({
  rule: code,
  severity: z.enum(severities),
  kind,
  field: z.string().optional(),
  count: z.number(),
  limit: z.number(),
  base: z.number(),
  message: z.string(),
  hint: z.string(),
  pairs: z.array(z.strictObject({ before: z.string(), after: z.string() })).optional(),
});

const state = z
  .strictObject({ name: z.string(), parent: code.nullable(), people: count.optional(), total: count.optional() })
  .describe("A department; `people` and `total` are absent where not everybody's posts were read.");

const countsByKind = z.partialRecord(kind, count);

/** One document of `--json`. */
export const reportSchema = z.strictObject({
  format: z.literal("musterd-report"),
  version: z.literal(1),
  target: z.string().describe("Describes the service."),
  source: z.string().describe("Describes HR's data."),
  madeAt: z.string().describe("The instant when the plan was made."),
  today: z.string().describe("The date for which the plan was made, in the time zone of `policy.people`."),
  fingerprint: z.string().describe("Of the full, unmasked plan; `musterd apply --plan` expects it."),
  undoes: z.string().nullable().describe("The id of the run that the plan undoes."),
  only: z
    .strictObject({
      subjects: z.array(
        z.strictObject({
          kind: z.enum(["employee", "department"]),
          key: z.string(),
          label: z.string(),
          below: z.literal(true).optional(),
          named: z.string().describe("What the person who asked for the plan has called it."),
        }),
      ),
      leftOut: count.describe("Changes to others, which are not in the plan."),
      leftOutEntries: count.describe("Entries of others, which are not in the plan."),
    })
    .nullable()
    .describe("Present when the plan is restricted."),
  totals: z.strictObject({
    changes: count,
    held: count,
    notices: count,
    rejected: count.describe("Rejected rows."),
    dropped: count.describe("Fields that were left out."),
    breaches: count,
    byKind: z.partialRecord(kind, z.record(z.enum([...actions, "held"]), count)),
    byVerb: z
      .array(z.strictObject({ kind: subjectKind, verb, count }))
      .describe("Objects, worst first; an object with several verbs counts for each."),
  }),
  run: run.nullable().describe("The run that carried the plan out."),
  counts: z.strictObject({ source: countsByKind, target: countsByKind }).describe("Objects on both sides."),
  entries: z.array(entry).describe("One for each object that changes: what has failed first, then the worst."),
  heldEntries: z
    .array(z.strictObject({ ...folded, held: z.array(z.string()).describe("Ids in `held`.") }))
    .describe("One for each object with held changes."),
  movements: z.array(movement).describe("Joiners, movers and leavers by department."),
  changes: z.array(change),
  held: z.array(held),
  proposals: z.array(proposal).describe("What HR seems to have done; nothing is decided without a person."),
  adoption: z
    .array(
      z.strictObject({
        kind,
        matched: z.partialRecord(z.enum(["code", "number", "account", "id", "decision"]), count),
        proposed: count,
        onlySource: count,
        onlyTarget: count,
      }),
    )
    .nullable()
    .describe("In a first plan for a service in use: how many objects were matched by which key."),
  notices: z.array(z.strictObject({ code, kind, key: z.string(), label: z.string() })),
  habits: z
    .array(
      z.strictObject({
        operation: code,
        does: z.enum(["takes-along", "takes-from-others", "stores-otherwise"]),
        kind,
        field: z.string(),
        seen: count,
        of: count.describe("Written objects, or those beside them, that were read back completely."),
        first: z.string(),
        last: z.string(),
      }),
    )
    .describe("What the service was seen to do with writes beyond what they ask for, in all runs until now."),
  due: z
    .array(
      z.strictObject({ date: z.string(), what: code, key: z.string(), label: z.string(), department: code.optional() }),
    )
    .describe("What comes due in the 14 days after `today`."),
  rejected: z.array(loss),
  dropped: z.array(loss).describe("Single fields, or a person's posts, that were not used although the record was."),
  findings: z.array(finding),
  breaches: z.array(
    z.strictObject({ code, kind, action: action.nullable(), count: z.number(), limit: z.number(), base: z.number() }),
  ),
  earlier: z
    .strictObject({ at: z.string(), acts: z.record(z.string(), count), sourceCounts: countsByKind })
    .nullable()
    .describe(
      "With a plan that exceeds limits: the last run that wrote, its numbers by kind and act, and HR's records.",
    ),
  accepted: z.array(z.string()).describe("Breaches and rules that a person accepted."),
  approval: z
    .strictObject({ givenAt: z.string(), covered: count, coveredEntries: count })
    .nullable()
    .describe(
      "An earlier approval, and how many changes, and entries with all their changes, the guard did not count because of it.",
    ),
  reading: z
    .strictObject({ read: count, known: count, oldest: z.string() })
    .nullable()
    .describe(
      "If not all managers and posts were read: how many were, how many are as an earlier run read them, and when the oldest of these was read.",
    ),
  unchanged: z
    .string()
    .nullable()
    .describe(
      "If nothing was planned again: when both sides were read as they still are, and there was nothing to do.",
    ),
  names: z
    .record(z.enum(["department", "title", "function", "level", "employee"]), z.record(z.string(), z.string()))
    .describe("Names by kind and code or account."),
  organisation: z.strictObject({
    departments: z.array(
      z.strictObject({ code, formerCode: code.optional(), before: state.optional(), after: state.optional() }),
    ),
    flows: z.array(z.strictObject({ from: code.nullable(), to: code.nullable(), people: count })),
  }),
});

/** The schema as JSON Schema (draft 2020-12). Further properties are permitted, because the version may get some. */
export const reportJsonSchema = (): object => ({
  title: "musterd report, version 1",
  ...z.toJSONSchema(reportSchema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }),
});
