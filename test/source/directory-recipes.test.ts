/** The recipes of docs/directories.md. Each is used exactly as printed to read from a real server. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { systemClock } from "../../src/lib/clock.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { type LdapAttributes, ldif } from "../support/ldap/ldap-people.ts";
import { type Slapd, startSlapd } from "../support/ldap/slapd.ts";
import { freshMemory } from "./csv-folder.ts";

const suffix = "dc=example,dc=com";
const company = `ou=company,${suffix}`;
const groups = `ou=groups,${suffix}`;
const hq = `ou=總公司,${company}`;
const lab = `ou=研發處,${hq}`;

const unit = (dn: string, ou: string, more: LdapAttributes = {}): string =>
  ldif({ dn, attributes: { objectClass: ["organizationalUnit", "extensibleObject"], ou, ...more } });
const person = (uid: string, dn: string, more: LdapAttributes = {}): string =>
  ldif({ dn: `uid=${uid},${dn}`, attributes: { objectClass: "inetOrgPerson", uid, cn: uid, sn: uid, ...more } });
const group = (cn: string, ...member: readonly string[]): string =>
  ldif({ dn: `cn=${cn},${groups}`, attributes: { objectClass: "groupOfNames", cn, member } });

let server: Slapd;

beforeAll(async () => {
  server = await startSlapd({
    ldif: [
      ldif({ dn: suffix, attributes: { objectClass: ["domain", "extensibleObject"], dc: "example" } }),
      unit(company, "company"),
      unit(groups, "groups"),
      unit(hq, "總公司", { businessCategory: "HQ", seeAlso: `uid=ann,${hq}` }),
      unit(lab, "研發處", { businessCategory: "RD" }),
      person("ann", hq),
      person("bob", lab, { manager: `uid=ann,${hq}` }),
      group("dept-HQ", `uid=ann,${hq}`),
      group("dept-RD", `uid=bob,${lab}`),
      group("post-RD", `uid=ann,${hq}`),
    ],
  });
});

afterAll(() => server.stop());

const recipes = readFileSync("docs/directories.md", "utf8")
  .split("```yaml\n")
  .slice(1)
  .map((rest) => rest.split("```")[0] ?? "");

const read = async (at: number): Promise<SourceSnapshot> => {
  const feeds = { ldap: { ldap: { url: server.url, bind: "anonymous" } } };
  const settings = sourceSettings.parse({ feeds, ...(parse(recipes[at] ?? "") as object) });
  return (await createHrSource(settings, freshMemory, systemClock).read([])).snapshot;
};

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

describe("the recipes", () => {
  it("are all here", () => {
    expect(recipes).toHaveLength(3);
  });

  it("read units, people in them, and managers by the name of the entry", async () => {
    const { directory, rejected } = await read(0);
    expect(rejected).toEqual([]);
    expect(directory.departments).toEqual([
      { code: "HQ", id: uuid, name: "總公司", level: "UNIT", parent: null, manager: "ann" },
      { code: "RD", id: uuid, name: "研發處", level: "UNIT", parent: "HQ" },
    ]);
    expect(directory.employees).toEqual([
      { account: "ann", id: uuid, name: "ann", posts: [{ department: "HQ", main: true }] },
      { account: "bob", id: uuid, name: "bob", posts: [{ department: "RD", main: true, supervisor: "ann" }] },
    ]);
  });

  it("take the id of a unit for its code", async () => {
    const { directory, rejected } = await read(1);
    expect(rejected).toEqual([]);
    const [top, below] = directory.departments ?? [];
    expect([top, below]).toEqual([
      { code: uuid, name: "總公司", parent: null },
      { code: uuid, name: "研發處", parent: top?.code },
    ]);
    expect(directory.employees?.map(({ posts }) => posts?.[0]?.department)).toEqual([top?.code, below?.code]);
  });

  it("make main and further posts of members of groups", async () => {
    const { directory, rejected } = await read(2);
    expect(rejected).toEqual([]);
    expect(directory.employees?.map(({ account, posts }) => [account, posts])).toEqual([
      [
        "ann",
        [
          { department: "HQ", main: true },
          { department: "RD", main: false },
        ],
      ],
      ["bob", [{ department: "RD", main: true }]],
    ]);
  });
});
