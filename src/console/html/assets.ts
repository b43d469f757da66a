/** The files that pages load: the style sheet and the script, under addresses that change with their content. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { consoleStyle } from "./style.ts";

type Asset = { readonly path: string; readonly type: string; readonly content: string };

/**
 * The extension of this file: `.ts` in a checkout, whose types are taken out here (Node warns that this is experimental; the npm
 * scripts turn the warning off), `.js` in the package.
 */
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

const scriptText = (): string => {
  const source = readFileSync(new URL(`../browser/console${extension}`, import.meta.url), "utf8");
  return extension === ".ts" ? stripTypeScriptTypes(source) : source;
};

const assetOf = (name: string, type: string, content: string): Asset => ({
  path: `/assets/${hash("sha256", content, "hex").slice(0, 16)}/${name}`,
  type,
  content,
});

/** What is served, and the addresses for the pages. */
export const readAssets = (): {
  readonly files: readonly Asset[];
  readonly assets: Record<"style" | "script", string>;
} => {
  const style = assetOf("console.css", "text/css; charset=utf-8", consoleStyle);
  const script = assetOf("console.js", "text/javascript; charset=utf-8", scriptText());
  return { files: [style, script], assets: { style: style.path, script: script.path } };
};
