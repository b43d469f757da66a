/** The schema of the part `source` of the configuration, with the checks that concern several of its settings. */
import type { FeedKind } from "./feed.ts";
import { feedKinds } from "./feed-kinds.ts";
import { mappingProblems } from "./mapping-problems.ts";
import { sourceSchemaOf } from "./source-schema.ts";

export const sourceSettingsWith = (kinds: readonly FeedKind[]) =>
  sourceSchemaOf(kinds).superRefine((settings, context) => {
    for (const { path, message } of mappingProblems(settings)) {
      context.addIssue({ code: "custom", path: [...path], message, params: { whole: true } });
    }
  });

export const sourceSettings = sourceSettingsWith(feedKinds);
