/**
 * Of the files of one pattern, finds the one whose name is newest: by the date in it or, without dates, by its number. emp_9 is
 * older than emp_10, and 員工1131101 (民國 113年11月1日) is newer than 員工20241031. If the names can be read in several ways that
 * disagree, nothing is chosen, because an older export would undo what was changed since.
 */
import { MusterdError } from "../../lib/errors.ts";

/** Orders the names of files by the numbers in them: emp_9, emp_10. */
export const byNumbers = (one: string, other: string): number =>
  collator.compare(one, other) || Number(one > other) - Number(one < other);

const collator = new Intl.Collator("en", { numeric: true });

/** Fails with `source-newest-unclear`. `files` has at least one name. */
export const newestFile = (pattern: string, files: readonly [string, ...string[]]): string => {
  if (files.length === 1) return files[0];
  const dated = dateReadings.flatMap((read) => agesBy(read, files) ?? []);
  if (dated.length === 0 && dateReadings.some((read) => files.some((file) => read(file.normalize("NFKC"))))) {
    throw unclear(pattern, "only some have a date, or in different forms", files);
  }
  const ages = dated.length > 0 ? dated : numberReadings(files).flatMap((read) => agesBy(read, files) ?? []);
  if (ages.length === 0) throw unclear(pattern, "they have no date and no number by which all of them differ", files);
  const alike = ages.filter((one) => one.alike);
  // Behind a date, other numbers are parts of one export, and other words are other exports.
  if (alike.length === 0) throw unclear(pattern, "they differ in more than a date or a number", files);
  const newest = new Set(alike.flatMap(newestOf));
  const [found] = newest;
  if (found === undefined || newest.size > 1) {
    throw unclear(pattern, "several are of one day, or the order of day, month and year is unclear", [...newest]);
  }
  return found;
};

/** `age`: numbers that are compared from the left. `rest`: the name without its date. Undefined: the name has no such date. */
type Reading = (file: string) => { readonly age: readonly number[]; readonly rest: string } | undefined;

/** `alike`: whether the names differ in nothing else. */
type Ages = {
  readonly ages: readonly { readonly file: string; readonly age: readonly number[] }[];
  readonly alike: boolean;
};

/** Undefined if the reading does not fit all names. */
const agesBy = (read: Reading, files: readonly string[]): Ages | undefined => {
  const found = files.flatMap((file) => {
    const said = read(file.normalize("NFKC"));
    return said ? [{ file, ...said }] : [];
  });
  if (found.length < files.length) return undefined;
  return { ages: found, alike: new Set(found.map(({ rest }) => rest)).size === 1 };
};

const newestOf = ({ ages }: Ages): readonly string[] => {
  const newest = ages.map(({ age }) => age).reduce((latest, age) => (compare(age, latest) > 0 ? age : latest));
  return ages.filter(({ age }) => compare(age, newest) === 0).map(({ file }) => file);
};

