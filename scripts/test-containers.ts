/**
 * `npm run test:containers`: builds the image of deploy/Dockerfile and runs docker-compose.yml, with exactly the commands of
 * docs/containers.md, and lets `systemd-analyze` rate the systemd unit. It needs no Docker engine and no image registry: Podman
 * replaces the engine, and a Debian with this machine's Node and Debian's Redis replaces both base images. It needs root on
 * Debian, and the packages that this file names.
 */
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseEnv } from "node:util";
import { calendarDate, systemClock } from "../src/lib/clock.ts";
import { sampleCompany } from "../src/sample/sample-company.ts";

const needed: Readonly<Record<string, string>> = {
  podman: "podman",
  runc: "runc",
  debootstrap: "debootstrap",
  "docker-compose": "docker-compose",
  "systemd-analyze": "systemd",
};
const missing = Object.keys(needed).filter((command) => spawnSync("which", [command]).status !== 0);
if (missing.length > 0) {
  console.error(`test-part-missing: ${missing.join(", ")}`);
  console.error(
    "  hint: apt-get install --no-install-recommends podman runc netavark aardvark-dns debootstrap docker-compose",
  );
  process.exit(1);
}

const root = realpathSync(join(import.meta.dirname, ".."));
const folder = mkdtempSync(join(tmpdir(), "musterd-containers-"));
const checkout = join(folder, "checkout");
const socket = join(folder, "engine.sock");
const environment = {
  ...process.env,
  CONTAINERS_CONF: join(folder, "containers.conf"),
  CONTAINERS_STORAGE_CONF: join(folder, "storage.conf"),
  // Without these two, docker-compose would call the `docker` command that `prepare` writes, to build and to execute.
  COMPOSE_DOCKER_CLI_BUILD: "0",
  COMPOSE_INTERACTIVE_NO_CLI: "1",
  COMPOSE_PROJECT_NAME: "musterd-test",
  DOCKER_HOST: `unix://${socket}`,
  PATH: [folder, process.env["PATH"]].join(delimiter),
};

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, {
    cwd: folder,
    env: environment,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 600_000,
  });

const check = (what: string, holds: boolean): void => {
  console.log(`${holds ? "✓" : "✗"} ${what}`);
  if (!holds) process.exitCode = 1;
};

/** Writes the settings that Podman needs on a machine without systemd: limits and the manager of cgroups. */
const writeEngineSettings = (): void => {
  const limits = 'default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]';
  const engine = 'cgroup_manager = "cgroupfs"\nruntime = "runc"';
  writeFileSync(
    environment.CONTAINERS_CONF,
    `[containers]\n${limits}\n[engine]\n${engine}\n[network]\nnetwork_backend = "netavark"\n`,
  );
  const places = `graphroot = "${join(folder, "storage")}"\nrunroot = "${join(folder, "run")}"`;
  writeFileSync(environment.CONTAINERS_STORAGE_CONF, `[storage]\ndriver = "overlay"\n${places}\n`);
};

