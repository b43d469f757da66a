/**
 * The judgement of a source: all rules on one page. Rules that compare with the last good profile are silent on a first
 * run; rejected rows are always taken for what would be the best case. Findings hold numbers, fields, codes and file
 * names, never a value of a cell.
 */
import type { Finding, MissingAttribute, QualitySettings, SourceFile, SourceProfile } from "../../model/quality.ts";
import type { Found } from "./found.ts";
import { missingAttributes } from "./judge-attributes.ts";
import { oldFiles, trailersThatDiffer } from "./judge-files.ts";
import { judgeFill } from "./judge-fill.ts";
import { judgeKeys } from "./judge-keys.ts";
import { fewRows, manyDuplicates, manyRejected, rowsFell, rowsRose } from "./judge-rows.ts";
import { judgeTree } from "./judge-tree.ts";

/** Everything that is found, in the order of the rules and kinds; it does not depend on the order of records. */
export const judgeSource = (
  profile: SourceProfile,
  last: SourceProfile | undefined,
  files: readonly SourceFile[],
  settings: QualitySettings,
  nowMs: number,
  missing: readonly MissingAttribute[] = [],
): readonly Finding[] =>
  [
    ...missingAttributes(missing),
    ...fewRows(profile, settings.minRows),
    ...manyRejected(profile, files, settings["rejected-many"].percent),
    ...manyDuplicates(profile, files, settings["duplicates-many"].percent),
    ...trailersThatDiffer(files),
    ...oldFiles(files, settings.maxAgeHours, nowMs),
    ...(last
      ? [
          ...rowsFell(profile, last, settings["rows-fell"].percent),
          ...rowsRose(profile, last, settings["rows-rose"].percent),
          ...judgeFill(profile, last, settings["fill-fell"].points),
          ...judgeKeys(profile, last, settings["keys-changed"].percent),
          ...judgeTree(profile, last, settings["tree-shape"].levels),
        ]
      : []),
  ].flatMap((found) => weighed(found, settings));

const weighed = ({ mild, ...found }: Found, settings: QualitySettings): readonly Finding[] => {
  const verdict = settings[found.rule].on;
  return verdict === "off" ? [] : [{ ...found, severity: mild ? "warn" : verdict }];
};
