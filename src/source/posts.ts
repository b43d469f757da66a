/**
 * The posts of people: the main post from the employee row, further ones (or all) from the posts table. A list of posts
 * replaces the whole list in the service, so a list that may be incomplete is never given: the person's posts are left
 * unsaid and the reason is listed.
 */
import type { Post } from "../model/directory.ts";
import type { RejectedRow } from "../model/snapshot.ts";
import type { Table } from "./fields.ts";
import { type People, personUnknown } from "./people.ts";
import { type AllRows, rejectedRow, type SourceRow } from "./rows.ts";

/** Account → all posts, exactly one of them main; a person without an entry has no statement about posts. */
export const gatherPosts = (
  read: AllRows,
  people: People,
): { readonly posts: ReadonlyMap<string, readonly Post[]>; readonly rejected: readonly RejectedRow[] } => {
  const { drafts, rejected, ownerless } = collectDrafts(read, people);
  const posts = new Map<string, readonly Post[]>();
  for (const draft of drafts.values()) {
    const own = draft.parts.map(({ table, row, main }) => {
      const column = read[table]?.columns["supervisor"];
      const find = (reference: string) => people.find(reference, read[table]?.by["supervisor"]);
      return toPost(row, main, find, (reason) => {
        rejected.push({ ...personUnknown(table, "supervisor", row, column, reason), key: draft.account });
      });
    });
    const problem = draft.incomplete || ownerless ? undefined : mainProblem(draft);
    if (problem) rejected.push(problem);
    else if (!draft.incomplete && !ownerless) posts.set(draft.account, own);
  }
  return { posts, rejected };
};

type Part = { readonly table: Table; readonly row: SourceRow; readonly main: boolean };

type Draft = { readonly account: string; readonly parts: Part[]; incomplete: boolean };

/** `ownerless`: some damaged row does not show whose post it is, so it may be missing in anybody's list. */
const collectDrafts = (read: AllRows, people: People) => {
  const drafts = new Map<string, Draft>();
  const rejected: RejectedRow[] = [];
  let ownerless = false;
  const draftOf = (account: string): Draft => {
    const draft = drafts.get(account) ?? { account, parts: [], incomplete: false };
    drafts.set(account, draft);
    return draft;
  };
  for (const row of people.rows) {
    if (typeof row.post?.["department"] !== "string") continue;
    draftOf(String(row.values["account"])).parts.push({ table: "employees", row, main: true });
  }
  for (const row of read.posts?.rows ?? []) {
    if (row.excluded) continue;
    const holder = row.values["employee"];
    const person = typeof holder === "string" ? people.find(holder, read.posts?.by["employee"]) : undefined;
    if (person && "account" in person) {
      const draft = draftOf(person.account);
      if (row.rejected) draft.incomplete = true;
      else draft.parts.push({ table: "posts", row, main: row.values["main"] === true });
    } else if (!person || (row.rejected && !person.rejected && !person.excluded)) {
      if (!ownerless) rejected.push(rejectedRow("posts", row, "*", postsUnknown));
      ownerless = true;
    } else if (!person.rejected && !person.excluded) {
      rejected.push(personUnknown("posts", "post", row, read.posts?.columns["employee"], person.reason));
    }
  }
  return { drafts, rejected, ownerless };
};

const postsUnknown = {
  code: "posts-unknown",
  reason: "it is not known whose post this is, so in this run no one's posts are managed",
};

const mainProblem = ({ account, parts }: Draft): RejectedRow | undefined => {
  const mains = parts.filter(({ main }) => main);
  const shown = mains[1] ?? parts[0];
  if (mains.length === 1 || !shown) return undefined;
  const problem =
    mains.length === 0
      ? { code: "main-post-missing", reason: "none of the person's posts is the main one" }
      : { code: "main-post-twice", reason: `${mains.length} of the person's posts are the main one` };
  return { ...rejectedRow("posts", shown.row, "*", problem), key: account };
};

const toPost = (
  row: SourceRow,
  main: boolean,
  find: (reference: string) => ReturnType<People["find"]>,
  unknown: (reason: string) => void,
): Post => {
  const { department, title, functions, supervisor } = row.post ?? row.values;
  const post = {
    department,
    main,
    ...(title === undefined ? {} : { title }),
    ...(functions ? { functions } : {}),
  } as Post;
  if (typeof supervisor !== "string") return supervisor === null ? { ...post, supervisor } : post;
  const person = find(supervisor);
  if ("account" in person) return { ...post, supervisor: person.account };
  unknown(person.reason);
  return post;
};
