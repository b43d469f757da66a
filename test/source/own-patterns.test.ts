/** The regular expressions in our own code take no more than linear time. CI leaves out the texts that end as they go on. */
import { globSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { isInPart } from "../support/suites/runs.ts";

/** Files whose expressions read only addresses and paths of the configuration, or our own texts. */
const unexposed = [
  "src/cli/service/service-connection.ts",
  "src/client/transport/site-address.ts",
  "src/config/shareable-settings.ts",
  "src/report/page/{flow-picture,script}.ts",
  "src/service/{documents/versions,uploads/uploads}.ts",
  "src/site/{forms/form-callbacks,settings/settings}.ts",
];

/** Every regular expression literal in all other files. */
const literals = (): readonly (readonly [place: string, pattern: RegExp])[] => {
  const root = new URL("../..", import.meta.url).pathname;
  const literal = /(?<=[=(,:[!&|?]\s*|return |=>\s*)\/(?![/*])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/g;
  return globSync("src/**/*.ts", { cwd: root, exclude: unexposed }).flatMap((file) =>
    readFileSync(root + file, "utf8")
      .split("\n")
      .filter((line) => !/^\s*(\*|\/\*|\/\/)/.test(line))
      .flatMap((line) =>
        [...line.matchAll(literal)].map(
          ([, source = "", flags]) => [`${file} ${source}`, new RegExp(source, flags)] as const,
        ),
      ),
  );
};

const size = 20_000;
const begins = [
  "",
  "a",
  "1",
  "合計",
  "total",
  "民國1",
  "2024-05-01 ",
  "9999-12-31T",
  "12:00:00.",
  "a=",
  "( 1 NAME (",
  "(1 NAME '",
  "&#",
  "&#x",
  "{",
  "0.",
  "1:",
  "x;range=",
  "ldap://",
  "#",
  "-",
  "20240501",
  "20240501000000.",
];
const middles = [
  " ",
  "a",
  "0",
  "/",
  "\\",
  "(",
  "[",
  "{",
  "<",
  "'",
  '"',
  ",",
  ".",
  "=",
  ":",
  "&",
  "-",
  "_",
  "#",
  "+",
  "?",
  "\u3000",
  "\u200b",
  "王",
  "0,",
  " a",
  "a.",
  "a=",
  "\\2",
  "\t\n",
];

describe("an expression of ours", () => {
  it("takes no longer for a hostile text than the text is long", () => {
    const patterns = literals();
    expect(patterns.length).toBeGreaterThan(500);
    const texts = begins.flatMap((begin) =>
      middles.flatMap((middle) => {
        const filled = begin + middle.repeat(size / middle.length);
        return isInPart ? [`${filled}\u0001`] : [filled, `${filled}\u0001`];
      }),
    );
    const context = createContext({ texts, used: () => process.threadCpuUsage().user });
    const slow = patterns.flatMap(([place, pattern]) => {
      const plain = String(new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")));
      // Of processor time, because the machine may be busy: linear time is below a millisecond for a text, quadratic time above 200.
      const search = `let last = used(); for (const text of texts) {
        text.search(${plain});
        const now = used();
        if (now - last > 100_000) throw new Error("slow");
        last = now;
      }`;
      try {
        runInContext(`{${search}}`, context, { timeout: 60_000 });
        return [];
      } catch {
        return [place];
      }
    });
    expect(slow).toEqual([]);
  });
});
