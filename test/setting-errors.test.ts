/**
 * A law about mistakes in a configuration: for one mistake anywhere in correct settings, exactly its place is reported. The
 * settings are those of all examples, and of one configuration that sets nearly everything.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../src/config/config.ts";
import { asMusterdError } from "../src/lib/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "musterd-mistakes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const environment = {
  MUSTERD_API_KEY: "key",
  MUSTERD_TOKEN: "token-of-the-control-port",
  AD_PASSWORD: "a",
  LDAP_PASSWORD: "b",
  PATH: "/bin",
};

const everything = `
language: en
source:
  feeds:
    hr: { files: { folder: ./hr, encoding: big5, delimiter: ";", skipTopRows: 1 } }
    ad:
      ldap:
        url: ldaps://ad.example.com
        ca: ./ca.pem
        bind: { dn: "cn=reader,dc=example,dc=com", password: env:AD_PASSWORD }
        pageSize: 100
        timeoutSeconds: 10
        changes: dirsync
        fullReadEvery: 10
    open: { ldap: { url: ldap://open.example.com, startTls: true, bind: anonymous } }
  peopleBy: account
  joinBy: number
  duplicates: refuse
  levels: { records: [{ code: L1, name: 處, active: true, order: 1 }] }
  titles: { from: hr, file: t.xlsx, sheet: T, columns: { code: C, title: T, rank: { column: R, default: 1 } } }
  departments:
    from: hr
    file: d.csv
    distinct: true
    columns:
      code: { column: P, path: / }
      name: { value: x }
  employees:
    - from: ad
      base: [ou=a, ou=b]
      filter: (objectClass=person)
      scope: one
      attributes:
        account: { attribute: uid, case: lower }
        number: { attribute: employeeNumber, width: 6 }
        active: { attribute: flags, flag: userAccountControl }
        name: { attribute: cn, join: " " }
      only: [{ attribute: uid, blank: false }]
      protect: [{ attribute: uid, is: [root, admin] }]
    - from: hr
      file: e.csv
      required: false
      columns:
        number: N
        email: { column: M, prefer: true, capture: "^(.*)$" }
        hireDate: { column: H, date: roc, blank: clear }
        department: D
        functions: { column: F, split: "," }
        gender: { column: G, values: { m: Male, f: Female } }
        supervisor: { column: S, by: account }
        phoneNumber: { function: phone, reads: [A, B] }
      except: [{ column: K, is: x }, { column: K, matches: "^y" }]
  posts: { from: open, base: dc=x, each: member, attributes: { employee: { attribute: member, by: dn }, department: ou } }
  mappingFile: ./mapping.ts
  quality: { rows-fell: { on: hold, percent: 10 }, tree-shape: warn, minRows: { employee: 5 }, maxAgeHours: 30 }
  renames: [{ kind: department, from: A, to: B }]
target:
  url: https://hr.example.com
  version: "1"
  corpCode: DEMO
  apiKey: env:MUSTERD_API_KEY
  concurrency: 4
  dateFormat: utc
  absentErrorCodes: [none]
redis: { timeoutMs: 5000 }
state: { folder: ./state }
policy: { fields: { employee.email: ignore }, protectedAccounts: [admin], newEmployeeLogin: [UOF], managerMustBeMember: false, people: { timeZone: Europe/Berlin, waitForHireDate: false, createDaysBefore: 3, graceDays: 2, missing: 5 } }
guard: { caps: { employee: { deactivate: { percent: 3, count: 50 } } }, maxFailuresBeforeDisabling: 3 }
daemon: { schedule: "0 2 * * *", timeZone: Asia/Taipei, apply: false, retry: [1, 2], quarantineHours: 2, port: 8930 }
log: { level: info }
`;

const examples: readonly (readonly [name: string, text: string])[] = [
  ["everything", everything],
  ...globSync("config/*.yaml").map((file) => [file, readFileSync(file, "utf8")] as const),
];

type Path = readonly (string | number)[];

/** Returns the lines with the reported problems; none if the settings are correct. */
const linesFor = (settings: unknown): readonly string[] => {
  const file = join(folder, "musterd.yaml");
  writeFileSync(file, JSON.stringify(settings));
  try {
    loadConfig(file, environment);
    return [];
  } catch (thrown) {
    return asMusterdError(thrown)
      .message.split("\n")
      .slice(1)
      .map((text) => text.trim());
  }
};

const entriesOf = (node: unknown): readonly (readonly [string | number, unknown])[] => {
  if (Array.isArray(node)) return [...node.entries()];
  return typeof node === "object" && node !== null ? Object.entries(node) : [];
};

const leavesOf = (node: unknown, path: Path = []): readonly (readonly [Path, unknown])[] => {
  const entries = entriesOf(node);
  return entries.length === 0 ? [[path, node]] : entries.flatMap(([key, value]) => leavesOf(value, [...path, key]));
};

const keysOf = (node: unknown, path: Path = []): readonly Path[] =>
  entriesOf(node).flatMap(([key, value]) => [
    ...(typeof key === "string" ? [[...path, key]] : []),
    ...keysOf(value, [...path, key]),
  ]);

/** True for a key that the user chooses freely, such as the name of a feed, so another key is no mistake. */
const isFree = (path: Path): boolean =>
  /^source\.feeds\.[^.]+$|\.values\.[^.]+$|^target\.(paths|fields)\./.test(path.join("."));

/** Returns a copy of the settings with another value or another key at `path`. */
const edited = (
  settings: unknown,
  path: Path,
  edit: { readonly value: unknown } | { readonly key: string },
): unknown => {
  const copy: unknown = structuredClone(settings);
  const parent = path.slice(0, -1).reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], copy);
  const [last = ""] = path.slice(-1);
  const object = parent as Record<string | number, unknown>;
  if ("value" in edit) object[last] = edit.value;
  else {
    object[edit.key] = object[last];
    delete object[last];
  }
  return copy;
};

