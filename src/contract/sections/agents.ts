/**
 * The section `agents` of the company document: each person's periods of absence and agents. Not part of the published
 * interface.
 */
import { z } from "zod";
import { dateTime, PersonName } from "../records/organisation.ts";
import { DeptRef } from "../records/shared.ts";
import { Uuid } from "../records/texts.ts";

/** One person with at least one period of absence or one agent. Past periods are allowed. */
const SectionPerson = z.strictObject({
  account: PersonName,
  times: z.array(z.strictObject({ id: Uuid.optional(), startTime: dateTime, endTime: dateTime })).default([]),
  agents: z
    .array(
      z.strictObject({
        id: Uuid.optional(),
        agent: PersonName,
        /** The form for which the agent signs; absent: all forms. */
        formCode: z.string().optional(),
        /** The departments whose documents are covered; empty: all. */
        from: z.array(DeptRef).default([]),
        /** The agent with the smallest number is the first choice. */
        priority: z.int32().default(0),
      }),
    )
    .default([]),
});

export const AgentsSection = z.strictObject({ people: z.array(SectionPerson) });
export type AgentsSection = z.infer<typeof AgentsSection>;
