/** Agents as the service is loaded with them: when each person is away, and who stands in. Not part of the published interface. */
import { z } from "zod";
import { dateTime } from "./records.ts";
import { DeptRef } from "./shared-records.ts";

/** One person with at least a period or an agent. Periods that are over may be among them. */
const SectionPerson = z.strictObject({
  account: z.string(),
  times: z.array(z.strictObject({ id: z.uuid().optional(), startTime: dateTime, endTime: dateTime })).default([]),
  agents: z
    .array(
      z.strictObject({
        id: z.uuid().optional(),
        /** Account of the one who stands in. */
        agent: z.string(),
        /** Left out: all forms. */
        formCode: z.string().optional(),
        /** Documents from these departments; empty: from anywhere. */
        from: z.array(DeptRef).default([]),
        /** Smaller comes first. */
        priority: z.int32().default(0),
      }),
    )
    .default([]),
});

export const AgentsSection = z.strictObject({ people: z.array(SectionPerson) });
export type AgentsSection = z.infer<typeof AgentsSection>;
