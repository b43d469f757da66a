/** The dates in the names of files: 員工1131101 (民國 113年11月1日), people_2024-11-01. */

/** The name of a file without the date in it, by which an export of today is that of yesterday. */
export const withoutDate = (file: string): string => {
  const plain = file.normalize("NFKC");
  return dateReadings.map((read) => read(plain)).find((reading) => reading !== undefined)?.rest ?? plain;
};

/** `age`: numbers that are compared from the left. `rest`: the name without its date. Undefined: the name has no such date. */
export type NameReading = (file: string) => { readonly age: readonly number[]; readonly rest: string } | undefined;

const gap = "(?<gap>[-_./\\\\ 年]?)";
const sameGap = "(?:\\k<gap>|(?<=年\\d\\d?)月)";
/** Without a sign on both sides, one digit is a part of another number: 11401 is no 14 January of a year 01. */
const alone = "(?<=\\D)[1-9](?!\\d)";
const month = `(?<month>0[1-9]|1[0-2]|${alone})`;
const day = `(?<day>0[1-9]|[12]\\d|3[01]|${alone})日?`;
const [fullYear, rocYear, shortYear] = ["(?<year>(?:19|20)\\d\\d)", "(?<year>[01]\\d\\d)", "(?<year>\\d\\d)"];
const seconds = "[-.:]?[0-5]\\d(?:[-.]?\\d{3}Z?|Z)?";
const time = `(?:[-_ T]{0,3}(?<time>(?:[01]\\d|2[0-3])[-.:]?[0-5]\\d(?:${seconds})?))?`;

const dateIn = (form: string): NameReading => {
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
export const dateReadings: readonly NameReading[] = [
  // Without 年 and a day, a ROC year and its month are as often a plain number.
  `${fullYear}${gap}${month}(?:${sameGap}${day}${time}|月)?|${rocYear}${gap}${month}${sameGap}${day}${time}|(?<year>1\\d\\d)年${month}月`,
  `${day}${gap}${month}\\k<gap>${fullYear}${time}`,
  `${month}${gap}${day}\\k<gap>${fullYear}${time}`,
  `${shortYear}${gap}${month}\\k<gap>${day}`,
  `${day}${gap}${month}\\k<gap>${shortYear}`,
  `${month}${gap}${day}\\k<gap>${shortYear}`,
].map(dateIn);
