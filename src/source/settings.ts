/** The `source` part of the configuration: where records come from, and how they become departments, people and posts. */
import type { FeedKind } from "./feed.ts";
import { feedKinds } from "./feed-kinds.ts";
import { mappingProblems } from "./mapping-problems.ts";
import { sourceSchemaOf } from "./source-schema.ts";

/** The schema with these kinds of feed. */
export const sourceSettingsWith = (kinds: readonly FeedKind[]) =>
  sourceSchemaOf(kinds).superRefine((settings, context) => {
    for (const { path, message } of mappingProblems(settings)) {
      context.addIssue({ code: "custom", path, message, params: { whole: true } });
    }
  });

export const sourceSettings = sourceSettingsWith(feedKinds);
