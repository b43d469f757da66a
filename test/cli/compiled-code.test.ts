/** Tests where a command keeps its compiled code: whoever could write there could change what the command does. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compiledCodeFolder } from "../../src/cli/compiled-code.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "musterd-home-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const caches = (): string => join(home, ".cache");

describe("compiled code", () => {
  it("is kept by a command in the user's cache", () => {
    const entry = fileURLToPath(new URL("../../src/cli/musterd.js", import.meta.url));
    const args = ["--disable-warning=ExperimentalWarning", entry, "--version"];
    const { status, stderr } = spawnSync(process.execPath, args, { env: { HOME: home }, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(readdirSync(join(caches(), "musterd", "compiled"))).toHaveLength(1);
  });

  it.runIf(process.getuid?.() === 0)("is not kept for a user of a container, who has neither a name nor a home", () => {
    const entry = fileURLToPath(new URL("../../src/cli/musterd.js", import.meta.url));
    const args = ["--disable-warning=ExperimentalWarning", entry, "--version"];
    const nobody = { uid: 2_000_000_001, gid: 0, env: {}, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, args, nobody);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("is kept where nobody else may read or write", () => {
    expect(compiledCodeFolder(caches())).toBe(join(caches(), "musterd", "compiled"));
    for (const folder of [caches(), join(caches(), "musterd")]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each([
    ["", 0o770],
    [".cache", 0o720],
    [".cache/musterd", 0o702],
  ])("is not kept where others may write: ~/%s", (folder, mode) => {
    mkdirSync(join(home, folder), { recursive: true });
    chmodSync(join(home, folder), mode);
    expect(compiledCodeFolder(caches())).toBeUndefined();
  });

  it.runIf(process.getuid?.() === 0).each(["", ".cache", ".cache/musterd"])(
    "is not kept in a folder of somebody else: ~/%s",
    (folder) => {
      mkdirSync(join(home, folder), { recursive: true });
      chownSync(join(home, folder), 1000, 1000);
      expect(compiledCodeFolder(caches())).toBeUndefined();
    },
  );

  it("is not kept behind a link", () => {
    mkdirSync(join(home, "elsewhere"));
    symlinkSync(join(home, "elsewhere"), caches());
    expect(compiledCodeFolder(caches())).toBeUndefined();
    expect(readdirSync(join(home, "elsewhere"))).toEqual([]);
  });

  it("is not kept without a home, which is not made", () => {
    expect(compiledCodeFolder(join(home, "missing", ".cache"))).toBeUndefined();
    expect(existsSync(join(home, "missing"))).toBe(false);
  });
});
