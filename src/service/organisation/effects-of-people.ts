/** What E7–E14 take along with the quirk `takesAlong`; `write-quirks.ts` says what each name means (R102). */
import type { TakenAlong } from "../kernel/quirks/write-quirks.ts";
import {
  changePeople,
  changePostsIn,
  changingPosts,
  changingUser,
  departmentWith,
  disabled,
  type Effect,
  isOff,
  isOn,
  onUser,
  unlessPartTime,
  withActive,
  withoutApprover,
  withoutExpiry,
  withoutFunctions,
  withoutResignation,
  withoutTitle,
} from "./effects.ts";
import { findPerson, refOf } from "./lookup.ts";
import { giveUpDepartments } from "./managers.ts";
import { giveUpApproving } from "./supervisors.ts";
import type { Company, EmployeeRow, PostRow } from "./tables.ts";

const posts = changingPosts(unlessPartTime);
const approvers = changingPosts(withoutApprover);
const functions = changingPosts(withoutFunctions);
const titles = changingPosts(withoutTitle);

/** An effect on the person whom E12 creates. */
const onNewcomer =
  (act: (company: Company, person: EmployeeRow) => void): Effect =>
  (company, { account }) =>
  () => {
    const person = findPerson(company, refOf(account ?? ""));
    if (person) act(company, person);
  };
const changingNewcomer = (change: (person: EmployeeRow) => EmployeeRow): Effect =>
  onNewcomer((company, person) => company.employees.put(change(person)));

/** Changes the posts of all other members in the departments that E14 names. */
const changingColleagues =
  (change: (post: PostRow) => PostRow): Effect =>
  (company, { user, depts }) =>
  () => {
    const self = user && findPerson(company, user);
    const ids = (depts ?? []).flatMap(({ code }) => departmentWith(company, code)?.id ?? []);
    changePostsIn(company, ids, change);
    if (self) company.employees.put(self);
  };

/** The approver that E13 sets in one post counts for other posts too. */
const spreadApprover =
  (spread: (company: Company, person: EmployeeRow, from: PostRow) => void): Effect =>
  (company, { user, deptCode }) =>
  () => {
    const person = user && findPerson(company, user);
    const written = person?.posts.find(({ departmentId }) => departmentId === departmentWith(company, deptCode)?.id);
    if (person && written) spread(company, person, written);
  };

type OfPeople = Extract<TakenAlong, `E${string}`>;

export const peopleEffects: Readonly<Record<OfPeople, Effect>> = {
  "E7-off-posts": changingUser(posts, isOff),
  "E7-off-approvers": changingUser(approvers, isOff),
  "E7-off-functions": changingUser(functions, isOff),
  "E7-off-titles": changingUser(titles, isOff),
  "E7-off-resignation": changingUser(withoutResignation, isOff),
  "E7-on-posts": changingUser(posts, isOn),
  "E7-on-approvers": changingUser(approvers, isOn),
  "E7-on-expiry": changingUser(withoutExpiry, isOn),
  "E8-disables": changingUser(disabled),
  "E8-resignation": changingUser(withoutResignation),
  "E8-approvers": changingUser(approvers),
  "E9-disables": changingUser(disabled, ({ resignationDate }) => resignationDate !== null),
  "E9-expiry": changingUser(withoutExpiry),
  "E9-approvers": changingUser(approvers),
  "E9-managed": onUser(giveUpDepartments),
  "E11-posts": changingUser(posts),
  "E11-approvers": changingUser(approvers),
  "E11-approved": onUser(giveUpApproving),
  "E11-functions": changingUser(functions),
  "E11-titles": changingUser(titles),
  "E11-expiry": changingUser(withoutExpiry),
  "E11-resignation": changingUser(withoutResignation),
  "E11-disables": changingUser(disabled),
  "E11-managed": onUser(giveUpDepartments),
  "E12-posts": changingNewcomer(posts),
  "E12-functions": changingNewcomer(changingPosts((post) => ({ ...post, functionIds: post.functionIds.slice(0, 1) }))),
  "E12-titles": changingNewcomer(titles),
  "E12-manages": onNewcomer((company, { id, posts }) => {
    const led = posts.flatMap(({ departmentId }) => company.departments.get(departmentId) ?? []);
    for (const row of led) if (row.managerId === null) company.departments.put({ ...row, managerId: id });
  }),
  "E12-locks": changingNewcomer((person) => ({ ...person, data: { ...person.data, locked: true } })),
  "E12-expires": changingNewcomer((person) => ({
    ...person,
    data: { ...person.data, expiredTime: "2099-02-25T15:59:59.000Z" },
  })),
  "E13-posts": spreadApprover((company, { id }, { supervisorId }) =>
    changePeople(
      company,
      [id],
      changingPosts((post) => ({ ...post, supervisorId })),
    ),
  ),
  "E13-members": spreadApprover((company, _, { departmentId, supervisorId }) =>
    changePostsIn(company, [departmentId], (post) => ({ ...post, supervisorId })),
  ),
  "E14-expiry": changingUser(withoutExpiry),
  "E14-resignation": changingUser(withoutResignation),
  "E14-managed": onUser(giveUpDepartments),
  "E14-approved": onUser(giveUpApproving),
  "E14-members-approvers": changingColleagues(withoutApprover),
  "E14-members-functions": changingColleagues(withoutFunctions),
  "E14-members-titles": changingColleagues(withoutTitle),
  "E14-enables": changingUser((person) => withActive(person, true)),
};
