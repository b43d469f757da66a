/**
 * Formats in which HR's files write days. They are tried from the top; a column has the fewest formats that read all of it. `form`:
 * what a cell looks like that the format may read, because a format that reads any number would find days everywhere.
 */

/** `named`: the format is only believed in a column whose name says that it contains days. */
export type KnownFormat = { readonly format: string; readonly form: RegExp; readonly named?: true };

export const dateFormats: readonly KnownFormat[] = [
  { format: "iso", form: /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ].*)?$/ },
  { format: "yyyymmdd", form: /^(?:19|20)\d{6}$|^0{8}$|^9{8}$|^99991231$/ },
  { format: "roc", form: /^(?:中華)?(?:民國)? *\d{1,3} *[-/.年] *\d{1,2} *[-/.月] *\d{1,2} *日?(?:[T ].*)?$/ },
  { format: "roc", form: /^\d{6,7}$/, named: true },
  { format: "japanese", form: /^(?:明治|大正|昭和|平成|令和|[MTSHR])(?:\d{1,2}|元)[-/.年]/i },
  { format: "yyyy.M.d", form: /^\d{4}\.\d{1,2}\.\d{1,2}$/ },
  { format: "yyyy年M月d日", form: /^\d{4}年/ },
  { format: "d.M.yyyy", form: /^\d{1,2}\.\d{1,2}\.\d{4}$/ },
  { format: "d/M/yyyy", form: /^\d{1,2}\/\d{1,2}\/\d{4}$/ },
  { format: "M/d/yyyy", form: /^\d{1,2}\/\d{1,2}\/\d{4}$/ },
  ...["H:mm:ss", "H:mm", "h:mm:ss a", "h:mm a"].flatMap((time) => {
    const form = time.replaceAll(/H|h/g, "\\d{1,2}").replaceAll(/mm|ss/g, "\\d\\d").replace(" a", " [AP]M");
    return ["d.M.yyyy", "d/M/yyyy", "M/d/yyyy"].map((day) => ({
      format: `${day} ${time}`,
      form: new RegExp(`^\\d{1,2}${day.includes(".") ? "\\.\\d{1,2}\\." : "/\\d{1,2}/"}\\d{4} ${form}$`, "i"),
    }));
  }),
  { format: "d-M-yyyy", form: /^\d{1,2}-\d{1,2}-\d{4}$/ },
  { format: "M-d-yyyy", form: /^\d{1,2}-\d{1,2}-\d{4}$/ },
  { format: "d-MMM-yyyy", form: /^\d{1,2}-[a-z]{3}-\d{4}$/i },
  { format: "d MMM yyyy", form: /^\d{1,2} [a-z]{3} \d{4}$/i },
  { format: "d MMMM yyyy", form: /^\d{1,2} [a-z]{4,9} \d{4}$/i },
  { format: "MMM d, yyyy", form: /^[a-z]{3} \d{1,2}, \d{4}$/i },
  { format: "MMMM d, yyyy", form: /^[a-z]{4,9} \d{1,2}, \d{4}$/i },
  { format: "d.M.yy", form: /^\d{1,2}\.\d{1,2}\.\d{2}$/ },
  { format: "d/M/yy", form: /^\d{1,2}\/\d{1,2}\/\d{2}$/ },
  { format: "M/d/yy", form: /^\d{1,2}\/\d{1,2}\/\d{2}$/ },
  { format: "d-MMM-yy", form: /^\d{1,2}-[a-z]{3}-\d{2}$/i },
  { format: "filetime", form: /^\d{17,19}$|^0$/, named: true },
  { format: "excel", form: /^\d{5}(?:\.\d+)?$|^0$/, named: true },
];

/** Formats that read the same texts as different days. Only a part that is too large for one of them tells them apart. */
export const exchanged: readonly (readonly [string, string])[] = [
  ["d/M/yyyy", "M/d/yyyy"],
  ["d/M/yyyy H:mm:ss", "M/d/yyyy H:mm:ss"],
  ["d/M/yyyy H:mm", "M/d/yyyy H:mm"],
  ["d/M/yyyy h:mm:ss a", "M/d/yyyy h:mm:ss a"],
  ["d/M/yyyy h:mm a", "M/d/yyyy h:mm a"],
  ["d-M-yyyy", "M-d-yyyy"],
  ["d/M/yy", "M/d/yy"],
  ["roc", "d.M.yy"],
  ["roc", "d/M/yy"],
  ["roc", "M/d/yy"],
];

/** Years that the last two digits of a day mean, by field: the oldest, counted back from this year. */
export const yearsBack: Readonly<Record<string, number>> = { birthDate: 112, hireDate: 98, other: 90 };