/** Makes the image `base`, which replaces node:*-slim and redis: it has node, npm, Redis, and the users node and redis. */
const makeBase = (): void => {
  const system = join(folder, "system");
  const packages = "ca-certificates,libatomic1,libstdc++6,redis-server";
  run("debootstrap", "--variant=minbase", `--include=${packages}`, "bookworm", system, "http://deb.debian.org/debian");
  const npm = dirname(dirname(realpathSync(run("sh", "-c", "PATH=/usr/local/bin:/usr/bin command -v npm").trim())));
  const local = join(system, "usr/local");
  cpSync(process.execPath, join(local, "bin/node"));
  cpSync(npm, join(local, "lib/node_modules/npm"), { recursive: true });
  for (const file of ["/etc/ssl/certs/ca-certificates.crt", "/usr/etc/npmrc"]) {
    if (existsSync(file)) cpSync(file, join(system, file.replace("/usr/etc", "/usr/local/etc")), { force: true });
  }
  run("ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
  run("chroot", system, "useradd", "--uid", "1000", "--create-home", "node");
  run("sh", "-c", `tar -C ${system} -c . | podman import --quiet - localhost/musterd-test-base`);
  const redis = "FROM localhost/musterd-test-base\nRUN install -d -o redis -g redis /data\nWORKDIR /data\n";
  writeFileSync(join(folder, "Redis"), redis);
  run("podman", "build", "--quiet", "--file", "Redis", "--tag", "localhost/musterd-test-redis", folder);
};

/** Copies the files that git tracks, and writes a `docker` command that runs `docker compose` on the copy with Podman. */
const prepare = (): void => {
  for (const file of execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0")) {
    if (file === "" || file.startsWith("test/")) continue;
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    cpSync(join(root, file), join(checkout, file));
  }
  const build = "build: { network: host, args: { BASE: localhost/musterd-test-base } }";
  writeFileSync(
    join(folder, "stand-in.yml"),
    `services:\n  redis: { image: localhost/musterd-test-redis }\n  service: { ${build} }\n  daemon: { ${build} }\n`,
  );
  // The script drops its first argument, `compose`. It adds -T to `exec`, because there is no terminal.
  const compose = `docker-compose -f docker-compose.yml -f ${join(folder, "stand-in.yml")}`;
  const docker = `#!/bin/sh\nshift; case $1 in exec) shift; set -- exec -T "$@";; esac\nexec ${compose} "$@"\n`;
  writeFileSync(join(folder, "docker"), docker, { mode: 0o755 });
};

/** Returns the commands in the section "Container" of docs/containers.md, without their comments. */
const documented = (): string[] => {
  const part = readFileSync(join(root, "docs/containers.md"), "utf8").split("\n## Container\n")[1] ?? "";
  const [, block = ""] = /```sh\n([\s\S]*?)```/.exec(part) ?? [];
  return block.split("\n").flatMap((line) => line.split(/ {2,}#/)[0]?.trim() || []);
};

const fillSecrets = (): Record<string, string> => {
  const file = join(checkout, ".env");
  const text = readFileSync(file, "utf8").replaceAll(/=$/gm, () => `=${randomBytes(24).toString("hex")}`);
  writeFileSync(file, text);
  return parseEnv(text) as Record<string, string>;
};

/** Runs one command of the document the way a reader would. Meanwhile it triggers the health checks. */
const give = async (command: string): Promise<{ readonly code: number; readonly output: string }> => {
  const ended = new AbortController();
  const probing = probe(ended.signal);
  const options = { cwd: checkout, env: environment, maxBuffer: 1 << 28, timeout: 900_000 };
  const { promise, resolve } = Promise.withResolvers<{ readonly code: number; readonly output: string }>();
  execFile("sh", ["-c", command], options, (error, stdout, stderr) =>
    resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
  );
  const result = await promise;
  ended.abort();
  await probing;
  return result;
};

/** Runs the health checks until the signal aborts. Podman leaves them to systemd, which does not run on this machine. */
const probe = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    for (const id of run("podman", "ps", "--quiet").split("\n").filter(Boolean)) {
      spawnSync("podman", ["healthcheck", "run", id], { env: environment, timeout: 30_000, stdio: "ignore" });
    }
    await delay(3_000, undefined, { signal }).catch(() => undefined);
  }
};

const container = (service: string): string => `${environment.COMPOSE_PROJECT_NAME}_${service}_1`;

const inspect = (service: string, field: string): string =>
  run("podman", "inspect", "--format", `{{json ${field}}}`, container(service)).trim();

const inside = (service: string, ...command: readonly string[]): string =>
  run("podman", "exec", container(service), ...command).trim();

const checkContainers = async (secrets: Readonly<Record<string, string>>): Promise<void> => {
  for (const service of ["redis", "service", "daemon"]) {
    check(`${service} has no capabilities`, /^(\[\]|null)$/.test(inspect(service, ".EffectiveCaps")));
    check(`${service} has a read-only root`, inspect(service, ".HostConfig.ReadonlyRootfs") === "true");
    check(`${service} has a memory limit`, Number(inspect(service, ".HostConfig.Memory")) > 0);
    const [lines, user] = [inside(service, "cat", "/proc/1/cmdline"), inside(service, "id", "-u")];
    check(`${service} does not run as root`, user !== "0");
    check(
      `${service} shows no secret among its arguments`,
      !Object.values(secrets).some((each) => lines.includes(each)),
    );
  }
  const stranger = inside("redis", "env", "-u", "REDISCLI_AUTH", "redis-cli", "ping");
  check("redis requires a password", stranger.includes("NOAUTH"));
  const programs = inside("daemon", "ls", "/opt/musterd", "/opt/musterd/node_modules").split("\n");
  check("the image contains compiled files and no sources", programs.includes("dist") && !programs.includes("src"));
  check("the image contains no development tools", !programs.some((name) => /^(typescript|vitest)$/.test(name)));
  const ready = await fetch("http://127.0.0.1:8930/readyz");
  check("the daemon is ready on the host's port", ready.status === 200);
};

const checkUnit = (): void => {
  const unit = join(root, "deploy/systemd/musterd.service");
  const rated = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=15", unit]);
  check("systemd rates the unit 1.5 of 10 or better", rated.status === 0);
  const { stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  const problems = stderr.split("\n").filter((line) => line.includes("musterd") && !line.includes("not executable"));
  check("systemd accepts the unit", problems.length === 0);
};

const main = async (): Promise<void> => {
  checkUnit();
  writeEngineSettings();
  makeBase();
  prepare();
  const engine = spawn("podman", ["system", "service", "--time", "0", environment.DOCKER_HOST], { env: environment });
  try {
    let secrets: Record<string, string> = {};
    for (const command of documented()) {
      if (command.endsWith(" down")) {
        await checkContainers(secrets);
        check("the daemon ends normally", (await give("docker compose stop daemon")).code === 0);
        check("and says so", inspect("daemon", ".State.ExitCode") === "0");
      }
      const { code, output } = await give(command);
      check(command, code === (command.endsWith("musterd plan") ? 2 : 0));
      if (process.exitCode) return console.log(output);
      if (command.startsWith("install")) secrets = fillSecrets();
      if (command.startsWith("mkdir")) {
        const { files } = sampleCompany({ today: calendarDate(systemClock.nowMs()) });
        for (const [name, content] of Object.entries(files)) writeFileSync(join(checkout, "hr", name), content);
      }
    }
  } finally {
    await give("docker compose down --volumes");
    engine.kill();
  }
};

try {
  await main();
} finally {
  spawnSync("umount", [join(folder, "storage/overlay")]);
  rmSync(folder, { recursive: true, force: true });
}
