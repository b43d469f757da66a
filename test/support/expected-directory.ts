/**
 * What the target should look like after a run: the current side with everything the desired side states written over
 * it. An independent reading of sync-rules; it knows nothing of operations, waves or order of work.
 */
import type { Department, Employee, Post } from "../../src/model/directory.ts";
import { ledgerKey } from "../../src/model/memory.ts";
import type { Pair } from "./arbitraries.ts";
import { disorders } from "./directory-disorders.ts";
import { type CodedKind, matchAllCodes, type Matches, matchPeople } from "./expected-correlation.ts";
import {
  canonical,
  type FullDepartment,
  type FullDirectory,
  type FullEmployee,
  type FullPost,
  plainEmployee,
  sameCode,
} from "./full-directory.ts";

export type Expected = {
  readonly directory: FullDirectory;
  /** Empty: the rules say clearly what comes out, nothing may be held. */
  readonly doubts: readonly string[];
  /** Canonical accounts of people whose last post the source takes away: held, and nothing else may be. */
  readonly lastPosts: readonly string[];
  /** `key/field` → other values, in canonical form, that are right as well. */
  readonly tolerated: ReadonlyMap<string, readonly unknown[]>;
  /** Canonical account in the end → canonical account now, for people whose account changes. */
  readonly formerAccounts: ReadonlyMap<string, string>;
  /** The code or category name an object of the current side has in the end. */
  readonly renamedTo: (kind: CodedKind, code: string) => string;
  /** Canonical keys, before and after renames, of everything the desired side speaks about. */
  readonly managed: Readonly<Record<CodedKind | "employee", ReadonlySet<string>>>;
};

type Work = {
  readonly pair: Pair;
  readonly matches: Matches;
  readonly people: ReturnType<typeof matchPeople>;
  readonly doubts: string[];
  readonly lastPosts: string[];
  readonly tolerated: Map<string, readonly unknown[]>;
};

/** The expected outcome of `pair`. */
export const expectedDirectory = (pair: Pair): Expected => {
  const doubts: string[] = [];
  const matches = matchAllCodes(pair.source, pair.current, doubts);
  const people = matchPeople(pair.source.directory.employees ?? [], pair.current.employees, doubts);
  const work: Work = { pair, matches, people, doubts, lastPosts: [], tolerated: new Map() };
  const directory: FullDirectory = {
    levels: expectedLevels(work),
    titles: expectedTitles(work),
    categories: [],
    functions: expectedFunctions(work),
    departments: expectedDepartments(work),
    employees: expectedEmployees(work),
  };
  directory.categories = [...new Set(directory.functions.map((item) => item.category))];
  doubts.push(...disorders(directory, pair.settings));
  return {
    directory,
    doubts,
    lastPosts: work.lastPosts,
    tolerated: work.tolerated,
    renamedTo: (kind, code) => after(work, kind, code),
    formerAccounts: new Map(
      [...people].flatMap(([record, match]) =>
        match.found === "existing" && match.renamed
          ? [[canonical(record.account), canonical(match.person.account)] as const]
          : [],
      ),
    ),
    managed: managedKeys(work),
  };
};

const isBlank = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The value a field ends with: desired where stated and permitted by policy, else current. */
const settled = <T>({ pair }: Work, field: string, current: T, desired: T | undefined): T => {
  const policy = pair.settings.fields[field] ?? "manage";
  if (desired === undefined || policy === "ignore") return current;
  return policy === "fill-if-empty" && !isBlank(current) ? current : desired;
};

const after = ({ matches }: Work, kind: CodedKind, code: string): string =>
  matches[kind].renamed.get(canonical(code)) ?? code;

/** Merges one coded kind: current objects `follow` the renames of others, stated ones are written over, new ones made. */
const merged = <C extends { code: string }, D extends { readonly code: string; readonly active?: boolean }>(
  work: Work,
  kind: CodedKind,
  current: readonly C[],
  desired: readonly D[] | undefined,
  forms: {
    readonly follow?: (object: C) => C;
    readonly write: (object: C, record: D) => C;
    readonly create: (record: D) => C;
  },
): C[] => {
  const { origin } = work.matches[kind];
  const recordOf = (object: C) => desired?.find((record) => origin.get(canonical(record.code)) === canonical(object.code));
  const kept = current.map((object) => {
    const record = recordOf(object);
    const renamed = { ...(forms.follow?.(object) ?? object), code: after(work, kind, object.code) };
    return record === undefined ? renamed : forms.write(renamed, record);
  });
  const fresh = (desired ?? []).filter((record) => !origin.has(canonical(record.code)) && record.active !== false);
  return [...kept, ...fresh.map(forms.create)];
};

