/** Edits of what keeps `musterd init` from guessing who somebody is, and its text for support from telling it. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const traps = ["test/cli/init/traps.test.ts"];

const loadable = ["test/cli/init/loadable.test.ts"];
const unusual = ["test/cli/init/unusual-exports.test.ts"];

export const initMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/cli/init/departments/department-units.ts",
    ["test/cli/init/directory.test.ts"],
    [["others.length === 0 ? inside :", "others.length >= 0 ? inside :", "sites are departments, without a question"]],
  ),
  ...mutantsOf(
    "src/cli/init/people/repetition.ts",
    ["test/cli/init/unusual-exports.test.ts"],
    [["return byFirstDay(making, seen);", "return undefined;", "a row of next year counts today"]],
  ),
  ...mutantsOf("src/cli/init/roles/leavers-list.ts", unusual, [
    ["!isTogether || !hasAccounts(one, other)", "other", "a list of leavers is taken for everybody, or for nobody"],
    ["key && list ? [{", "key && list && lists.length > 9 ? [{", "the last days of a list of leavers are lost"],
  ]),
  ...mutantsOf(
    "src/cli/init/people/details.ts",
    ["test/cli/init/leave-days.test.ts"],
    [
      [
        "if (staysActive !== false) return [];",
        "if (staysActive === undefined) return [];",
        "the days of a leave disable people who keep their accounts",
      ],
    ],
  ),
  ...mutantsOf(
    "src/cli/init/people/outsiders.ts",
    ["test/cli/init/people/outsiders.test.ts"],
    [
      [
        '[...meaningsOf(name).values()].every((fit) => fit === "part") &&',
        "",
        "a department of externals is taken for a kind of rows",
      ],
    ],
  ),
  ...mutantsOf(
    "src/cli/init/departments/department-table.ts",
    ["test/cli/init/department-names.test.ts"],
    [["isName(column) && isUnique(column)", "isName(column)", "the place is offered as the name of departments"]],
  ),
  ...mutantsOf("src/cli/init/configuration-text.ts", unusual, [
    [
      'text.includes("\\n") || hasInvisible(text)',
      "hasInvisible(text)",
      "a file writes a setting into the configuration",
    ],
    ['visibleText(text.replaceAll(/\\s+/g, " "))', "text", "a file leaves a comment of the configuration"],
  ]),
  ...mutantsOf("src/cli/init/people/details.ts", unusual, [
    ["[...fit.endless, ...column.fillers]", "[...fit.endless]", "a text for no day is a bad day where there are two"],
  ]),
  ...mutantsOf("src/cli/init/propose.ts", loadable, [
    [
      "const hasPosts = departments.line !== undefined;",
      "const hasPosts = people !== undefined;",
      "a proposal has superiors without departments",
    ],
    [
      "people && !isAnybody(",
      "people && opened.length > 99 && !isAnybody(",
      "a proposal has people whom nothing tells apart",
    ],
  ]),
  ...mutantsOf("src/cli/init/tables/tables.ts", loadable, [
    ["/[{}]/.test(name) || ", "", "a column with braces is proposed as a template"],
  ]),
  ...mutantsOf("src/cli/init/roles/roles.ts", unusual, [
    ["isLeft(a) - isLeft(b) || ", "", "a list of leavers says who exists"],
  ]),
  ...mutantsOf("src/cli/init/departments/departments.ts", unusual, [
    [
      "repeated.length > 0 ? askLevels",
      "repeated.length > 99 ? askLevels",
      "departments of one name become one, without a question",
    ],
  ]),
  ...mutantsOf("src/cli/init/people/repetition.ts", unusual, [
    [
      'meanings.all("validUntil").length > 0 ?',
      'meanings.all("validUntil").length > 9 ?',
      "posts that have ended are given",
    ],
  ]),
  ...mutantsOf("src/cli/init/people/keys.ts", traps, [
    ["isPlainNumber(only, named)", "true", "a row number or a key of a database becomes the employee number"],
    [
      "if (first && !second && isInAllRows(first, isRepeated)) return taken",
      "if (first && isInAllRows(first, isRepeated)) return taken",
      "the first of two employee numbers is taken",
    ],
  ]),
  ...mutantsOf("src/cli/init/people/keys.ts", traps, [
    [
      "if (column === number || noLogins.has(column) || isMostly(column, isIdCard)) continue;",
      "if (column === number) continue;",
      "ID numbers are shown, and offered as accounts",
    ],
  ]),
  ...mutantsOf(
    "src/cli/init/companies.ts",
    ["test/cli/init/companies.test.ts"],
    [
      [
        "list.filter((_, row) => isIts[row])",
        "list.filter((_, row) => isIts.length > row)",
        "the rows of other companies decide about keys",
      ],
      [
        "taken.has(name.toLowerCase())",
        "taken.has(name)",
        "two companies share a configuration where case does not count",
      ],
    ],
  ),
  ...mutantsOf(
    "src/cli/init/propose.ts",
    ["test/cli/init/companies.test.ts"],
    [
      [
        "value: [company.only, ...conditions].flat()",
        "value: conditions.flat()",
        "the configuration of a company reads the others, too",
      ],
    ],
  ),
  ...mutantsOf(
    "src/cli/init/propose.ts",
    ["test/cli/init/unusual-exports.test.ts"],
    [['name === "validOn"', 'name === "never"', "rows that do not hold today make departments"]],
  ),
  ...mutantsOf(
    "src/cli/init/departments/departments.ts",
    ["test/cli/init/missing-headers.test.ts"],
    [
      [
        "if (columns.length === 0) making",
        "if (columns.length === 0) return nothing;\n  making",
        "nobody is asked where no column is a department",
      ],
    ],
  ),
  ...mutantsOf("src/cli/init/people/status.ts", traps, [
    ['return meaning !== "inactive"', 'return meaning === "active"', "people on leave are proposed as gone"],
    ["words.every(({ meaning }) => meaning)", "true", "a word that nobody knows makes people inactive"],
    ['word.text === "" ? word : ofFlag(word)', "ofFlag(word)", "a blank cell disables somebody"],
    ["&& !saysTheSame(first, second)", "&& false", "the first of two columns is the status"],
    ["&& contradicted.length === 0", "", "a last day that has passed is overlooked"],
  ]),
  ...mutantsOf(
    "src/config/shareable-settings.ts",
    ["test/cli/doctor.test.ts"],
    [["if (aboutPeople.has(name)) return summary(value);", "", "decisions about people are sent to support"]],
  ),
];
