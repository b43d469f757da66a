/** Takes the pictures of the documentation: the report of a reorganisation of 3,000 people, as people see it first. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions } from "playwright-core";
import UPNG from "upng-js";
import type { Language } from "../../src/model/words/language.ts";
import type { Report } from "../../src/report/entries/report.ts";
import { htmlReport } from "../../src/report/page/html.ts";

type Shot = {
  readonly name: string;
  readonly language: Language;
  readonly options: BrowserContextOptions;
  readonly media?: "print";
};

const desktop = { width: 1440, height: 900 };

const shots: readonly Shot[] = [
  { name: "reorganisation", language: "en", options: { viewport: desktop } },
  { name: "reorganisation-zh-tw", language: "zh-TW", options: { viewport: desktop } },
  { name: "reorganisation-dark", language: "zh-TW", options: { viewport: desktop, colorScheme: "dark" } },
  { name: "reorganisation-phone", language: "zh-TW", options: { viewport: { width: 390, height: 1500 } } },
  {
    name: "reorganisation-print",
    language: "zh-TW",
    options: { viewport: { width: 703, height: 1000 } },
    media: "print",
  },
];

/** Returns the PNG with 64 colours, which makes it four times as small. */
export const withPalette = (png: Buffer): Buffer => {
  const image = UPNG.decode(new Uint8Array(png).buffer);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, 64));
};

/** Names the fonts, because headless Chromium finds no system font and would use one with serifs. */
export const pictureFonts = `body, body *:not(code), svg text { font-family: "DejaVu Sans", "WenQuanYi Micro Hei" !important }`;

/** Writes one PNG for each shot into `folder`, and the pages that were shown into `pages`. Returns the names of the files. */
export const takeReportPictures = async (
  browser: Browser,
  report: Omit<Report, "language">,
  folder: string,
  pages: string,
): Promise<readonly string[]> => {
  const files: string[] = [];
  for (const { name, language, options, media } of shots) {
    const page = await browser.newPage({ ...options, bypassCSP: true });
    const shown = join(pages, `${name}.html`);
    await writeFile(shown, htmlReport({ ...report, language }));
    await page.goto(pathToFileURL(shown).href);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    if (media) await page.emulateMedia({ media });
    await page.addStyleTag({ content: pictureFonts });
    const file = join(folder, `${name}.png`);
    await writeFile(file, withPalette(await page.screenshot()));
    files.push(file);
    await page.close();
  }
  return files;
};
