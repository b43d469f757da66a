/**
 * A private Samba domain controller (Active Directory) in a temporary folder, which serves only LDAP, on a unix socket. It runs
 * in its own Linux namespaces, without network, and the fetched Samba packages are mounted over /usr. Linux permits this to
 * root and usually to other users. Where Samba cannot run or the packages are missing, tests use recordings. The empty domain is
 * made once and kept in .cache, because that takes most of the time; every controller has a copy of it.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export type SambaOptions = {
  /** Entries below `DC=example,DC=test`; passwords as `clearTextPassword`. */
  readonly ldif?: string;
};

export type Samba = {
  /** Path of the unix socket for LDAP. */
  readonly socket: string;
  /** Copies the databases of the idle controller. Returns what puts the copy back, which restarts the controller. */
  readonly backUp: () => Promise<() => Promise<void>>;
  readonly stop: () => Promise<void>;
};

/** The domain of every such controller, and its administrator. */
export const domain = {
  root: "DC=example,DC=test",
  administrator: "administrator@example.test",
  password: "Adm1n-pass",
} as const;

/** True when a controller can run here; found by trying to create the namespaces. */
export const canRunSamba = (): boolean => enter() !== undefined;

/** Resolves when the controller answers. It stops at `stop`, or when this process ends. */
export const startSamba = async ({ ldif = "" }: SambaOptions = {}): Promise<Samba> => {
  const [command, ...flags] = enter() ?? [];
  if (command === undefined) throw new Error("no Samba can run here");
  const folder = await mkdtemp(join(tmpdir(), "samba-"));
  await copyFiles(await emptyDomain([command, ...flags]), folder);
  await writeFile(join(folder, "smb.conf"), configuration(folder));
  await writeFile(join(folder, "people.ldif"), ldif);
  await writeFile(join(folder, "people.py"), addPeople);
  const fill = `/usr/bin/python3 "${folder}/people.py" "${folder}"`;
  const serve = `exec samba --interactive --model=single --configfile="${folder}/smb.conf" --debuglevel=0`;
  const socket = join(folder, "private", "ldapi");
  let child: ChildProcess | undefined;
  const end = async (): Promise<void> => {
    // `--interactive`: Samba ends when its input ends, which is here or when this process ends.
    child?.stdin?.end();
    if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  const stop = async (): Promise<void> => {
    await end();
    await rm(folder, { recursive: true });
  };
  const start = async (script: string): Promise<void> => {
    const started = spawn(command, [...flags, "sh", "-c", script], {
      stdio: ["pipe", "ignore", "pipe"],
      env: environment,
    });
    child = started;
    const said = collected(started);
    while (!(await answers(socket))) {
      if (started.exitCode !== null) {
        await stop();
        throw new Error(`Samba ended with ${started.exitCode}: ${said()}`);
      }
      await pause(50);
    }
  };
  const backUp = async () => {
    const copy = await mkdtemp(join(folder, "backup-"));
    await copyFiles(join(folder, "private"), copy);
    return async (): Promise<void> => {
      await end();
      await rm(join(folder, "private"), { recursive: true });
      await rename(copy, join(folder, "private"));
      await rm(socket, { force: true });
      await start(`${overlay} && ${serve}`);
    };
  };
  await start(`${overlay} && ${fill} && ${serve}`);
  return { socket, backUp, stop };
};

const cache = fileURLToPath(new URL("../../../.cache", import.meta.url));
const packages = join(cache, "parts/samba");
const environment = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" };

/** Mounts the fetched packages over /usr, because the paths of Samba's modules and tables are compiled into it. */
const overlay = existsSync(packages) ? `mount -t overlay overlay -o "lowerdir=${packages}/usr:/usr" /usr` : "true";

let entered: readonly string[] | undefined | "unknown" = "unknown";

/** The command that creates the namespaces: as the current user, or as root where other users may not. */
const enter = (): readonly string[] | undefined => {
  if (entered !== "unknown") return entered;
  const ways = [
    ["unshare", "--map-root-user", "--mount", "--net", "--kill-child"],
    ["unshare", "--mount", "--net", "--kill-child"],
  ];
  const program = "test -x /usr/sbin/samba && test -x /usr/bin/python3 && test -d /usr/share/samba/setup";
  const works = ([command = "", ...flags]: readonly string[]): boolean =>
    spawnSync(command, [...flags, "sh", "-c", `${overlay} && ${program}`], { env: environment }).status === 0;
  entered = ways.find(works);
  return entered;
};

const configuration = (folder: string): string => {
  const folders = { "private dir": "private", "lock directory": "lock", "state directory": "state" };
  const more = { "cache directory": "cache", "pid directory": "pid", "ncalrpc dir": "ncalrpc", "binddns dir": "dns" };
  return [
    "[global]",
    "netbios name = DC1",
    "workgroup = EXAMPLE",
    "realm = EXAMPLE.TEST",
    "server role = active directory domain controller",
    "server services = ldap",
    // Passwords need no encryption, because LDAP is served only on a unix socket.
    "ldap server require strong auth = no",
    "tls enabled = no",
    `log file = ${folder}/log`,
    ...Object.entries({ ...folders, ...more }).map(([name, below]) => `${name} = ${folder}/${below}`),
    "[sysvol]",
    `path = ${folder}/state/sysvol`,
    "[netlogon]",
    `path = ${folder}/state/sysvol/example.test/scripts`,
    "",
  ].join("\n");
};

/**
 * The folder of a domain without people. Test processes that need it at the same time each make one, and the first that is ready
 * stays.
 */
const emptyDomain = async ([command, ...flags]: readonly [string, ...string[]]): Promise<string> => {
  const made = createHash("sha256").update(provision).update(configuration("")).digest("hex").slice(0, 12);
  const kept = join(cache, `samba-domain-${made}`);
  if (existsSync(kept)) return kept;
  const folder = await mkdtemp(join(cache, "samba-domain-"));
  await writeFile(join(folder, "smb.conf"), configuration(folder));
  await writeFile(join(folder, "provision.py"), provision);
  const script = `${overlay} && exec /usr/bin/python3 "${folder}/provision.py" "${folder}"`;
  await promisify(execFile)(command, [...flags, "sh", "-c", script], { env: environment });
  await rename(folder, kept).catch(() => rm(folder, { recursive: true }));
  return kept;
};

/** The databases have holes, which are not copied. */
const copyFiles = (from: string, to: string) => promisify(execFile)("cp", ["-r", "--sparse=always", `${from}/.`, to]);

/** Does what `samba-tool domain provision` does, but without the file server's access lists, which only the real root may set. */
const provision = `
import logging, sys
import samba.provision
from samba.auth import system_session
from samba.param import LoadParm
folder = sys.argv[1]
samba.provision.setsysvolacl = lambda *args, **more: None
samba.provision.checksysvolacl = lambda *args, **more: None
lp = LoadParm()
lp.load(folder + "/smb.conf")
logger = logging.getLogger("provision")
logger.setLevel(logging.ERROR)
samba.provision.provision(logger, system_session(lp), smbconf=folder + "/smb.conf", realm="EXAMPLE.TEST",
    domain="EXAMPLE", domaindn="DC=example,DC=test", serverrole="dc", hostname="dc1", hostip="127.0.0.1",
    adminpass="${domain.password}", dns_backend="SAMBA_INTERNAL", dom_for_fun_level=4, lp=lp)
`;

const addPeople = `
import sys
from samba.auth import system_session
from samba.param import LoadParm
from samba.samdb import SamDB
folder = sys.argv[1]
lp = LoadParm()
lp.load(folder + "/smb.conf")
db = SamDB(url=folder + "/private/sam.ldb", session_info=system_session(lp), lp=lp)
db.transaction_start()
# One by one: the time it takes to parse a text grows with the square of its length.
for entry in open(folder + "/people.ldif", encoding="utf-8").read().strip().split("\\n\\n"):
    if entry: db.add_ldif(entry + "\\n\\n")
db.transaction_commit()
`;

const collected = (child: ChildProcess): (() => string) => {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text.trim();
};

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const wire = connect(socket);
    wire.once("connect", () => resolve(true)).once("error", () => resolve(false));
    wire.once("connect", () => wire.destroy());
  });
