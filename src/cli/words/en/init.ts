/** English texts of `musterd init`: evidence, questions and what the screens say. */
import { number as n, count as plural } from "./counts.ts";

const count = (text: string, rows: number): string => `${text} ${n(rows)}`;
const noDays = (column: string, field: string, example: string, loss: string): string =>
  `${column} is not read as the ${field}: cells such as ${example} are days in no known form${loss}. Export the days as 2026-11-30.`;

export const initWords = {
  and: ", ",
  count,
  names: "names",
  blank: "(blank)",
  departmentLevel: "Department",

  why: {
    unique: (rows: number) => `all ${plural(rows, "row")} have it, none twice`,
    repeated: (rows: number, different: number) => `all ${plural(rows, "row")} have it, ${n(different)} different ones`,
    uniqueOf: (rows: number, all: number) => `${n(rows)} of ${plural(all, "row")}, none twice`,
    onlyKey: (rows: number) => `the only column that all ${plural(rows, "row")} have and none twice`,
    zeros: (width: number) => `always ${plural(width, "digit")}`,
    chosen: "your answer",
    openStatus: "left to decide: rows with other words are refused until then",
    filled: (rows: number, all: number) => `${n(rows)} of ${plural(all, "row")}`,
    swapped: (rows: number) => `all ${n(rows)} are "last, first"`,
    familyFirst: "family name first",
    givenFirst: "given name first",
    dates: (formats: string) => `all days are read as ${formats}`,
    unreadDays: (cells: number) => `${plural(cells, "other cell")} cannot be read`,
    asColumn: (column: string, format: string) => `${column} of the same file can only be ${format}`,
    values: (values: number) => plural(values, "value"),
    found: (rows: number, all: number, table: string, column: string) =>
      `${n(rows)} of ${n(all)} are found in ${table} ${column}`,
    people: (rows: number, all: number, column: string) => `${n(rows)} of ${n(all)} are ${column} here`,
    path: (separator: string, paths: number) => `${plural(paths, "path")} with "${separator}"`,
    levels: (levels: number) => `${plural(levels, "column")}, one for each level`,
    composite: (rows: number) => `all ${n(rows)} have a code and a name`,
    withHead: "without the name of its head, which changes",
    onlyCodes: "names in the service stay: HR has codes only",
    nameIsCode: "no column has a code: the name is the code",
    oneName: (codes: number) => `each of ${plural(codes, "code")} has one name`,
    oneParent: (departments: number) => `each of ${plural(departments, "department")} has one parent`,
    oneTitle: "there is one title",
    level: "HR has no levels: all departments are of one",
    levelOrder: (levels: readonly string[]) => `${levels.join(" > ")}, as the departments lie in each other`,
    distinct: "rows of people repeat it",
    addParents: "a parent may have no row of its own",
    newest: "each file is a whole export: the newest counts",
    leftOut: "no people",
    furtherPart: "joined by the number",
    leaversOnly: "who stands here alone has left",
    mainPost: (word: string) => `one row of each person has "${word}"`,
    cameBack: "who came back stands on both sheets",
    firstDay: "a row that begins later is none of today",
    periods: "a person has one row for each period",
    postPeriods: "posts that have ended, or begin later, are none today",
    furtherPost: (rows: number) => `further posts of ${plural(rows, "person", "people")}`,
    openEncoding: (encoding: string) => `${encoding} or another encoding`,
    encoding: (encoding: string, proven: boolean) =>
      proven ? `${encoding}: known words prove it` : `${encoding}: the only possible reading`,
    delimiter: "most rows have the same number of cells with it",
    topRows: (rows: number) => `${plural(rows, "row")} above the header`,
    fillDown: "merged cells",
    empty: "texts that stand for nothing",
    company: (name: string) => `the rows of ${name}; the others are neither written nor reported`,
    ownState: "each company has its own memory, history and lock",
    blankDays: (column: string) => `blank now; written as ${column} is`,
  },

  ask: {
    company: (column: string) => `${column} names several companies. Which one is this configuration for?`,
    eachCompany: (companies: number) => `each of them: ${n(companies)} configurations`,
    oneCompany: (name: string, rows: number) => `${name} alone: ${plural(rows, "row")}`,
    allCompanies: "all rows: they are one company in the service",
    withoutNumber: (column: string, gaps: number, rows: number) =>
      `${n(gaps)} of ${plural(rows, "row")} have no ${column}. Are they people?`,
    outsiders: (column: string, words: string) => `${column} says ${words}. Are they people of the company?`,
    leaveOut: "no: leave these rows out",
    keepThem: "yes: read them, too",
    number: "Which column is the employee number, which stays with a person for ever?",
    column: (name: string, examples: readonly string[], doubles: number, gaps: number) =>
      [
        `${name}: ${examples.join(", ")} …`,
        ...(doubles > 0 ? [`${n(doubles)} twice`] : []),
        ...(gaps > 0 ? [`${n(gaps)} blank`] : []),
      ].join(" · "),
    account: "No column is certain to be the account. What do people sign in with?",
    emailName: (column: string, example: string, gaps: number) =>
      `the part of ${column} before @ (${example})${gaps > 0 ? `; ${n(gaps)} without one: the number` : ""}`,
    wholeEmail: (column: string, example: string) => `the whole ${column} (${example})`,
    fromNumber: (column: string) => `the number ${column}`,
    fromNames: (given: string, family: string) => `made from ${given} and ${family}: given.family`,
    withoutAccount: (column: string, gaps: number, rows: number) =>
      `${n(gaps)} of ${plural(rows, "row")} have no ${column}. What becomes of them?`,
    notYet: "they are left out until they have one",
    lastDay: (column: string) => `Is ${column} the last working day of a person, after which the account is disabled?`,
    expiry: (column: string) => `Is ${column} the day on which a person's account expires?`,
    endsThere: "yes: nobody signs in after it",
    doesNotEnd: "no: do not read it",
    nameColumn: "Which column is the name of the people?",
    noName: "none of these: people get no name",
    statusColumn: "Several columns look like a status. Which one says whether somebody works here?",
    departmentColumn: "Several columns could be the department. Which one is it?",
    freeDepartment: "No header names a department. Which column is it?",
    departmentLevels: "Departments of one name lie in several others. What is a department?",
    levelsTogether: (columns: string, examples: readonly string[]) => `${columns} together: ${examples.join(", ")} …`,
    active: (column: string) => `Which words of ${column} mean that somebody has left?`,
    statusWord: (text: string, rows: number, lastDays: number) =>
      `${text}: ${plural(rows, "row")}${lastDays > 0 ? `, ${n(lastDays)} with a last day` : ""}`,
    contradicts: (row: string) => `contradicts: ${row}`,
    allActive: "none: everybody works here",
    noStatus: "this column is no status: do not read it",
    onLeave: (words: string) => `${words}: do people on leave keep their accounts?`,
    staysActive: "yes, they stay active",
    isDisabled: "no, they are disabled until they come back",
    dates: "These dates are different days in two formats. Which format is it?",
    twoDays: (cell: string, one: string, other: string) => `${cell}: ${one} or ${other}`,
    departmentCode: "Which column is the code of a department, which stays when it is renamed?",
    departmentList: (column: string, rows: number) =>
      `${plural(rows, "row")} of ${column} name several departments. Which of them is a person's?`,
    firstOfList: "the first: the others are not read",
    wholeList: "none: these texts are departments of their own",
    noDepartments: "do not read departments",
    departmentName: "Which column is the name of a department?",
    codeIsName: (code: string) => `none of them: ${code} is the name, too`,
    department: (code: string, name: string) =>
      `One ${code} has several ${name}. Which of the two identifies a department?`,
    titles: (titles: number) => `Ranks of ${plural(titles, "title")} decide who signs. Which is higher?`,
    asProposed: "as shown, the highest first",
    highestNumber: (column: string, titles: readonly string[]) =>
      `${column}, where the highest number is the highest: ${titles.join(" > ")} …`,
    lowestNumber: (column: string, titles: readonly string[]) =>
      `${column}, where the lowest number is the highest: ${titles.join(" > ")} …`,
    sameRank: "all alike",
    noTitles: "do not read titles",
    encoding: (file: string) => `${file} can be read in several encodings. Which line reads right?`,
    line: (line: number, texts: string) => `row ${n(line)}: ${texts}`,
    typed: "in another order: type it",
    order: "Titles from the highest to the lowest: A > B = C",
    orderWrong: (titles: string) => `These titles are missing, or are written otherwise: ${titles}`,
    later: "not known yet: leave it as a comment",
    keys: "↑↓ choose, Enter accepts, Ctrl-C cancels",
  },

  note: {
    noPeople: "No file has people: no table has columns such as a number, a name and an account.",
    zerosLost: (column: string) =>
      `${column} has phones of nine digits that begin with 9: a spreadsheet has probably taken the zero before them away. Export the column as text.`,
    onlyCodes: (column: string, field: string) =>
      `No column has the names for ${column}: what is new is called by its code, and names in the service stay (\`policy.fields\`: { ${field}: fill-if-empty }).`,
    numbersLostZeros: (column: string, count: number, example: string, width: number) =>
      `${column}: ${plural(count, "number")} such as ${example} have fewer than ${n(width)} digits, and others begin with zeros: a spreadsheet has probably taken theirs away, so these rows are refused. Export the column as text; if the numbers are right, take out \`width\`; if all are short of zeros, write \`pad\` in its place.`,
    bornLate: (birth: string, hire: string) =>
      `${birth} is later than ${hire} in some rows, so neither of the two is read.`,
    unknownDepartments: (column: string, rows: number) =>
      `${plural(rows, "row")} of ${column} name a department that is not there; such rows are held.`,
    parentPossible: (column: string, setting: string) =>
      `${column} names departments and is not read: if it is the department above, add ${setting}.`,
    parentUnknown: (column: string) => `${column} is not read: its values are neither codes nor names of departments.`,
    noKey: (label: string) =>
      `${label} has no column that tells people apart: an employee number or an account in every row, and none twice.`,
    unnameable: (label: string, columns: string) =>
      `${label}: no setting can name these columns, because they stand there twice or have braces; rename them in the export: ${columns}`,
    noNumbers: (column: string, example: string) =>
      `${column} is not read as the employee number: cells such as ${example} are no numbers. Keep the column as text in the export.`,
    noDays: {
      birthDate: (column: string, example: string) => noDays(column, "birth date", example, ""),
      hireDate: (column: string, example: string) =>
        noDays(column, "first working day", example, ", so whoever begins later is not known by it"),
      resignationDate: (column: string, example: string) =>
        noDays(column, "last working day", example, ", so whoever has left is not known by it"),
      expiredTime: (column: string, example: string) =>
        noDays(column, "day on which an account expires", example, ", so no account ends by it"),
    },
    nameTwice: (label: string, name: string) =>
      `${label} is not used: people name their departments as it does, but "${name}" stands there twice.`,
    tableUnused: (label: string) => `${label} is not used: no column of people has its codes or names.`,
    tableAbove: (label: string, rows: string) =>
      `${label}: these rows above the header look like another table, and are not read: ${rows}. Put each table into a file of its own.`,
    blankBelow: (label: string, columns: string) =>
      `${label}: blank cells of ${columns} are read as the value above them, as in merged cells; where a blank says "none", take \`fillDown\` out.`,
    fewDepartments: (column: string, filled: number, rows: number) =>
      `only ${n(filled)} of ${plural(rows, "row")} have a ${column}: all other people get no post, no title and no superior.`,
    departmentStatus: (column: string) =>
      `${column} is not read: its words do not say which departments are in use, so closed ones count as open. Write \`active\` of departments by hand.`,
    footer: (label: string, rows: string) => `${label}: these rows have too few cells to be records: ${rows}`,
    unknownPeople: (column: string) =>
      `${column} is not read: its values are neither numbers, accounts nor names of people here.`,
    noDepartments: (label: string) =>
      `${label} has no column that could be a department: people get no post, no title and no superior.`,
    unreadPeople: (label: string) =>
      `${label} has employee numbers, and nothing of it is read: leavers, posts or days may be missing. Write its part by hand, or name only the files that count.`,
    noCompany: (label: string, column: string) => `${label} has no ${column}: each company gets all departments of it.`,
    severalRows: (label: string, column: string, different: number, rows: number, by: string | undefined) =>
      `${label}: ${column} has ${n(different)} different values in ${plural(rows, "row")}, and nothing says which row of a person counts${by === undefined ? "" : ` (they differ in ${by})`}. Export one row for each person, such as those of the newest day alone.`,
    unreadPosts: (column: string, rows: number) =>
      `${column} names further posts of ${plural(rows, "person", "people")}, and is not read: the first plan takes such posts from those who have them in the service. Write a part \`posts\` for it, or leave departments out.`,
    skipped: (file: string, why: string) => `${file} is not read: ${why}`,
    total: (text: string, rows: number, agrees: boolean) =>
      `total row "${text}": ${plural(rows, "row")} ${agrees ? "agree ✓" : "do not agree"}`,
  },

  screen: {
    file: (label: string, how: string, headerLine: number, rows: number) =>
      `${label}   ${how}header in row ${n(headerLine)} · ${plural(rows, "row")}`,
    search: (base: string, filter: string, entries: number) =>
      `${base}   ${filter} · ${plural(entries, "entry", "entries")}`,
    unread: (label: string, columns: string) => `Not used in ${label}: ${columns}`,
    allRead: "Not used: nothing",
    undecided: "Decide these, then take the # away:",
    commentHead: "Written by `musterd init`. Each line has its evidence as a comment.",
    unreadHead: "No setting reads:",
    written: (file: string, lines: number) => `${file} is written (${plural(lines, "line")}).`,
    company: (name: string) => `Company ${name}`,
    leftOpen: (questions: number, file: string) =>
      `${plural(questions, "question")} still to decide: see the end of ${file}.`,
    people: "Three people as they are read:",
    plan: (entries: number, held: number) =>
      `The first plan: ${plural(entries, "entry", "entries")}, ${n(held)} held. \`musterd plan\` shows it.`,
    cancelled: "Nothing was written.",
    open: "These questions have no answer yet. Answer them in a file for --answers:",
    added: (settings: string) => `Added: ${settings}`,
    nothingToAdd: "Nothing to add: the configuration has all that these files say.",
    kept: (file: string) => `The earlier configuration is kept as ${file}.`,
  },
};

export type InitWords = typeof initWords;