const required = <T>({ doubts }: Work, value: T | undefined, fallback: T, what: string): T => {
  if (value === undefined) doubts.push(`${what} is needed for something new`);
  return value ?? fallback;
};

const expectedLevels = (work: Work) =>
  merged(work, "level", work.pair.current.levels, work.pair.source.directory.levels, {
    write: (level, record) => ({
      code: level.code,
      name: settled(work, "level.name", level.name, record.name),
      active: settled(work, "level.active", level.active, record.active),
    }),
    create: (record) => ({ code: record.code, name: required(work, record.name, "", "level name"), active: true }),
  });

const expectedTitles = (work: Work) =>
  merged(work, "title", work.pair.current.titles, work.pair.source.directory.titles, {
    write: (title, record) => ({
      code: title.code,
      title: settled(work, "title.title", title.title, record.title),
      rank: settled(work, "title.rank", title.rank, record.rank),
      active: settled(work, "title.active", title.active, record.active),
    }),
    create: (record) => ({
      code: record.code,
      title: required(work, record.title, "", "title"),
      rank: required(work, record.rank, 1, "rank"),
      active: true,
    }),
  });

const expectedFunctions = (work: Work) =>
  merged(work, "function", work.pair.current.functions, work.pair.source.directory.functions, {
    follow: (item) => ({ ...item, category: after(work, "category", item.category) }),
    write: (item, record) => ({
      code: item.code,
      name: settled(work, "function.name", item.name, record.name),
      category: settled(work, "function.category", item.category, record.category),
      active: settled(work, "function.active", item.active, record.active),
    }),
    create: (record) => ({
      code: record.code,
      name: required(work, record.name, "", "function name"),
      category: required(work, record.category, "", "category"),
      active: true,
    }),
  });

/** The account a person of the desired side ends with; anybody else keeps the account the current side knows. */
const finalAccount = (work: Work, account: string | null): string | null => {
  if (account === null) return null;
  for (const [record, match] of work.people)
    if (match.found === "existing" && match.renamed && sameCode(match.person.account, account))
      return isProtected(work, record) ? account : record.account;
  return account;
};

/** The stated manager, or the present one; who manages a closed department does not matter to anybody. */
const expectedManager = (work: Work, department: FullDepartment, record: Department): string | null => {
  const { manager = department.manager, active = department.active } = record;
  const present = department.manager === null ? null : canonical(department.manager);
  if (!active) work.tolerated.set(`${canonical(department.code)}/manager`, [null, present]);
  return manager;
};

const expectedDepartments = (work: Work): FullDepartment[] =>
  merged(work, "department", work.pair.current.departments, work.pair.source.directory.departments, {
    follow: (department) => ({
      ...department,
      parent: department.parent === null ? null : after(work, "department", department.parent),
      level: after(work, "level", department.level),
      manager: finalAccount(work, department.manager),
    }),
    write: (department, record) => ({
      code: department.code,
      name: settled(work, "department.name", department.name, record.name),
      parent: settled(work, "department.parent", department.parent, record.parent),
      level: settled(work, "department.level", department.level, record.level),
      description: settled(work, "department.description", department.description, record.description),
      active: settled(work, "department.active", department.active, record.active),
      // A stated manager is an account of the desired side already.
      manager: expectedManager(work, department, record),
    }),
    create: (record) => ({
      code: record.code,
      name: required(work, record.name, "", "department name"),
      parent: required(work, record.parent, null, "parent"),
      level: required(work, record.level, "", "level"),
      description: settled(work, "department.description", null, record.description),
      active: true,
      manager: record.manager ?? null,
    }),
  });

const matchesPattern = (pattern: string, account: string): boolean =>
  new RegExp(`^${canonical(pattern).split("*").map(RegExp.escape).join(".*")}$`).test(canonical(account));

/** Is the person one that is never changed, by the account on either side? */
const isProtected = (work: Work, record: Employee): boolean => {
  const match = work.people.get(record);
  const accounts = [record.account, ...(match?.found === "existing" ? [match.person.account] : [])];
  return work.pair.settings.protectedAccounts.some((pattern) =>
    accounts.some((account) => matchesPattern(pattern, account)),
  );
};

const dataFields = [
  "name",
  "number",
  "englishName",
  "gender",
  "idCardNumber",
  "birthDate",
  "phoneNumber",
  "businessCard",
  "hireDate",
  "email",
  "emailEx",
  "loginValidation",
  "expiredTime",
] as const;

