/**
 * Gives HR's references the spelling of the service, whose own codes some sites look up letter by letter: HR's RD1 is the service's
 * rd1 (R14). A code that the service does not have stays as HR spells it.
 */
import { canonicalKey } from "../../model/canonical.ts";
import type { Department, Directory, Employee, Post } from "../../model/directory.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/snapshot.ts";

type Spell = <Code extends string | null | undefined>(code: Code) => Code;

/** `target`: with the codes after renames. Records whose references are spelt alike stay the same objects. */
export const inTargetSpelling = (source: SourceSnapshot, target: TargetSnapshot): SourceSnapshot => {
  const { departments, employees } = source.directory;
  const [department, level] = [spelling(target.departments), spelling(target.levels)];
  const [title, jobFunction] = [spelling(target.titles), spelling(target.functions)];
  const ofPost = (post: Post): Post => {
    const functions = mapped<string>(post.functions, jobFunction);
    const spelt = { ...post, department: department(post.department) };
    if (post.title !== undefined) Object.assign(spelt, { title: title(post.title) });
    const isSame = spelt.department === post.department && spelt.title === post.title && functions === post.functions;
    return isSame ? post : { ...spelt, ...(functions && { functions }) };
  };
  const ofPerson = (person: Employee): Employee => {
    const posts = mapped(person.posts, ofPost);
    return posts === person.posts ? person : { ...person, ...(posts && { posts }) };
  };
  const ofDepartment = (one: Department): Department => {
    const [parent, ownLevel] = [department(one.parent), level(one.level)];
    if (parent === one.parent && ownLevel === one.level) return one;
    return { ...one, ...(parent !== undefined && { parent }), ...(ownLevel !== undefined && { level: ownLevel }) };
  };
  const directory: Directory = {
    ...source.directory,
    ...(departments && { departments: mapped(departments, ofDepartment) ?? departments }),
    ...(employees && { employees: mapped(employees, ofPerson) ?? employees }),
  };
  return { ...source, directory };
};

const spelling = (records: readonly { readonly code: string }[]): Spell => {
  const exact = new Set(records.map(({ code }) => code));
  let byKey: ReadonlyMap<string, string> | undefined;
  return (code) => {
    if (!code || exact.has(code)) return code;
    byKey ??= new Map(records.map((record) => [canonicalKey(record.code), record.code]));
    return (byKey.get(canonicalKey(code)) ?? code) as typeof code;
  };
};

/** The same list if nothing changes. */
const mapped = <Item>(list: readonly Item[] | undefined, change: (item: Item) => Item): readonly Item[] | undefined => {
  const changed = list?.map(change);
  return changed?.some((item, at) => item !== list?.[at]) ? changed : list;
};
