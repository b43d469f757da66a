/**
 * Builds the published files: `dist/` of this package with TypeScript's compiler, and `dist-client/`, the package
 * `musterd-client`. That package contains `client/client.js` and the files that it needs, and names their dependencies.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const built = join(root, "dist");
const client = join(root, "dist-client");

type Manifest = Readonly<Record<string, unknown>> & { readonly dependencies: Readonly<Record<string, string>> };

const compile = (): void => {
  rmSync(built, { recursive: true, force: true });
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  // A second thread of the compiler repeats most of the work of the first and saves hardly any time.
  const options = ["-p", join(root, "tsconfig.build.json"), "--singleThreaded"];
  execFileSync(process.execPath, [compiler, ...options], { stdio: "inherit" });
};

const importedBy = (text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].flatMap(([, name]) => name ?? []);

/** Returns all files that an entry imports, directly or not, as paths in `dist/`, and the packages that these files import. */
const closureOf = (entry: string): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } => {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    const name = relative(built, file);
    if (files.has(name)) return;
    files.add(name);
    for (const target of importedBy(readFileSync(file, "utf8"))) {
      if (target.startsWith(".")) visit(resolve(dirname(file), target.replace(/\.ts$/, ".js")));
      else if (!target.startsWith("node:")) packages.add(target.split("/", target.startsWith("@") ? 2 : 1).join("/"));
    }
  };
  for (const file of [`${entry}.js`, `${entry}.d.ts`]) visit(join(built, file));
  // A `.d.ts` file imports other modules by the names of their `.js` files, so both files of each module are needed.
  for (const name of files) {
    const other = name.endsWith(".d.ts") ? name.replace(/\.d\.ts$/, ".js") : name.replace(/\.js$/, ".d.ts");
    visit(join(built, other));
  }
  return { files, packages };
};

const packClient = (): void => {
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const { files, packages } = closureOf("client/client");
  rmSync(client, { recursive: true, force: true });
  for (const name of files) {
    const copies = [name, ...(name.endsWith(".js") ? [`${name}.map`] : [])];
    for (const copy of copies) {
      mkdirSync(dirname(join(client, "dist", copy)), { recursive: true });
      cpSync(join(built, copy), join(client, "dist", copy));
    }
  }
  const manifest = {
    name: "musterd-client",
    version: own["version"],
    description: "The typed client of a workflow, organization and document-center service.",
    license: own["license"],
    repository: own["repository"],
    type: "module",
    files: ["dist"],
    exports: { ".": { types: "./dist/client/client.d.ts", default: "./dist/client/client.js" } },
    engines: { node: ">=22" },
    dependencies: Object.fromEntries([...packages].sort().map((name) => [name, own.dependencies[name]])),
  };
  writeFileSync(join(client, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, "LICENSE"), join(client, "LICENSE"));
  writeFileSync(join(client, "README.md"), readme);
};

const readme = `# musterd-client

The typed client of [musterd](https://github.com/musterd/musterd), alone.

\`\`\`ts
import { openClient } from "musterd-client";

await using client = openClient({ url: "https://site.example.com", corpCode: "ACME", apiKey: "…" });
console.log(await client.listDepartments());
\`\`\`
`;

compile();
packClient();
