/** Edits of the proposals: what counts as evidence of a reorganisation or a twin, and which answers are offered. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const proposals = ["test/plan/questions/proposals.test.ts"];

export const proposalMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/plan/match/shared-people.ts",
    ["test/plan/questions/twins.test.ts"],
    [["both * 2 > Math.max(", "both * 2 >= Math.max(", "half of the people make it the same department"]],
  ),
  ...mutantsOf("src/plan/questions/reorganisations.ts", proposals, [
    ["largest.people * 2 > shared", "largest.people * 2 >= shared", "half of the people make a merge"],
    ['present.has(key) ? undefined : "gone"', '"gone"', "a department whose row cannot be read has ended"],
    ["const minEmptied = 3", "const minEmptied = 2", "two people who move make a merge"],
    ["sumOf(parts) * 2 <= shared", "sumOf(parts) * 2 < shared", "half of the people make a split"],
    ["&& people * 2 > shared.after(toKey)", "", "people from everywhere make a split"],
    ["|| areDistinct(to, from)", "", "an answered question is asked again"],
  ]),
  ...mutantsOf("src/plan/questions/source-twins.ts", proposals, [
    ["!rule.same.some((field) => personal.has(field))) continue;", "false) continue;", "namesakes are twins"],
    ["const maxAlike = 3", "const maxAlike = 4", "a common mailbox makes twins"],
    ["if (!newcomers.has(last)) continue;", "", "people who have had accounts for years are asked about"],
    ["|| areDecided(newcomer, other)", "", "two people are asked about again"],
  ]),
  ...mutantsOf("src/plan/questions/proposals.ts", proposals, [
    ["JSON.stringify(key)", "key", "a code such as 0012 becomes a number in the configuration"],
    ["candidates.map(({ key }) => key),", '[candidates[0]?.key ?? ""],', "an answer leaves the record held"],
  ]),
];
