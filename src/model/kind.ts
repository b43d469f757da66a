/** The two words that name a change: what it is about, and what it does. */

/** What a change is about. `post`, `manager` and `supervisor` are parts of people and departments with own operations. */
export type Kind =
  | "level"
  | "department"
  | "category"
  | "function"
  | "title"
  | "employee"
  | "post"
  | "manager"
  | "supervisor";

/** `remove` is a post given up; nothing else is ever removed. */
export type Action = "create" | "update" | "rename" | "move" | "reorder" | "deactivate" | "reactivate" | "remove";
