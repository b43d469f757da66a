/**
 * A private OpenLDAP server in a temporary folder, with a unix socket and free ports; slapadd loads its data before it starts.
 * It has schemas with Active Directory's attributes (the schema nis must be loaded before msuser), and its module syncprov logs
 * changes. It needs neither root nor an installed slapd: scripts/fetch-test-parts.ts fetches one.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type CertificateOptions, type Certificates, makeCertificates } from "../servers/certificates.ts";

export type SlapdOptions = {
  /** The suffix of the only database; by default `dc=example,dc=com`. */
  readonly suffix?: string;
  /** Entries of the database, the suffix first; default: only the suffix. */
  readonly ldif?: string | Iterable<string>;
  /** Lines for slapd.conf before the database, for example `idletimeout 1` or `require bind`. */
  readonly globalLines?: readonly string[];
  /** Lines inside the database, for example `limits * size=10`. */
  readonly databaseLines?: readonly string[];
  /** Access lines of slapd.conf. By default everyone may read everything except passwords. */
  readonly accessLines?: readonly string[];
  /** Uses TLS. A certificate authority is made, a certificate for localhost and 127.0.0.1, and a client certificate. */
  readonly tls?: boolean | CertificateOptions;
  /** Number of changes that syncprov remembers; it can report deletions only from this log. */
  readonly sessionLog?: number;
};

export type Slapd = {
  /** ldap://127.0.0.1:PORT; with TLS also the address for StartTLS. */
  readonly url: string;
  /** ldaps://localhost:PORT; answers only with `tls`. */
  readonly secureUrl: string;
  /** ldapi://… with the percent-encoded path of the unix socket. */
  readonly socketUrl: string;
  readonly suffix: string;
  readonly rootDn: string;
  readonly rootPassword: string;
  /** Undefined without `tls`. */
  readonly certificates: Certificates | undefined;
  /** The id of the process, for killing it; it changes with `restart`. */
  readonly pid: () => number;
  /** From then on the server answers nothing, until `resume`. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Stops the server if it runs, and restarts it with the same data and addresses. */
  readonly restart: () => Promise<void>;
  /** Makes a copy of the data, and returns a function that puts the server back to it. */
  readonly backUp: () => Promise<() => Promise<void>>;
  readonly stop: () => Promise<void>;
};

/** Resolves when the server answers. It stops at `stop`, or when this process ends. */
export const startSlapd = async (options: SlapdOptions = {}): Promise<Slapd> => {
  const suffix = options.suffix ?? "dc=example,dc=com";
  const folder = await mkdtemp(join(tmpdir(), "slapd-"));
  let server: ChildProcess | undefined;
  const leave = () => {
    server?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", leave);
  await mkdir(join(folder, "data"));
  const certificates = options.tls
    ? await makeCertificates(folder, options.tls === true ? {} : options.tls)
    : undefined;
  const config = join(folder, "slapd.conf");
  await writeFile(config, configuration(folder, suffix, certificates, options));
  await load(config, options.ldif ?? suffixEntry(suffix));
  const socketUrl = `ldapi://${encodeURIComponent(join(folder, "ldapi"))}`;
  let ports = await freePorts();
  const launch = () => {
    const plain = [`ldap://127.0.0.1:${ports[0]}`, socketUrl];
    return start(config, certificates ? [...plain, `ldaps://127.0.0.1:${ports[1]}`] : plain, folder);
  };
  server = await launch().catch(async () => {
    // Another process may have taken the port meanwhile.
    ports = await freePorts();
    return launch();
  });
  const end = async () => {
    server?.kill("SIGTERM");
    // A paused server receives no other signal until it continues.
    server?.kill("SIGCONT");
    await ended(server);
  };
  return {
    url: `ldap://127.0.0.1:${ports[0]}`,
    secureUrl: `ldaps://localhost:${ports[1]}`,
    socketUrl,
    suffix,
    rootDn: rootDn(suffix),
    rootPassword,
    certificates,
    pid: () => server?.pid ?? 0,
    pause: () => paused(server?.pid ?? 0),
    resume: () => process.kill(server?.pid ?? 0, "SIGCONT"),
    restart: async () => {
      await end();
      server = await launch();
    },
    backUp: async () => {
      const [data, copy] = [join(folder, "data"), await mkdtemp(join(folder, "copy-"))];
      await end();
      await copyFiles(data, copy);
      server = await launch();
      return async () => {
        await end();
        await copyFiles(copy, data);
        server = await launch();
      };
    },
    stop: async () => {
      await end();
      process.off("exit", leave);
      await rm(folder, { recursive: true });
    },
  };
};

/** A busy machine lets threads of a stopped process go on for a moment: resolves once none runs. */
const paused = async (pid: number): Promise<void> => {
  process.kill(pid, "SIGSTOP");
  const stopped = (thread: string) => /\) T /.test(readFileSync(thread, "utf8"));
  while (!globSync(`/proc/${pid}/task/*/stat`).every(stopped)) await pause(1);
};

