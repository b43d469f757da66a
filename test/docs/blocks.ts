/** The fenced code blocks of the documents, and TypeScript of theirs as it runs and compiles in this checkout. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Block = {
  /** `docs/client.md:12`. */
  readonly place: string;
  readonly language: string;
  /** Whether the block says that it can be run as it stands. */
  readonly runs: boolean;
  /** The file that the line before the block names, where that is all the line says. */
  readonly file?: string;
  readonly text: string;
};

export const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("docs/*.md").sort()];

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

/** Writes the files that docs/getting-started.md shows, in their places below `folder`. */
export const writeFirstRun = (folder: string): void => {
  for (const { file, text } of blocksOf("docs/getting-started.md")) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
};

/** A new folder inside the checkout, so that packages are found. */
export const cacheFolder = (): string => {
  mkdirSync(".cache", { recursive: true });
  return mkdtempSync(join(import.meta.dirname, "../../.cache/docs-"));
};

const sources: Readonly<Record<string, string>> = {
  '"musterd"': "index",
  '"musterd/client"': "client/client",
  '"musterd/service"': "service/service",
};

/** Writes a program into `folder` with the sources in the place of the packages; returns its path. */
export const writeProgram = (folder: string, name: string, text: string): string => {
  const file = join(folder, name);
  const root = join(import.meta.dirname, "../../src");
  writeFileSync(
    file,
    text.replaceAll(/"musterd(?:\/\w+)?"(?=;)/g, (found) => JSON.stringify(`${root}/${sources[found]}.ts`)),
  );
  return file;
};
