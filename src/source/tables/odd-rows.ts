/**
 * Finds rows that are probably no records: a second header in another language, a line for signatures, a note, a single
 * subtotal, a vacant position. Such a row can be read as a record, but its key has another shape than those of all other rows, its
 * cells are the words of a header, or its name is that of no person. It is quarantined; what other tables read from the same line is
 * quarantined with it.
 *
 *   all other keys                 this key
 *   have no blank or colon inside  has one
 *   have a digit                   has none
 *   are ASCII                      has another letter
 *   are numbers of one width       has fewer digits, if others begin with zeros
 *
 * The key of a person decides alone. A company may well call its top department HQ, so in other tables most of the row must be
 * blank, too, and other tables are judged by the lines of people.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { SourceFile } from "../../model/plan/quality.ts";
import type { Table } from "../mapping/fields.ts";
import { keyIn, type SourceRow, type TableRows, withRejected } from "../rows/rows.ts";

/** Quarantines the odd rows of one part. `keys`: the fields that identify its rows. */
export const quarantineOddRows = (table: Table, read: TableRows, keys: readonly string[]): TableRows => {
  if (table === "posts") return read;
  const reasons = new Map<SourceRow, string>();
  const fields = table === "employees" ? ["number", "account"] : keys;
  const counts = fields.flatMap((field) =>
    // In an ordinary company some accounts have digits, and some have none.
    shapes.filter(({ reason }) => field !== "account" || reason !== noDigit).map((shape) => oddCount(field, shape)),
  );
  const bare: SourceRow[] = [];
  const vacant: SourceRow[] = [];
  const widths = table === "employees" ? paddedWidth(read.rows) : undefined;
  if (widths !== undefined) counts.push(oddCount("number", widths));
  let rows = 0;
  // All questions are asked in one pass, because a pass over a hundred thousand rows costs more than the questions.
  for (const row of read.rows) {
    if (row.excluded) continue;
    if (isLabels(row)) reasons.set(row, "its cells are the words of a header");
    if (table === "employees") {
      const name = keyIn(row.values["name"]) ?? "";
      if (totals.has(name)) reasons.set(row, "its name is the word for a total");
      if (vacancies.has(name)) vacant.push(row);
      if (!row.rejected && isBare(row)) bare.push(row);
    }
    for (const count of counts) note(count, row);
    rows++;
  }
  // Too many are no exceptions, and too few others are no rule.
  const areExceptions = (odd: number, others: number): boolean =>
    odd <= Math.max(3, rows / 33) && others >= fewestOthers && others > odd * 2;
  if (read.columns["name"] !== undefined && areExceptions(bare.length, rows - bare.length)) {
    for (const row of bare) reasons.set(row, "it has nothing but its key");
  }
  for (const { field, reason, odd, others } of counts) {
    if (!areExceptions(odd.length, others)) continue;
    for (const row of odd) if (table === "employees" || isThin(row, read)) reasons.set(row, `the ${field} ${reason}`);
  }
  const occupied = withRejected("employees", read, "name", vacant, () => vacancy);
  return withOdd(table, occupied, reasons, fields[0] ?? "*");
};

/** A vacant position is nobody, but its department is one. */
const vacancy = { code: "position-vacant", reason: "a vacant position is no person: leave it out with `except`" };

/** Counts the odd rows of each file: whatever sums up its rows may leave them out. */
export const withOddRows = (files: readonly SourceFile[], rejected: readonly RejectedRow[]): readonly SourceFile[] => {
  const lines = Map.groupBy(rejected.filter(isOdd), ({ file }) => file);
  return files.map((one) => {
    const odd = new Set(lines.get(one.file)?.map(({ line }) => line)).size;
    return odd === 0 ? one : { ...one, odd };
  });
};

export const isOdd = ({ code }: { readonly code: string }): boolean => code === "row-odd";

/** Quarantines rows as no records, with a reason for each; `field` is the one that shows it. */
export const withOdd = (
  table: Table,
  read: TableRows,
  reasons: ReadonlyMap<SourceRow, string>,
  field = "*",
): TableRows =>
  withRejected(table, read, field, reasons.keys(), (row) => ({
    code: "row-odd",
    reason: `the row is probably no record: ${reasons.get(row)}; take it out of the export, or give it a key like the others`,
  }));