/** The database is a file of two gigabytes that is nearly empty; its holes are not copied. */
const copyFiles = (from: string, to: string) => promisify(execFile)("cp", ["-r", "--sparse=always", `${from}/.`, to]);

const rootPassword = "root secret";
const rootDn = (suffix: string): string => `cn=root,${suffix}`;

const suffixEntry = (suffix: string): string => {
  const dc = /^dc=([^,]+)/i.exec(suffix)?.[1] ?? "example";
  return `dn: ${suffix}\nobjectClass: domain\nobjectClass: extensibleObject\ndc: ${dc}\n`;
};

/** The folders of slapd, of its modules and of its schemas: fetched, or installed by Debian, Fedora or Alpine. */
const installation = () => {
  const cache = fileURLToPath(new URL("../../../.cache/parts", import.meta.url));
  const folders = [join(cache, "bin"), ...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  const program = folders.map((folder) => join(folder, "slapd")).find((file) => existsSync(file));
  if (program === undefined) throw new Error("there is no slapd: node scripts/fetch-test-parts.ts brings one");
  const root = program.startsWith(cache) ? join(cache, "slapd") : "/";
  const [modules] = globSync(["usr/lib/ldap", "usr/lib{,64}/openldap"], { cwd: root });
  const [schemas] = globSync(["etc/ldap/schema", "etc/openldap/schema"], { cwd: root });
  return { program, modules: join(root, modules ?? ""), schemas: join(root, schemas ?? "") };
};

const configuration = (
  folder: string,
  suffix: string,
  certificates: Certificates | undefined,
  { globalLines = [], databaseLines = [], accessLines, sessionLog = 1000 }: SlapdOptions,
): string => {
  const { modules, schemas } = installation();
  const access = accessLines ?? ["access to attrs=userPassword by anonymous auth by * none", "access to * by * read"];
  return [
    ...["core", "cosine", "nis", "inetorgperson", "msuser"].map((name) => `include ${schemas}/${name}.schema`),
    `modulepath ${modules}`,
    // A module that does not exist as a file is built into slapd.
    ...["back_mdb", "syncprov"]
      .filter((name) => existsSync(join(modules, `${name}.la`)))
      .map((name) => `moduleload ${name}`),
    ...(certificates
      ? [
          `TLSCACertificateFile ${certificates.ca}`,
          `TLSCertificateFile ${certificates.server.cert}`,
          `TLSCertificateKeyFile ${certificates.server.key}`,
          "TLSVerifyClient allow",
        ]
      : []),
    "sizelimit unlimited",
    ...globalLines,
    "database mdb",
    `suffix "${suffix}"`,
    `rootdn "${rootDn(suffix)}"`,
    `rootpw "${rootPassword}"`,
    `directory ${join(folder, "data")}`,
    "maxsize 2147483648",
    "envflags nosync",
    "index objectClass,entryCSN,entryUUID eq",
    ...access,
    ...databaseLines,
    "overlay syncprov",
    `syncprov-sessionlog ${sessionLog}`,
    "",
  ].join("\n");
};

/** `-q` checks little and does not sync, so 100,000 people load in a few seconds. `-w` stores the newest change for syncprov. */
const load = async (config: string, ldif: string | Iterable<string>): Promise<void> => {
  const child = spawn(installation().program, ["-T", "add", "-q", "-w", "-f", config], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  const said = collected(child);
  const closed = once(child, "close");
  // slapadd closes the pipe when it fails; its own message is the better error.
  await pipeline(Readable.from(typeof ldif === "string" ? [ldif] : ldif), child.stdin).catch(() => {});
  const [code] = await closed;
  if (code !== 0) throw new Error(`slapadd ended with ${code}: ${said()}`);
};

const start = async (config: string, addresses: readonly string[], folder: string): Promise<ChildProcess> => {
  const socket = join(folder, "ldapi");
  await rm(socket, { force: true });
  const child = spawn(installation().program, ["-d", "0", "-f", config, "-h", addresses.join(" ")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = collected(child);
  while (!(await answers(socket))) {
    if (child.exitCode !== null) throw new Error(`slapd ended with ${child.exitCode}: ${said()}`);
    await pause(10);
  }
  return child;
};

const collected = (child: ChildProcess): (() => string) => {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text.trim();
};

const ended = async (child: ChildProcess | undefined): Promise<void> => {
  if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
};

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const wire = connect(socket);
    wire.once("connect", () => resolve(true)).once("error", () => resolve(false));
    wire.once("connect", () => wire.destroy());
  });

/** slapd cannot choose a free port itself: it reads port 0 as 389. */
const freePorts = async (): Promise<readonly [number, number]> => {
  const servers = [createServer().listen(0, "127.0.0.1"), createServer().listen(0, "127.0.0.1")];
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return [ports[0] ?? 0, ports[1] ?? 0];
};
