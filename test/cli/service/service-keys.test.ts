/** Tests `musterd service keys`, `apps` and `password` with a stopped service and with a running one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningService, startService } from "../../../src/service/service.ts";
import { createBrowser, createFlow, returned, signIn } from "../../service/access/browser.ts";
import { baseline } from "../../service/cases/baseline.ts";
import {
  callerOf,
  corpCode,
  errorCodeOf,
  optionsFor,
  pathOf,
  temporaryDirectory,
} from "../../service/running-service.ts";
import { runCli } from "../../support/processes/cli-process.ts";
import { freePort } from "../../support/servers/shared-redis.ts";

const entry = fileURLToPath(new URL("../../../src/cli/musterd.js", import.meta.url));
const admin = { MUSTERD_ADMIN_KEY: "admin-secret-of-tests" };

let directory: string;
let database: string;
let service: RunningService | undefined;

beforeEach(async () => {
  directory = await temporaryDirectory();
  database = join(directory, "service.db");
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  await rm(directory, { recursive: true });
});

const start = async () => {
  service = await startService(optionsFor(database));
  return callerOf(service.url);
};

const musterd = (parameters: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCli(["service", ...parameters], { env, cwd: directory });

const onDatabase = (...parameters: string[]) => musterd([...parameters, "--database", database]);

const readLevels = async (url: string, key: string) => {
  const answer = await callerOf(url).raw("GET", pathOf("V1"), { "Api-Key": key, CorpCode: corpCode });
  return answer.status === 200 ? 200 : errorCodeOf(answer);
};

const secretIn = (stdout: string): string => /^[\w-]{43}$/m.exec(stdout)?.[0] ?? "";

describe("keys of a database", () => {
  it("are added, listed and removed; the secret is shown once, and works when the service runs", async () => {
    const range = ["--addresses", "127.0.0.0/8", "::1"];
    const lists = ["--libraries", "all", "--survey-categories", "Staff", "IT"];
    const granted = ["--permissions", "P-Org", "P-Lib", "P-Survey"];
    const added = await onDatabase("keys", "add", "hr", ...granted, ...lists, "--expires", "2999-12-31", ...range);
    expect(added).toMatchObject({ code: 0, stderr: "" });
    const secret = secretIn(added.stdout);
    expect(secret).toHaveLength(43);
    const json = await onDatabase("keys", "list", "--json");
    expect(JSON.parse(json.stdout)).toEqual([
      {
        name: "hr",
        permissions: ["P-Org", "P-Lib", "P-Survey"],
        libraries: "all",
        surveyCategories: ["Staff", "IT"],
        expiresAt: "2999-12-31T16:00:00.000Z",
        addresses: ["127.0.0.0/8", "::1"],
      },
    ]);
    const table = (await onDatabase("keys", "list")).stdout;
    for (const shown of ["hr", "P-Survey", "libraries: all", "survey categories:", "Staff, IT", "127.0.0.0/8"]) {
      expect(table).toContain(shown);
    }
    expect(`${json.stdout}${table}${await readFile(database, "latin1")}`).not.toContain(secret);
    const { url } = await start();
    expect(await readLevels(url, secret)).toBe(200);
    await service?.close();
    service = undefined;
    expect(await onDatabase("keys", "remove", "hr")).toMatchObject({ code: 0, stderr: "" });
    expect((await onDatabase("keys", "list")).stdout).toBe("No keys yet.\n");
  });

  it("are not touched while a service has the database open", async () => {
    await start();
    const refused = await onDatabase("keys", "add", "hr", "--permissions", "P-Org");
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^service-file: /) });
  });

  it.each([
    [["keys", "add", "hr"], "required option '--permissions <names...>' not specified"],
    [
      ["keys", "add", "hr", "--permissions", "P-Lib"],
      "option-invalid: this cannot be a key: permissions: P-FormDoc needs",
    ],
    [
      ["keys", "add", "hr", "--permissions", "P-Org", "--expires", "soon"],
      "option-invalid: this cannot be a key: expiresAt",
    ],
    [
      ["keys", "add", "hr", "--permissions", "P-Org", "--expires", "2020-01-01"],
      "option-invalid: 2020-01-01 has passed",
    ],
    [
      ["keys", "add", "hr", "--permissions", "P-Org", "--addresses", "home"],
      "option-invalid: this cannot be a key: addresses.0",
    ],
    [
      ["keys", "remove", "nobody"],
      "was refused: OPA-NAME-UNKNOWN at name: There is no key or application with this name.",
    ],
    [["password", "nobody", "--generate"], "OPA-USER-UNKNOWN at account: No person has this account"],
    [["password", "amy"], "password-missing: "],
  ])("are refused with a reason: %j", async (parameters, message) => {
    const { code, stdout, stderr } = await onDatabase(...parameters);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
  });
});

describe("keys of a running service", () => {
  it("are good and gone at once, without a restart", async () => {
    const { url } = await start();
    const at = (...parameters: string[]) => musterd([...parameters, "--url", `${url}/`], admin);
    const added = await at("keys", "add", "人資 / 2", "--permissions", "P-Org", "--json");
    const { secret } = JSON.parse(added.stdout) as { secret: string };
    expect(await readLevels(url, secret)).toBe(200);
    expect(JSON.parse((await at("keys", "list", "--json")).stdout)).toEqual([
      { name: "人資 / 2", permissions: ["P-Org"] },
    ]);
    expect(await at("keys", "remove", "人資 / 2")).toMatchObject({ code: 0, stderr: "" });
    expect(await readLevels(url, secret)).toBe("OPA-KEY-UNKNOWN");
  });

  it("are managed with the admin key alone", async () => {
    const { url } = await start();
    expect(await musterd(["keys", "list", "--url", url])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^admin-key-missing: /),
    });
    expect(await musterd(["keys", "list", "--url", url], { MUSTERD_ADMIN_KEY: "wrong" })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^sandbox-refused: .*OPA-KEY-UNKNOWN: .*Admin-Key.*\n.*\n {2}hint: set MUSTERD_ADMIN_KEY/,
      ),
    });
    const nowhere = await musterd(["keys", "list", "--url", `http://127.0.0.1:${await freePort()}`], admin);
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringMatching(/^service-unreachable: /) });
  });
});

/** Runs a subcommand of `musterd service` with `text` on its standard input. */
const typed = async (text: string, ...parameters: string[]) => {
  const child = spawn(process.execPath, [entry, "service", ...parameters], { env: { ...process.env, ...admin } });
  let shown = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (shown += part));
  child.stdin.end(text);
  const [code] = (await once(child, "close")) as [number];
  return { code, shown };
};

