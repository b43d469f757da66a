/**
 * Tests the packages as users get them: built, packed, and installed into empty projects. They are used from JavaScript on three
 * versions of Node, and from strict TypeScript that also checks the packages' declarations. CI leaves out two of the versions, what
 * test/docs/programs.slow.test.ts does without the package, and other programs' opinions of it.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstRunLines, writeFirstRun } from "./docs/blocks.ts";
import { type ScriptedServer, startScriptedServer } from "./site/scripted-server.ts";
import { inPart, isInPart } from "./support/suites/runs.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const tool = (name: string): string => join(root, "node_modules/.bin", name);

const version = "99.0.0";

/** The oldest Node for the command `musterd`, the oldest for the client, and the Node that runs this test. */
const versions = inPart(1, ["24", "22", "own"] as const);

let folder: string;
let client: string;
let whole: string;
let tarballs: readonly string[];
let server: ScriptedServer;

const nodeOf = (version: (typeof versions)[number]): string =>
  version === "own" ? process.execPath : join(folder, `node-${version}/node_modules/node/bin/node`);

/** Makes an empty project and installs these packages in it. */
const project = async (name: string, ...packages: readonly string[]): Promise<string> => {
  const place = join(folder, name);
  await mkdir(place);
  await writeFile(join(place, "package.json"), JSON.stringify({ name, type: "module", private: true }));
  const quiet = ["--no-audit", "--no-fund", "--silent", "--prefer-offline"];
  await run("npm", ["install", ...quiet, ...packages], { cwd: place, maxBuffer: 1e7 });
  return place;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-packages-"));
  await run(process.execPath, [join(root, "scripts/release.ts"), version, "--dry-run", "--to", folder], { cwd: root });
  tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));
  const [own = "", clients = ""] = [
    tarballs.find((name) => !name.includes("-client-")),
    tarballs.find((name) => name.includes("-client-")),
  ];
  const typescript = `file:${join(root, "node_modules/typescript")}`;
  const types = `file:${join(root, "node_modules/@types/node")}`;
  client = await project("client", clients);
  whole = await project("whole", own, typescript, types);
  const installed = versions.filter((version) => version !== "own");
  await Promise.all(installed.map((version) => project(`node-${version}`, `node@${version}`)));
  server = await startScriptedServer();
  server.script.set("GET /deptlevel", { json: [{ code: "L1" }] });
  server.script.set("DELETE /deptlevel/no", { status: 400, json: { errorCode: "NONE", traceId: "t" } });
  // On a busy machine, building and installing take minutes.
}, 1_200_000);

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const program = (name: string) => `import { CallError, openClient, verifyCallback } from "${name}";

const client = openClient({ url: process.argv[2] ?? "", corpCode: "ACME", apiKey: "k-1" });
const levels = await client.listDepartmentLevels();
const refused = await client.deleteDepartmentLevel({ params: { code: "no" } }).catch((error) => error);
await client.close();
console.log(JSON.stringify([levels, refused instanceof CallError && refused.code, typeof verifyCallback]));
`;

const answer = JSON.stringify([[{ code: "L1" }], "target-refused", "function"]);

/** Settings of the compiler as in a new project: strict, and declarations of packages are checked too. */
const settings = {
  compilerOptions: { target: "es2024", module: "nodenext", strict: true, noEmit: true, types: ["node"] },
};

/** Returns the lines of the compiler's errors in a program and in the declarations that it imports. */
const errorsIn = async (text: string): Promise<readonly string[]> => {
  await writeFile(join(whole, "tsconfig.json"), JSON.stringify({ ...settings, files: ["use.ts"] }));
  await writeFile(join(whole, "use.ts"), text);
  return run(process.execPath, [tool("tsc"), "-p", whole, "--singleThreaded"]).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.split("\n").filter((line) => line.includes("error")),
  );
};

describe("the client alone", () => {
  it.each(versions)("works from plain JavaScript on Node %s", async (version) => {
    await writeFile(join(client, "use.js"), program("musterd-client"));
    const { stdout } = await run(nodeOf(version), [join(client, "use.js"), server.settings.url]);
    expect(stdout.trim()).toBe(answer);
  });

  it("installs no dependency of the daemon or the service", async () => {
    const installed = await readdir(join(client, "node_modules"));
    expect(installed.filter((name) => !name.startsWith(".")).toSorted()).toEqual(
      ["is-network-error", "musterd-client", "p-limit", "p-retry", "undici", "yocto-queue", "zod"].toSorted(),
    );
  });
});

