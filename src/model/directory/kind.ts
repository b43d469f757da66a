/** The two parts of a change's name: what it is about (kind) and what it does (action). */

/** In display order: the structure first, then the people. */
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

/**
 * What a change is about. `post`, `manager` and `supervisor` are parts of people and departments that have their own
 * operations.
 */
export type Kind = (typeof kinds)[number];

/** The kinds of objects, which have an entry of their own in reports. */
export type SubjectKind = Exclude<Kind, "post" | "manager" | "supervisor">;

export const actions = ["create", "update", "rename", "move", "reorder", "deactivate", "reactivate", "remove"] as const;

/** `remove` only ever applies to posts. */
export type Action = (typeof actions)[number];
