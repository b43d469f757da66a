/** `musterd doctor`: what support would ask for, without anything about anybody and without secrets. */
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shareable } from "../../src/config/shareable-settings.ts";
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
