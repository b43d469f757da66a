/**
 * Adds the posts of people to a profile. If the snapshot does not state a person's posts, a rejected row may be the reason,
 * and the number of posts is unknown. If no rejected row can be the reason, the number is 0.
 */
import type { Employee } from "../../model/directory/directory.ts";
import type { SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { KindProfile } from "../../model/plan/quality.ts";
import { doubtsAbout, duplicatesOf, recordFinder } from "./doubts.ts";

/** Adds each person's numbers to `employee`, which is parallel to `employees`, and makes the profile of posts. */
export const withPosts = (
  { rejected }: SourceSnapshot,
  employees: readonly Employee[],
  employee: KindProfile,
): { readonly employee: KindProfile; readonly post: KindProfile } => {
  const { keys, traces } = employee;
  const find = recordFinder(keys, traces);
  const doubts = doubtsAbout("post", rejected, find);
  const posts: number[] = [];
  const partTime: number[] = [];
  const functions: number[] = [];
  const filled: Record<string, number> = {};
  let stated = 0;
  let known = 0;
  let without = 0;
  for (const [at, person] of employees.entries()) {
    const doubtful = doubts.records.has(keys[at] ?? "");
    const own = person.posts ?? none;
    const unknown = person.posts === undefined && (doubtful || doubts.ownerless);
    let [further, named] = [0, 0];
    for (const post of own) {
      if (!post.main) further += 1;
      named += post.functions?.length ?? 0;
    }
    posts.push(unknown ? -1 : own.length);
    partTime.push(unknown ? -1 : further);
    functions.push(unknown ? -1 : named);
    stated += own.length;
    if (unknown || doubtful) continue;
    if (own.length === 0) {
      without += 1;
      continue;
    }
    known += 1;
    for (const [field, has] of fields) if (own.some(has)) filled[field] = (filled[field] ?? 0) + 1;
  }
  return {
    employee: { ...employee, posts, partTime, functions },
    post: {
      rows: stated + doubts.rows,
      rejected: doubts.rows,
      ...duplicatesOf("post", rejected, find),
      fill: { rows: employee.rows - without, known, filled },
      keys: [],
      traces: {},
      renamed: [],
    },
  };
};

type Post = NonNullable<Employee["posts"]>[number];

const none: readonly Post[] = [];

const fields: readonly (readonly [string, (post: Post) => boolean])[] = [
  ["title", ({ title }) => Boolean(title)],
  ["functions", ({ functions }) => (functions ?? []).length > 0],
  ["supervisor", ({ supervisor }) => Boolean(supervisor)],
];
