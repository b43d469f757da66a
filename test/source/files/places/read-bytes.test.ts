/** What a file must be like to be read as a whole. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readBytes, unreadable } from "../../../../src/source/files/places/read-bytes.ts";

it("a file is read up to the permitted number of bytes, and refused by its name above it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-bytes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "people.csv"), "a".repeat(1_200));
  expect((await readBytes(folder, "people.csv", 1_200, {})).bytes).toHaveLength(1_200);
  await expect(readBytes(folder, "people.csv", 1_199, {})).rejects.toMatchObject({
    code: "source-too-large",
    message: "the file has 1,200 bytes; at most 1,199 are read, and nothing of the file was used",
    place: { file: "people.csv" },
  });
});

it.each([
  [
    "EMFILE",
    "let it have more files open (`ulimit -n`, `LimitNOFILE=` in systemd); nothing was read, so nothing is changed",
  ],
  ["EIO", "look at the log of the disk; nothing was read, so nothing is changed"],
  ["EACCES", "let the user who runs musterd read it; nothing was read, so nothing is changed"],
  ["ESTALE", "check the folder of the feed, and that the export has run; nothing was read, so nothing is changed"],
])("what to do about a file that the system refuses (%s) depends on its reason", async (code, hint) => {
  const refused = Object.assign(new Error(code), { code, syscall: "open" });
  await expect(unreadable("/hr", "people.csv", refused)).rejects.toMatchObject({
    code: "source-file-unreadable",
    message: `people.csv in /hr cannot be read (${code})`,
    hint,
  });
});