describe("applications and passwords", () => {
  it("are what a user signs in to and with", async () => {
    const { url, load, callAs } = await start();
    await load(baseline());
    const at = (...parameters: string[]) => musterd([...parameters, "--url", url], admin);
    const redirectUri = "https://portal.example/cb";
    const options = ["--redirect", redirectUri, "--permissions", "P-Profile", "--secret", "--app-id", "portal"];
    options.push("--post-logout", "https://portal.example/bye");
    const added = await at("apps", "add", "Portal", ...options);
    expect(added).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("App-Id: portal\n") });
    const secret = /^Secret.*: (\S+)$/m.exec(added.stdout)?.[1] ?? "";
    expect(JSON.parse((await at("apps", "list", "--json")).stdout)).toEqual([
      {
        name: "Portal",
        appId: "portal",
        redirectUris: [redirectUri],
        postLogoutRedirectUris: ["https://portal.example/bye"],
        permissions: ["P-Profile"],
        hasSecret: true,
      },
    ]);
    expect((await at("apps", "list")).stdout).toContain(redirectUri);

    const drawn = await at("password", "amy", "--generate");
    const set = await typed("pass word 密碼\nmore\n", "password", "bob", "--url", url);
    expect(set).toEqual({ code: 0, shown: "The password of bob is set.\n" });
    for (const [account, password] of [
      ["amy", drawn.stdout.trim().split("\n").at(-1) ?? ""],
      ["bob", "pass word 密碼"],
    ] as const) {
      const flow = createFlow(url, { appId: "portal", redirectUri, secret }, "base.profile.read");
      const { code = "" } = returned(await signIn(createBrowser(), flow, account, password));
      const { access_token: token } = await flow.exchange(code);
      expect((await callAs(token, "U1")).json).toMatchObject({ name: `Name of ${account}` });
    }
    expect(await at("apps", "remove", "Portal")).toMatchObject({ code: 0, stderr: "" });
    expect((await at("apps", "list")).stdout).toBe("No applications yet.\n");
  });
});

it("rotate-keys replaces the keys that sign, and says until when the earlier ones are valid", async () => {
  const { url, raw } = await start();
  const kids = async (path: string) =>
    (JSON.parse((await raw("GET", path)).text) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  const paths = ["/api/oauth/jwks", "/openapi/callback-keys"];
  const before = await Promise.all(paths.map(kids));
  const { code, stdout } = await musterd(["rotate-keys", "--url", url], admin);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/stay valid until \d{4}-\d\d-\d\dT/)]);
  const after = await Promise.all(paths.map(kids));
  expect(after).toEqual(before.map(([first]) => [expect.not.stringMatching(`^${first}$`), first]));
});

it.each(["keys add", "apps add", "password", "rotate-keys"])(
  "help of service %s has an example of it",
  async (command) => {
    const { code, stdout } = await musterd([...command.split(" "), "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Example:\\n {2}\\$ musterd service ${command}`, "m"));
  },
);
