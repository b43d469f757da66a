/** The expected state of people and their posts after a run. */
import type { Employee, Post } from "../../../src/model/directory/directory.ts";
import { fieldsBy } from "../../../src/model/directory/known-fields.ts";
import { employeeSubject, ledgerKey, postSubject } from "../../../src/model/memory/memory.ts";
import { canonical, type FullEmployee, type FullPost, plainEmployee, sameCode } from "../directory/full-directory.ts";
import { after, finalAccount, isProtected, namedAccount, required, settled, type Work } from "./expected-work.ts";

const dataFields = fieldsBy("employee", "E12").filter((field) => field !== "posts");

/** Whether the source states that the person is active on the day of the plan; undefined if it does not say. */
const wantedActive = (record: Employee, today: string): boolean | undefined | "later" | "disagree" => {
  const date = record.resignationDate ?? undefined;
  if (date === undefined) return record.active;
  if (date >= today) return record.active === false ? "later" : record.active;
  return record.active === true ? "disagree" : false;
};

/** All people: the present ones with the stated values, then the newcomers. */
export const expectedEmployees = (work: Work): FullEmployee[] => {
  const { current, source } = work.pair;
  const kept = current.employees.map((person): FullEmployee => {
    const record = (source.directory.employees ?? []).find((candidate) => {
      const match = work.people.get(candidate);
      return match?.found === "existing" && match.person === person;
    });
    const follows = { ...person, posts: person.posts.map((post) => followingPost(work, post)) };
    if (record === undefined) return follows;
    if (isProtected(work, record)) {
      work.doubts.push("a protected person");
      return follows;
    }
    return writtenPerson(work, follows, record);
  });
  const fresh = (source.directory.employees ?? []).filter((record) => work.people.get(record)?.found === "nobody");
  return [...kept, ...fresh.flatMap((record) => newPerson(work, record))];
};

/** A post after the renames of the objects to which it refers. */
const followingPost = (work: Work, post: FullPost): FullPost => ({
  department: after(work, "department", post.department),
  main: post.main,
  title: post.title === null ? null : after(work, "title", post.title),
  functions: post.functions.map((code) => after(work, "function", code)),
  supervisor: finalAccount(work, post.supervisor),
});

const writtenPerson = (work: Work, person: FullEmployee, record: Employee): FullEmployee => {
  const { memory, today } = work.pair;
  const result = { ...person, account: finalAccount(work, person.account) ?? person.account };
  for (const field of dataFields)
    Object.assign(result, { [field]: settled<unknown>(work, `employee.${field}`, person[field], record[field]) });
  const wanted = wantedActive(record, today);
  if (wanted === "disagree") work.doubts.push("active, and the last day is over");
  else if (wanted === "later" && !person.active) work.doubts.push("inactive already, to leave later");
  else if (typeof wanted === "boolean") result.active = wanted;
  const remembered = memory.written.get(ledgerKey(employeeSubject(person.account), "resignationDate"));
  if (record.resignationDate !== undefined) result.resignationDate = record.resignationDate;
  else if (result.active && !person.active && remembered !== undefined) result.resignationDate = null;
  if (result.active && record.posts !== undefined) result.posts = mergedPosts(work, person, record.posts);
  if (wanted === "later" && record.posts !== undefined) work.doubts.push("posts of a person who is about to leave");
  return result;
};

/** The posts that the source states; what it omits about a post is taken from the present post in the same department. */
const mergedPosts = (work: Work, person: FullEmployee, posts: readonly Post[]): FullPost[] => {
  if (posts.length === 0 && person.posts.length > 0) {
    work.lastPosts.push(canonical(person.account));
    return person.posts;
  }
  return posts.map((post) => {
    const present = person.posts.find((other) => sameCode(other.department, post.department));
    const ledger = [...work.pair.memory.written].find(
      ([key]) =>
        key.startsWith(postSubject(person.account, "")) &&
        sameCode(after(work, "department", key.split("/")[2]?.split(" ")[0] ?? ""), post.department),
    );
    // Without a ledger entry, nobody knows whether a manager shown as supervisor was chosen or is the supervisor only by
    // default.
    const account = finalAccount(work, person.account) ?? person.account;
    const managers = [
      ...work.pair.current.departments.map((department) => finalAccount(work, department.manager)),
      ...(work.pair.source.directory.departments ?? []).map((department) => department.manager ?? null),
    ];
    const byOffice = managers.some((manager) => manager !== null && sameCode(manager, present?.supervisor ?? null));
    if (post.supervisor === null && present?.supervisor && ledger === undefined && byOffice)
      work.tolerated.set(`${canonical(account)}/supervisor/${canonical(post.department)}`, [
        canonical(present.supervisor),
      ]);
    return {
      department: post.department,
      main: post.main,
      title: post.title === undefined ? (present?.title ?? null) : post.title,
      functions: [...(post.functions ?? present?.functions ?? [])],
      supervisor: expectedSupervisor(work, present, post),
    };
  });
};

const expectedSupervisor = (work: Work, present: FullPost | undefined, post: Post): string | null => {
  if (post.supervisor === undefined) return present?.supervisor ?? null;
  return post.supervisor === null ? null : namedAccount(work, post.supervisor);
};

const newPerson = (work: Work, record: Employee): FullEmployee[] => {
  if (isProtected(work, record)) work.doubts.push("a protected newcomer");
  const wanted = wantedActive(record, work.pair.today);
  if (wanted === "disagree" || wanted === "later") work.doubts.push("a newcomer who has left or will leave");
  // Inactive people are not created, but this person is still active until the last day has passed.
  if (wanted === "later") work.tolerated.set(`${canonical(record.account)}/exists`, [true]);
  if (wanted === false || wanted === "disagree" || wanted === "later") return [];
  const person = plainEmployee(record.account, required(work, record.name, "", "employee name"));
  person.loginValidation = [...work.pair.settings.newEmployeeLogin];
  // Fields with the policy `ignore` are not written even for a newcomer, except the name, which is required.
  for (const field of dataFields)
    if (field !== "name")
      Object.assign(person, { [field]: settled<unknown>(work, `employee.${field}`, person[field], record[field]) });
  person.resignationDate = record.resignationDate ?? null;
  person.posts = mergedPosts(work, person, record.posts ?? []);
  return [person];
};
