/** English names of kinds, actions, and states and triggers of runs. */
import type { CommonWords } from "./words.ts";

export const english: CommonWords = {
  kinds: {
    level: { one: "department level", other: "department levels" },
    department: { one: "department", other: "departments" },
    category: { one: "function category", other: "function categories" },
    function: { one: "job function", other: "job functions" },
    title: { one: "job title", other: "job titles" },
    employee: { one: "employee", other: "employees" },
    post: { one: "post", other: "posts" },
    manager: { one: "department manager", other: "department managers" },
    supervisor: { one: "approving supervisor", other: "approving supervisors" },
  },
  actions: {
    create: "create",
    update: "update",
    rename: "rename",
    move: "move",
    reorder: "reorder",
    deactivate: "deactivate",
    reactivate: "reactivate",
    remove: "remove",
  },
  statuses: {
    planned: "planned",
    blocked: "blocked",
    running: "running",
    succeeded: "succeeded",
    partial: "partly done",
    failed: "failed",
    cancelled: "cancelled",
    interrupted: "interrupted",
  },
  triggers: {
    schedule: "by schedule",
    request: "on request",
    "start-up": "at start-up",
    command: "by command",
    retry: "again after a failure",
  },
};
