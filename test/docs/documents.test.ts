/** Tests that the documents are correct: links have a target, and every example can be parsed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command, CommanderError } from "commander";
import { afterAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments, stringify } from "yaml";
import { createProgram } from "../../src/cli/program.ts";
import { loadConfig } from "../../src/config/config.ts";
import { openApiDocument } from "../../src/contract/open-api/open-api.ts";
import { tables } from "../../src/source/mapping/fields.ts";
import { allBlocks, brokenLinks, documents, inLanguage } from "./blocks.ts";

const folder = mkdtempSync(join(tmpdir(), "musterd-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the documents", () => {
  it("begin with a README of at most 150 lines", () => {
    expect(readFileSync("README.md", "utf8").split("\n").length).toBeLessThanOrEqual(151);
  });

  it("say of each block what it is", () => {
    const known = ["sh", "yaml", "ts", "js", "json", "csv", "text"];
    expect(allBlocks.filter(({ language }) => !known.includes(language)).map(({ place }) => place)).toEqual([]);
  });

  it("are all found in the index of docs/", () => {
    const index = readFileSync("docs/README.md", "utf8");
    const pages = documents.filter((file) => /^docs\/(?!README)/.test(file)).map((file) => file.slice(5));
    expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
  });

  it.each(documents)("lead somewhere: %s", (document) => {
    expect(brokenLinks(document)).toEqual([]);
  });
});

it.each(inLanguage("json"))("the JSON in $place is JSON", ({ text }) => {
  expect(JSON.parse(text)).toBeTypeOf("object");
});

describe("settings", () => {
  const sections = Object.keys(JSON.parse(readFileSync("config/musterd.schema.json", "utf8")).properties as object);
  const feeds = { hr: { files: { folder: "hr" } } };
  const employees = { records: [{ account: "a", name: "b" }] };

  /** Completes a part of a configuration (sections, settings of the source, or fields of a table) to a whole one. */
  const configuration = (part: Record<string, object>): object => {
    const keys = Object.keys(part);
    const { source, ...others } = part;
    if (keys.every((key) => sections.includes(key)))
      return {
        source: { feeds, ...(source && tables.some((table) => table in source) ? {} : { employees }), ...source },
        ...others,
      };
    if (keys.some((key) => key === "feeds" || tables.includes(key as (typeof tables)[number])))
      return configuration({
        source: part.base === undefined && part.feeds === undefined ? { feeds: directories, ...part } : part,
      });
    if (keys.includes("url")) return configuration({ feeds: { ad: { ldap: { bind: "anonymous", ...part } } } });
    const file = "rows.csv";
    return keys.includes("manager")
      ? configuration({
          source: { peopleBy: "account", employees, departments: { file, columns: { code: "c", name: "n", ...part } } },
        })
      : configuration({
          source: { mappingFile: "mapping.ts", employees: { file, columns: { account: "a", ...part } } },
        });
  };
  const directories = { ad: { ldap: { url: "ldaps://localhost", bind: "anonymous" } } };

  it.each(inLanguage("yaml"))("in $place are valid", ({ text }) => {
    // Files of Docker Compose and Kubernetes configure other programs, so musterd's schema does not apply.
    const all = parseAllDocuments(text).map((one) => one.toJS() as Record<string, object>);
    if (all.some((one) => ["services", "apiVersion", "patches"].some((key) => key in one))) return;
    writeFileSync(join(folder, "site.yaml"), JSON.stringify(openApiDocument("system")));
    writeFileSync(join(folder, "musterd.yaml"), stringify(configuration(parse(text) as Record<string, object>)));
    const secrets = ["MUSTERD_API_KEY", "MUSTERD_TOKEN", "AD_PASSWORD", "REDIS_ADDRESS", "MUSTERD_CLIENT_SECRET"];
    const environment = {
      ...Object.fromEntries(secrets.map((name) => [name, "rediss://localhost"])),
      MUSTERD_SMTP: "smtps://localhost",
      MUSTERD_CHAT: "https://localhost",
      MUSTERD_HEARTBEAT: "https://localhost",
    };
    expect(loadConfig(join(folder, "musterd.yaml"), environment).file).toContain("musterd.yaml");
  });
});

describe("command lines", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const npm = new Set(["ci", "install", "test", ...Object.keys(scripts)]);
  /** Programs that do not belong to the project, whose arguments are not checked. */
  const known =
    "cp curl docker git install kubectl mkdir npx openssl sha256sum sqlite3 systemctl systemd-run tar useradd";
  const own = /(?:^(?:npx )?|^docker compose exec \w+ | -- |\.env )musterd (.*)$|^npm run -s musterd -- (.*)$/;

  /** Makes the commands of the program do nothing, so that a command line is only parsed. */
  const inert = (command: Command): Command => {
    command.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    if (command.parent) command.action(() => undefined);
    for (const below of command.commands) inert(below);
    return command;
  };

  /** Returns the error of commander for a command line; undefined for a line that commander accepts. */
  const refusalOf = async (line: string): Promise<string | undefined> => {
    const parameters = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);
    const given = parameters.map((text) => text.replace("FINGERPRINT", "3f2a9c41d07e"));
    return inert(createProgram({}, () => undefined))
      .parseAsync(given, { from: "user" })
      .then(() => undefined)
      .catch(({ code, message }: CommanderError) => (code === "commander.version" ? undefined : message));
  };

  const problemOf = async (line: string): Promise<string | undefined> => {
    const [, direct, byNpm] = own.exec(line) ?? [];
    const ours = direct ?? byNpm;
    if (ours !== undefined) return refusalOf(ours.replace(/ [|>].*/, ""));
    const [program = "", first = "", second = ""] = line.split(/\s+/);
    if (program !== "npm") return known.split(" ").includes(program) ? undefined : `unknown program ${program}`;
    return npm.has(first === "run" ? second : first) ? undefined : "unknown script";
  };

  const linesOf = (text: string): string[] =>
    text
      .replaceAll(/ - <<'(\w+)'\n[^]*?\n\1$/gm, " -")
      .replaceAll("\\\n", " ")
      .split(/\n| && /)
      .map((line) =>
        line
          .replace(/(^|\s)#.*$/, "")
          .replace(/^\s*(sudo |\w+=\S+ )*/, "")
          .trim(),
      )
      .filter(Boolean);

  const lines = inLanguage("sh").flatMap(({ place, text }) => linesOf(text).map((line) => ({ place, line })));

  it.each(lines)("$line ($place) can be given", async ({ line }) => {
    expect(await problemOf(line)).toBe(undefined);
  });

  it("that cannot be given are found", async () => {
    for (const line of ["musterd plna", "npx musterd plan --fast", "npm run tets", "rm -rf /"])
      expect(await problemOf(line)).toBeTypeOf("string");
  });
});
