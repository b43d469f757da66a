/** A German company: windows-1252 with semicolons, names as "Nachname, Vorname", last days that lie ahead, accounts only in the e-mail. */
import iconv from "iconv-lite";
import { dayIn, type ExpectedPerson, type ExportedCompany, numbersFrom } from "./company.ts";

const surnames = [
  "Müller",
  "Schäfer",
  "Groß",
  "Köhler",
  "Weiß",
  "Jäger",
  "Schröder",
  "Böhm",
  "Lang",
  "Meier",
  "von der Heide",
  "Küçük",
];
const forenames = [
  "Jörg",
  "Käthe",
  "Anna",
  "Zoë",
  "Günther",
  "René",
  "Sören",
  "Lena",
  "Ulf",
  "Maria José",
  "Heiko",
  "Bärbel",
  "Peer",
];
const departments = [
  ["100", "Geschäftsführung", ""],
  ["200", "Büro für Qualität", "100"],
  ["300", "Fertigung", "100"],
  ["310", "Gießerei", "300"],
  ["320", "Prüffeld", "300"],
] as const;
const jobs = ["Geschäftsführer", "Meister", "Facharbeiter", "Sachbearbeiter"];

const german = (day: string): string => day.split("-").toReversed().join(".");

const ascii = (text: string): string =>
  text
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/[^a-zA-Z]/g, "")
    .toLowerCase();

export const germanNames = (): ExportedCompany => {
  const draw = numbersFrom(11);
  const people: ExpectedPerson[] = [];
  const rows: string[][] = [];
  for (let n = 0; n < 300; n += 1) {
    const number = String(10_001 + n * 3);
    const [surname = "", forename = ""] = [surnames[n % surnames.length], forenames[n % forenames.length]];
    const [code = "", unit = ""] = n === 0 ? departments[0] : (departments[1 + draw(4)] ?? []);
    const title = n === 0 ? jobs[0] : jobs[1 + draw(3)];
    const leaves = n > 4 ? draw(10) : 9;
    const lastDay = leaves === 0 ? dayIn(-30) : leaves < 3 ? dayIn(5 + draw(300)) : leaves === 3 ? "9999-12-31" : "";
    const boss = n === 0 ? undefined : people[n < 5 ? 0 : 1 + draw(4)];
    const account = `${ascii(forename)}.${ascii(surname)}${n}`;
    const hired = `20${10 + draw(14)}-0${1 + draw(9)}-1${draw(9)}`;
    people.push({
      account,
      number,
      name: `${forename} ${surname}`,
      active: leaves !== 0,
      department: code,
      title: title ?? "",
      supervisor: boss?.account,
      hired,
      lastDay: lastDay === "9999-12-31" ? "" : lastDay,
    });
    rows.push([
      number,
      `${surname}, ${forename}`,
      `${account}@example.de`,
      code,
      unit,
      title ?? "",
      german(hired),
      lastDay && german(lastDay),
      boss?.number ?? "",
      "Ja",
    ]);
  }
  const header = [
    "Personalnummer",
    "Name",
    "E-Mail",
    "Kostenstelle",
    "Abteilung",
    "Tätigkeit",
    "Eintritt",
    "Austritt",
    "Vorgesetzter",
    "Parkplatz",
  ];
  const text = (table: readonly (readonly string[])[]) =>
    iconv.encode(table.map((cells) => `${cells.join(";")}\r\n`).join(""), "windows-1252");
  return {
    files: {
      "mitarbeiter.csv": text([header, ...rows]),
      "abteilungen.csv": text([["Kostenstelle", "Bezeichnung", "Übergeordnet"], ...departments]),
    },
    configuration: `
source:
  feeds:
    hr:
      files: { folder: ./hr, delimiter: ";", encoding: windows-1252 }
  levels:
    records: [{ code: ABT, name: Abteilung, order: 1 }]
  departments:
    file: abteilungen.csv
    columns:
      code: Kostenstelle
      name: Bezeichnung
      level: { value: ABT }
      parent: { column: Übergeordnet, blank: clear }
  titles:
    file: mitarbeiter.csv
    distinct: true
    columns: { code: Tätigkeit, title: Tätigkeit, rank: { value: 50 } }
  employees:
    file: mitarbeiter.csv
    columns:
      number: Personalnummer
      account: { column: E-Mail, capture: "^([^@]+)@", case: lower }
      name: { column: Name, replace: [{ match: "^([^,]+), (.+)$", with: "$2 $1" }] }
      email: E-Mail
      department: Kostenstelle
      title: Tätigkeit
      supervisor: Vorgesetzter
      hireDate: { column: Eintritt, date: dd.MM.yyyy }
      resignationDate: { column: Austritt, date: dd.MM.yyyy, blank: clear }
`,
    departments: departments.map(([, name, parent]) => ({
      name,
      parent: departments.find(([code]) => code === parent)?.[1],
    })),
    people,
    told: ["Parkplatz"],
    mistakes: [
      [", encoding: windows-1252", "", /a letter in row \d+, column 2: windows-1252 “ë”, windows-1257 “ė”/],
      ["encoding: windows-1252", "encoding: utf-8", /source-undecodable/],
      [
        "resignationDate: { column: Austritt, date: dd.MM.yyyy, blank: clear }",
        'active: { column: Austritt, values: { "": true }, otherwise: false }',
        /map "Austritt" to `resignationDate`/,
      ],
      ['delimiter: ";", ', "", /`delimiter`/],
      ["hireDate: { column: Eintritt, date: dd.MM.yyyy }", "hireDate: Eintritt", /`date: d.M.yyyy` would read it/],
    ],
  };
};
