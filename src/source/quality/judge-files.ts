/** Rules about files, and about the attributes of entries. */
import { hourMs } from "../../lib/clock.ts";
import type { FileEncoding, MissingAttribute, SourceFile, SourceProfile } from "../../model/plan/quality.ts";
import { withoutDate } from "../values/dated-names.ts";
import type { Found } from "./found.ts";

/** The rule `attribute-missing`: an attribute that no entry has is usually misspelt, or the account may not read it. */
export const missingAttributes = (missing: readonly MissingAttribute[]): Found[] =>
  missing.map(({ kind, attribute: field, entries: base }) => {
    const message = `none of the ${base} entries of ${kind} has the attribute ${field}`;
    const hint =
      "check how the attribute is spelt, and that the bind account may read it; if nobody has it yet, leave it out";
    return { rule: "attribute-missing", kind, field, count: 0, limit: 1, base, message, hint };
  });

/** The rule `file-old`, if the configuration limits the age of files. */
export const oldFiles = (files: readonly SourceFile[], maxAgeHours: number | undefined, nowMs: number): Found[] =>
  files.flatMap(({ file, kind, modifiedMs }): Found[] => {
    if (maxAgeHours === undefined || nowMs - modifiedMs <= maxAgeHours * hourMs) return [];
    // Rounded up, so that the number shown is above the limit.
    const count = Math.ceil(((nowMs - modifiedMs) / hourMs) * 10) / 10;
    const message = `${file} (${kind}) was written ${count} hours ago; at most ${maxAgeHours} are permitted`;
    const hint = "check that the export has run; an old file would undo later changes";
    return [{ rule: "file-old", kind, count, limit: maxAgeHours, base: maxAgeHours, message, hint }];
  });

/**
 * The rule `file-old` for a file that was written before the one that was read last time: an earlier export lies in its place, and would
 * undo what has changed since. Where clocks change, some file systems shift all times by an hour.
 */
export const earlierFiles = (files: readonly SourceFile[], { ends = [] }: SourceProfile): Found[] =>
  files.flatMap(({ feed, file, kind, modifiedMs, isNewest }): Found[] => {
    const ofKind = ends.filter((one) => one.feed === feed && one.kind === kind);
    const last = ofKind.find((one) => one.file === file) ?? (isNewest ? ofKind[0] : undefined);
    const byMs = (last?.modifiedMs ?? 0) - modifiedMs;
    if (byMs <= 2 * hourMs) return [];
    const count = Math.floor((byMs / hourMs) * 10) / 10;
    const message = `${file} (${kind}) was written ${count} hours before the file that was read last time: an earlier export lies in its place`;
    const hint =
      "let the export run again: an old file would undo later changes; if the earlier one is right, accept `file-old` once";
    return [{ rule: "file-old", kind, count, limit: 0, base: 0, message, hint }];
  });

export const trailersThatDiffer = (files: readonly SourceFile[]): Found[] =>
  files.flatMap(({ file, kind, rows, odd = 0, trailerCount }): Found[] => {
    if (trailerCount === undefined || trailerCount === rows || trailerCount === rows - odd) return [];
    const message = `${file} (${kind}) has ${trailerCount} rows according to its last line; ${rows} were read`;
    const hint = "export the file again: rows were lost on the way, or the file was still being written";
    return [{ rule: "trailer-differs", kind, count: rows, limit: trailerCount, base: trailerCount, message, hint }];
  });

/**
 * Returns how files end, when they were written, and how many rows they have, to be remembered in a profile. A time that
 * lies ahead is that of a wrong clock.
 */
export const endsOf = (files: readonly SourceFile[], nowMs: number): NonNullable<SourceProfile["ends"]> =>
  files.map(({ feed, file, kind, end, rows, modifiedMs, firstSheet }) => ({
    feed,
    file,
    kind,
    ...end,
    rows,
    ...(firstSheet && { firstSheet: firstSheet.name }),
    modifiedMs: Math.min(Math.round(modifiedMs), nowMs),
  }));

/**
 * The rule `end-missing`: a file that was cut off inside its last cell, or after a row, looks whole. Exports whose names have a date
 * are compared with the one before.
 */
export const missingEnds = (files: readonly SourceFile[], { ends = [] }: SourceProfile): Found[] =>
  files.flatMap(({ feed, file, kind, end }): Found[] => {
    const ofKind = ends.filter((one) => one.feed === feed && one.kind === kind);
    const last = ofKind.find((one) => one.file === file) ?? (ofKind.length === 1 ? ofKind[0] : undefined);
    const lost = [
      ...(last?.isEnded && !end.isEnded ? ["the line end of its last line"] : []),
      ...(last?.hasTotal && !end.hasTotal ? ["its total row"] : []),
    ];
    if (lost.length === 0) return [];
    const message = `${file} (${kind}) lacks ${lost.join(" and ")}, which it had last time: it may have been cut off`;
    const hint = "export the file again; if exports end otherwise from now on, accept `end-missing` once";
    return [{ rule: "end-missing", kind, count: 1, limit: 0, base: 0, message, hint }];
  });

const shownFiles = 3;

/**
 * The rule `file-gone`: a pattern finds fewer files, as when the folder of one plant is not mounted or its export has failed. A file
 * that has nothing but its header any more is gone, too. Exports whose names differ in a date are the same file, and where only the
 * newest file is read, the others do not count.
 */
