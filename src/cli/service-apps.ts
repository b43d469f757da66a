/** `musterd service apps`: the applications that may ask users to let them act on their behalf. */
import Table from "cli-table3";
import type { NewApp } from "../contract/access-section.ts";
import type { Environment } from "./context.ts";
import { type ConnectionOptions, withService } from "./service-connection.ts";

export type AppOptions = ConnectionOptions & {
  readonly redirect: readonly string[];
  readonly permissions: NewApp["permissions"];
  readonly appId?: string;
  readonly secret?: boolean;
  readonly json?: boolean;
};

/** Prints the App-Id, and the secret of an application that has one. */
export const addAppCommand = (name: string, options: AppOptions, environment: Environment): Promise<number> =>
  withService(options, environment, async (ask) => {
    const { redirect, permissions, appId, secret = false, json } = options;
    const app = { name, redirectUris: redirect, permissions, secret, ...(appId === undefined ? {} : { appId }) };
    const made = (await ask("POST", "/apps", app)) as { readonly appId: string; readonly secret?: string };
    if (json) {
      console.log(JSON.stringify(made, null, 2));
      return 0;
    }
    console.log(`The application ${name} is registered.\nApp-Id: ${made.appId}`);
    if (made.secret !== undefined) console.log(`Secret, which is not shown again: ${made.secret}`);
    return 0;
  });

type ShownApp = Omit<NewApp, "secret" | "appId"> & { readonly appId: string; readonly hasSecret: boolean };

export const listAppsCommand = (
  options: ConnectionOptions & { readonly json?: boolean },
  environment: Environment,
): Promise<number> =>
  withService(options, environment, async (ask) => {
    const apps = (await ask("GET", "/apps")) as readonly ShownApp[];
    if (options.json) {
      console.log(JSON.stringify(apps, null, 2));
      return 0;
    }
    const table = new Table({
      head: ["name", "App-Id", "permissions", "returns to", "secret"],
      style: { head: [], border: [] },
    });
    for (const { name, appId, permissions, redirectUris, hasSecret } of apps) {
      table.push([name, appId, permissions.join("\n"), redirectUris.join("\n"), hasSecret ? "yes" : "no"]);
    }
    console.log(apps.length > 0 ? table.toString() : "No applications yet.");
    return 0;
  });

export const removeAppCommand = (name: string, options: ConnectionOptions, environment: Environment): Promise<number> =>
  withService(options, environment, async (ask) => {
    await ask("DELETE", `/apps/${encodeURIComponent(name)}`);
    console.log(`The application ${name} is removed, with all that users had let it do.`);
    return 0;
  });
