/** Files with personal data are private whatever was there before, and are never half written. */
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import {
  chmod,
  chown,
  constants,
  lstat,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrateFile } from "../../src/lib/database/migrate-file.ts";
import { asMusterdError } from "../../src/lib/errors.ts";
import { writePrivateFile } from "../../src/lib/private-file.ts";
import { createVault } from "../../src/store/vault/vault.ts";
import { keysInFile } from "../../src/store/vault/vault-keys.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-private-"));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);

test("replaces a file that everybody could read", async () => {
  const file = join(folder, "report.html");
  await writeFile(file, "a much longer earlier report");
  await chmod(file, 0o644);
  await writePrivateFile(file, "new");
  expect([await readFile(file, "utf8"), await modeOf(file), await readdir(folder)]).toEqual([
    "new",
    "600",
    ["report.html"],
  ]);
});

test.skipIf(!existsSync("/dev/full"))(
  "says of a full disk which file could not be written, and not that musterd has a defect",
  async () => {
    const thrown = await writePrivateFile("/dev/full", "new").catch(asMusterdError);
    expect(thrown).toMatchObject({ code: "file-unusable", place: { file: "/dev/full" } });
  },
);

test("writes a text that comes in parts, and nothing if a part cannot be made", async () => {
  const parts = function* (error?: Error) {
    yield "\ufeff部門,";
    if (error) throw error;
    yield "人員\r\n";
  };
  const file = join(folder, "report.csv");
  await writePrivateFile(file, parts());
  await expect(writePrivateFile(file, parts(new Error("no words")))).rejects.toThrow("no words");
  expect([await readFile(file, "utf8"), await modeOf(file), await readdir(folder)]).toEqual([
    "\ufeff部門,人員\r\n",
    "600",
    ["report.csv"],
  ]);
});

test("replaces a link, and leaves the file to which it points", async () => {
  const [file, other] = [join(folder, "link"), join(folder, "other")];
  await writeFile(other, "untouched");
  await symlink(other, file);
  await writePrivateFile(file, "new");
  expect([await readFile(other, "utf8"), (await lstat(file)).isFile(), await modeOf(file)]).toEqual([
    "untouched",
    true,
    "600",
  ]);
});

test("leaves nothing behind when the file cannot be written", async () => {
  const file = join(folder, "absent", "report.html");
  await expect(writePrivateFile(file, "new")).rejects.toMatchObject({ code: "ENOENT" });
  expect(await readdir(folder)).toEqual([]);
});

test("writes into a pipe, which stays a pipe", async () => {
  const pipe = join(folder, "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  const [read] = await Promise.all([readFile(pipe, "utf8"), writePrivateFile(pipe, "through")]);
  expect([read, (await lstat(pipe)).isFIFO()]).toEqual(["through", true]);
});

test.runIf(process.getuid?.() === 0)("writes nothing into a pipe of somebody else, who would read it", async () => {
  const pipe = join(folder, "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  await chown(pipe, 12345, 12345);
  // Somebody reads, so that nothing waits.
  await using reader = await open(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  await writePrivateFile(pipe, "for one person");
  expect([(await reader.stat()).isFIFO(), (await lstat(pipe)).isFile()]).toEqual([true, true]);
  expect(await readFile(pipe, "utf8")).toBe("for one person");
});

test.runIf(process.getuid?.() === 0)("leaves a link among the devices as it is, such as /dev/stdout", async () => {
  const [link, file] = [`/dev/musterd-test-${process.pid}`, join(folder, "redirected")];
  await writeFile(file, "");
  await symlink(file, link);
  try {
    await writePrivateFile(link, "through");
    expect([(await lstat(link)).isSymbolicLink(), await readFile(file, "utf8")]).toEqual([true, "through"]);
  } finally {
    await rm(link);
  }
});

test("writes every file that the program writes: nothing else may create one, but for the parts named here", () => {
  const own = [
    // Sample data, which is invented.
    "src/cli/state/demo.ts",
    // The file itself is this function.
    "src/lib/private-file.ts",
    // All create their files with mode 0600; `init --add` keeps a copy of the configuration with the mode that it has.
    "src/lib/database/migrate-file.ts",
    "src/store/vault/vault-keys.ts",
    "src/store/audit/audit-head-file.ts",
    "src/notify/tell-failed-start.ts",
    "src/cli/init/add.ts",
    "src/cli/init/write-new.ts",
    // Pieces of uploads, in a folder of mode 0700 and with mode 0600.
    "src/service/uploads/bytes-folder.ts",
  ];
  const writing =
    /\b(writeFile(Sync)?|appendFile(Sync)?|createWriteStream|copyFile(Sync)?|cp(Sync)?)\(|\bopen(Sync)?\([^)]*"(w|a|r\+)/;
  const found = globSync("src/**/*.ts").filter((file) => writing.test(readFileSync(file, "utf8")));
  expect(found.filter((file) => file !== "src/queue/embedded-valkey.ts").toSorted()).toEqual(own.toSorted());
});

test("also the copy of a database before an upgrade is private", () => {
  const file = join(folder, "store.db");
  const old = new DatabaseSync(file);
  old.exec("CREATE TABLE person (name TEXT); PRAGMA user_version = 1");
  migrateFile(old, file, ["CREATE TABLE never (n)", "CREATE TABLE new (n)"]);
  old.close();
  expect((statSync(`${file}.v1.bak`).mode & 0o777).toString(8)).toBe("600");
});

test("the key of the store is nobody else's to read", async () => {
  const file = join(folder, "musterd.key");
  createVault(keysInFile(file)).seal("a text");
  expect(await modeOf(file)).toBe("600");
});
