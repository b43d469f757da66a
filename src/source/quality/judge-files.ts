/** Rules about files. */
import type { FileEncoding, SourceFile, SourceProfile } from "../../model/quality.ts";
import type { Found } from "./found.ts";

const msPerHour = 3_600_000;

/** `file-old`, if the configuration limits the age of files. */
export const oldFiles = (files: readonly SourceFile[], maxAgeHours: number | undefined, nowMs: number): Found[] =>
  files.flatMap(({ file, kind, modifiedMs }): Found[] => {
    if (maxAgeHours === undefined || nowMs - modifiedMs <= maxAgeHours * msPerHour) return [];
    // Rounded up, so that the number shown is above the limit.
    const count = Math.ceil(((nowMs - modifiedMs) / msPerHour) * 10) / 10;
    const message = `${file} (${kind}) was written ${count} hours ago; at most ${maxAgeHours} may have passed`;
    const hint = "check that the export has run; what an old file does not know would be undone";
    return [{ rule: "file-old", kind, count, limit: maxAgeHours, base: maxAgeHours, message, hint }];
  });

/** `trailer-differs`. */
export const trailersThatDiffer = (files: readonly SourceFile[]): Found[] =>
  files.flatMap(({ file, kind, rows, trailerCount }): Found[] => {
    if (trailerCount === undefined || trailerCount === rows) return [];
    const message = `${file} (${kind}) says in its last line that it has ${trailerCount} rows; ${rows} were read`;
    const hint = "export the file again: rows were lost on the way, or the file was still being written";
    return [{ rule: "trailer-differs", kind, count: rows, limit: trailerCount, base: trailerCount, message, hint }];
  });

/** What a profile remembers of the encodings of files. */
export const encodingsOf = (files: readonly SourceFile[]): readonly FileEncoding[] =>
  files.flatMap(({ feed, file, kind, encoding }) => (encoding === undefined ? [] : [{ feed, file, kind, encoding }]));

/**
 * `encoding-changed`. Only a warning if no other encoding fits the file now. A change between Unicode encodings is not
 * a finding.
 */
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

/** `header-repeated`. */
export const repeatedHeaders = (files: readonly SourceFile[]): Found[] =>
  files.flatMap(({ file, kind, repeats = [] }): Found[] => {
    const count = repeats.length;
    if (count === 0) return [];
    const lines = repeats.slice(0, shownLines).join(", ") + (count > shownLines ? " …" : "");
    const message = `${file} (${kind}) repeats its header in ${count} rows (lines ${lines}); they were left out`;
    const hint = "nothing need be done; if the file was put together by mistake, export it again";
    return [{ rule: "header-repeated", kind, count, limit: 0, base: 0, message, hint }];
  });

/** `cells-merged`. */
export const mergedCells = (files: readonly SourceFile[]): Found[] =>
  files.flatMap(({ file, kind, merged }): Found[] => {
    if (!merged) return [];
    const { count, first } = merged;
    const message = `${file} (${kind}) has ${count} merged ranges (the first is ${first}): all but the first cell of each read as blank`;
    const hint = "name the columns in `fillDown` if the value is meant for all rows of a range, or undo the merging";
    return [{ rule: "cells-merged", kind, count, limit: 0, base: 0, message, hint }];
  });
