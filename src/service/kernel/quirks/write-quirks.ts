/**
 * Ways in which the writes of a site may do more or less than the specification says (R102). A name such as `E11-approvers` is
 * the operation and what it takes along; `-on` and `-off` limit it to enabling and disabling.
 */
import { z } from "zod";
import { organisationIds, specOf } from "../../../contract/contract.ts";

/** What single operations may take along; `organisation/taken-along.ts` carries it out. */
export const takenAlong = [
  // E7: posts, or what they hold, of the person who is disabled or enabled; dates are cleared.
  "E7-off-posts",
  "E7-off-approvers",
  "E7-off-functions",
  "E7-off-titles",
  "E7-off-resignation",
  "E7-on-posts",
  "E7-on-approvers",
  "E7-on-expiry",
  // E8, E9: the person is disabled at once, stops managing, or loses the other date.
  "E8-disables",
  "E8-resignation",
  "E8-approvers",
  "E9-disables",
  "E9-expiry",
  "E9-approvers",
  "E9-managed",
  // E11: posts and what they hold, dates, managed departments, and the posts in which the person approves for others.
  "E11-posts",
  "E11-approvers",
  "E11-approved",
  "E11-functions",
  "E11-titles",
  "E11-expiry",
  "E11-resignation",
  "E11-disables",
  "E11-managed",
  // E12: a newcomer gets the main post only, one function only, no titles, becomes the manager where there is none, is locked, or expires.
  "E12-posts",
  "E12-functions",
  "E12-titles",
  "E12-manages",
  "E12-locks",
  "E12-expires",
  // E13: the approver counts for all posts of the person, or for all members of the department.
  "E13-posts",
  "E13-members",
  // E14: dates, managed departments, where the person approves for others, and what other members of the departments hold.
  "E14-expiry",
  "E14-resignation",
  "E14-managed",
  "E14-approved",
  "E14-members-approvers",
  "E14-members-functions",
  "E14-members-titles",
  "E14-enables",
  // D2: a new department takes the manager of its parent away, or has that manager too.
  "D2-parent-manager",
  "D2-manages",
  // D3: the manager, the place, and what the members hold; with a new code, part-time posts there and the children.
  "D3-manager",
  "D3-place",
  "D3-titles",
  "D3-functions",
  "D3-approvers",
  "D3-recode-posts",
  "D3-recode-children",
  // D4: everything below and the people there are enabled, too; disabling ends part-time posts there.
  "D4-on-children",
  "D4-on-members",
  "D4-off-manager",
  "D4-off-posts",
  // D7: children stay with the old parent; what the members hold.
  "D7-children",
  "D7-posts",
  "D7-titles",
  "D7-approvers",
  // D11, D12: approvers of the members; a new manager gives up other departments, or approves by choice.
  "D11-approvers",
  "D12-approvers",
  "D12-managed",
  "D12-chosen",
  // V5, T3–T5, J6–J8: departments of a level that is disabled; the title or function where it is held.
  "V5-off-departments",
  "T3-posts",
  "T4-posts",
  "T5-off-posts",
  "J6-posts",
  "J7-posts",
  "J8-off-posts",
] as const;
export type TakenAlong = (typeof takenAlong)[number];

/** Every organisation write, and each property that may be left out of its body. */
const ignorable: readonly string[] = organisationIds
  .filter((id) => specOf(id).mutates && id !== "P1")
  .flatMap((id) => {
    const { body } = specOf(id);
    const fields = body instanceof z.ZodObject ? Object.entries(body.shape) : [];
    const optional = fields.filter(([, field]) => field instanceof z.ZodOptional);
    return [id, ...optional.map(([name]) => `${id}.${name}`)];
  });

export const writeQuirks = {
  /** R102: what writes change besides what they were asked to change. */
  takesAlong: z.array(z.enum(takenAlong)).default([]),
  /** R102: writes (`E9`), or single properties of writes (`E12.phoneNumber`), that are answered with success and ignored. */
  ignores: z.array(z.enum(ignorable)).default([]),
  /** R102: every n-th organisation write is answered with success and ignored; 0: none. */
  ignoredEvery: z.int().min(0).default(0),
  /** R102: whether the level of a department is what D2 and D3 say, or follows from its depth in the tree. */
  departmentLevel: z.enum(["as-sent", "by-depth"]).default("as-sent"),
  /** R100: organisation writes, and P1, are accepted at once, and carried out in order this long afterwards; nobody learns of a refusal. */
  writesLateMs: z.int().min(0).max(60_000).default(0),
  /** R100: the same, for the posts that E14 and E15 write only. */
  postsLateMs: z.int().min(0).max(60_000).default(0),
  /** R5: maintenance after every tenth organisation write: the next twelve calls get 503, or under 200 a web page, or only a message. */
  maintenance: z.enum(["never", "unavailable", "page", "message"]).default("never"),
} as const;
