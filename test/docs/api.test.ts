/** Tests that everything that the packages export has a doc comment, of which `npm run api` writes the pages of the API. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

/** The names that a file exports, each with the file in which it is declared. */
const exportsOf = (file: string): readonly { readonly name: string; readonly file: string }[] => {
  const text = readFileSync(file, "utf8");
  const own = [...text.matchAll(/^export (?:const|type|class) (\w+)/gm)].map(([, name = ""]) => ({ name, file }));
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]+)\} from "([^"]+)"/gm)];
  const others = lists.flatMap(([, names = "", from = ""]) =>
    names
      .split(",")
      .map((name) => ({ name: name.replace("type ", "").trim(), file: join(dirname(file), from) }))
      .filter(({ name }) => name !== ""),
  );
  return [...own, ...others];
};

/** Is the declaration the next thing after a doc comment? */
const hasComment = (name: string, file: string): boolean =>
  new RegExp(`\\*/\\nexport (?:const|type|class) ${name}\\b`).test(readFileSync(file, "utf8"));

it.each(["index", "client/client", "service/service"])("each export of src/%s.ts has a comment", (entry) => {
  const found = exportsOf(`src/${entry}.ts`);
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter(({ name, file }) => !hasComment(name, file))).toEqual([]);
});

it("each method of the client has a comment", () => {
  const methods = readFileSync("src/client/methods.ts", "utf8");
  const named = [...methods.matchAll(/^ {2}(?:readonly )?\w+[:(]/gm)].length;
  const commented = [...methods.matchAll(/^ {2}\/\*\* (.*) \*\/\n {2}(?:readonly )?\w+[:(]/gm)].length;
  expect(commented).toBeGreaterThan(100);
  expect(commented).toBe(named);
});
