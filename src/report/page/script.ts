/**
 * The script of the HTML report: the files of `browser/` as one function. It unpacks the page's data (payload.ts), searches and
 * filters it while the reader types, and draws only the page of each list that is shown.
 */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

const files = ["dom", "page-data", "search", "rows", "pager", "lists", "figure-tables", "start-page"] as const;

/**
 * The extension of this file: `.ts` in a checkout, whose types are taken out here (Node warns that this is experimental; the npm
 * scripts turn the warning off), `.js` in the package.
 */
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

const programOf = (name: string): string => {
  const text = readFileSync(new URL(`./browser/${name}${extension}`, import.meta.url), "utf8");
  return (extension === ".ts" ? stripTypeScriptTypes(text) : text)
    .replaceAll(/^import\s[^;]*;$/gm, "")
    .replaceAll(/^export (?=const )/gm, "")
    .replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replaceAll(/\n\s*\n/g, "\n");
};

let made: string | undefined;

/** Returns the script; it is made once. */
export const pageScript = (): string => {
  made ??= `(() => {\n"use strict";\n${files.map(programOf).join("\n")}\nvoid startPage();\n})();`;
  return made;
};