const compare = (left: readonly number[], right: readonly number[]): number =>
  left.map((number, at) => number - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

const gap = "(?<gap>[-_./\\\\ 年]?)";
const sameGap = "(?:\\k<gap>|(?<=年\\d\\d?)月)";
const month = "(?<month>0[1-9]|1[0-2]|(?<=\\D)[1-9])";
const day = "(?<day>0[1-9]|[12]\\d|3[01]|(?<=\\D)[1-9])日?";
const [fullYear, rocYear, shortYear] = ["(?<year>(?:19|20)\\d\\d)", "(?<year>[01]\\d\\d)", "(?<year>\\d\\d)"];
const seconds = "[-.:]?[0-5]\\d(?:[-.]?\\d{3}Z?|Z)?";
const time = `(?:[-_ T]{0,3}(?<time>(?:[01]\\d|2[0-3])[-.:]?[0-5]\\d(?:${seconds})?))?`;

const dateIn = (form: string): Reading => {
  const pattern = new RegExp(`(?<!\\d)(?:${form})(?!\\d)`, "gu");
  return (file) => {
    const matches = [...file.matchAll(pattern)];
    const [match] = matches;
    if (!match?.groups || matches.length > 1) return undefined;
    const { year = "", month, day = "0", time = "" } = match.groups;
    // 0001 and 0002 behind a date are parts of one export rather than minutes after midnight.
    const clock = /^00\d\d$/.test(time) ? "" : time.replaceAll(/\D/g, "");
    const age = [
      Number(year) + (year.length === 3 ? 1911 : 0),
      Number(month),
      Number(day),
      Number(clock.padEnd(9, "0")),
    ];
    return { age, rest: file.replace(match[0], "\0") };
  };
};

/** A year of four digits, of three in the ROC calendar, or of two. Where it may stand last, the names must show what is the month. */
const dateReadings: readonly Reading[] = [
  // Without 年 and a day, a ROC year and its month are as often a plain number.
  `${fullYear}${gap}${month}(?:${sameGap}${day}${time}|月)?|${rocYear}${gap}${month}${sameGap}${day}${time}|(?<year>1\\d\\d)年${month}月`,
  `${day}${gap}${month}\\k<gap>${fullYear}${time}`,
  `${month}${gap}${day}\\k<gap>${fullYear}${time}`,
  `${shortYear}${gap}${month}\\k<gap>${day}`,
  `${day}${gap}${month}\\k<gap>${shortYear}`,
  `${month}${gap}${day}\\k<gap>${shortYear}`,
].map(dateIn);

/** The number in which all names differ; no reading if they differ in several. */
const numberIn = (files: readonly string[]): Reading => {
  const numbers = (file: string): readonly string[] => file.normalize("NFKC").match(/\d+/g) ?? [];
  const [first = []] = files.map(numbers);
  const places = first.keys().filter((at) => new Set(files.map((file) => Number(numbers(file)[at]))).size > 1);
  const [place, another] = [...places];
  return (file) => {
    const number = place === undefined || another !== undefined ? undefined : numbers(file)[place];
    return number === undefined ? undefined : { age: [Number(number)], rest: file.replaceAll(/\d+/g, "9") };
  };
};

/** A number may be a day or a month without its year, too: then all these readings must agree. */
const numberReadings = (files: readonly string[]): readonly Reading[] => [
  numberIn(files),
  ...[
    /(?<!\d)(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?!\d)/u,
    /(?<!\d)(?<day>0[1-9]|[12]\d|3[01])(?<month>0[1-9]|1[0-2])(?!\d)/u,
    /(?<!\d)(?<month>0?[1-9]|1[0-2])月(?:(?<day>\d\d?)日)?/u,
  ].flatMap((pattern) => [withoutYear(pattern), withoutYear(pattern, files)]),
];

/** With `files`, January follows December if there are files of both ends of a year. */
const withoutYear = (pattern: RegExp, files: readonly string[] = []): Reading => {
  const partsIn = (file: string) => pattern.exec(file.normalize("NFKC"));
  const isTurn = files.some((file) => Number(partsIn(file)?.groups?.["month"]) >= 10);
  return (file) => {
    const found = partsIn(file);
    if (!found) return undefined;
    const [month, day] = [Number(found.groups?.["month"]), Number(found.groups?.["day"] ?? 0)];
    return { age: [isTurn && month <= 3 ? month + 12 : month, day], rest: file.replace(found[0], "\0") };
  };
};

const unclear = (pattern: string, why: string, files: readonly string[]): MusterdError =>
  new MusterdError(
    "source-newest-unclear",
    `the names of the files of ${pattern} do not tell which is newest (${files.slice(0, 3).join(", ")}): ${why}`,
    {
      place: { file: pattern },
      hint: "write the date as year, month and day (people_20241101.csv), move other files away, or name one file; parts of one export need no `newest: 1`",
    },
  );
