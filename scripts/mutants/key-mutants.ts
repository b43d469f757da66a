/** Edits of what keeps two people, two keys or two decisions apart. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const rows = ["test/source/two-people.test.ts"];
const keys = ["test/plan/keys/look-alikes.test.ts"];
const addresses = ["test/model/directory/address.test.ts"];
const decisions = ["test/plan/questions/decisions.test.ts"];

export const keyMutants: readonly Mutant[] = [
  ...mutantsOf("src/source/tables/two-people.ts", rows, [
    [
      'if (is("name", false) && is("account", false)) return true;',
      "",
      "a contractor with an employee's number renames the employee's login",
    ],
    [
      'is("name", false) || is("account", false) :',
      'is("account", false) :',
      "two people of one number become one person",
    ],
    [
      "isChinese(one) === isChinese(other) ?",
      "one !== undefined ?",
      "everybody with a Latin name in the directory is in doubt",
    ],
    ['return !(is("name", true) &&', 'return (is("name", true) ||', "a corrected ID number puts a person in doubt"],
  ]),
  ...mutantsOf("src/source/tables/united-rows.ts", rows, [
    ['table === "employees" && includesTwoPeople(group)', "false", "the last of two people wins"],
  ]),
  ...mutantsOf("src/source/tables/join.ts", rows, [
    [
      'table === "employees" ? keysOfTwoPeople(known, indexes)',
      "false ? []",
      "one person gets another one's data by a join",
    ],
  ]),
  ...mutantsOf("src/model/directory/address.ts", addresses, [
    ['key.replaceAll("%", "%25")', "key", "a code with %2f is taken for one with a slash"],
    ['.replaceAll("/", "%2f")', "", "the supervisor of a post in a department with a slash is another person's"],
    [
      "withKeys(address, (_, key) => canonicalKey(key))",
      "address",
      "a post is not found under another spelling of the account",
    ],
    ["field.slice(at + 1) } : undefined", "field.slice(at + 2) } : undefined", "a post is put into another department"],
  ]),
  ...mutantsOf("src/plan/keys/look-alikes.ts", keys, [
    ["|| !plain.test(b))", "|| true)", "ordinary codes with O and 0 are questioned"],
    [
      "[...new Set([character, character.toUpperCase(), character.toLowerCase()])]",
      "[character]",
      "Н is not noticed beside h",
    ],
    [
      ".filter((character) => !invisibleInKeys.test(character))",
      "",
      "a key with an invisible character is another key",
    ],
    ["if (is(key)) everything", "if (false) everything", "a new Cyrillic code is not compared with the Latin ones"],
    ["[drawn, word].map", "[drawn].map", "another spelling of a code is another code"],
  ]),
  ...mutantsOf("src/plan/keys/similar-keys.ts", keys, [
    ["[open(inTarget()), open(inSource())]", "[open(inTarget()), []]", "two new departments look the same"],
    ["!settled()(kindOf(keyed), key, owner)", "key !== owner", "the question returns although somebody has decided"],
    ["if (!linked) settle(kind, from, to);", "", "a decided rename is held for ever"],
  ]),
  ...mutantsOf("src/plan/draft/draft-plan.ts", keys, [
    [
      "return alike ? {",
      "return alike && (false as boolean) ? {",
      "a department is created whose code looks like another one",
    ],
    ['given === "reference-missing" ?', "false ?", "a reference to a look-alike only says that it is missing"],
  ]),
  ...mutantsOf("src/plan/questions/decisions.ts", decisions, [
    ["!one.same || !contradicted.has(one)", "true", "one of two contradictory decisions is followed"],
    ["&& !isAnothers(one)", "", "an object that is decided to be another record's counts as found"],
    [
      "sameRecord && sameObject) return one.same !== other.same;",
      "sameRecord && sameObject) return false;",
      "the same pair is the same and different",
    ],
    ["(sameRecord || sameObject);", "sameRecord;", "two records become one object"],
  ]),
  ...mutantsOf("src/plan/draft/undecidable.ts", decisions, [
    ["one.same && !known.has(one)", "false", "whoever is decided to be somebody missing is created"],
    ["hold(contradicted,", "hold([],", "whoever contradictory decisions are about is created"],
  ]),
  ...mutantsOf(
    "src/service/organisation/lookup.ts",
    ["test/service/codes-in-paths.test.ts"],
    [["&& invisibleInKeys.test(key)", "&& false", "the service takes a code that nobody can tell from another one"]],
  ),
];
