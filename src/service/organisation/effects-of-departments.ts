/** What D2–D12, V5, T3–T5 and J6–J8 take along with the quirk `takesAlong`; `write-quirks.ts` says what each name means (R102). */

import { requireRow } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import type { TakenAlong } from "../kernel/quirks/write-quirks.ts";
import {
  changePeople,
  changingMembers,
  changingPosts,
  departmentWith,
  type Effect,
  isOff,
  isOn,
  onDepartment,
  type Sent,
  unlessPartTime,
  withActive,
  withoutApprover,
  withoutFunctions,
  withoutTitle,
} from "./effects.ts";
import { giveUpDepartments } from "./managers.ts";
import type { Company, DepartmentRow, PostRow } from "./tables.ts";
import { childrenOf, membersOf, placeDepartment, subtreeOf } from "./tree.ts";

const isRecoded = ({ originalCode = "", code = "" }: Sent): boolean => fold(originalCode) !== fold(code);

const changingDepartment = (change: (row: DepartmentRow) => DepartmentRow, applies?: (sent: Sent) => boolean): Effect =>
  onDepartment((company, row) => company.departments.put(change(row)), applies);

const unmanaged = (row: DepartmentRow): DepartmentRow => ({ ...row, managerId: null });

/** The department that D2 creates, and its parent. */
const onCreated =
  (act: (company: Company, created: DepartmentRow, parent: DepartmentRow) => void): Effect =>
  (company, { code }) =>
  () => {
    const created = departmentWith(company, code);
    const parent = created?.parentId ? company.departments.get(created.parentId) : undefined;
    if (created && parent) act(company, created, parent);
  };

/** Changes every post that has the title or the function which the request names. */
const changingHolders =
  (table: "titles" | "functions", applies: (sent: Sent) => boolean = () => true): Effect =>
  (company, sent) => {
    const id = company[table].by("code", fold(sent.originalCode ?? sent.code ?? ""))[0]?.id;
    if (id === undefined || !applies(sent)) return undefined;
    const change = changingPosts((post) =>
      table === "titles"
        ? { ...post, titleId: post.titleId === id ? null : post.titleId }
        : { ...post, functionIds: post.functionIds.filter((one) => one !== id) },
    );
    const isHeld = ({ titleId, functionIds }: PostRow) => titleId === id || functionIds.includes(id);
    return () => {
      for (const person of company.employees.all())
        if (person.posts.some(isHeld)) company.employees.put(change(person));
    };
  };

/** With D7, the departments directly below stay where they are in the tree: below the earlier parent. */
const leaveChildren: Effect = (company, { code }) => {
  const before = departmentWith(company, code);
  if (!before) return undefined;
  return () => {
    if (requireRow(company.departments, before.id).parentId === before.parentId) return;
    for (const child of childrenOf(company, before.id))
      placeDepartment(company, { ...child, parentId: before.parentId }, "last");
  };
};

type OfDepartments = Exclude<TakenAlong, `E${string}`>;

export const departmentEffects: Readonly<Record<OfDepartments, Effect>> = {
  "D2-parent-manager": onCreated((company, _, parent) => company.departments.put(unmanaged(parent))),
  "D2-manages": onCreated((company, created, { managerId }) => company.departments.put({ ...created, managerId })),
  "D3-manager": changingDepartment(unmanaged),
  "D3-place": onDepartment((company, row) => void placeDepartment(company, row, "last")),
  "D3-titles": changingMembers(withoutTitle),
  "D3-functions": changingMembers(withoutFunctions),
  "D3-approvers": changingMembers(withoutApprover),
  "D3-recode-posts": changingMembers(unlessPartTime, isRecoded),
  "D3-recode-children": onDepartment((company, row) => {
    for (const child of childrenOf(company, row.id)) placeDepartment(company, { ...child, parentId: null }, "last");
  }, isRecoded),
  "D4-on-children": onDepartment((company, row) => {
    for (const below of subtreeOf(company, row)) company.departments.put({ ...below, active: true });
  }, isOn),
  "D4-on-members": onDepartment((company, row) => {
    const ids = membersOf(company, [row]).map(({ id }) => id);
    changePeople(company, ids, (person) => withActive(person, true));
  }, isOn),
  "D4-off-manager": changingDepartment(unmanaged, isOff),
  "D4-off-posts": changingMembers(unlessPartTime, isOff),
  "D7-children": leaveChildren,
  "D7-posts": changingMembers(unlessPartTime),
  "D7-titles": changingMembers(withoutTitle),
  "D7-approvers": changingMembers(withoutApprover),
  "D11-approvers": changingMembers(withoutApprover),
  "D12-approvers": changingMembers(withoutApprover),
  "D12-managed": onDepartment((company, { id, managerId }) => {
    if (managerId !== null) giveUpDepartments(company, managerId, id);
  }),
  "D12-chosen": onDepartment((company, row) => {
    const ids = membersOf(company, [row]).flatMap(({ id }) => (id === row.managerId ? [] : [id]));
    const chosen = (post: PostRow) => (post.departmentId === row.id ? { ...post, supervisorId: row.managerId } : post);
    changePeople(company, ids, changingPosts(chosen));
  }),
  "V5-off-departments": (company, { code, active }) => {
    const level = company.levels.by("code", fold(code ?? ""))[0];
    return () => {
      const held = company.departments.all().filter(({ levelId }) => levelId === level?.id);
      if (active === false) for (const row of held) company.departments.put({ ...row, active: false });
    };
  },
  "T3-posts": changingHolders("titles", isRecoded),
  "T4-posts": changingHolders("titles"),
  "T5-off-posts": changingHolders("titles", isOff),
  "J6-posts": changingHolders("functions", isRecoded),
  "J7-posts": changingHolders("functions"),
  "J8-off-posts": changingHolders("functions", isOff),
};
