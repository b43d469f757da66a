/** A1–A6: agents, who sign for absent people. A1 and A4 are reads, although the specification marks them as changes (R23). */
import { z } from "zod";
import type { OperationSpec } from "./operation-spec.ts";
import { dateTime, dateTimeText, optional, UserRef } from "./records.ts";
import { DeptRef, nothing, OrgItem } from "./shared-records.ts";
import { Uuid } from "./texts.ts";

/** A period of absence. `status` is 0 for a future period, 1 for the current one (R67); past periods are not returned. */
export const AgentTime = z.object({ id: Uuid, startTime: dateTimeText, endTime: dateTimeText, status: z.int32() });
export type AgentTime = z.infer<typeof AgentTime>;

/** An agent. The one with the smallest `priority` is the first choice (R67); an empty `formName` means every form. */
export const AgentUser = z.object({
  id: Uuid,
  formName: z.string(),
  from: z.array(OrgItem),
  to: z.array(OrgItem),
  priority: z.int32(),
});
export type AgentUser = z.infer<typeof AgentUser>;

const AgentableForms = z.array(
  z.object({ categoryName: z.string(), formItems: z.array(z.object({ formId: Uuid, name: z.string() })) }),
);

const agents = { group: "system", tag: "Agents", module: "base", permission: "P-Agent", params: nothing } as const;
const byId = z.object({ user: UserRef, id: Uuid });

export const agentOperations = {
  A1: {
    name: "getAgentSettings",
    ...agents,
    summary: "Get agent data of a person",
    method: "POST",
    path: "/agent/settings",
    mutates: false,
    body: UserRef,
    response: z.object({ agentTimes: z.array(AgentTime), agentUsers: z.array(AgentUser) }),
  },
  A2: {
    name: "addAgentTime",
    ...agents,
    summary: "Add agent time",
    method: "POST",
    path: "/agent/time",
    mutates: true,
    body: z.object({ user: UserRef, startTime: optional(dateTime), endTime: dateTime }),
    response: z.array(AgentTime),
  },
  A3: {
    name: "deleteAgentTime",
    ...agents,
    summary: "Delete agent time",
    method: "DELETE",
    path: "/agent/time",
    mutates: true,
    body: byId,
    response: z.array(AgentTime),
  },
  A4: {
    name: "listAgentForms",
    ...agents,
    summary: "Get the forms a person can have an agent for",
    method: "POST",
    path: "/agent/forms",
    mutates: false,
    body: UserRef,
    response: AgentableForms,
  },
  A5: {
    name: "addAgent",
    ...agents,
    summary: "Add agent",
    method: "POST",
    path: "/agent/user",
    mutates: true,
    body: z.object({
      user: UserRef,
      formId: optional(Uuid),
      from: z.array(DeptRef),
      to: z.object({ employee: UserRef }),
      priority: z.int32(),
    }),
    response: z.array(AgentUser),
  },
  A6: {
    name: "deleteAgent",
    ...agents,
    summary: "Delete agent",
    method: "DELETE",
    path: "/agent/user",
    mutates: true,
    body: byId,
    response: z.array(AgentUser),
  },
} as const satisfies Record<string, OperationSpec>;
