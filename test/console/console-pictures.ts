/** Takes the pictures of the console for the documentation, page by page. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pictureFonts, withPalette } from "../report/report-pictures.ts";
import { openConsoleSite } from "./console-site.ts";

/** Into the folder, as `console-NAME.png`. */
export const takeConsolePictures = async (folder: string): Promise<void> => {
  const at = await openConsoleSite();
  try {
    const plan = (await at.ended("blocked")).slice(0, 12);
    const [run] = await at.store.runs.list(1);
    const pages: readonly (readonly [name: string, path: string, height?: number])[] = [
      ["today", "/"],
      ["runs", "/run", 460],
      ["run", `/run/${run?.id}`],
      ["decide", `/decide/${plan}`, 980],
      ["people", "/people?q=%E6%9D%8E", 460],
      ["questions", "/questions", 360],
      ["source", "/source"],
      ["service", "/site", 620],
      ["settings", "/settings"],
      ["audit", "/audit", 620],
    ];
    for (const [name, path, height = 760] of pages) {
      const page = await at.visit(name === "audit" ? "aude" : "ann", {
        viewport: { width: 1000, height },
        bypassCSP: true,
      });
      await page.goto(`${at.url}${path}`);
      // A run shows its report, which is drawn by a script of its own.
      if (name === "run") await page.frameLocator("iframe").locator("html[data-ready]").waitFor({ state: "attached" });
      await page.addStyleTag({ content: pictureFonts });
      await writeFile(join(folder, `console-${name}.png`), withPalette(await page.screenshot()));
      await page.context().close();
    }
  } finally {
    await at.close();
  }
};
