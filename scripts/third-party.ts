/** What a release contains of others: the list of its packages as CycloneDX, and the texts of their licences. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Component = {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
};

/** The parts of a CycloneDX document that refer to packages. */
type Bill = {
  readonly components: readonly (Component & { readonly "bom-ref": string })[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

/** The bill of materials of the packages that an installation of the checkout `place` gets, as JSON text. */
export const billOfMaterials = (place: string): string => {
  const output = execFileSync("npm", ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"], {
    cwd: place,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 2 ** 26,
  });
  // `--omit dev` of npm also leaves out what a tool of the checkout uses too, such as zod.
  const bill = JSON.parse(output) as Bill;
  const shipped = shippedPackages(place);
  const components = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const refs = new Set(components.map((component) => component["bom-ref"]));
  const left = new Set(bill.components.map((component) => component["bom-ref"]).filter((ref) => !refs.has(ref)));
  const dependencies = bill.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((ref) => !left.has(ref)) }));
  return `${JSON.stringify({ ...bill, components, dependencies }, undefined, 2)}\n`;
};

/** All packages of the lock file that are not only for development, as `name@version`. */
const shippedPackages = (place: string): ReadonlySet<string> => {
  const { packages } = JSON.parse(readFileSync(join(place, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>;
  };
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true);
  return new Set(shipped.map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`));
};

/** The licence texts of all packages of the bill; a package without a text is listed with the licence that it declares. */
export const licenceTexts = (place: string, bill: string): string => {
  const { components } = JSON.parse(bill) as { readonly components: readonly Component[] };
  return components.map((component) => licenceOf(place, component)).join("\n");
};

const licenceOf = (place: string, { name, version, licenses = [], properties = [] }: Component): string => {
  const path = properties.find((property) => property.name === "cdx:npm:package:path")?.value;
  const folder = join(place, path ?? join("node_modules", name));
  const declared = licenses.map(({ license, expression }) => license?.id ?? expression).join(", ");
  const texts = filesOf(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0 && declared === "") throw new Error(`${name} ${version} has no licence`);
  return `${"=".repeat(80)}\n${name} ${version} (${declared})\n\n${texts.join("\n\n") || "The package has no licence text."}\n`;
};

/** Packages for other platforms are listed although they are not installed. */
const filesOf = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
};
