/** Tests `musterd users`, with passwords on standard input, whose sender keeps the pipe open. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../../support/processes/cli-process.ts";
import { openWorkplace, smallSample } from "../../support/processes/workplace.ts";

const entry = fileURLToPath(new URL("../../../src/cli/musterd.js", import.meta.url));
let place: Awaited<ReturnType<typeof openWorkplace>>;

beforeAll(async () => {
  const { files, source } = await smallSample();
  place = await openWorkplace(files, { source, target: "embedded", state: { folder: "state" } });
});
afterAll(() => place.remove());

/** Sends the input and keeps the pipe open. */
const musterd = (words: readonly string[], input: string) => {
  const child = spawn(process.execPath, [entry, ...words, "--config", place.config], { cwd: place.folder });
  child.stdin.on("error", () => undefined);
  child.stdin.write(input);
  return text(child.stderr);
};

it("adds accounts, lists and revokes them, and takes no password that is short", async () => {
  expect(await musterd(["users", "add", "chen", "--role", "approver", "viewer"], "four words of nobody\n")).toBe("");
  expect(await musterd(["users", "passwd", "chen"], "short\n")).toMatch(/^password-weak: the password has 5 /);
  const run = (...words: readonly string[]) => runCli([...words, "--config", place.config], { cwd: place.folder });
  expect(JSON.parse((await run("users", "list", "--json")).stdout)).toMatchObject([
    { name: "chen", roles: ["viewer", "approver"] },
  ]);
  expect((await run("users", "add", "Chen", "--role", "viewer")).stderr).toMatch(
    /^option-invalid: there is an account/,
  );
  expect((await run("users", "add", "a b", "--role", "viewer")).stderr).toMatch(/^option-invalid: /);
  expect((await run("users", "passwd", "nobody")).stderr).toMatch(/^option-invalid: there is no account/);
  expect((await run("users", "sign-out", "amy@example.com")).stdout).toBe(
    "amy@example.com is signed out; sessions ended: 0.\n",
  );
  expect((await run("users", "revoke", "CHEN")).stdout).toBe("The account CHEN is revoked.\n");
  expect((await run("users", "list")).stdout).toBe("No accounts yet.\n");
});

it.each([
  ["sends without end", "four words of nobody\n".repeat(9_000), ""],
  ["sends a line without end", "a".repeat(200_000), "password-weak: "],
])(
  "takes the first line of whoever %s",
  async (_, sent, refused) => {
    const said = await musterd(["users", "add", "lin", "--role", "viewer"], sent);
    expect(said.slice(0, refused.length || undefined)).toBe(refused);
    if (refused === "") await runCli(["users", "revoke", "lin", "--config", place.config], { cwd: place.folder });
  },
  60_000,
);

it.each([
  ["2027-02-31", "2027-02-31 is neither a date nor a date-time"],
  ["2027-02-30T09:00", "2027-02-30T09:00 is neither a date nor a date-time"],
  ["2020-01-31", "2020-01-31 has passed"],
])("adds no token and no account whose last day is %s", async (expires, said) => {
  const run = (...words: readonly string[]) => runCli([...words, "--config", place.config], { cwd: place.folder });
  for (const kind of ["tokens", "users"]) {
    const { code, stdout, stderr } = await run(kind, "add", "ci", "--role", "viewer", "--expires", expires);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`option-invalid: ${said}`);
  }
});
