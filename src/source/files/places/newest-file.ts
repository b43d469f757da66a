/**
 * Of the files of one pattern, finds the one whose name is newest: by the date in it or, without dates, by its number. emp_9 is
 * older than emp_10, and 員工1131101 (民國 113年11月1日) is newer than 員工20241031. If the names can be read in several ways that
 * disagree, nothing is chosen, because an older export would undo what was changed since.
 */
import { MusterdError } from "../../../lib/errors.ts";
import { dateReadings, type NameReading } from "../../values/dated-names.ts";

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

/** `alike`: whether the names differ in nothing else. */
type Ages = {
  readonly ages: readonly { readonly file: string; readonly age: readonly number[] }[];
  readonly alike: boolean;
};

/** Undefined if the reading does not fit all names. */
const agesBy = (read: NameReading, files: readonly string[]): Ages | undefined => {
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

/** The number in which all names differ; no reading if they differ in several. */
const numberIn = (files: readonly string[]): NameReading => {
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
const numberReadings = (files: readonly string[]): readonly NameReading[] => [
  numberIn(files),
  ...[
    /(?<!\d)(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?!\d)/u,
    /(?<!\d)(?<day>0[1-9]|[12]\d|3[01])(?<month>0[1-9]|1[0-2])(?!\d)/u,
    /(?<!\d)(?<month>0?[1-9]|1[0-2])月(?:(?<day>\d\d?)日)?/u,
  ].flatMap((pattern) => [withoutYear(pattern), withoutYear(pattern, files)]),
];

/** With `files`, January follows December if there are files of both ends of a year. */
const withoutYear = (pattern: RegExp, files: readonly string[] = []): NameReading => {
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
