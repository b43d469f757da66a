/**
 * Tests the import table of ARCHITECTURE.md: which folder may import which, which packages a folder may import, and how long a
 * file may be. It reads the sources as text, so nothing has to be built. It fails if it finds no files.
 */
import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parts, table } from "./support/suites/house.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The files that may read `process.env`: the configuration, and the command, which passes the environment on. */
const mayReadEnvironment = new Set(["config/config.ts", "cli/musterd.js"]);

const mostFiles = 22;

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

const isIn = (folder: string, file: string): boolean => file.startsWith(`src/${folder}/`);

const partBreaches = (folder: string): string[] =>
  sources
    .filter(({ file }) => isIn(folder, file))
    .flatMap((source) => {
      const own = partOf(folder, source.file);
      const allowed = parts[folder]?.[own];
      if (!allowed) return [`${source.file}: the table of ${folder} has no part ${own}`];
      return source.imports
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => resolved(source, specifier))
        .filter((target) => isIn(folder, target) && partOf(folder, target) !== own)
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

  it.each(Object.keys(parts))("has every part of %s, in an order without cycles", (folder) => {
    const table = Object.entries(parts[folder] ?? {});
    const found = sources.filter(({ file }) => isIn(folder, file)).map(({ file }) => partOf(folder, file));
    expect(new Set(found)).toEqual(new Set(table.map(([part]) => part)));
    for (const [at, [part, others]] of table.entries()) {
      const below = table.slice(0, at).map(([name]) => name);
      expect({ part, below }).toEqual({ part, below: expect.arrayContaining([...others]) });
    }
  });

  it("has no folder with so many files that nobody finds one in it", () => {
    const files = Map.groupBy(sources, ({ file }) => dirname(file));
    const halls = [...files].filter(([, { length }]) => length > mostFiles).map(([folder]) => folder);
    expect(halls).toEqual([]);
  });

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
