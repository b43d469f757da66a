/** Finds the fenced code blocks in the documents, and writes their TypeScript so that it compiles and runs in this checkout. */
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Block = {
  /** File and line of the block, such as `docs/client.md:12`. */
  readonly place: string;
  readonly language: string;
  /** True when the word `run` after the block's language marks it as a complete program. */
  readonly runs: boolean;
  /** The file that contains the text: its name stands alone on the line before the block. */
  readonly file?: string;
  readonly text: string;
};

export const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...globSync(["docs/*.md", "docs/recipes/*.md"]).sort(),
];

/** The anchors that GitHub makes from the headings of a file. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** The links of a document to other files, as `[as it is written, path from here, anchor]`. */
const linksOf = (document: string): (readonly [link: string, file: string, anchor: string | undefined])[] =>
  [...readFileSync(document, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
    if (/^https?:/.test(link)) return [];
    const [path = "", anchor] = link.split("#");
    return [[link, path === "" ? document : join(dirname(document), path), anchor] as const];
  });

/** The links of a document that lead to no file, or to no heading in it. */
export const brokenLinks = (document: string): string[] =>
  linksOf(document).flatMap(([link, file, anchor]) =>
    existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor)) ? [] : [link],
  );

/** The links of a Chinese document to an English page that has a Chinese twin. */
export const linksToEnglish = (document: string): string[] =>
  linksOf(document).flatMap(([link, file]) => {
    const [, page] = /^docs\/(?!zh-TW\/)(.+\.md)$/.exec(file) ?? [];
    return page !== undefined && existsSync(join("docs/zh-TW", page)) ? [link] : [];
  });

const fence = /(?:^`([^`\n]+)`\n\n)?^```(\S*)( run)?\n([\s\S]*?)^```$/gm;

export const blocksOf = (document: string): Block[] => {
  const content = readFileSync(document, "utf8");
  return [...content.matchAll(fence)].map((found) => {
    const [, file, language = "", run, text = ""] = found;
    const line = content.slice(0, found.index).split("\n").length;
    return { place: `${document}:${line}`, language, runs: run !== undefined, ...(file && { file }), text };
  });
};

export const allBlocks: readonly Block[] = documents.flatMap(blocksOf);

export const inLanguage = (...languages: readonly string[]): Block[] =>
  allBlocks.filter(({ language }) => languages.includes(language));

/** Writes the files that a document contains to their places in `folder`. */
export const writeFirstRun = (folder: string, document = "docs/getting-started.md"): void => {
  for (const { file, text } of blocksOf(document)) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
};

/**
 * The lines of the block with which a document plans and applies, as printed, without comments. `apply` asks a terminal, so a test
 * agrees with `--yes`.
 */
export const firstRunLines = (document: string): readonly string[] => {
  const block = blocksOf(document).find(({ language, text }) => language === "sh" && /musterd apply\b/.test(text));
  return (block?.text ?? "").split("\n").flatMap((line) => {
    const command = line.replace(/\s*#.*$/, "");
    return command === "" ? [] : [command.replace(/musterd apply$/, "musterd apply --yes")];
  });
};

/** Makes a new folder inside the checkout, where programs find the packages in node_modules. */
export const cacheFolder = (): string => {
  mkdirSync(".cache", { recursive: true });
  return mkdtempSync(join(import.meta.dirname, "../../.cache/docs-"));
};

const sources: Readonly<Record<string, string>> = {
  '"musterd"': "index",
  '"musterd/client"': "client/client",
  '"musterd/service"': "service/service",
};

/** Writes a program into `folder`, and makes it import this checkout's sources instead of our packages; returns its path. */
export const writeProgram = (folder: string, name: string, text: string): string => {
  const file = join(folder, name);
  const root = join(import.meta.dirname, "../../src");
  writeFileSync(
    file,
    text.replaceAll(/"musterd(?:\/\w+)?"(?=;)/g, (found) => JSON.stringify(`${root}/${sources[found]}.ts`)),
  );
  return file;
};
