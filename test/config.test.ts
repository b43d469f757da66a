import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { configJsonSchema, loadConfig } from "../src/config.ts";
import { MusterdError } from "../src/lib/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "musterd-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

const environment = {
  MUSTERD_API_KEY: "key",
  MUSTERD_TOKEN: "token",
  AD_PASSWORD: "a",
  LDAP_PASSWORD: "b",
  PATH: "/bin",
};

const write = (text: string): string => {
  const file = join(folder, "musterd.yaml");
  writeFileSync(file, text);
  return file;
};

const problems = (text: string, variables: Record<string, string> = environment): string => {
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

  it("are there", () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it("read the sample company alike in a container", () => {
    const inContainer = loadConfig("config/container.yaml", environment).source;
    const here = loadConfig("config/sample-company.yaml", environment).source;
    expect({ ...inContainer, feeds: {} }).toEqual({ ...here, feeds: {} });
  });

  it("and the one in the README are valid", () => {
    const [first = "", second = ""] = readFileSync("README.md", "utf8")
      .split("```yaml\n")
      .slice(1)
      .map((rest) => rest.split("```")[0] ?? "");
    expect(loadConfig(write(first), environment).source.tables.employees?.[0]?.except).toHaveLength(1);
    const employees = "  employees: { records: [{ account: a }] }\n";
    expect(loadConfig(write(second + employees), environment).source.quality["tree-shape"].on).toBe("warn");
  });

  it("come with the JSON Schema of today", () => {
    const kept: unknown = JSON.parse(readFileSync("config/musterd.schema.json", "utf8"));
    expect(kept).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
  });
});

describe("loadConfig", () => {
  it("fills in careful defaults", () => {
    const config = loadConfig(write(source), environment);
    expect(config.target).toBe("embedded");
    expect(config.source.feeds["hr"]).toMatchObject({ files: { folder: join(folder, "hr") } });
    expect(config.plan.protectedAccounts).toContain("admin");
    expect(config.plan.caps.employee?.deactivate).toEqual({ percent: 5, count: 500 });
    expect(config.daemon.token).toBeUndefined();
  });

  it("replaces one cap and keeps the others", () => {
    const config = loadConfig(write(`${source}\nguard: { caps: { employee: { create: { count: 7 } } } }`), environment);
    expect(config.plan.caps.employee?.create).toEqual({ count: 7 });
    expect(config.plan.caps.employee?.deactivate).toEqual({ percent: 5, count: 500 });
  });

  it("takes Redis from REDIS_URL unless the file names one", () => {
    const variables = { ...environment, REDIS_URL: "redis://a:1", OTHER: "redis://b:2" };
    expect(loadConfig(write(source), variables).redis.url).toBe("redis://a:1");
    expect(loadConfig(write(`${source}\nredis: { url: env:OTHER }`), variables).redis.url).toBe("redis://b:2");
  });

  it("reads a secret from a file beside the configuration", () => {
    writeFileSync(join(folder, "token"), "from-file\n");
    expect(loadConfig(write(`${source}\ndaemon: { token: file:token }`), environment).daemon.token).toBe("from-file");
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
    expect(found).toMatch(/^config-invalid 8 problem/);
    expect(found).not.toContain("hunter2");
  });

  it("names a secret that is not set", () => {
    const text = `${source}\ntarget: { url: "https://hr.example.com", corpCode: C, apiKey: env:MUSTERD_API_KEY }`;
    expect(problems(text, { PATH: "" })).toContain("target.apiKey: env:MUSTERD_API_KEY is not set");
    expect(problems(text)).toBe("none");
  });

  it("names the line that is not YAML", () => {
    expect(problems("source: [")).toMatch(/^config-invalid the file is not YAML/);
  });
});
