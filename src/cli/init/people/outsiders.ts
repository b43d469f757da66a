/** Rows that are no people of the company, such as guests of a directory and service accounts: a column of few words says so. */

import { ask, type Making, type Setting } from "../draft.ts";
import { scores } from "../knowledge/scores.ts";
import type { Seen } from "../roles/roles.ts";
import type { Column } from "../tables/columns.ts";
import { isOutsider, meaningsOf } from "../tables/known-words.ts";

/**
 * Few words under a header without another meaning, some of which name outsiders: a department or a title may be called so, too. "Employee
 * Type" only contains the word of another meaning.
 */
const isKind = ({ name, texts, filled }: Column): boolean =>
  [...meaningsOf(name).values()].every((fit) => fit === "part") &&
  texts.length <= scores.statusWords &&
  texts.length < filled &&
  texts.some(isOutsider) &&
  !texts.every(isOutsider);

/** The conditions of the rows that are left out; they are asked about, because a company may give its externals accounts. */
export const outsidersLeftOut = (making: Making, { table }: Seen): readonly { readonly [name: string]: Setting }[] => {
  const { ask: say, count, and } = making.words;
  const column = table.columns.find((one) => !making.used.has(one) && isKind(one));
  if (!column) return [];
  const words = column.texts.filter(isOutsider);
  const rows = (text: string): number => column.cells.filter((cell) => cell === text).length;
  const answer = ask(making, {
    id: "outsiders",
    text: say.outsiders(column.name, words.map((text) => count(text, rows(text))).join(and)),
    shown: column.texts.filter((text) => !isOutsider(text)).map((text) => count(text, rows(text))),
    options: [
      { value: "leave-out", label: say.leaveOut },
      { value: "keep", label: say.keepThem },
    ],
  });
  if (answer !== undefined) making.used.add(column);
  return answer === "leave-out" ? words.map((is) => ({ column: column.name, is })) : [];
};
