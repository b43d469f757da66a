/** A file or folder that the system refuses is no defect of musterd: the error names it and says what to do. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asMusterdError } from "../../src/lib/errors.ts";
import { writeFirstRun } from "../docs/blocks.ts";
import { temporaryDirectory } from "../service/running-service.ts";
import { runCli } from "../support/processes/cli-process.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryDirectory();
  writeFirstRun(cwd);
});
afterEach(() => rm(cwd, { recursive: true }));

const said = async (command: string) => {
  const { code, stdout, stderr } = await runCli(command.split(" "), { cwd });
  const text = stdout + stderr;
  expect(text).not.toMatch(/internal|defect|^ {4}at /m);
  return { code, text };
};

describe("what the system refuses is told", () => {
  it("of a state folder that is a file, by every command", async () => {
    await writeFile(join(cwd, ".musterd"), "");
    for (const command of ["plan", "apply --yes", "status", "check", "doctor", "daemon", "audit verify", "rotate-key"])
      expect(await said(command)).toEqual({
        code: 1,
        text: expect.stringMatching(/file-unusable.*ENOTDIR[^]*hint: look/),
      });
  });

  it("of a database of the embedded service that is none", async () => {
    await mkdir(join(cwd, ".musterd", "service.db"), { recursive: true, mode: 0o700 });
    for (const command of ["plan", "status", "check"])
      expect((await said(command)).text).toMatch(
        /store-unavailable: the database cannot be used[^]*service\.db[^]*hint: /,
      );
  });

  it("of a configuration that is a folder, with all else that support asks for", async () => {
    await mkdir(join(cwd, "folder.yaml"));
    const { code, text } = await said("doctor --config folder.yaml");
    expect(code).toBe(1);
    expect(text).toMatch(/== versions[^]*the file cannot be read[^]*config-unreadable: .*EISDIR/);
    expect(await readdir(cwd)).not.toContain(".musterd");
  });
});

describe("an error of the system", () => {
  const refused = (code: string, path?: string): Error =>
    Object.assign(new Error(`${code}: no, scandir '/x'`), { code, syscall: "scandir", ...(path && { path }) });

  it.each(["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EIO", "EMFILE"])("%s about a file names it", (code) => {
    expect(asMusterdError(refused(code, "/x"))).toMatchObject({ code: "file-unusable", place: { file: "/x" } });
  });

  it("about nothing in particular, or about a file that has gone, is a defect", () => {
    for (const error of [refused("EACCES"), refused("ENOENT", "/x")])
      expect(asMusterdError(error)).toMatchObject({ code: "internal", place: {} });
  });
});
