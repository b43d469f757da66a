/** Rules about the files themselves; a directory has none. */
import type { SourceFile } from "../../model/quality.ts";
import type { Found } from "./found.ts";

const msPerHour = 3_600_000;

/** `file-old`, where the site says how old a file may be. */
export const oldFiles = (files: readonly SourceFile[], maxAgeHours: number | undefined, nowMs: number): Found[] =>
  files.flatMap(({ file, kind, modifiedMs }): Found[] => {
    if (maxAgeHours === undefined || nowMs - modifiedMs <= maxAgeHours * msPerHour) return [];
    // Upwards, so that what is shown is above the limit.
    const count = Math.ceil(((nowMs - modifiedMs) / msPerHour) * 10) / 10;
    const message = `${file} (${kind}) was written ${count} hours ago; at most ${maxAgeHours} may have passed`;
    const wayOut = "check that the export has run; what an old file does not know would be undone";
    return [{ rule: "file-old", kind, count, limit: maxAgeHours, base: maxAgeHours, message, wayOut }];
  });

/** `trailer-differs`. */
export const trailersThatDiffer = (files: readonly SourceFile[]): Found[] =>
  files.flatMap(({ file, kind, rows, trailerCount }): Found[] => {
    if (trailerCount === undefined || trailerCount === rows) return [];
    const message = `${file} (${kind}) says in its last line that it has ${trailerCount} rows; ${rows} were read`;
    const wayOut = "export the file again: rows were lost on the way, or the file was still being written";
    return [{ rule: "trailer-differs", kind, count: rows, limit: trailerCount, base: trailerCount, message, wayOut }];
  });
