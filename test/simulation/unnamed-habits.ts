/**
 * Habits that no quirk names: what an operation of a site does to any field of an object that is related to what it was asked to
 * change. They are drawn from a small grammar: ignore, reset, normalise, truncate, repeat, move and delay, of the object itself and
 * of those around it.
 */
import { type OrganisationId, organisationIds, specOf } from "../../src/contract/contract.ts";
import type { Random } from "../../src/sample/random.ts";
import type { Company } from "../../src/service/features.ts";
import { findPerson, refOf } from "../../src/service/organisation/lookup.ts";
import type { DepartmentRow, EmployeeRow, PostRow } from "../../src/service/organisation/tables.ts";

const verbs = ["ignores", "resets", "normalises", "truncates", "repeats", "moves", "delays"] as const;
type Verb = (typeof verbs)[number];

/** In words: `E14 resets supervisor of members`. */
export type HabitName = {
  readonly operation: OrganisationId;
  readonly verb: Verb;
  readonly field: string;
  readonly of: Relation;
};

type Sent = { readonly [name: string]: unknown };

export type Habit = HabitName & {
  /** Is called before the rule, which may rename what is related; what it returns is called after the rule. */
  readonly prepare: (company: Company, sent: Sent) => (() => void) | undefined;
};

export const habitText = ({ operation, verb, field, of }: HabitName): string =>
  `${operation} ${verb} ${field} of ${of}`;

const personFields = [
  "name",
  "englishName",
  "phoneNumber",
  "email",
  "emailEx",
  "businessCard",
  "hireDate",
  "birthDate",
  "gender",
  "expiredTime",
  "active",
  "resignationDate",
  "title",
  "functions",
  "supervisor",
  "partTime",
];
const departmentFields = ["name", "description", "level", "manager", "active", "seq"];
const relations = [
  "itself",
  "members",
  "manager",
  "children",
  "siblings",
  "parent",
  "departments",
  "approved",
] as const;
type Relation = (typeof relations)[number];

const ofPeople: readonly Relation[] = ["itself", "members", "manager", "approved"];
const peopleOperations = organisationIds.filter((id) => /^E(7|8|9|11|12|13|14)$/.test(id));
const departmentOperations = organisationIds.filter((id) => /^D(2|3|4|7|11|12)$/.test(id));

/** What sites do most often is drawn more often. */
const drawnVerbs: readonly Verb[] = ["ignores", "ignores", "resets", "resets", ...verbs];
const heldInPosts = ["title", "functions", "supervisor", "partTime"];
const drawnPersonFields = [...heldInPosts, ...heldInPosts, ...personFields];
const drawnPeopleOperations = [...peopleOperations, ...peopleOperations.filter((id) => id === "E11" || id === "E14")];

/** Draws one habit. */
export const drawHabit = (random: Random): HabitName => {
  const isPerson = random.chance(0.6);
  const operation = pick(random, isPerson ? drawnPeopleOperations : departmentOperations);
  const of = pick(
    random,
    isPerson
      ? ["itself", "itself", "members", "departments", "approved", "manager"]
      : ["itself", "itself", "members", "manager", "children", "siblings", "parent"],
  ) as Relation;
  const aboutPeople = isPerson ? of !== "departments" : of === "members" || of === "manager";
  return {
    operation,
    verb: pick(random, drawnVerbs),
    field: pick(random, aboutPeople ? drawnPersonFields : departmentFields),
    of,
  };
};

