import { Attribute, Change, Client, Control } from "ldapts";
import { afterAll, beforeAll, it } from "vitest";
import { writeFileSync } from "node:fs";
import { openSyncedSite, type SyncedSite } from "../support/bad-sources.ts";
import { type LdapAttributes, type LdapEntry, ldapPeople, ldif } from "../support/ldap-people.ts";
import { type Slapd, startSlapd } from "../support/slapd.ts";
const suffix = "dc=example,dc=com";
const company = ldapPeople({ people: 40, departments: 8 });
const services = `OU=Services,${suffix}`;
const groups = `OU=Groups,${suffix}`;
const attic = `OU=Attic,${suffix}`;
const unit = (dn: string): LdapEntry => ({ dn, attributes: { objectClass: "organizationalUnit", ou: /^OU=([^,]+)/.exec(dn)![1]! } });
const account = (cn: string): LdapEntry => ({ dn: `cn=${cn},${services}`, attributes: { objectClass: "person", cn, sn: cn, userPassword: "reads only" } });
const person = (n: number): LdapEntry => { const { dn, attributes } = company.person(n); return { dn, attributes: { ...attributes, employeeNumber: `Z9000000${String(n).padStart(2, "0")}` } }; };
const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const group: LdapEntry = { dn: `CN=post-D0002,${groups}`, attributes: { ...ldapPeople({ people: 1, groups: 1 }).group(0).attributes, cn: "post-D0002", sAMAccountName: "post", member: range(40).filter((n) => n % 8 === 3 || n % 8 === 4).map((n) => person(n).dn) } };
const entries = [
  { dn: suffix, attributes: { objectClass: ["domain", "extensibleObject"], dc: "example" } },
  ...[company.base, groups, services, attic].map(unit),
  ...["musterd", "limited", "paged", "blind", "nomail", "stranger"].map(account),
  ...range(8).map(company.department), ...range(40).map(person), group,
];
const source = (ldap: object, changed: any = {}) => ({
  feeds: { ad: { ldap: { bind: { dn: `cn=musterd,${services}`, password: "env:AD_PASSWORD" }, insecure: true, pageSize: 15, ...ldap } } },
  peopleBy: "dn",
  levels: { records: [{ code: "L", name: "部", active: true, order: 0 }] },
  departments: { base: company.base, filter: "(&(objectClass=organizationalUnit)(description=*))", attributes: { code: { attribute: "description", capture: "\\((\\w+)\\)$" }, name: { attribute: "description", capture: "^(.*) \\(" }, id: "objectGUID", parent: { attribute: "parentDn", by: "dn" }, level: { value: "L" }, manager: "managedBy", active: { value: true } } },
  titles: { base: company.base, filter: "(&(objectClass=user)(title=*))", distinct: true, attributes: { code: "title", title: "title", rank: { value: 50 }, active: { value: true } } },
  employees: { base: company.base, filter: "(objectClass=user)", attributes: { id: "objectGUID", account: { attribute: "sAMAccountName", case: "lower" }, number: "employeeID", name: "displayName", email: "mail", idCardNumber: "employeeNumber", phoneNumber: { attribute: "telephoneNumber", join: " " }, active: { attribute: "userAccountControl", flag: "userAccountControl" }, expiredTime: { attribute: "accountExpires", date: "filetime" }, department: { attribute: "parentDn", by: "dn" }, title: "title", supervisor: "manager" } },
  posts: { base: groups, filter: "(cn=post-*)", each: "member", attributes: { employee: "member", department: { attribute: "cn", capture: "^post-(.+)$" } } },
  ...changed,
});
let server: Slapd, site: SyncedSite, client: Client;
beforeAll(async () => {
  server = await startSlapd({ ldif: entries.map(ldif), accessLines: [
    "access to attrs=userPassword by anonymous auth by * none",
    `access to attrs=mail by dn.exact="cn=nomail,${services}" none by * read`,
    `access to dn.subtree="${company.department(1).dn.replaceAll("\\", "\\\\")}" by dn.exact="cn=blind,${services}" none by * read`,
    `access to * by dn.exact="cn=stranger,${services}" none by * read`,
  ], databaseLines: [`limits dn.exact="cn=limited,${services}" size=10`, `limits dn.exact="cn=paged,${services}" size.pr=10`] });
  site = await openSyncedSite(source({ url: server.url }), {}, { AD_PASSWORD: "reads only", WRONG: "x" });
  client = new Client({ url: server.url });
  await client.bind(server.rootDn, server.rootPassword);
});
afterAll(async () => { await client.unbind(); await site.close(); await server.stop(); });
const replace = (dn: string, type: string, ...values: (string|Buffer)[]) => client.modify(dn, [new Change({ operation: "replace", modification: new Attribute({ type, values: values as string[] }) })]);
const set = (n: number | string, type: string, ...values: (string|Buffer)[]) => {
  const e = typeof n === "number" ? person(n) : entries.find((x) => x.dn === n)!;
  const old = (e.attributes as any)[type];
  return [() => replace(e.dn, type, ...values), () => replace(e.dn, type, ...(old === undefined ? [] : [old].flat()))] as const;
};
type Step = readonly [() => Promise<unknown>, () => Promise<unknown>];
const all = (type: string, ...values: string[]): Step[] => range(40).map((n) => set(n, type, ...values));
const move = (from: string, to: string): Step => [() => client.modifyDN(from, to), () => client.modifyDN(to, from)];
const remove = (n: number): Step => [() => client.del(person(n).dn), () => client.add(person(n).dn, person(n).attributes as any)];
const cnOf = (dn: string) => /^((?:\\.|[^,\\])+),/.exec(dn)![1]!;
const manage = () => new Control("2.16.840.1.113730.3.4.2", { critical: true });
const list: [string, Step[], any?][] = [
  ["good", []],
  ["down", [], () => source({ url: "ldap://127.0.0.1:9" })],
  ["password", [], () => source({ url: server.url, bind: { dn: `cn=musterd,${services}`, password: "env:WRONG" } })],
  ["startTls", [], () => source({ url: server.url, startTls: true })],
  ["base gone", [move(company.base, `OU=Firm,${suffix}`)]],
  ["nobody", [], () => source({ url: server.url }, { employees: { ...source({}).employees, filter: "(objectClass=contact)" } })],
  ["limited", [], () => source({ url: server.url, bind: { dn: `cn=limited,${services}`, password: "env:AD_PASSWORD" } })],
  ["paged", [], () => source({ url: server.url, bind: { dn: `cn=paged,${services}`, password: "env:AD_PASSWORD" } })],
  ["blind", [], () => source({ url: server.url, bind: { dn: `cn=blind,${services}`, password: "env:AD_PASSWORD" } })],
  ["nomail", [], () => source({ url: server.url, bind: { dn: `cn=nomail,${services}`, password: "env:AD_PASSWORD" } })],
  ["stranger", [], () => source({ url: server.url, bind: { dn: `cn=stranger,${services}`, password: "env:AD_PASSWORD" } })],
  ["anonymous", [], () => source({ url: server.url, bind: "anonymous" })],
  ["mail emptied", all("mail")],
  ["attribute misspelt", [], () => source({ url: server.url }, { employees: { ...source({}).employees, attributes: { ...source({}).employees.attributes, email: "mial" } } })],
  ["accounts emptied", all("sAMAccountName")],
  ["all disabled", all("userAccountControl", "514")],
  ["managers emptied", all("manager")],
  ["two mails", [set(27, "mail", "a@example.com", "b@example.com")]],
  ["two titles", [set(27, "title", "經理", "專員")]],
  ["two accounts", [set(27, "sAMAccountName", "x1", "x2")]],
  ["two names", [set(27, "cn", "x1")]],
  ["no account", [set(27, "sAMAccountName")]],
  ["no number", [set(27, "employeeID")]],
  ["no uac", [set(27, "userAccountControl")]],
  ["manager nowhere", [set(27, "manager", `CN=gone,${company.base}`)]],
  ["manager outside", [set(27, "manager", `cn=musterd,${services}`)]],
  ["managedBy nowhere", [set(company.department(3).dn, "managedBy", `CN=gone,${company.base}`)]],
  ["pua name", [set(27, "displayName", "陳\uE000")]],
  ["? name", [set(27, "displayName", "陳?")]],
  ["control", [set(27, "employeeNumber", "Z9\u00010000")]],
  ["expires", [set(27, "accountExpires", "9223372036854775808")]],
  ["expires neg", [set(27, "accountExpires", "-1")]],
  ["moved to the base", [move(person(27).dn, `${cnOf(person(27).dn)},${company.base}`)]],
  ["moved outside", [move(person(27).dn, `${cnOf(person(27).dn)},${attic}`)]],
  ["department moved outside", [move(company.department(7).dn, `${cnOf(company.department(7).dn)},${attic}`)]],
  ["dept description lost code", [set(company.department(7).dn, "description", "無代號")]],
  ["dept 1 description lost code", [set(company.department(1).dn, "description", "無代號")]],
  ["dept description gone", [set(company.department(7).dn, "description")]],
  ["all descriptions gone", range(8).map((n) => set(company.department(n).dn, "description"))],
  ["all descriptions w/o code", range(8).map((n) => set(company.department(n).dn, "description", "無"))],
  ["dept two codes same", [set(company.department(7).dn, "description", "x (D0006)")]],
  ["dept code changed", [set(company.department(7).dn, "description", "x (D0099)")]],
  ["dup number", [set(27, "employeeID", "e000028")]],
  ["dup account", [set(27, "sAMAccountName", "E000028")]],
  ["dup guid", [set(27, "objectGUID", person(28).attributes["objectGUID"] as Buffer)]],
  ["guid junk", [set(27, "objectGUID", Buffer.from("junk"))]],
  ["guid gone", [set(27, "objectGUID")]],
  ["guids swapped", [set(27, "objectGUID", Buffer.from("x".repeat(16))), set(28, "objectGUID", person(27).attributes["objectGUID"] as Buffer)]],
  ["3 gone", [remove(37), remove(38), remove(36)]],
  ["group empty", [set(group.dn, "member")]],
  ["group member unknown", [set(group.dn, "member", ...(group.attributes["member"] as string[]), `cn=musterd,${services}`)]],
  ["group one member replaced", [set(group.dn, "member", ...(group.attributes["member"] as string[]).slice(1), `cn=musterd,${services}`)]],
  ["group dept", [[() => client.modifyDN(group.dn, `CN=post-D0099,${groups}`), () => client.modifyDN(`CN=post-D0099,${groups}`, group.dn)]]],
  ["groups gone", [move(group.dn, `CN=xpost-D0002,${groups}`)]],
  ["referral", [[() => client.add(`OU=Branch,${company.base}`, { objectClass: ["referral", "extensibleObject"], ou: "Branch", ref: "ldap://branch.example.com/OU=Branch,dc=example,dc=com" }), () => client.del(`OU=Branch,${company.base}`, manage())]]],
  ["hang", [[async () => { process.kill(server.pid(), "SIGSTOP"); }, async () => { process.kill(server.pid(), "SIGCONT"); }]], () => source({ url: server.url, timeoutSeconds: 1 })],
  ["good", []],
];
it("x", async () => {
  let out = "";
  const plain = source({ url: server.url });
  for (const [name, steps, src] of list) {
    try { for (const [go] of steps) await go();
    const told = await site.plan(src?.() ?? plain, {});
    const { text: t, ...rest } = told;
    out += `\n## ${name}\n`;
    if ("refused" in told) out += `REFUSED ${told.text.slice(0, 600)}\n`;
    else { for (const [k, v] of Object.entries(rest)) { const l = v as string[]; if (l.length) out += `${k} (${l.length}): ${l.slice(0, 8).join(" | ")}\n`; } out += t.slice(0, 500) + "\n"; }
    for (const [, back] of steps.toReversed()) await back(); } catch (e) { out += `\n## ${name} EXC ${e}\n`; for (const [, back] of steps.toReversed()) await back().catch(() => {}); }
  }
  writeFileSync("/tmp/out3.txt", out);
}, 120000);
