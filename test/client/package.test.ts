/** `musterd/client` as another package uses it: by a link in its node_modules, run by Node as it is and checked by tsc. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ScriptedServer, startScriptedServer } from "../target/scripted-server.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

const program = `import { CallError, openClient, verifyCallback } from "musterd/client";

await using client = openClient({ url: process.argv[2] ?? "", corpCode: "ACME", apiKey: "k-1" });
const levels = await client.V1();
const refused = await client.V6({ params: { code: "no" } }).catch((error: unknown) => error);
console.log(JSON.stringify([levels, refused instanceof CallError && refused.code, typeof verifyCallback]));
`;

const wrongProgram = `import { openClient } from "musterd/client";

export const client = openClient({ url: "http://127.0.0.1:9", corpCode: "ACME", apiKey: "k-1" });
export const made = client.D2({ body: { code: "A" } });
`;

const settings = {
  compilerOptions: {
    target: "esnext",
    module: "nodenext",
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  include: ["*.ts"],
};

let folder: string;
let server: ScriptedServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-client-"));
  await mkdir(join(folder, "node_modules"));
  await symlink(root, join(folder, "node_modules/musterd"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "other", type: "module" }));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
  await writeFile(join(folder, "program.ts"), program);
  await writeFile(join(folder, "wrong.ts"), wrongProgram);
  server = await startScriptedServer();
  server.script.set("GET /deptlevel", { json: [{ code: "L1" }] });
  server.script.set("DELETE /deptlevel/no", { status: 400, json: { errorCode: "NONE", traceId: "t" } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

it("is run by Node without a build", async () => {
  const { stdout } = await run(process.execPath, ["program.ts", server.settings.url], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual([[{ code: "L1" }], "target-refused", "function"]);
});

it("has types that another package's compiler understands, and that refuse a wrong call and nothing else", async () => {
  const tsc = run(join(root, "node_modules/.bin/tsc"), ["-p", folder], { cwd: folder });
  const { stdout } = await tsc.catch((error: { stdout: string }) => error);
  expect(
    stdout
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith(" ")),
  ).toEqual([expect.stringMatching(/^wrong\.ts\(4,\d+\): error TS2739/)]);
});
