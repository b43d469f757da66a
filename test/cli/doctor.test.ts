/** `musterd doctor`: what support would ask for, without anything about anybody and without secrets. */
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configJsonSchema } from "../../src/config/config.ts";
import { shareable } from "../../src/config/shareable-settings.ts";
import { secretPattern } from "../../src/lib/secret-reference.ts";
import { runCli } from "../support/processes/cli-process.ts";
import { freePort } from "../support/servers/shared-redis.ts";

const config = `source:
  feeds: { hr: { files: { folder: . } } }
  levels: { records: [{ code: L, name: Level }] }
  departments: { file: people.csv, distinct: true, columns: { code: dept, name: dept, level: { value: L } } }
  employees:
    file: people.csv
    except: [{ column: no, is: SecretNumber77 }]
    columns: { number: no, account: login, name: name, department: dept, idCardNumber: card, active: { column: state, values: { Zyx: true } } }
identity: { adopt: [{ source: secret.holder, is: other.holder }] }
policy: { protectedAccounts: [chief.secret] }
`;
const people =
  "no,login,name,dept,card,state\nN1001,ava.quill,Ava Quillfeather,Sales,A123456789,Zyx\nN1002,ben.oak,Ben Oakenshaw,Sales,B198765432,Zyx\n";

/** Whatever of the files and settings is about somebody. */
const personal = [
  "N1001",
  "N1002",
  "ava.quill",
  "ben.oak",
  "Quillfeather",
  "Oakenshaw",
  "A123456789",
  "SecretNumber77",
  "secret.holder",
  "other.holder",
  "chief.secret",
  "Zyx",
];

type Schema = {
  readonly $ref?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

/** The settings that name a secret by reference, by their paths. */
const secretSettings = (): readonly string[] => {
  const { $defs, ...whole } = configJsonSchema() as Schema & { readonly $defs: Readonly<Record<string, Schema>> };
  const pathsIn = (schema: Schema, path: readonly string[], depth: number): readonly string[] => {
    if (depth === 0) return [];
    const { $ref, pattern, properties = {}, additionalProperties: more, anyOf = [], oneOf = [] } = schema;
    const below = Object.entries(properties).flatMap(([name, own]) => pathsIn(own, [...path, name], depth - 1));
    const named = typeof more === "object" ? pathsIn(more, [...path, "one"], depth - 1) : [];
    const either = [...anyOf, ...oneOf].flatMap((one) => pathsIn(one, path, depth - 1));
    const meant = $ref === undefined ? [] : pathsIn($defs[$ref.split("/").at(-1) ?? ""] ?? {}, path, depth - 1);
    return [...(pattern === secretPattern.source ? [path.join(".")] : []), ...below, ...named, ...either, ...meant];
  };
  return [...new Set(pathsIn(whole, [], 25))];
};

/** The settings that have only this value. */
const nested = (setting: string, value: string | number): unknown =>
  setting.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

describe("musterd doctor", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "musterd-doctor-"));
    await writeFile(join(folder, "people.csv"), people);
    await writeFile(join(folder, "musterd.yaml"), config);
    await runCli(["plan", "--quiet"], { cwd: folder });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("prints versions, settings, checks and runs, and nothing about anybody", async () => {
    const { stdout, code } = await runCli(["doctor"], { cwd: folder, env: { MUSTERD_API_KEY: "secret-of-the-site" } });
    expect(code).toBe(0);
    for (const title of ["versions", "settings", "check", "runs", "source", "site"])
      expect(stdout).toContain(`== ${title}`);
    expect(stdout).toContain("number: no");
    expect(stdout).toContain("MUSTERD_API_KEY");
    expect(stdout).toMatch(/· planned · command · planned \d+/);
    expect([...personal, "secret-of-the-site"].filter((word) => stdout.includes(word))).toEqual([]);
  });

  it("writes a bundle that only its owner can read", async () => {
    const file = join(folder, "doctor.txt");
    const { code } = await runCli(["doctor", "--bundle", file], { cwd: folder });
    expect(code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toContain("== check");
    const { code: refused, stderr } = await runCli(["doctor", "--bundle", "nowhere/doctor.txt"], { cwd: folder });
    expect({ refused, stderr }).toEqual({
      refused: 1,
      stderr: expect.stringMatching(/^report-unwritable: the bundle/),
    });
  });

  it("tries the channels as `check` does", async () => {
    const channels = "notify: { channels: { it: { kind: webhook, url: env:HOOK } } }\n";
    await writeFile(join(folder, "channels.yaml"), `${config}${channels}`);
    const env = { HOOK: `http://127.0.0.1:${await freePort()}/secret-of-the-hook` };
    const [checked, told] = await Promise.all(
      ["check", "doctor"].map((command) => runCli([command, "--config", "channels.yaml"], { cwd: folder, env })),
    );
    expect([checked?.code, told?.code]).toEqual([1, 1]);
    expect(told?.stdout).toMatch(/^✗ channel it.*channel-failed/m);
    expect(told?.stdout).not.toContain("secret-of-the-hook");
  });

  it("helps with a configuration that cannot be loaded, too", async () => {
    await writeFile(join(folder, "wrong.yaml"), `${config}nonsense: 1\n`);
    const { stdout, code } = await runCli(["doctor", "--config", "wrong.yaml"], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toContain("== error\nconfig-invalid");
    expect(personal.filter((word) => stdout.includes(word))).toEqual([]);
  });

  it("masks a secret that somebody has written instead of a reference, wherever one belongs", async () => {
    const literals = secretSettings().map((setting, at) => [setting, `rediss://literal-${at}:secret/${at}?x`] as const);
    expect(literals.map(([setting]) => setting)).toEqual(
      expect.arrayContaining(["target.apiKey", "redis.url", "state.key", "daemon.token", "notify.channels.one.url"]),
    );
    const shown = literals.map(([setting, literal]) => JSON.stringify(shareable(nested(setting, literal))));
    expect(shown.filter((text) => text.includes("literal") || text.includes("secret/"))).toEqual([]);
    const numbers = secretSettings()
      .filter((setting) => !setting.endsWith("url"))
      .map((setting) => JSON.stringify(shareable(nested(setting, 4711))));
    expect(numbers.filter((text) => text.includes("4711"))).toEqual([]);

    const target = "target: { url: https://u:literal@site.example.com, corpCode: ACME, apiKey: literal }";
    const others = "redis: { url: redis://:literal@redis }\nstate: { key: literal }\ndaemon: { token: literal }";
    const hook = "notify: { channels: { chat: { kind: webhook, url: https://chat.example.com/literal } } }";
    await writeFile(join(folder, "literal.yaml"), [config, target, others, hook].join("\n"));
    const { stdout, code } = await runCli(["doctor", "--config", "literal.yaml"], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toContain("== error\nconfig-invalid");
    expect(stdout.replaceAll("literal.yaml", "")).not.toContain("literal");
  });

  it("masks what is not known to be harmless: references, passwords in addresses, names of entries", () => {
    const shown = shareable({
      target: { url: "https://user:pw@site.example.com", apiKey: "env:SECRET_NAME", corpCode: "ACME" },
      source: { employees: { base: "OU=Ava,DC=x", filter: "(cn=Ava)", attributes: { name: "displayName" } } },
      future: { unknown: "Ava" },
    });
    expect(shown).toEqual({
      target: { url: "https://•••@site.example.com", apiKey: "env:•••", corpCode: "ACME" },
      source: { employees: { base: "•••", filter: "•••", attributes: { name: "displayName" } } },
      future: { unknown: "•••" },
    });
  });
});
