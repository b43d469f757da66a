/**
 * Tests that docs/api has every export of the packages and every method of the client, with its comment. CI also generates
 * docs/api again and compares.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const pageOf = (name: string): string => readFileSync(`docs/api/${name}.md`, "utf8").replaceAll("\\", "");

it.each([
  ["musterd", "index"],
  ["musterd.client", "client/client"],
  ["musterd.service", "service/service"],
])("%s has the exports of src/%s.ts", (name, entry) => {
  const source = readFileSync(`src/${entry}.ts`, "utf8");
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, list = ""]) => list.split(","));
  const own = [...source.matchAll(/^export (?:const|type) (\w+)/gm)].map(([, exported = ""]) => exported);
  const exported = [...own, ...lists].map((text) => text.replace("type ", "").trim());
  const page = pageOf(name);
  expect(exported.length).toBeGreaterThan(2);
  expect(exported.filter((one) => !new RegExp(`^### ${one}\\b`, "m").test(page))).toEqual([]);
});

it("musterd.client has the comment of every method", () => {
  const page = pageOf("musterd.client");
  const comments = [...readFileSync("src/client/methods.ts", "utf8").matchAll(/^ {2}\/\*\* (.*) \*\/$/gm)];
  expect(comments.length).toBeGreaterThan(100);
  expect(comments.map(([, comment = ""]) => comment).filter((comment) => !page.includes(comment))).toEqual([]);
});
