/** The part `source` of the configuration, complete with the checks that no single part can make. */
import type { FeedKind } from "./feed.ts";
import { feedKinds } from "./feed-kinds.ts";
import { mappingProblems } from "./mapping-problems.ts";
import { sourceSchemaOf } from "./source-schema.ts";

export const sourceSettingsWith = (kinds: readonly FeedKind[]) =>
  sourceSchemaOf(kinds).superRefine((settings, context) => {
    for (const { path, message } of mappingProblems(settings)) {
      context.addIssue({ code: "custom", path, message, params: { whole: true } });
    }
  });

export const sourceSettings = sourceSettingsWith(feedKinds);