describe("the whole package", () => {
  it("compiles under strict TypeScript, including its declarations", async () => {
    const good = `import type { FieldFunction, Plan } from "musterd";
import { type Client, openClient } from "musterd/client";
import { startService } from "musterd/service";
export const name: FieldFunction = ({ last }) => String(last);
export const count = (plan: Plan): number => plan.changes.length;
export const client: Client<"system"> = openClient({ url: "http://127.0.0.1:9", corpCode: "A", apiKey: "k" });
export { startService };
`;
    const wrong = 'export const made = client.createDepartment({ body: { code: "A" } });\n';
    expect(await errorsIn(good + wrong)).toEqual([expect.stringMatching(/use\.ts\(8,/)]);
  });

  it("starts a service for other projects' tests", async () => {
    const text = `import { openClient } from "musterd/client";
import { startService } from "musterd/service";
const keys = [{ name: "test", secret: "a-key-of-some-length", permissions: ["P-Org"] }];
const service = await startService({ database: ":memory:", host: "127.0.0.1", port: 0, keys, corpCode: "ACME", adminKey: "an-admin-key" });
const client = openClient({ url: service.url, corpCode: "ACME", apiKey: "a-key-of-some-length" });
console.log(JSON.stringify(await client.listDepartmentLevels()));
await client.close();
await service.close();
`;
    await writeFile(join(whole, "service.js"), text);
    expect((await run(nodeOf("24"), [join(whole, "service.js")])).stdout.trim()).toBe("[]");
  });

  it("runs the demo on the oldest Node in an empty folder", async () => {
    const command = join(whole, "node_modules/musterd/dist/cli/musterd.js");
    const { stdout } = await run(nodeOf("24"), [command, "demo", "--folder", join(folder, "demo")]);
    expect(stdout).toContain("Nothing to do: HR and the service agree.");
  });

  describe("typed into a shell", () => {
    const env = { ...process.env, MUSTERD_TOKEN: "token-of-tests-7Qx2" };
    const typed = async (cwd: string, document: string): Promise<Record<string, unknown>> => {
      const path = [join(whole, "node_modules/.bin"), dirname(process.execPath), process.env["PATH"]].join(":");
      const ends: Record<string, unknown> = {};
      for (const [at, line] of firstRunLines(document).entries())
        ends[`${at}: ${line}`] = await run("sh", ["-c", line], { cwd, env: { ...env, PATH: path } }).then(
          () => 0,
          ({ code, stderr }: { code: number; stderr: string }) => (code === 2 ? code : stderr),
        );
      return ends;
    };
    const expectedOf = (document: string) =>
      Object.fromEntries(
        firstRunLines(document).map((line, at, all) => {
          const isApplied = all.slice(0, at).some((earlier) => earlier.includes("apply"));
          return [`${at}: ${line}`, line.includes("musterd plan") && !isApplied ? 2 : 0];
        }),
      );

    it("works in an empty folder as the README has it", async () => {
      const cwd = join(whole, "alone");
      writeFirstRun(cwd, "README.md");
      expect(await typed(cwd, "README.md")).toEqual(expectedOf("README.md"));
    });

    it.skipIf(isInPart)("works beside a daemon as the first guide has it", async () => {
      const [cwd, document] = [join(whole, "beside"), "docs/getting-started.md"];
      writeFirstRun(cwd, document);
      await appendFile(
        join(cwd, "musterd.yaml"),
        "\ndaemon: { token: env:MUSTERD_TOKEN, port: 0, runAtStart: false }\n",
      );
      const command = join(whole, "node_modules/musterd/dist/cli/musterd.js");
      const daemon = spawn(process.execPath, [command, "daemon"], { cwd, env, stdio: "ignore" });
      const ended = once(daemon, "exit");
      try {
        const lent = () => access(join(cwd, ".musterd/service.db.lent.json")).then(() => "lent");
        await expect.poll(() => lent().catch(() => "")).toBe("lent");
        expect(await typed(cwd, document)).toEqual(expectedOf(document));
      } finally {
        daemon.kill("SIGTERM");
        await ended;
      }
    });
  });

  it("reads a source through functions of the company's own", async () => {
    const place = join(whole, "functions");
    writeFirstRun(place, "docs/getting-started.md");
    const file = join(place, "musterd.yaml");
    const yaml = (await readFile(file, "utf8"))
      .replace("source:\n", "source:\n  mappingFile: ./mapping.ts\n")
      .replace("name: 姓名", "name: { function: name, reads: [姓名] }");
    await writeFile(file, yaml);
    await writeFile(
      join(place, "mapping.ts"),
      "export const name = ({ 姓名: said }: Record<string, string>) => said;\n",
    );
    const command = join(whole, "node_modules/musterd/dist/cli/musterd.js");
    const env = { ...process.env, MUSTERD_TOKEN: "token-of-tests-7Qx2" };
    const { stdout } = await run(process.execPath, [command, "source", "check", "--json"], { cwd: place, env });
    expect(JSON.parse(stdout)).toMatchObject({ rejected: [] });
  });

  it("prints its version", async () => {
    const command = join(whole, "node_modules/.bin/musterd");
    expect((await run(process.execPath, [command, "--version"])).stdout.trim()).toBe(version);
  });

  it.skipIf(isInPart)("prints the required Node if Node is too old", async () => {
    const command = join(whole, "node_modules/.bin/musterd");
    await expect(run(nodeOf("22"), [command, "--version"])).rejects.toMatchObject({
      stderr: expect.stringMatching(/^node-too-old: musterd needs Node 24/),
    });
  });

  it("and its bill of materials and licences have checksums, and packing leaves the checkout unchanged", async () => {
    const { stdout } = await run("sha256sum", ["--check", "SHA256SUMS"], { cwd: folder });
    expect(stdout.trim().split("\n")).toHaveLength(4);
    const own = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { readonly version: string };
    expect(own.version).not.toBe(version);
  });

  it("installs no telemetry", async () => {
    expect(await readdir(join(whole, "node_modules"))).not.toContain("@scarf");
  });

  it.skipIf(isInPart)("passes publint and are-the-types-wrong", async () => {
    for (const tarball of tarballs) {
      expect((await run(tool("publint"), ["run", tarball, "--strict"])).stdout).toContain("All good");
      await run(tool("attw"), ["--profile", "esm-only", tarball]);
    }
  });
});
