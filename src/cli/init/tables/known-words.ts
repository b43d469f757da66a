/** Looks words up in the tables of `knowledge/`. Case, width, blanks and punctuation of words do not matter. */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import { looksLikeLastDay } from "../../../source/values/days-in-texts.ts";
import { departmentTableHeaders, headers, type Meaning, otherSubjects } from "../knowledge/headers.ts";
import {
  employmentTypes,
  fillerWords,
  genderWords,
  outsiders,
  postWords,
  statusWords,
  yesNoWords,
} from "../knowledge/words.ts";

/** The form in which names of columns and words are compared. */
export const plainWord = (text: string): string => canonicalKey(text).replaceAll(/[\s_\-./,;:：。、'"*]+/g, "");

const listed = (names: string): readonly string[] => names.split("|").map(plainWord);

/** How well a header names a meaning: `plain` and nothing else, with something in brackets or around it (`part`), or `weak`. */
export type HeaderFit = "plain" | "part" | "weak";

const plainNames = new Map<string, Meaning[]>();
const weakNames = new Map<string, Meaning[]>();
for (const [meaning, names] of Object.entries(headers) as [Meaning, { plain: string; weak?: string }][]) {
  for (const name of listed(names.plain)) plainNames.set(name, [...(plainNames.get(name) ?? []), meaning]);
  for (const name of listed(names.weak ?? "")) if (name) weakNames.set(name, [...(weakNames.get(name) ?? []), meaning]);
}

const ofSuperiors: readonly Meaning[] = ["supervisor", "departmentManager"];

/** A longer text is no name of a column, with or without instructions how to fill it in. */
const longestHeader = 200;

/** The meanings that a header may have, the best fit of each. */
export const meaningsOf = (header: string): ReadonlyMap<Meaning, HeaderFit> => {
  const found = new Map<Meaning, HeaderFit>();
  // Every group of words is looked up, so a text without end would take as long.
  if (header.length > longestHeader) return found;
  const add = (names: readonly Meaning[] | undefined, fit: HeaderFit) => {
    for (const meaning of names ?? []) if (!found.has(meaning)) found.set(meaning, fit);
  };
  const whole = plainWord(header);
  add(plainNames.get(whole), "plain");
  const outside = plainWord(header.replaceAll(/[([（【〔<][^()[\]（）【】〔〕<>]*[)\]）】〕>]/gu, " "));
  if (!otherSubjects.test(header)) add(plainNames.get(outside), "plain");
  if (!otherSubjects.test(header) && found.size === 0) add(inBothLanguages(header), "plain");
  if (!otherSubjects.test(header) && found.size === 0) {
    // A prefix such as PER_ or 1. and a suffix such as (YYYY/MM/DD) leave the words between them.
    const parts = header
      .split(/[\s_\-./:|]+/)
      .map(plainWord)
      .filter((part) => part !== "");
    for (let from = 0; from < parts.length; from++) {
      for (let to = parts.length; to > from; to--) {
        if (to - from === parts.length) continue;
        const joined = parts.slice(from, to).join("");
        if (to - from > 1 || joined.length >= (/^\p{ASCII}+$/u.test(joined) ? 7 : 2))
          add(plainNames.get(joined), "part");
      }
    }
    // What else such a header names is the superior's: Manager Hire Date, Supervisor Work Email.
    if (ofSuperiors.some((one) => found.has(one)))
      for (const meaning of found.keys()) if (!ofSuperiors.includes(meaning)) found.delete(meaning);
  }
  if (!otherSubjects.test(header) && !ofSuperiors.some((one) => found.has(one)) && looksLikeLastDay(header))
    add(["resignationDate"], "part");
  add(weakNames.get(whole), "weak");
  add(weakNames.get(outside), "weak");
  return found;
};

/** What a header in two languages says in both of them, and plainly in one: 員工編號 Employee No. */
const inBothLanguages = (header: string): readonly Meaning[] => {
  const [ascii, other] = [/\P{ASCII}+/gu, /\p{ASCII}+/gu].map((rest) => plainWord(header.replaceAll(rest, " ")));
  if (!ascii || !other) return [];
  const said = [ascii, other].map((word) => ({ plain: plainNames.get(word) ?? [], weak: weakNames.get(word) ?? [] }));
  const [one, two] = said.map(({ plain, weak }) => new Set([...plain, ...weak]));
  return said.flatMap(({ plain }) => plain.filter((meaning) => one?.has(meaning) && two?.has(meaning)));
};

/** Whether a text is the name of a column and nothing else. */
export const isKnownHeader = (text: string): boolean =>
  text.length <= 40 && [...meaningsOf(text).values()].some((fit) => fit !== "part");

const tableOf = <Word extends string>(words: Readonly<Record<Word, string>>): ReadonlyMap<string, Word> =>
  new Map(
    (Object.entries(words) as [Word, string][]).flatMap(([word, names]) =>
      listed(names).map((name) => [name, word] as const),
    ),
  );

const inDepartmentTable = tableOf(departmentTableHeaders);

/** What a header in a table of departments says of each of them, where no other table may be meant. */
export const departmentFieldOf = (header: string): keyof typeof departmentTableHeaders | undefined =>
  header.length > longestHeader ? undefined : inDepartmentTable.get(plainWord(header));

const statuses = tableOf(statusWords);
const yesNo = tableOf(yesNoWords);
const genders = tableOf(genderWords);
const posts = tableOf(postWords);
const employmentTypeWords = new Set(listed(employmentTypes));
const outsiderWords = new Set(listed(outsiders));
const fillers = new Set(fillerWords.split("|").map(canonicalKey));

export const statusOf = (text: string): "active" | "inactive" | "leave" | undefined =>
  statuses.get(plainWord(text)) ?? statuses.get(plainWord(text).replace(listWord, ""));

/** What the name of a list adds to the word for the people in it: 離職名冊, 退職者一覧, Left employees. */
const listWord =
  /(?:(?:人員|员工|員工|職員|者)?(?:名冊|名册|名單|名单|清單|清单|一覧|明細|明细)|人員|员工|員工|職員|者|employees|staff|people|list|s)?(?:csv|tsv|txt|xlsx)?$/;

/** Texts of names of lists that say that their people have left, and those that take it back. */
const [leftList, wholeList] = [/離職|离职|退職|離退|离退/u, /在職|在职|在籍|在離|含|全/u];

/** The status that the name of a list gives its people: 離職名冊, employees_terminated.csv. */
export const statusOfList = (name: string): ReturnType<typeof statusOf> => {
  const whole = statusOf(name);
  if (whole !== undefined) return whole;
  if (leftList.test(name) && !wholeList.test(name)) return "inactive";
  const said = new Set(name.split(/[\s_\-.,()（）]+/).flatMap((word) => statusOf(word) ?? []));
  return said.size === 1 ? [...said][0] : undefined;
};
export const yesNoOf = (text: string): "yes" | "no" | undefined => yesNo.get(plainWord(text));
export const postOf = (text: string): "main" | "further" | undefined => posts.get(plainWord(text));
export const genderOf = (text: string): "Male" | "Female" | "Other" | undefined => genders.get(plainWord(text));
export const isFiller = (text: string): boolean =>
  fillers.has(canonicalKey(text)) || /^(?:0000[-/.]00[-/.]00|00[-/.]00[-/.]0000)/.test(text);
export const isEmploymentType = (text: string): boolean => employmentTypeWords.has(plainWord(text));

/** Whether a text says that its row is a guest, or an account that nobody is. */
export const isOutsider = (text: string): boolean => outsiderWords.has(plainWord(text));

/** Texts that prove an encoding when a cell equals one of them: as they stand, with a capital letter, and in capitals. */
export const provingWords: readonly string[] = [
  ...Object.values(headers).flatMap((names: { plain: string; weak?: string }) =>
    `${names.plain}|${names.weak ?? ""}`.split("|"),
  ),
  ...Object.values(statusWords).flatMap((names) => names.split("|")),
  ...Object.values(genderWords).flatMap((names) => names.split("|")),
]
  .filter((word) => word.length > 1)
  .flatMap((word) => [...new Set([word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`, word.toUpperCase()])]);

/** Whether a header is Japanese, where names are written with a blank between family and given name. */
export const isJapaneseName = (header: string): boolean =>
  /漢字|苗字|[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(header);
