import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import iconv from "iconv-lite";
import { afterAll, describe, expect, it } from "vitest";
import { allSettings, settingsDocument } from "../../scripts/settings-table.ts";
import { configJsonSchema, loadConfig } from "../../src/config/config.ts";
import { MusterdError } from "../../src/lib/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "musterd-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

const environment = {
  MUSTERD_API_KEY: "key",
  MUSTERD_TOKEN: "token-of-the-control-port",
  AD_PASSWORD: "a",
  LDAP_PASSWORD: "b",
  PATH: "/bin",
};

const write = (text: string | Uint8Array): string => {
  const file = join(folder, "musterd.yaml");
  writeFileSync(file, text);
  return file;
};

const problems = (text: string | Uint8Array, variables: Record<string, string> = environment): string => {
  try {
    loadConfig(write(text), variables);
  } catch (error) {
    if (error instanceof MusterdError) return `${error.code} ${error.message}`;
    throw error;
  }
  return "none";
};

const source = `
source:
  feeds: { hr: { files: { folder: hr } } }
  employees: { file: people.csv, columns: { account: A, number: N, name: B } }
`;

describe("the examples in config/", () => {
  const examples = globSync("config/*.yaml");

  it.each(examples)("%s is valid", (file) => {
    expect(loadConfig(file, environment).file).toMatch(basename(file));
  });

  it("exist", () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it("read the sample company in the same way in a container", () => {
    const inContainer = loadConfig("config/container.yaml", environment).source;
    const here = loadConfig("config/sample-company.yaml", environment).source;
    expect({ ...inContainer, feeds: {} }).toEqual({ ...here, feeds: {} });
  });

  it("come with the current JSON Schema", () => {
    const kept: unknown = JSON.parse(readFileSync("config/musterd.schema.json", "utf8"));
    expect(kept).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
  });

  it("and a description of every setting, in the schema and in the documents", () => {
    const settings = [...allSettings()];
    expect(settings.length).toBeGreaterThan(200);
    expect(settings.filter(([, { description }]) => !description).map(([path]) => path)).toEqual([]);
    expect(readFileSync("docs/settings.md", "utf8")).toBe(settingsDocument());
    const documents = [...globSync("docs/*.md"), "README.md"].map((file) => readFileSync(file, "utf8")).join("\n");
    const names = new Set(settings.map(([path]) => path.split(".").at(-1) ?? ""));
    expect([...names].filter((name) => !documents.includes(name))).toEqual([]);
  });
});

describe("loadConfig", () => {
  it("fills in safe defaults", () => {
    const config = loadConfig(write(source), environment);
    expect(config.target).toBe("embedded");
    expect(config.source.feeds["hr"]).toMatchObject({ settings: { folder: join(folder, "hr") } });
    for (const account of ["admin", "administrator", "root", "sysadmin", "system"])
      expect(config.plan.protectedAccounts).toContain(account);
    expect(config.plan.caps.employee?.deactivate).toEqual({ percent: 5, count: 500 });
    expect(config.daemon.token).toBeUndefined();
  });

  it.each([
    [
      "employee: { create: { count: 7 } }",
      { create: { count: 7, percent: 20 }, deactivate: { percent: 5, count: 500 } },
    ],
    ["employee: { deactivate: { percent: 3 } }", { create: { percent: 20 }, deactivate: { percent: 3, count: 500 } }],
    ["employee: { deactivate: { count: 9, percent: 100 } }", { deactivate: { percent: 100, count: 9 } }],
    ["post: { create: { count: 9 } }", { create: { percent: 20 } }],
  ])("keeps what a cap does not state, and the other caps: %s", (caps, expected) => {
    const config = loadConfig(write(`${source}\nguard: { caps: { ${caps} } }`), environment);
    expect(config.plan.caps.employee).toMatchObject(expected);
  });

  it("refuses a cap that states nothing: it may mean no limit, or the default", () => {
    const load = () => loadConfig(write(`${source}\nguard: { caps: { employee: { deactivate: {} } } }`), environment);
    expect(load).toThrow(/guard\.caps\.employee\.deactivate: needs `count` or `percent`/);
  });

  it("takes Redis from REDIS_URL unless the file names one", () => {
    const variables = { ...environment, REDIS_URL: "redis://a:1", OTHER: "redis://b:2" };
    expect(loadConfig(write(source), variables).redis.url).toBe("redis://a:1");
    expect(loadConfig(write(`${source}\nredis: { url: env:OTHER }`), variables).redis.url).toBe("redis://b:2");
  });

  it("reads a secret from a file beside the configuration", () => {
    writeFileSync(join(folder, "token"), "a-token-from-a-file\n");
    expect(loadConfig(write(`${source}\ndaemon: { token: file:token }`), environment).daemon.token).toBe(
      "a-token-from-a-file",
    );
  });

  it.each([
    ["env:NOBODY", "is not set, or empty"],
    ["file:nowhere", "cannot be read (ENOENT)"],
    ["file:.", "cannot be read (EISDIR)"],
    ["file:blank", "is empty"],
    ["file:of-powershell", ": it is not in UTF-8"],
  ])("says what is wrong with a secret: %s %s", (reference, problem) => {
    writeFileSync(join(folder, "blank"), "\n");
    writeFileSync(join(folder, "of-powershell"), Buffer.from("\uFEFFsecret\r\n", "utf16le"));
    const target = `target: { url: "https://x.example", corpCode: C, apiKey: "${reference}" }`;
    expect(problems(`${source}\n${target}`)).toContain(
      `target.apiKey: ${reference}${problem.startsWith(":") ? "" : " "}${problem}`,
    );
  });

  it("a key that no header can have is named when the configuration is read, and a line break after a secret is none of it", () => {
    const target = `target: { url: "https://x.example", corpCode: C, apiKey: env:KEY }`;
    const found = (KEY: string) => problems(`${source}\n${target}`, { KEY });
    for (const key of ["abcdefgh\nabcdefgh", "密碼密碼密碼密碼密碼密碼", "a key of several words"])
      expect(found(key)).toContain("target.apiKey: must be printable ASCII without spaces");
    expect(found("密碼密碼密碼密碼密碼密碼")).not.toContain("密碼");
    expect(found("abcdefgh-abcdefgh\r\n")).toBe("none");
  });

  it("names the channels whose address or secret cannot be used", () => {
    const notify = `${source}
notify:
  channels:
    mail: { kind: mail, url: env:URL, from: hr@example.com, to: [it@example.com] }
    hook: { kind: webhook, url: env:URL, secret: env:SECRET }
    beat: { kind: heartbeat, url: env:URL }
`;
    const found = problems(notify, { ...environment, URL: "ftp://example.com", SECRET: "short" });
    const expected = (protocols: string) => `url: expected an address that begins with ${protocols}`;
    expect(found).toContain(`notify.channels.mail.${expected("smtp:// or smtps://")}`);
    expect(found).toContain(`notify.channels.hook.${expected("http:// or https://")}`);
    expect(found).toContain(`notify.channels.beat.${expected("http:// or https://")}`);
    expect(found).toContain("notify.channels.hook.secret: expected whsec_ and base64 of at least 24 bytes");
    expect(found).not.toContain("short");
    const hook = `${source}\nnotify: { channels: { hook: { kind: webhook, url: env:URL, secret: env:SECRET } } }`;
    const secret = `whsec_${Buffer.alloc(24).toString("base64")}`;
    expect(problems(hook, { ...environment, URL: "https://example.com", SECRET: secret })).toBe("none");
  });

  it.each([
    [
      "mail, url: env:URL, from: hr@example.com, to: [it@example.com]",
      "smtps://hr:50%off@mail.example",
      "write % as %25",
    ],
    [
      "mail, url: env:URL, from: hr@example.com, to: [it@example.com]",
      "smtp://mail.example/?tls=off",
      "only user, password",
    ],
    ["webhook, url: env:URL", "https://hr:hunter2@chat.example/x", "the user and the password in it are not sent"],
    ["heartbeat, url: env:URL", "https://hr@beat.example/x", "the user and the password in it are not sent"],
    ["webhook, url: env:OK, authorization: env:URL", "Bearer 密碼", "expected ASCII characters"],
    ["webhook, url: env:OK, authorization: env:URL", "Bearer a\nb", "expected ASCII characters"],
  ])("names a part of a channel that could not be used when something is told: %s", (channel, url, problem) => {
    const notify = `${source}\nnotify: { channels: { it: { kind: ${channel} } } }`;
    const found = problems(notify, { ...environment, OK: "https://chat.example/x", URL: url });
    expect(found).toContain(problem);
    for (const secret of ["50%off", "hunter2", "密碼"]) expect(found).not.toContain(secret);
  });

  it("lists every problem with its path, and no secret", () => {
    const found = problems(`${source}
target: { url: "ftp://x", corpCode: "", apiKey: hunter2 }
daemon: { schedule: every day, timeZone: Mars/One, port: 99999 }
guard: { caps: { employee: { deactivate: { percent: 200 } } } }
polcy: {}
`);
    for (const path of [
      "target.url",
      "target.corpCode",
      "target.apiKey",
      "daemon.schedule",
      "daemon.timeZone",
      "daemon.port",
      "guard.caps.employee.deactivate.percent",
      "polcy",
    ]) {
      expect(found).toContain(path);
    }
    expect(found).toMatch(/^config-invalid problems in the configuration \(8\)/);
    expect(found).not.toContain("hunter2");
  });

  it("names a secret that is not set", () => {
    const text = `${source}\ntarget: { url: "https://hr.example.com", corpCode: C, apiKey: env:MUSTERD_API_KEY }`;
    expect(problems(text, { PATH: "" })).toContain("target.apiKey: env:MUSTERD_API_KEY is not set");
    expect(problems(text)).toBe("none");
  });

  it("refuses a file that is not UTF-8, whose conditions would never hold, and names the line", () => {
    const said = source.replace("account: A", "account: A }, except: [{ column: K, is: 約聘 }] #");
    const bytes = iconv.encode(said, "big5");
    const expected =
      "config-invalid the file is not YAML: it is not in UTF-8, but perhaps in Big5, GBK or UTF-16: save it as UTF-8";
    expect([
      problems(bytes),
      problems(iconv.encode(source, "utf16le")),
      problems(iconv.encode(source, "utf16be", { addBOM: true })),
    ]).toEqual([expected, expected, expected]);
    expect(() => loadConfig(write(bytes), environment)).toThrow(
      expect.objectContaining({ place: expect.objectContaining({ line: 4 }) }),
    );
    expect(problems(`\uFEFF${source}`)).toBe("none");
  });

  it("names the line that is not YAML", () => {
    expect(problems("source: [")).toMatch(/^config-invalid the file is not YAML/);
  });
});

describe("the target's own description", () => {
  const target = (...lines: readonly string[]): string =>
    `${source}target:\n${["url: https://hr.example.com", "corpCode: ACME", "apiKey: env:MUSTERD_API_KEY", ...lines]
      .map((line) => `  ${line}\n`)
      .join("")}`;
  const reads = ["V1", "D1", "T1", "J4", "E1"].map((id) => [`/${id}`, { get: { operationId: id } }] as const);
  const details = [
    ["/D9/{code}/{includeSubDept}", { get: { operationId: "D9" } }],
    ["/D10/{code}", { post: { operationId: "D10" } }],
    ["/E2/{userType}/{userCode}", { get: { operationId: "E2" } }],
    ["/E4/{userType}/{userCode}", { get: { operationId: "E4" } }],
  ] as const;
  const describeSite = (items: readonly (readonly [string, object])[]): void =>
    writeFileSync(
      join(folder, "site.json"),
      JSON.stringify({ openapi: "3.0.3", paths: Object.fromEntries(items), servers: [{ url: "/api" }] }),
    );

  it("is read with the configuration, from its folder", () => {
    describeSite([...reads, ...details]);
    const config = loadConfig(write(target("openapi: site.json", "paths: { D10: 'GET ^/boss/{code}' }")), environment);
    expect(config.target).toMatchObject({
      apiKey: "key",
      paths: { D10: "GET ^/boss/{code}" },
      description: { file: "site.json", paths: { V1: "GET ^/api/V1", D10: "POST ^/api/D10/{code}" } },
    });
  });

  it("must show every read that a run needs, unless `paths` does", () => {
    describeSite([...reads, ...details.slice(1)]);
    expect(problems(target("openapi: site.json"))).toMatch(
      /^config-invalid problems in the configuration \(1\).*\n.*target\.openapi: site\.json does not give the address of D9 \(Get employees of a department\): .*; bind it in target\.paths\.D9$/,
    );
    const bound = target("openapi: site.json", "paths: { D9: 'GET ^/of/{code}?sub={includeSubDept}' }");
    expect(problems(bound)).toBe("none");
  });

  it("must be an OpenAPI 3 file", () => {
    expect(problems(target("openapi: none.yaml"))).toMatch(/target\.openapi: none\.yaml cannot be read: ENOENT/);
    writeFileSync(join(folder, "site.json"), '{ "swagger": "2.0", "paths": {} }');
    expect(problems(target("openapi: site.json"))).toMatch(/site\.json is not an OpenAPI 3 description: openapi: /);
    writeFileSync(join(folder, "site.json"), "{ not closed");
    expect(problems(target("openapi: site.json"))).toMatch(/site\.json cannot be read: /);
  });

  it("and `paths` never bind a read to the address of a write", () => {
    expect(problems(target("paths: { V1: POST /permission/update }"))).toMatch(
      /target\.paths\.V1: V1 is a read, but POST .*\/permission\/update is the address of the write P1/,
    );
    describeSite([...reads, ...details, ["/E1/find", { post: { operationId: "E12", requestBody: {} } }]]);
    expect(problems(target("openapi: site.json"))).toBe("none");
    expect(problems(target("openapi: site.json", "paths: { E1: POST ^/api/E1/find }"))).toMatch(
      /target\.paths\.E1: E1 is a read, but POST \/api\/E1\/find is the address of the write E12; bind one of them to another address/,
    );
  });
});