const pick = <T>(random: Random, list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T;

/** The habit as the site has it. What it delays is done by the next call of the operation. */
export const habitOf = (name: HabitName): Habit => {
  let late: (() => void) | undefined;
  return {
    ...name,
    prepare: (company, sent) => {
      if (name.verb !== "delays") return effectOf(name, company, sent);
      const ignoring = effectOf({ ...name, verb: "ignores", of: "itself" }, company, sent);
      return () => {
        late?.();
        const asked = rowsOf(company, sent);
        ignoring?.();
        const shown = rowsOf(company, sent);
        late = () => {
          if (shown.person && asked.person && company.employees.get(asked.person.id) === shown.person)
            company.employees.put(asked.person);
          if (shown.department && asked.department && company.departments.get(asked.department.id) === shown.department)
            company.departments.put(asked.department);
        };
      };
    },
  };
};

const rowsOf = (company: Company, sent: Sent) => ({
  person: personIn(company, sent),
  department: departmentIn(company, sent),
});

const effectOf = (
  { operation, verb, field, of }: HabitName,
  company: Company,
  sent: Sent,
): (() => void) | undefined => {
  const isPerson = specOf(operation).path.includes("empl") || operation.startsWith("E");
  const aboutPeople = isPerson ? ofPeople.includes(of) : of === "members" || of === "manager";
  if (aboutPeople) {
    const ids = isPerson ? peopleAroundPerson(company, sent, of) : peopleAroundDepartment(company, sent, of);
    const before = new Map(
      ids.flatMap(
        (id) => (company.employees.get(id) ? [[id, company.employees.get(id)]] : []) as [number, EmployeeRow][],
      ),
    );
    return () => {
      // A newcomer exists only now.
      const now = ids.length > 0 || operation !== "E12" ? ids : peopleAroundPerson(company, sent, of);
      for (const id of now) {
        const row = company.employees.get(id);
        const next = row && changedPerson(row, before.get(id), verb, field);
        if (next) company.employees.put(next);
      }
    };
  }
  const ids = isPerson ? departmentsOf(company, sent) : departmentsAround(company, sent, of);
  const before = new Map(
    ids.flatMap(
      (id) => (company.departments.get(id) ? [[id, company.departments.get(id)]] : []) as [number, DepartmentRow][],
    ),
  );
  return () => {
    for (const id of ids) {
      const row = company.departments.get(id);
      const next = row && changedDepartment(company, row, before.get(id), verb, field);
      if (next) company.departments.put(next);
    }
  };
};

const personIn = (company: Company, sent: Sent): EmployeeRow | undefined => {
  const user = sent["user"] ?? (typeof sent["account"] === "string" ? refOf(sent["account"]) : undefined);
  return user ? findPerson(company, user as never) : undefined;
};

const peopleAroundPerson = (company: Company, sent: Sent, of: Relation): readonly number[] => {
  const person = personIn(company, sent);
  if (!person) return [];
  const departments = new Set(person.posts.map(({ departmentId }) => departmentId));
  const others = company.employees.all().filter(({ id }) => id !== person.id);
  if (of === "members")
    return others.filter(({ posts }) => posts.some((post) => departments.has(post.departmentId))).map(({ id }) => id);
  if (of === "approved")
    return others.filter(({ posts }) => posts.some((post) => post.supervisorId === person.id)).map(({ id }) => id);
  if (of === "manager") return [...departments].flatMap((id) => company.departments.get(id)?.managerId ?? []);
  return [person.id];
};

const departmentIn = (company: Company, sent: Sent): DepartmentRow | undefined => {
  const code = sent["originalCode"] ?? sent["code"] ?? sent["deptCode"];
  if (typeof code !== "string") return undefined;
  return company.departments.all().find((row) => row.code.toLowerCase() === code.toLowerCase());
};

const peopleAroundDepartment = (company: Company, sent: Sent, of: Relation): readonly number[] => {
  const department = departmentIn(company, sent);
  if (!department) return [];
  if (of === "manager") return department.managerId === null ? [] : [department.managerId];
  return company.employees
    .all()
    .filter(({ posts }) => posts.some(({ departmentId }) => departmentId === department.id))
    .map(({ id }) => id);
};

const departmentsOf = (company: Company, sent: Sent): readonly number[] =>
  (personIn(company, sent)?.posts ?? []).map(({ departmentId }) => departmentId);

const departmentsAround = (company: Company, sent: Sent, of: Relation): readonly number[] => {
  const own = departmentIn(company, sent);
  if (!own) return [];
  const all = company.departments.all();
  if (of === "children") return all.filter(({ parentId }) => parentId === own.id).map(({ id }) => id);
  if (of === "siblings")
    return all.filter(({ parentId, id }) => parentId === own.parentId && id !== own.id).map(({ id }) => id);
  if (of === "parent") return own.parentId === null ? [] : [own.parentId];
  return [own.id];
};

const texts: Partial<Record<Verb, (text: string) => string>> = {
  normalises: (text) => text.normalize("NFKC").trim(),
  truncates: (text) => text.slice(0, 3),
};

/** Fields whose content a site does not shorten without refusing it. */
const notTexts: ReadonlySet<string> = new Set(["hireDate", "birthDate", "expiredTime", "gender", "resignationDate"]);

const changedPerson = (
  row: EmployeeRow,
  before: EmployeeRow | undefined,
  verb: Verb,
  field: string,
): EmployeeRow | undefined => {
  if (field === "title" || field === "functions" || field === "supervisor" || field === "partTime")
    return changedPosts(row, before, verb, field);
  if (verb === "ignores" && !before) return undefined;
  const valueBefore = before ? (before.data as Record<string, unknown>)[field] : undefined;
  if (field === "resignationDate") {
    if (verb === "resets") return { ...row, resignationDate: null };
    return verb === "ignores" && before ? { ...row, resignationDate: before.resignationDate } : undefined;
  }
  const data = row.data as Record<string, unknown>;
  const with_ = (value: unknown): EmployeeRow => ({ ...row, data: { ...row.data, [field]: value } });
  if (verb === "ignores") return with_(valueBefore);
  if (field === "active") return verb === "resets" ? with_(false) : undefined;
  if (verb === "resets") return field === "name" ? undefined : with_(null);
  const change = texts[verb];
  const value = data[field];
  return change && typeof value === "string" && !notTexts.has(field) ? with_(change(value)) : undefined;
};

const changedPosts = (
  row: EmployeeRow,
  before: EmployeeRow | undefined,
  verb: Verb,
  field: string,
): EmployeeRow | undefined => {
  const posts = (change: (post: PostRow) => PostRow | undefined): EmployeeRow => ({
    ...row,
    posts: row.posts.flatMap((post) => change(post) ?? []),
  });
  const known = (post: PostRow) => before?.posts.find(({ departmentId }) => departmentId === post.departmentId);
  const [first] = row.posts;
  if (verb === "resets" || verb === "truncates") {
    if (field === "partTime") return posts((post) => (post.main ? post : undefined));
    if (field === "title") return posts((post) => ({ ...post, titleId: null }));
    if (field === "functions")
      return posts((post) => ({ ...post, functionIds: verb === "truncates" ? post.functionIds.slice(0, 1) : [] }));
    return posts((post) => ({ ...post, supervisorId: null }));
  }
  if (verb === "ignores") {
    if (field === "partTime") return undefined;
    return posts((post) => {
      const was = known(post);
      if (!was) return post;
      if (field === "title") return { ...post, titleId: was.titleId };
      return field === "functions"
        ? { ...post, functionIds: was.functionIds }
        : { ...post, supervisorId: was.supervisorId };
    });
  }
  if (verb === "repeats" && first) {
    if (field === "title") return posts((post) => ({ ...post, titleId: first.titleId }));
    if (field === "functions") return posts((post) => ({ ...post, functionIds: first.functionIds }));
    if (field === "supervisor") return posts((post) => ({ ...post, supervisorId: first.supervisorId }));
  }
  return undefined;
};

const changedDepartment = (
  company: Company,
  row: DepartmentRow,
  before: DepartmentRow | undefined,
  verb: Verb,
  field: string,
): DepartmentRow | undefined => {
  const names = { level: "levelId", manager: "managerId" } as const;
  const name = (names as Record<string, string>)[field] ?? field;
  const values = row as unknown as Record<string, unknown>;
  const with_ = (value: unknown): DepartmentRow => ({ ...row, [name]: value });
  if (field === "seq") return verb === "moves" ? movedLast(company, row) : undefined;
  if (verb === "ignores") return before ? with_((before as unknown as Record<string, unknown>)[name]) : undefined;
  if (verb === "resets") {
    if (field === "manager" || field === "description") return with_(null);
    return field === "active" ? with_(false) : undefined;
  }
  const change = texts[verb];
  const value = values[name];
  return change && typeof value === "string" ? with_(change(value)) : undefined;
};

const movedLast = (company: Company, row: DepartmentRow): DepartmentRow => {
  const siblings = company.departments.all().filter(({ parentId }) => parentId === row.parentId);
  const last = Math.max(...siblings.map(({ seq }) => seq));
  for (const other of siblings) if (other.seq > row.seq) company.departments.put({ ...other, seq: other.seq - 1 });
  return { ...row, seq: last };
};