const noDigit = "has no digit, and all others have one";

/** Numbers that begin with zeros have one width in an ordinary company; one that is shorter has lost its zeros. */
const paddedWidth = (rows: readonly SourceRow[]): Shape | undefined => {
  const widths = new Set<number>();
  let longest = 0;
  for (const { values, excluded } of rows) {
    const { number } = values;
    if (typeof number !== "string" || excluded || !/^\d+$/.test(number)) continue;
    longest = Math.max(longest, number.length);
    if (number.startsWith("0")) widths.add(number.length);
  }
  const [width] = widths;
  if (widths.size !== 1 || width !== longest) return undefined;
  return {
    holds: new RegExp(`^\\d{${width}}$|\\D`),
    reason: `has fewer than ${width} digits, and others begin with zeros`,
  };
};

type Shape = { readonly holds: RegExp; readonly reason: string };

const shapes: readonly Shape[] = [
  { holds: /^[^\s:：]+$/, reason: "has a blank or a colon inside, and no other has" },
  { holds: /\d/, reason: noDigit },
  { holds: /^[^\u0080-\uffff]+$/, reason: "has letters beyond ASCII, and no other has" },
];

const fewestOthers = 4;

/** Whether a row of people has no name, and at most one value beside its key. */
const isBare = ({ values, post }: SourceRow): boolean =>
  values["name"] === undefined &&
  Object.keys(values).filter((field) => field !== "number" && field !== "account").length +
    Object.keys(post ?? {}).length <=
    1;

const totals = new Set("total subtotal sum summe gesamt 合計 總計 小計 共計 总计 合计 小计 합계".split(" "));
const vacancies = new Set(
  "vacant vacancy vakant unbesetzt n.n. 空缺 出缺 懸缺 缺額 從缺 待聘 待補 招聘中 欠員 공석".split(" "),
);

/** The rows whose key in `field` lacks a property, and the number of those whose key has it. */
type OddCount = Shape & { readonly field: string; readonly odd: SourceRow[]; others: number };

const oddCount = (field: string, shape: Shape): OddCount => ({ ...shape, field, odd: [], others: 0 });

const note = (count: OddCount, row: SourceRow): void => {
  const key = row.values[count.field];
  if (typeof key !== "string") return;
  if (count.holds.test(key)) count.others++;
  else count.odd.push(row);
};

/** Whether fewer than half of the mapped fields are filled. */
const isThin = ({ values, post }: SourceRow, { columns }: TableRows): boolean => {
  const filled = Object.keys(values).length + Object.keys(post ?? {}).length;
  const mapped = Object.keys(columns).length;
  return mapped > 1 && filled * 2 <= mapped;
};

/** Whether at least two cells of the row could be read, and all that are texts are words of a header. */
const isLabels = ({ values, post }: SourceRow): boolean => {
  // Most rows are ruled out by their first cell.
  for (const field in values) {
    const text = values[field];
    if (typeof text !== "string" || !isLabel(text)) return false;
    break;
  }
  const texts = [...Object.values(values), ...Object.values(post ?? {})].flat();
  return texts.length > 1 && texts.every((text) => typeof text === "string" && isLabel(text));
};

const isLabel = (text: string): boolean => !/\d/.test(text) && labels.has(canonicalKey(text).replaceAll(/[\s_.]/g, ""));

const labels = new Set(
  (
    "account accountname code department departmentcode departmentid departmentname dept deptcode deptid deptname email " +
    "emailaddress employee employeecode employeeid employeename employeeno employeenumber fullname grade id job jobtitle level " +
    "login loginname mail manager name no number parent parentcode personnelnumber position staffid staffno status supervisor " +
    "title unit user userid username abteilung benutzer kostenstelle mitarbeiternummer nachname personalnummer stelle titel " +
    "代碼 代號 編號 名稱 姓名 工號 員工編號 員工代號 員工姓名 帳號 部門 部門代碼 部門代號 部門名稱 上級部門 上層部門 職稱 職稱代碼 職級 職等 " +
    "主管 狀態 在職狀態 電子郵件 电子邮件 工号 账号 部门 部门代码 部门名称 员工编号 职位 社員番号 氏名 部署 部署コード 役職 사번 성명 이름 부서 직급"
  ).split(" "),
);
