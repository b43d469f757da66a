/** Ten working days of an HR office, one function per day. The codes are those of the sample company. */
import { addDays } from "../../../src/sample/calendar.ts";
import type { FullEmployee } from "./full-directory.ts";
import { type HrOffice, mainPost, plainPost } from "./hr-office.ts";

type Day = (office: HrOffice) => void;

const comeAndGo: Day = ({ hr, join, leave, take, department, today }) => {
  join("ada.wang", "王艾達", "C220");
  join("ben.chen", "陳本", "B110", { phoneNumber: null, email: null });
  const manager = department("C000").manager;
  join("cleo.lin", "林可", "C210", {
    posts: [{ ...plainPost("C210"), main: true, title: "T65", supervisor: manager }],
  });
  const both = [
    { ...plainPost("D110"), main: true, title: "T68" },
    { ...plainPost("D120"), functions: ["A01", "S02"] },
  ];
  join("dora.wu", "吳朵拉", "D110", { posts: both, expiredTime: "2028-06-30T15:59:59.000Z" });
  const [yesterday, lastDayToday, nextWeek, undated] = four(take(4));
  leave(yesterday, addDays(today(), -1));
  leave(lastDayToday, today());
  leave(nextWeek, addDays(today(), 5));
  leave(undated, null);
  hr.employees.reverse();
};

/** Posts change; chosen approvers stay. */
const changePosts: Day = ({ take, takeSupervised, move, department }) => {
  const [first, second, third, fourth] = four(take(4));
  move(first, "B210");
  move(second, "E200");
  move(third, "D200");
  move(fourth, "C120");
  mainPost(fourth).title = "T55";
  for (const each of take(3, hasTitle("T65"))) mainPost(each).title = "T55";
  const [mover, gaining, promoted, leader] = four(takeSupervised(4));
  move(mover, mainPost(mover).department === "B120" ? "B110" : "B120");
  gaining.posts.push({ ...plainPost("E400"), title: "T68", supervisor: department("E000").manager });
  mainPost(promoted).title = "T50";
  mainPost(leader).functions = ["S01"];
};

/** Managers change; no approvers are chosen on this day. */
const changeManagers: Day = ({ department, managerOf, move, leave, take, today }) => {
  const [one, other] = [managerOf("B210"), managerOf("B220")];
  move(one, "B220");
  move(other, "B210");
  department("B210").manager = other.account;
  department("B220").manager = one.account;
  const [successor] = four(take(1, worksIn("B310")));
  leave(managerOf("B310"), addDays(today(), -1));
  department("B310").manager = successor.account;
  mainPost(successor).title = "T40";
  department("C110").manager = null;
  department("E400").manager = take(1, worksIn("E400"))[0]?.account ?? null;
};

const chooseApprovers: Day = ({ take, takeSupervised, approve, move, department }) => {
  const present = (person: FullEmployee) => department(mainPost(person).department).manager;
  const [first, second, third, fourth] = four(take(4, (person) => has(present(person)) && noApprover(person)));
  approve(first, department("A000").manager);
  approve(second, department("E000").manager);
  approve(third, present(third));
  approve(fourth, present(fourth));
  const [changed, removed, toManager, mover] = four(takeSupervised(4));
  approve(changed, department("D000").manager);
  approve(removed, null);
  approve(toManager, present(toManager) ?? department("A000").manager);
  approve(mover, department("B320").manager);
  move(mover, "B320");
};

const renameThings: Day = ({ take, department, renameAccount, recode }) => {
  renameAccount(department("A000").manager ?? "", "the.president");
  renameAccount(department("B110").manager ?? "", "section.chief");
  const [married] = four(take(1));
  renameAccount(married.account, `${married.account}.new`);
  married.name = `新${married.name}`;
  [department("C110").name, department("C120").name] = [department("C120").name, department("C110").name];
  department("D200").name = "海外業務部";
  department("D200").description = "以前的國際業務部";
  recode("department", { MIS: "E300" });
  recode("title", { T78: "T79" });
  recode("function", { I03: "I09" });
  recode("category", { 資訊: "數位" });
  recode("level", { L3: "L30" });
};

/** Departments move to other parents with everything below them, and keep their managers. */
const reorganise: Day = ({ hr, department, managerOf, move, take }) => {
  const chief = managerOf("B230");
  const at = hr.departments.indexOf(department("B400"));
  const opened = { code: "B500", name: "智慧製造部", parent: "B000", level: "L30", description: null, active: true };
  hr.departments.splice(at, 0, { ...opened, manager: chief.account });
  const post = { ...mainPost(chief), main: false };
  move(chief, "B500");
  chief.posts.push(post);
  department("B230").parent = "B500";
  department("B420").parent = "B500";
  department("D100").parent = "B000";
  department("C220").parent = "C100";
  swapPlaces(hr.departments, department("E100"), department("E300"));
  for (const each of take(2)) move(each, "B500");
};

