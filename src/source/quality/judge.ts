/**
 * Judges a source by all rules. Rules that compare with the last good profile find nothing in a first run. What a rejected
 * row contains is unknown, so the rules assume what causes no finding. Findings contain numbers, fields, codes and file
 * names, but no values of cells.
 */
import { type Finding, type SourceFile, type SourceProfile, severities } from "../../model/plan/quality.ts";
import type { QualitySettings } from "../schema/quality-settings.ts";
import type { Found } from "./found.ts";
import {
  changedEncodings,
  earlierFiles,
  emptiedFiles,
  goneFiles,
  mergedCells,
  missingEnds,
  oldFiles,
  passedSheets,
  repeatedHeaders,
  struckCells,
  trailersThatDiffer,
} from "./judge-files.ts";
import { judgeKeys } from "./judge-keys.ts";
import { blankConditions, fewRows, judgeFill, manyUnused, postsFell, rowsFell, rowsRose } from "./judge-rows.ts";
import { movedNames } from "./moved-names.ts";
import { judgeTree } from "./tree.ts";

/** What was found while reading; `absent` is the part of it that a directory no longer shows. */
type FoundReading = { readonly found: readonly Found[]; readonly absent: readonly Found[] };

/** Returns all findings in the order of rules and kinds. The order of the records makes no difference. */
export const judgeSource = (
  profile: SourceProfile,
  last: SourceProfile | undefined,
  files: readonly SourceFile[],
  settings: QualitySettings,
  nowMs: number,
  { found, absent }: FoundReading = { found: [], absent: [] },
): readonly Finding[] =>
  [
    ...found,
    ...fewRows(profile, settings.minRows),
    ...manyUnused("rejected-many", withoutAbsent(profile, absent), files, settings["rejected-many"].percent),
    ...manyUnused("duplicates-many", profile, files, settings["duplicates-many"].percent),
    ...trailersThatDiffer(files),
    ...oldFiles(files, settings.maxAgeHours, nowMs),
    ...repeatedHeaders(files),
    ...mergedCells(files),
    ...struckCells(files),
    ...(last
      ? [
          ...rowsFell(profile, last, settings["rows-fell"].percent, files),
          ...postsFell(profile, last, settings["posts-fell"].percent),
          ...earlierFiles(files, last),
          ...changedEncodings(files, last),
          ...missingEnds(files, last),
          ...goneFiles(files, last),
          ...emptiedFiles(files, last),
          ...passedSheets(files, last),
          ...rowsRose(profile, last, settings["rows-rose"].percent),
          ...judgeFill(profile, last, settings["fill-fell"].points),
          ...blankConditions(profile, last, settings["fill-fell"].points),
          ...judgeKeys(profile, last, settings["keys-changed"].percent),
          ...movedNames(profile, last),
          ...judgeTree(profile, last, settings["tree-shape"].levels),
        ]
      : []),
  ]
    .flatMap((one) => weighed(one, settings))
    .filter((finding, _, all) => finding.rule !== "posts-fell" || !all.some((other) => showsMore(other, finding)));

/** Rows in doubt because the directory no longer shows something are rejected, but nothing is wrong with their format. */
const withoutAbsent = (profile: SourceProfile, absent: readonly Found[]): SourceProfile => {
  const kinds = Object.entries(profile.kinds).map(([kind, known]) => {
    const own = absent.filter((found) => found.kind === kind).reduce((sum, { count }) => sum + count, 0);
    return [kind, { ...known, rejected: Math.max(0, known.rejected - own) }] as const;
  });
  return { ...profile, kinds: Object.fromEntries(kinds) };
};

/** Whether another rule reports this kind at least as severely; then `posts-fell` does not report it again. */
const showsMore = (other: Finding, { kind, rule, severity }: Finding): boolean =>
  other.rule !== rule && other.kind === kind && severities.indexOf(other.severity) >= severities.indexOf(severity);

const weighed = ({ mild, ...found }: Found, settings: QualitySettings): readonly Finding[] => {
  const verdict = settings[found.rule].on;
  return verdict === "off" ? [] : [{ ...found, severity: mild ? "warn" : verdict }];
};
