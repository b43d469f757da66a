/** The part `source` of the configuration: its schema, with the checks that concern several settings, and its secrets. */
import type { SecretReference } from "../lib/secret-reference.ts";
import { feedKinds } from "./feed-kinds.ts";
import type { FeedKind, Locator } from "./feeds/feed.ts";
import { mappingProblems } from "./mapping-problems.ts";
import { type SourceSettings, sourceSchemaOf } from "./schema/source-schema.ts";

export const sourceSettingsWith = (kinds: readonly FeedKind[]) =>
  sourceSchemaOf(kinds).superRefine((settings, context) => {
    for (const { path, message } of mappingProblems(settings)) {
      context.addIssue({ code: "custom", path: [...path], message, params: { whole: true } });
    }
  });

export const sourceSettings = sourceSettingsWith(feedKinds);

/** Makes paths absolute, and replaces references to secrets with the secrets. `secretOf` reads the secret of a setting. */
export const locatedSource = (
  source: SourceSettings,
  path: Locator["path"],
  secretOf: (setting: string, reference: SecretReference) => string,
): SourceSettings => ({
  ...source,
  ...(source.mappingFile === undefined ? {} : { mappingFile: path(source.mappingFile) }),
  feeds: Object.fromEntries(
    Object.entries(source.feeds).map(([name, { kind, settings }]) => {
      const place = `source.feeds.${name}.${kind.name}`;
      const secret: Locator["secret"] = (reference, setting) => secretOf(`${place}.${setting}`, reference);
      return [name, { kind, settings: kind.located(settings, { path, secret }) }];
    }),
  ),
});