/** What the desired side says about working here on the day of the plan; undefined: nothing. */
const wantedActive = (record: Employee, today: string): boolean | undefined | "later" | "disagree" => {
  const date = record.resignationDate ?? undefined;
  if (date === undefined) return record.active;
  if (date >= today) return record.active === false ? "later" : record.active;
  return record.active === true ? "disagree" : false;
};

const expectedEmployees = (work: Work): FullEmployee[] => {
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

/** A post as the renames of others leave it. */
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
  const remembered = memory.written.get(ledgerKey(`employee/${person.account}`, "resignationDate"));
  if (record.resignationDate !== undefined) result.resignationDate = record.resignationDate;
  else if (result.active && !person.active && remembered !== undefined) result.resignationDate = null;
  if (result.active && record.posts !== undefined) result.posts = mergedPosts(work, person, record.posts);
  if (wanted === "later" && record.posts !== undefined) work.doubts.push("posts of somebody about to leave");
  return result;
};

/** The stated posts; what they do not state is carried over from the present post in the same department. */
const mergedPosts = (work: Work, person: FullEmployee, posts: readonly Post[]): FullPost[] => {
  if (posts.length === 0 && person.posts.length > 0) {
    work.lastPosts.push(canonical(person.account));
    return person.posts;
  }
  return posts.map((post) => {
    const present = person.posts.find((other) => sameCode(other.department, post.department));
    const ledger = [...work.pair.memory.written].find(
      ([key]) =>
        key.startsWith(`post/${person.account}/`) &&
        sameCode(after(work, "department", key.split("/")[2]?.split(" ")[0] ?? ""), post.department),
    );
    // Without a note of having written it, a manager who is read as supervisor may be so by office only.
    const byOffice = work.pair.current.departments.some((department) => sameCode(department.manager, present?.supervisor ?? null));
    if (post.supervisor === null && present?.supervisor && ledger === undefined && byOffice)
      work.tolerated.set(`${canonical(person.account)}/supervisor/${canonical(post.department)}`, [
        canonical(present.supervisor),
      ]);
    return {
      department: post.department,
      main: post.main,
      title: post.title === undefined ? (present?.title ?? null) : post.title,
      functions: [...(post.functions ?? present?.functions ?? [])],
      supervisor: post.supervisor === undefined ? (present?.supervisor ?? null) : post.supervisor,
    };
  });
};

const newPerson = (work: Work, record: Employee): FullEmployee[] => {
  if (isProtected(work, record)) work.doubts.push("a protected newcomer");
  const wanted = wantedActive(record, work.pair.today);
  if (wanted === "disagree" || wanted === "later") work.doubts.push("a newcomer who has left or will leave");
  // Inactive records are not made; yet until the last day is over this one is not inactive.
  if (wanted === "later") work.tolerated.set(`${canonical(record.account)}/exists`, [true]);
  if (wanted === false || wanted === "disagree" || wanted === "later") return [];
  const person = plainEmployee(record.account, required(work, record.name, "", "employee name"));
  person.loginValidation = [...work.pair.settings.newEmployeeLogin];
  for (const field of dataFields)
    // What is ignored is not written even for a newcomer, but for the name, which nobody can be without.
    if (field !== "name") Object.assign(person, { [field]: settled<unknown>(work, `employee.${field}`, person[field], record[field]) });
  person.resignationDate = record.resignationDate ?? null;
  person.posts = mergedPosts(work, person, record.posts ?? []);
  return [person];
};

const managedKeys = ({ pair, matches, people }: Work): Expected["managed"] => {
  const coded = (kind: CodedKind) =>
    new Set([...matches[kind].renamed.keys(), ...[...matches[kind].renamed.values()].map(canonical)]);
  const { directory } = pair.source;
  const codes = (kind: CodedKind, items: readonly { readonly code: string }[] | undefined) =>
    new Set([...coded(kind), ...(items ?? []).map((item) => canonical(item.code))]);
  return {
    level: codes("level", directory.levels),
    title: codes("title", directory.titles),
    function: codes("function", directory.functions),
    department: codes("department", directory.departments),
    // The order of all categories is one change about none of them.
    category: new Set([
      "*",
      ...coded("category"),
      ...[...(directory.categories ?? []).map(({ name }) => name), ...(directory.functions ?? []).map((f) => f.category ?? "")]
        .map(canonical),
    ]),
    employee: new Set(
      [...people].flatMap(([record, match]) => [
        canonical(record.account),
        ...(match.found === "existing" ? [canonical(match.person.account)] : []),
      ]),
    ),
  };
};