const tried = new Set<string>();

/** Whether this mistake is the first of its kind at its setting: examples repeat each other, and lists repeat their items. */
const isFirst = (mistake: string, path: Path, value: unknown): boolean => {
  const setting = path
    .filter((key) => typeof key === "string")
    .join(".")
    .replace(/^source\.feeds\.\w+/, "source.feeds");
  const key = `${mistake} ${setting} ${typeof value}`;
  if (tried.has(key)) return false;
  tried.add(key);
  return true;
};

const wrongFor = (value: unknown): unknown => (typeof value === "string" || value === null ? 5 : "?");

describe.each(examples)("one mistake in %s", (_, text) => {
  // The copy through JSON has no YAML aliases. An alias is one object in several places, and all would be edited at once.
  const settings: unknown = JSON.parse(JSON.stringify(parse(text)));

  it("is put into correct settings", () => {
    expect(linesFor(settings)).toEqual([]);
  });

  it("of a wrong type is reported only at its place", () => {
    const leaves = leavesOf(settings);
    expect(leaves.length).toBeGreaterThan(10);
    for (const [path, value] of leaves) {
      if (!isFirst("type", path, value)) continue;
      const lines = linesFor(edited(settings, path, { value: wrongFor(value) }));
      expect([path.join("."), lines.map((line) => line.split(": ")[0])]).toEqual([path.join("."), [path.join(".")]]);
    }
  });

  it("that turns a text into a list or a mapping is reported at its place or below it", () => {
    for (const [path, value] of leavesOf(settings)) {
      if (!isFirst("form", path, value)) continue;
      const lines = linesFor(edited(settings, path, { value: { "?": 1 } }));
      expect(
        lines.filter((line) => !line.startsWith(path.join("."))).map((line) => `${path.join(".")} ${line}`),
      ).toEqual([]);
      expect(lines.length).toBeGreaterThan(0);
    }
  });

  it("of a misspelt setting is reported with the correct name", () => {
    for (const path of keysOf(settings)) {
      if (isFree(path) || !isFirst("name", path, "")) continue;
      const key = String(path.at(-1));
      const place = [...path.slice(0, -1), `${key}x`].join(".");
      const lines = linesFor(edited(settings, path, { key: `${key}x` }));
      expect(lines).toEqual([`${place}: is not known here; did you mean \`${key}\`?`]);
    }
  });

  it("of a number out of range is reported only at its place", () => {
    for (const [path, value] of leavesOf(settings)) {
      if (typeof value !== "number" || !isFirst("range", path, value)) continue;
      for (const wrong of [-1_000_000_000, 1e300]) {
        const places = linesFor(edited(settings, path, { value: wrong })).map((line) => line.split(": ")[0]);
        expect([path.join("."), ...new Set(places)].slice(-1)).toEqual([path.join(".")]);
      }
    }
  });
});

describe("a mistake in several forms", () => {
  const source = (part: object) => ({
    source: { feeds: { ad: { ldap: { url: "ldaps://a", bind: "anonymous" } } }, employees: part },
  });

  it("is reported for the form whose keys are present (a wrong scope used to be reported as a missing file)", () => {
    const part = { base: "dc=x", filter: "(uid=*)", scope: "subtree", attributes: { account: "uid" } };
    expect(linesFor(source(part))).toEqual(['source.employees.scope: expected one of "sub"|"one"|"base"']);
    expect(linesFor(source([part]))).toEqual(['source.employees.0.scope: expected one of "sub"|"one"|"base"']);
  });

  it("is reported for all forms if none fits", () => {
    expect(linesFor(source({}))).toEqual([expect.stringMatching(/^source\.employees: expected a part/)]);
    expect(linesFor({ ...source({ records: [{ account: "a" }] }), target: "embeded" })).toEqual([
      'target: expected "embedded" or the settings of a service',
    ]);
  });
});

describe("a misspelt setting or word", () => {
  const people =
    "source:\n  feeds: { hr: { files: { folder: hr } } }\n  employees: { file: p.csv, columns: { account: A } }\n";

  it.each([
    [
      "  departments: { file: d.csv, columns: { code: { pat: '/' }, name: N } }",
      "source.departments.columns.code.pat: is not known here; did you mean `path`?",
    ],
    ["gaurd: {}", "gaurd: is not known here; did you mean `guard`?"],
    [
      "policy: { fields: { employee.phone: ignore } }",
      expect.stringMatching(/^policy\.fields\.employee\.phone: .*`employee\.phoneNumber`\?$/),
    ],
    [
      "  departments: { file: d.csv, columns: { code: C, name: N, active: { column: S, value: { yes: true } } } }",
      expect.stringMatching(/active\.value: expected boolean, received object; did you mean `values`\?$/),
    ],
    ["redis: { time: 3 }", "redis.time: is not known here; did you mean `timeoutMs`?"],
    ["log: { level: wran }", expect.stringMatching(/^log\.level: expected one of "debug".*; did you mean `warn`\?$/)],
    [
      "target: { url: localhost:80, corpCode: A, apiKey: env:PATH }",
      expect.stringMatching(/^target\.url: is not an address, such as https:/),
    ],
    ["daemon: { port: 99999 }", "daemon.port: expected number to be <=65535"],
  ])("%s is answered with what was probably meant", (line, told) => {
    expect(linesFor(parse(people + line))).toEqual([told]);
  });

  it("an empty file is said to be empty", () => {
    expect(linesFor(null)).toEqual(["the file is empty"]);
  });
});
