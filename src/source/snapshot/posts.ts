/**
 * Gathers the posts of people: the main post comes from the employee row, further posts (or all) from the table
 * `posts`. The list of a person's posts replaces the whole list in the service. A list that may be incomplete is
 * therefore left out, and the reason is reported.
 */
import type { Post } from "../../model/directory/directory.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import type { Table } from "../mapping/fields.ts";
import { type AllRows, rejectedRow, type SourceRow } from "../rows/rows.ts";
import { type People, personUnknown } from "./people.ts";

/**
 * Returns for each of `people.rows` the list of all posts, exactly one of them main; undefined if the source makes no
 * complete statement about the posts of this person.
 */
export const gatherPosts = (
  read: AllRows,
  people: People,
): {
  readonly posts: readonly (readonly Post[] | undefined)[];
  readonly rejected: readonly RejectedRow[];
  readonly doubtful: readonly string[];
} => {
  const { further, incomplete, rejected, ownerless, doubtful } = furtherPosts(read, people);
  /** Turns a row into a post. The values object of the row becomes the post; it is not copied. */
  const finish = (table: Table, row: SourceRow, main: boolean, account: string): Post => {
    const post: Record<string, FieldValue> = row.post ?? row.values;
    const { supervisor } = post;
    if (row.post === undefined) delete post["employee"];
    post["main"] = main;
    if (typeof supervisor === "string") {
      const near = { department: post["department"], self: account };
      const person = people.find(supervisor, read[table]?.by["supervisor"], near);
      if ("account" in person) post["supervisor"] = person.account;
      else {
        delete post["supervisor"];
        const column = read[table]?.columns["supervisor"];
        rejected.push({ ...personUnknown(table, "supervisor", row, column, person), key: account });
      }
    }
    // The cast is safe: the mapping only produces known fields, and rows without a key were rejected.
    return post as object as Post;
  };
  const posts = people.rows.map((row) => {
    const account = String(row.values["account"]);
    const rows = further.get(account) ?? [];
    const hasMain = typeof row.post?.["department"] === "string";
    if (!hasMain && rows.length === 0) return undefined;
    const own = [
      ...(hasMain ? [finish("employees", row, true, account)] : []),
      ...rows.map((one) => finish("posts", one, one.values["main"] === true, account)),
    ];
    if (incomplete.has(account) || ownerless) return undefined;
    const problem = mainProblem(account, own, hasMain ? [row, ...rows] : rows);
    if (problem === undefined) return own;
    rejected.push(problem);
    return undefined;
  });
  return { posts, rejected, doubtful };
};

/** The rows of the table `posts`, by account. `ownerless` is true if a rejected row does not show whose post it is. */
const furtherPosts = (read: AllRows, people: People) => {
  const further = new Map<string, SourceRow[]>();
  const incomplete = new Set<string>();
  const rejected: RejectedRow[] = [];
  const doubtful: string[] = [];
  let ownerless = false;
  for (const row of read.posts?.rows ?? []) {
    if (row.excluded) continue;
    const holder = row.values["employee"];
    const person = typeof holder === "string" ? people.find(holder, read.posts?.by["employee"]) : undefined;
    if (person && "account" in person) {
      const rows = further.get(person.account);
      if (row.rejected) incomplete.add(person.account);
      else if (rows) rows.push(row);
      else further.set(person.account, [row]);
    } else if (!person || (row.rejected && !person.rejected && !person.excluded)) {
      if (!ownerless) rejected.push(rejectedRow("posts", row, "*", postsUnknown));
      ownerless = true;
    } else if (!person.rejected && !person.excluded) {
      const unused = { ...row, rejected: true };
      rejected.push(personUnknown("posts", "post", unused, read.posts?.columns["employee"], person));
      const { department } = row.values;
      if (typeof department === "string") doubtful.push(department);
    }
  }
  return { further, incomplete, rejected, ownerless, doubtful };
};

const postsUnknown = {
  code: "posts-unknown",
  reason: "it is not known whose post this is, so in this run no one's posts are managed",
};

const mainProblem = (account: string, posts: readonly Post[], rows: readonly SourceRow[]): RejectedRow | undefined => {
  const mains = rows.filter((_, at) => posts[at]?.main);
  const shown = mains[1] ?? rows[0];
  if (mains.length === 1 || !shown) return undefined;
  const problem =
    mains.length === 0
      ? { code: "main-post-missing", reason: "none of the person's posts is the main one" }
      : { code: "main-post-twice", reason: `${mains.length} of the person's posts are marked as the main one` };
  return { ...rejectedRow("posts", shown, "*", problem), key: account };
};
