/** Files with personal data are private whatever was there before, and are never half written. */
import { execFile } from "node:child_process";
import { chmod, lstat, mkdtemp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { writePrivateFile } from "../../src/lib/private-file.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-private-"));
});

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