export const goneFiles = (files: readonly SourceFile[], { ends = [] }: SourceProfile): Found[] =>
  [
    ...Map.groupBy(
      ends.filter(({ rows }) => rows !== 0),
      ({ feed, kind }) => `${kind} ${feed}`,
    ).values(),
  ].flatMap((before): Found[] => {
    const [{ feed, kind } = {}] = before;
    const ofKind = files.filter((one) => one.feed === feed && one.kind === kind);
    const now = ofKind.filter(({ isOneOfMany, rows }) => !isOneOfMany || rows > 0);
    if (kind === undefined || now.length === 0 || now.length >= before.length || now.some((one) => one.isNewest))
      return [];
    const names = new Set(now.map(({ file }) => withoutDate(file)));
    const gone = before.map(({ file }) => file).filter((file) => !names.has(withoutDate(file)));
    if (gone.length === 0) return [];
    const shown = gone.slice(0, shownFiles).join(", ") + (gone.length > shownFiles ? " …" : "");
    const message = `${gone.length} of the ${before.length} files of ${kind} that were read last time are not there, or have no rows any more (${shown})`;
    const hint =
      "check that the export has run and its folder is mounted; if these rows are gone for good, accept `file-gone` once";
    return [{ rule: "file-gone", kind, count: gone.length, limit: 0, base: before.length, message, hint }];
  });

/** The rule `file-gone` for a file that is named: it has nothing but its header any more. A single row may have ended. */
export const emptiedFiles = (files: readonly SourceFile[], { ends = [] }: SourceProfile): Found[] =>
  files.flatMap(({ feed, file, kind, rows, isOneOfMany }): Found[] => {
    const last = ends.find((one) => one.feed === feed && one.kind === kind && one.file === file)?.rows ?? 0;
    if (rows > 0 || isOneOfMany || last < 2) return [];
    const message = `${file} (${kind}) has no rows any more; last time it had ${last}`;
    const hint = "check that the export has run; if there are really none any more, accept `file-gone` once";
    return [{ rule: "file-gone", kind, count: 1, limit: 0, base: 1, message, hint }];
  });

/**
 * The rule `file-gone` for a sheet: no setting names one, and the first of the workbook is another than last time, which is still there.
 * It is probably a copy, such as an earlier month. Names that differ in a date are the same sheet.
 */
export const passedSheets = (files: readonly SourceFile[], { ends = [] }: SourceProfile): Found[] =>
  files.flatMap(({ feed, file, kind, firstSheet }): Found[] => {
    const last = ends.find((one) => one.feed === feed && one.kind === kind && one.file === file)?.firstSheet;
    if (!firstSheet || last === undefined || !firstSheet.others.includes(last)) return [];
    if (withoutDate(firstSheet.name) === withoutDate(last)) return [];
    const message = `the first sheet of ${file} (${kind}) is ${firstSheet.name}; last time ${last} was read, which is still there`;
    const hint = `name the sheet that is meant with \`sheet\`; if it is ${firstSheet.name} from now on, accept \`file-gone\` once`;
    return [{ rule: "file-gone", kind, count: 1, limit: 0, base: 1, message, hint }];
  });

/** Returns the encodings of files, to be remembered in a profile. */
export const encodingsOf = (files: readonly SourceFile[]): readonly FileEncoding[] =>
  files.flatMap(({ feed, file, kind, encoding }) => (encoding === undefined ? [] : [{ feed, file, kind, encoding }]));

/** The rule `encoding-changed`: only a warning if the new encoding is certain, and nothing within Unicode. */
export const changedEncodings = (files: readonly SourceFile[], { encodings = [] }: SourceProfile): Found[] =>
  files.flatMap(({ feed, file, kind, encoding, encodingCertain }): Found[] => {
    if (encoding === undefined) return [];
    const last = encodings.find((one) => one.feed === feed && one.file === file && one.kind === kind)?.encoding;
    if (last === undefined || last === encoding || (isUnicode(last) && isUnicode(encoding))) return [];
    const message = `${file} (${kind}) was read as ${encoding}; last time it was ${last}`;
    const hint = "look at some names with `musterd source preview`; if they are right, accept `encoding-changed` once";
    const found: Found = { rule: "encoding-changed", kind, count: 1, limit: 0, base: 0, message, hint };
    return [encodingCertain ? { ...found, mild: true } : found];
  });

const isUnicode = (encoding: string): boolean => encoding.startsWith("utf-");

const shownLines = 5;

export const repeatedHeaders = (files: readonly SourceFile[]): Found[] =>
  files.flatMap(({ file, kind, repeats = [] }): Found[] => {
    const count = repeats.length;
    if (count === 0) return [];
    const lines = repeats.slice(0, shownLines).join(", ") + (count > shownLines ? " …" : "");
    const message = `${file} (${kind}) repeats its header in ${count} rows (lines ${lines}); they were left out`;
    const hint = "nothing needs to be done, unless the file was put together by mistake";
    return [{ rule: "header-repeated", kind, count, limit: 0, base: 0, message, hint }];
  });

export const mergedCells = (files: readonly SourceFile[]): Found[] =>
  files.flatMap(({ file, kind, merged }): Found[] => {
    if (!merged) return [];
    const { count, first } = merged;
    const message = `${file} (${kind}) has ${count} merged ranges (the first is ${first}): all but the first cell of each read as blank`;
    const hint = "name the columns in `fillDown` if the value is meant for all rows of a range, or undo the merging";
    return [{ rule: "cells-merged", kind, count, limit: 0, base: 0, message, hint }];
  });

export const struckCells = (files: readonly SourceFile[]): Found[] =>
  files.flatMap(({ file, kind, struck }): Found[] => {
    if (!struck) return [];
    const { count, first } = struck;
    const message = `${file} (${kind}) has ${count} cells that are struck out (the first is ${first}), which may mean that they no longer hold`;
    const hint = "delete them, or take the line away; if it means nothing, set `quality: { cells-struck: warn }`";
    return [{ rule: "cells-struck", kind, count, limit: 0, base: 0, message, hint }];
  });
