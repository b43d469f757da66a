/** A1–A6: agents, who sign for absent people. A1 and A4 are reads, although the specification marks them as changes (R23). */
import { z } from "zod";
import { dateTime, dateTimeText, needed, optional, UserRef, UserRefFlat } from "../records/organisation.ts";
import { DeptRef, OrgItem } from "../records/shared.ts";
import { Uuid } from "../records/texts.ts";
import { type OperationSpec, route } from "./operation-spec.ts";

const precedence = "The smallest number is asked first; an agent for one form precedes those for every form.";

/** A period of absence. `status` is 0 for a future period, 1 for the current one (R67); past periods are not returned. */
export const AgentTime = z.object({
  id: Uuid.describe("Names the period in A3."),
  startTime: dateTimeText.describe("First moment of the absence."),
  endTime: dateTimeText.describe("End of the absence, not included."),
  status: z.int32().describe("0 to come, 1 running; past periods are not listed."),
});
export type AgentTime = z.infer<typeof AgentTime>;

/** An agent. The one with the smallest `priority` is the first choice (R67); an empty `formName` means every form. */
export const AgentUser = z.object({
  id: Uuid.describe("Names the agent in A6."),
  formName: z.string().describe("The only form that the agent signs; empty: every form."),
  from: z.array(OrgItem).describe("Departments whose forms the agent signs; empty: all."),
  to: z.array(OrgItem).describe("The agent, as a list of one person."),
  priority: z.int32().describe(precedence),
});
export type AgentUser = z.infer<typeof AgentUser>;

const AgentableForms = z.array(
  z.object({
    categoryName: z.string().describe("Name of the category of forms."),
    formItems: z
      .array(
        z.object({
          formId: Uuid.describe("Names the form in A5."),
          name: z.string().describe("Name of the form."),
        }),
      )
      .describe("The forms of the category."),
  }),
);

const agents = { group: "system", tag: "Agents", module: "base", permission: "P-Agent" } as const;
const user = UserRef.describe("The absent person, for whom agents sign.");

export const agentOperations = {
  A1: {
    name: "getAgentSettings",
    ...agents,
    summary: "Get agent data of a person",
    summaryZhTw: "取得人員的代理人資料",
    ...route.query("/agent/settings"),
    body: UserRefFlat,
    response: z.object({
      agentTimes: z.array(AgentTime).describe("Present and future periods of absence."),
      agentUsers: z.array(AgentUser).describe("The person's agents, first choice first."),
    }),
  },
  A2: {
    name: "addAgentTime",
    ...agents,
    summary: "Add agent time",
    summaryZhTw: "新增代理時間",
    ...route.post("/agent/time"),
    body: z.object({
      user,
      startTime: optional(dateTime).describe("First moment of the absence; null or left out: now."),
      endTime: dateTime.describe("End of the absence, not included; later than the start."),
    }),
    response: z.array(AgentTime),
  },
  A3: {
    name: "deleteAgentTime",
    ...agents,
    summary: "Delete agent time",
    summaryZhTw: "刪除代理時間",
    ...route.delete("/agent/time"),
    body: z.object({ user, id: Uuid.describe("Id of the period.") }),
    response: z.array(AgentTime),
  },
  A4: {
    name: "listAgentForms",
    ...agents,
    summary: "Get the forms a person can have an agent for",
    summaryZhTw: "取得人員可設定代理的表單",
    ...route.query("/agent/forms"),
    body: UserRefFlat,
    response: AgentableForms,
  },
  A5: {
    name: "addAgent",
    ...agents,
    summary: "Add agent",
    summaryZhTw: "新增代理人",
    ...route.post("/agent/user"),
    body: z.object({
      user,
      formId: optional(Uuid).describe("The only form that the agent signs; null or left out: every form."),
      from: z.array(DeptRef).describe("Departments whose forms the agent signs; empty: all."),
      to: z
        .object({ employee: needed(UserRef).describe("The agent, an active person.") })
        .describe("Who signs instead."),
      priority: z.int32().describe(precedence),
    }),
    response: z.array(AgentUser),
  },
  A6: {
    name: "deleteAgent",
    ...agents,
    summary: "Delete agent",
    summaryZhTw: "刪除代理人",
    ...route.delete("/agent/user"),
    body: z.object({ user, id: Uuid.describe("Id of the agent in the person's list.") }),
    response: z.array(AgentUser),
  },
} as const satisfies Record<string, OperationSpec>;
