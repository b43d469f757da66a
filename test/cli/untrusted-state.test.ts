/** Every command that opens the state folder, or the service's database, refuses one that others could have changed. */
import { appendFile, chmod, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeFirstRun } from "../docs/blocks.ts";
import { temporaryDirectory } from "../service/running-service.ts";
import { runCli, startCli } from "../support/processes/cli-process.ts";

const env = { MUSTERD_TOKEN: "token-of-tests-7Qx2", MUSTERD_ADMIN_KEY: "admin-of-tests-7Qx2" };

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryDirectory();
  writeFirstRun(cwd);
  await appendFile(join(cwd, "musterd.yaml"), "daemon: { token: env:MUSTERD_TOKEN, port: 0, runAtStart: false }\n");
  await mkdir(join(cwd, ".musterd"), { mode: 0o700 });
});
afterEach(() => rm(cwd, { recursive: true }));

const ofTheService = [
  "service --port 0",
  "service keys list",
  "service apps list",
  "service dump",
  "service audit",
  "service rotate-keys",
];
const ofTheState = [
  "plan",
  "explain 000003",
  "apply --yes",
  "apply saved.plan --yes",
  "runs",
  "status",
  "rotate-key",
  "show last",
  "undo last --dry-run",
  "adopt",
  "plan --compare musterd.yaml",
  "forget --target --yes",
  "check",
  "source check",
  "source preview --employee 000003",
  "daemon",
];

/** The commands that do not end as they should, with what they say. */
const trusting = async (commands: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const line of commands) {
    const { code, stdout, stderr } = await runCli(line.split(" "), { cwd, env });
    if (code !== 1 || !(stdout + stderr).includes("state-untrusted")) found.push(`${line}: ${code} ${stdout}${stderr}`);
  }
  return found;
};

it("a link, a key that everybody can read, an open folder and a planted log are refused by all", async () => {
  const state = join(cwd, ".musterd");
  await symlink(join(cwd, "elsewhere.db"), join(state, "musterd.db"));
  expect(await trusting(ofTheState)).toEqual([]);
  await rm(join(state, "musterd.db"));
  await writeFile(join(state, "musterd.key"), "a".repeat(64));
  await chmod(join(state, "musterd.key"), 0o644);
  expect(await trusting(["plan", "daemon"])).toEqual([]);
  await rm(join(state, "musterd.key"));
  await writeFile(join(state, "service.db-wal"), "");
  await chmod(join(state, "service.db-wal"), 0o666);
  expect(await trusting([...ofTheService, "plan"])).toEqual([]);
  await rename(join(state, "service.db-wal"), join(state, "service.db.lent.json"));
  expect(await trusting(ofTheService)).toEqual([]);
  await rm(join(state, "service.db.lent.json"));
  await chmod(state, 0o777);
  expect(await trusting(["plan", "daemon", "service --port 0"])).toEqual([]);
});

it("the file that lends a running service is not believed when others could have written it", async () => {
  const lent = join(cwd, ".musterd/service.db.lent.json");
  const service = startCli(["service", "--port", "0"], { cwd, env });
  try {
    await expect.poll(() => readFile(lent, "utf8").catch(() => "")).toContain("url");
    await chmod(lent, 0o666);
    expect(await trusting(ofTheService.slice(1))).toEqual([]);
  } finally {
    service.signal("SIGKILL");
    await service.ended;
  }
});

it("a configuration and functions that everybody can change are warned of: who can change them has the key", async () => {
  const functions = join(cwd, "functions.ts");
  await writeFile(functions, "export const account = () => ({ value: 'a' });\n");
  const config = join(cwd, "musterd.yaml");
  const text = await readFile(config, "utf8");
  await writeFile(config, text.replace("source:\n", "source:\n  mappingFile: functions.ts\n"));
  const warned = async () => {
    const { stdout, stderr } = await runCli(["check"], { cwd, env });
    return [config, functions].filter((file) => (stdout + stderr).includes(`${file} is open to others`));
  };
  expect(await warned()).toEqual([]);
  await chmod(config, 0o666);
  await chmod(functions, 0o646);
  expect(await warned()).toEqual([config, functions]);
});
