/** Settings that would have no effect beside the others are refused: whoever wrote them expects something of them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { MusterdError } from "../../src/lib/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "musterd-without-effect-"));
afterAll(() => rmSync(folder, { recursive: true }));

const source = `
source:
  feeds: { hr: { files: { folder: hr } } }
  employees: { file: people.csv, columns: { account: A, number: N, name: B } }
`;
const openid =
  "openid: { issuer: https://id.example.com, clientId: musterd, clientSecret: env:SECRET, roles: { auditor: [all] } }";
const all = `queueBoard: true, proxies: [10.0.0.7], ${openid}`;

/** What is said of the configuration; nothing if it is valid. */
const saidOf = (more: string): string | undefined => {
  const file = join(folder, "musterd.yaml");
  writeFileSync(file, `${source}${more}\n`);
  try {
    loadConfig(file, { SECRET: "a-secret-of-the-client", MAIL: "smtps://mail.example.com" });
    return undefined;
  } catch (error) {
    if (!(error instanceof MusterdError)) throw error;
    expect([error.code, error.place?.file]).toEqual(["config-invalid", file]);
    return error.message;
  }
};

describe("the console", () => {
  it.each([
    ["off", "", ["queueBoard", "openid", "proxies"]],
    ["off", "console: off, ", ["queueBoard", "openid", "proxies"]],
    ["on this machine", "console: loopback, ", ["proxies"]],
    ["behind a proxy", "console: https://musterd.example.com, ", []],
  ])("that is %s (%s) leaves nothing unused", (_, console, unused) => {
    const said = saidOf(`daemon: { ${console}${all} }`) ?? "";
    expect([...said.matchAll(/daemon\.(\w+): has no effect/g)].map(([, name]) => name)).toEqual(unused);
  });

  it("that is off needs nothing, and may have its settings at their defaults", () => {
    expect(saidOf("daemon: { queueBoard: false, proxies: [] }")).toBeUndefined();
  });

  it.each([
    ["off", true],
    ["loopback", true],
    ["https://musterd.example.com", false],
  ])("%s: a link for an approver is refused: %s", (console, isRefused) => {
    const channel = "kind: mail, url: env:MAIL, from: hr@example.com, to: [ann@example.com], approver: ann";
    const said = saidOf(`daemon: { console: "${console}" }\nnotify: { channels: { ann: { ${channel} } } }`);
    expect(said?.includes("notify.channels.ann.approver: has no effect") ?? false).toBe(isRefused);
  });
});
