/** The two words that name a change: what it is about, and what it does. */

/** In the order of reading: the frame first, then the people. */
export const kinds = [
  "level",
  "department",
  "category",
  "function",
  "title",
  "employee",
  "post",
  "manager",
  "supervisor",
] as const;

/** What a change is about. `post`, `manager` and `supervisor` are parts of people and departments with own operations. */
export type Kind = (typeof kinds)[number];

export const actions = ["create", "update", "rename", "move", "reorder", "deactivate", "reactivate", "remove"] as const;

/** `remove` is a post given up; nothing else is ever removed. */
export type Action = (typeof actions)[number];
