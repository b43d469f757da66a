/** Makes the paths in the settings of a source absolute, and replaces references to secrets with the secrets. */
import type { SecretReference } from "../lib/secret-reference.ts";
import type { Locator } from "./feed.ts";
import type { SourceSettings } from "./source-schema.ts";

/**
 * `path` makes a path absolute that is relative to the folder of the configuration file; `secretOf` reads the secret
 * that a setting refers to.
 */
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
