/**
 * Fetches the programs that the tests need and npm does not have: redis-server, Chromium, OpenLDAP, PostgreSQL, promtool. Programs that
 * are not installed are downloaded as Debian (or Ubuntu) packages and unpacked into .cache/parts, without root and
 * without changing the system. `vitest.config.ts` puts .cache/parts/bin on PATH; `test/support/ldap/slapd.ts` finds slapd's modules
 * and schemas in .cache/parts/slapd. Samba is optional, and fetched only where it can run.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, chmodSync, constants, globSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

type Part = {
  readonly name: string;
  /** Commands of the program. The program counts as installed if one of them exists. */
  readonly commands: readonly string[];
  readonly packages: readonly string[];
  /** Patterns for the paths of programs in the unpacked packages. Each program that is found becomes a command. */
  readonly programs: readonly string[];
};

const parts: readonly Part[] = [
  {
    name: "Redis",
    commands: ["redis-server", "valkey-server"],
    packages: ["redis-server"],
    programs: ["usr/bin/redis-server"],
  },
  {
    name: "Chromium",
    commands: ["chromium", "chromium-browser", "google-chrome"],
    packages: ["chromium", "fonts-wqy-microhei"],
    programs: ["usr/lib/chromium/chromium"],
  },
  { name: "OpenSSL", commands: ["openssl"], packages: ["openssl"], programs: ["usr/bin/openssl"] },
  { name: "slapd", commands: ["slapd"], packages: ["slapd"], programs: ["usr/sbin/slapd", "usr/sbin/slapadd"] },
  { name: "ldapsearch", commands: ["ldapsearch"], packages: ["ldap-utils"], programs: ["usr/bin/ldapsearch"] },
  { name: "promtool", commands: ["promtool"], packages: ["prometheus"], programs: ["usr/bin/promtool"] },
  {
    name: "PostgreSQL",
    commands: ["postgres"],
    packages: ["postgresql"],
    programs: ["usr/lib/postgresql/*/bin/postgres", "usr/lib/postgresql/*/bin/initdb"],
  },
];

/** Samba needs Linux namespaces (test/support/ldap/samba.ts). Where they are not available, the tests use recorded answers. */
const samba: Part = {
  name: "Samba",
  commands: ["samba"],
  packages: ["samba-ad-dc", "samba-ad-provision", "winbind"],
  programs: ["usr/sbin/samba"],
};

const cache = fileURLToPath(new URL("../.cache/parts", import.meta.url));
const bin = join(cache, "bin");

/** Folders of installed servers, which may not be on PATH. The name of PostgreSQL's folder contains its version. */
const serverFolders = ["/usr/sbin", ...globSync("/usr/lib/postgresql/*/bin")];

const isThere = (command: string): boolean =>
  [bin, ...(process.env["PATH"] ?? "").split(delimiter), ...serverFolders].some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });

/** Runs apt with package lists in a folder of its own, so it needs no root rights and no earlier `apt update`. */
const apt = (...args: readonly string[]): string => {
  const lists = join(cache, "lists");
  mkdirSync(join(lists, "partial"), { recursive: true });
  const own = ["-o", `Dir::State::lists=${lists}`, "-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User="];
  return run("apt-get", [...own, ...args], cache);
};

/** Returns those of `packages`, and of the packages that they need, that are not installed. */
const missingPackages = (packages: readonly string[]): string[] =>
  apt("--simulate", "--no-install-recommends", "install", ...packages)
    .split("\n")
    .flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? []);

const unpack = (part: Part): void => {
  const root = join(cache, part.commands[0] ?? part.name);
  const debs = join(root, "debs");
  mkdirSync(debs, { recursive: true });
  const names = missingPackages(part.packages);
  console.error(`fetching ${part.name}: ${names.length} packages`);
  const lists = ["-o", `Dir::State::lists=${join(cache, "lists")}`, "-o", "APT::Sandbox::User="];
  run("apt-get", [...lists, "download", ...names], debs);
  for (const deb of globSync("*.deb", { cwd: debs })) run("dpkg-deb", ["-x", join(debs, deb), root], root);
  for (const pattern of part.programs) {
    const [program] = globSync(pattern, { cwd: root });
    if (!program) throw new Error(`${pattern} is not in ${part.packages.join(", ")}`);
    writeWrapper(root, join(root, program));
  }
};

/** Writes a command that starts an unpacked program with the libraries and fonts that were unpacked with it. */
const writeWrapper = (root: string, program: string): void => {
  const libraries = globSync(
    ["usr/lib/*-linux-gnu*", "lib/*-linux-gnu*", "usr/lib/*-linux-gnu*/{pulseaudio,blas,lapack}"],
    {
      cwd: root,
    },
  ).map((folder) => join(root, folder));
  const fonts = join(root, "fonts.conf");
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${root}/usr/share/fonts</dir>` +
      `<dir>/usr/share/fonts</dir><cachedir>${root}/font-cache</cachedir></fontconfig>\n`,
  );
  mkdirSync(bin, { recursive: true });
  const command = join(bin, basename(program));
  writeFileSync(
    command,
    `#!/bin/sh\nexport LD_LIBRARY_PATH="${libraries.join(":")}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n` +
      `export FONTCONFIG_FILE="${fonts}"\nexec "${program}" "$@"\n`,
  );
  chmodSync(command, 0o755);
};

const fetchMissing = (wanted: readonly Part[]): void => {
  const missing = wanted.filter((part) => !part.commands.some(isThere));
  if (missing.length === 0) return;
  try {
    mkdirSync(cache, { recursive: true });
    apt("update");
    for (const part of missing) unpack(part);
  } catch (error) {
    const detail = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    console.error(`test-part-missing: ${missing.map(({ name }) => name).join(" and ")} could not be fetched`);
    console.error(`  ${detail.trim().split("\n").slice(-3).join("\n  ")}`);
    if (wanted.includes(samba)) {
      console.error("  this is no problem: the tests of Active Directory use recordings");
      return;
    }
    console.error("  hint: install them so that they are on PATH (macOS: brew install redis; Chromium from its site)");
    process.exitCode = 1;
  }
};

const namespaces = [
  ["unshare", "--map-root-user", "--mount", "--net", "true"],
  ["unshare", "--mount", "--net", "true"],
];
const hasNamespaces = namespaces.some(([command = "", ...more]) => spawnSync(command, more).status === 0);

fetchMissing(parts);
if (hasNamespaces) fetchMissing([samba]);
