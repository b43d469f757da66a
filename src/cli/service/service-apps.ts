/** `musterd service apps`: manages the applications that users can permit to act on their behalf. */
import type { NewApp } from "../../contract/sections/access.ts";
import type { Command } from "../open/context.ts";
import { print, printJson } from "../terminal/output.ts";
import { printTable } from "../terminal/print-table.ts";
import { wordsOf } from "../words/words.ts";
import { type ConnectionOptions, withService } from "./service-connection.ts";

export type AppOptions = ConnectionOptions & {
  readonly redirect: readonly string[];
  readonly postLogout?: readonly string[];
  readonly permissions: NewApp["permissions"];
  readonly appId?: string;
  readonly secret?: boolean;
  readonly json?: boolean;
};

/** Registers an application, and prints its App-Id and, if it has one, its secret. */
export const addAppCommand: Command<"service apps add", AppOptions, [name: string]> = (name, options, environment) =>
  withService(options, environment, async (ask) => {
    const { redirect, postLogout: postLogoutRedirectUris, permissions, appId, secret = false, json } = options;
    const app = { name, redirectUris: redirect, postLogoutRedirectUris, permissions, appId, secret };
    const made = (await ask("POST", "/apps", app)) as { readonly appId: string; readonly secret?: string };
    if (json) {
      printJson(made);
      return 0;
    }
    const words = wordsOf(options.language);
    print(`${words.appAdded(name)}\nApp-Id: ${made.appId}`);
    if (made.secret !== undefined) print(words.appSecret(made.secret));
    return 0;
  });

type ShownApp = Omit<NewApp, "secret" | "appId"> & { readonly appId: string; readonly hasSecret: boolean };

export const listAppsCommand: Command<"service apps list", ConnectionOptions & { readonly json?: boolean }> = (
  options,
  environment,
) =>
  withService(options, environment, async (ask) => {
    const apps = (await ask("GET", "/apps")) as readonly ShownApp[];
    if (options.json) {
      printJson(apps);
      return 0;
    }
    const words = wordsOf(options.language);
    const rows = apps.map(({ name, appId, permissions, redirectUris, hasSecret }) => [
      name,
      appId,
      hasSecret ? words.yes : words.no,
      permissions.join("\n"),
      redirectUris.join("\n"),
    ]);
    printTable(words.appHeads, rows, words.noApps);
    return 0;
  });

export const removeAppCommand: Command<"service apps remove", ConnectionOptions, [name: string]> = (
  name,
  options,
  environment,
) =>
  withService(options, environment, async (ask) => {
    await ask("DELETE", `/apps/${encodeURIComponent(name)}`);
    if (!options.quiet) print(wordsOf(options.language).appRemoved(name));
    return 0;
  });
