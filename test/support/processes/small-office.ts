/** An office of 40 people in two departments: HR's export of it, and the settings that read the export. */
import type { ServiceFixture } from "../servers/service-fixture.ts";
import { type Files, targetPart } from "./workplace.ts";

export type Row = {
  readonly account: string;
  readonly number: string;
  readonly name: string;
  readonly active?: boolean;
};

/** The first `count` people, with the accounts e01, e02 … */
export const officePeople = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(2, "0");
    return { account: `e${number}`, number: `E${number}`, name: `員工${number}` };
  });

/** Invented personal data made from the number, which must not appear anywhere. */
export const personalData = ({ number }: Row) => ({
  idCardNumber: `Z9000000${number.slice(1)}`,
  phoneNumber: `0900-111-2${number.slice(1)}`,
});

const peopleFile = (rows: readonly Row[]): string =>
  ["account,number,name,idCardNumber,phoneNumber,department,active"]
    .concat(
      rows.map((row, at) => {
        const { idCardNumber, phoneNumber } = personalData(row);
        const department = at % 2 === 0 ? "A" : "B";
        return `${row.account},${row.number},${row.name},${idCardNumber},${phoneNumber},${department},${row.active !== false}`;
      }),
    )
    .join("\n");

export const officeFiles = (rows = officePeople(40)): Files => ({
  "departments.csv": "code,name\nA,甲部\nB,乙部\n",
  "employees.csv": peopleFile(rows),
});

const officeSource = {
  feeds: { hr: { files: { settleSeconds: 0, folder: "." } } },
  levels: { records: [{ code: "L", name: "部", active: true, order: 0 }] },
  departments: {
    file: "departments.csv",
    columns: { code: "code", name: "name", parent: { value: null }, level: { value: "L" }, active: { value: true } },
  },
  employees: {
    file: "employees.csv",
    columns: {
      account: "account",
      number: "number",
      name: "name",
      idCardNumber: "idCardNumber",
      phoneNumber: "phoneNumber",
      department: "department",
      active: "active",
    },
  },
};

/** A complete configuration; musterd's state is in the folder `state`. */
export const officeSettings = (fixture: Pick<ServiceFixture, "url" | "corpCode">, target: object = {}) => ({
  source: officeSource,
  target: targetPart(fixture, target),
  state: { folder: "state" },
});