const closeDepartments: Day = ({ hr, department, move }) => {
  const empty = (code: string, into: string): void => {
    for (const each of hr.employees) {
      if (!each.active) continue;
      if (mainPost(each).department === code) move(each, into);
      each.posts = each.posts.filter((post) => post.department !== code);
    }
    Object.assign(department(code), { active: false, manager: null });
  };
  empty("B130", "B110");
  empty("B410", "B100");
  empty("B400", "B100");
};

/** Codes are swapped, a level is inserted between two others, and lists are reordered. */
const reorderLists: Day = ({ hr, department, recode, take }) => {
  recode("department", { C110: "C120", C120: "C110" });
  recode("title", { T45: "T40", T40: "T45" });
  hr.levels.splice(2, 0, { code: "L25", name: "中心", active: true });
  department("E100").level = "L25";
  department("D200").level = "L25";
  const title = (code: string) => hr.titles.find((each) => each.code === code);
  swapPlaces(hr.titles, title("T50"), title("T58"));
  hr.titles.splice(hr.titles.indexOf(title("T79") as never), 0, { code: "T77", title: "專員", rank: 9, active: true });
  for (const each of take(1, hasTitle("T68"))) mainPost(each).title = "T77";
  hr.categories.reverse();
  const item = (code: string) => hr.functions.find((each) => each.code === code);
  swapPlaces(hr.functions, item("A01"), item("A03"));
  swapPlaces(hr.functions, item("S01"), item("S03"));
  Object.assign(item("Q03") ?? {}, { category: "行政" });
  hr.functions.unshift({ code: "Q00", name: "品質長", category: "品質", active: true });
};

/** Two leavers of the first days return, one of them as a manager; a department reopens. */
const comeBack: Day = ({ hr, department, approve, today }) => {
  const [one, other] = hr.employees.filter(({ active, resignationDate }) => !active && resignationDate !== null);
  if (!one || !other) throw new Error("two people have left by now");
  Object.assign(department("B130"), { active: true, name: "包裝二課" });
  for (const person of [one, other]) Object.assign(person, { active: true, resignationDate: null, hireDate: today() });
  one.posts = [{ ...plainPost("C210"), main: true, title: "T55", functions: ["S02"] }, plainPost("D200")];
  one.phoneNumber = "0966-777-888";
  approve(one, department("E000").manager);
  other.posts = [{ ...plainPost("B130"), main: true, title: "T45" }];
  department("B130").manager = other.account;
  for (const person of hr.employees) if (!person.active && person.resignationDate === null) person.active = true;
};

/** Corrects personal values that some sites mask or hide. */
const correctData: Day = ({ take }) => {
  const [phone, idCard, birth, many] = four(take(4));
  phone.phoneNumber = "0977-123-456";
  idCard.idCardNumber = "B287654320";
  birth.birthDate = "1991-01-31";
  Object.assign(many, { gender: "Other", email: null, emailEx: "private@example.com", hireDate: "2020-02-02" });
  Object.assign(many, { businessCard: "專案經理", expiredTime: "2030-12-31T15:59:59.000Z" });
  const [noPhone, name] = four(take(2));
  noPhone.phoneNumber = null;
  Object.assign(name, { name: `${name.name.slice(0, 1)}改名`, englishName: "New, Name" });
};

/** The ten days in their order; their names are used as test titles. */
export const tenDays: Readonly<Record<string, Day>> = {
  "people come and go": comeAndGo,
  "posts change": changePosts,
  "managers change": changeManagers,
  "approvers are chosen": chooseApprovers,
  "people and codes get new names": renameThings,
  "departments go under other parents": reorganise,
  "departments are closed": closeDepartments,
  "codes are swapped and lists are reordered": reorderLists,
  "people come back": comeBack,
  "data of people is corrected": correctData,
};

type Four = readonly [FullEmployee, FullEmployee, FullEmployee, FullEmployee];
const four = (people: readonly FullEmployee[]): Four => people as Four;

const hasTitle = (title: string) => (person: FullEmployee) => mainPost(person).title === title && noApprover(person);
const worksIn = (code: string) => (person: FullEmployee) => mainPost(person).department === code && noApprover(person);
const noApprover = ({ posts }: FullEmployee): boolean => posts.every(({ supervisor }) => supervisor === null);
const has = <T>(value: T | null): value is T => value !== null;

const swapPlaces = <T>(list: T[], one: T | undefined, other: T | undefined): void => {
  const [at, to] = [list.indexOf(one as T), list.indexOf(other as T)];
  if (one === undefined || other === undefined || at < 0 || to < 0) throw new Error("there is nothing to swap");
  list[at] = other;
  list[to] = one;
};
