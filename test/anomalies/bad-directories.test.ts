/**
 * Directories that get errors after a correct import. In a real server (slapd), entries, limits and permissions are changed and
 * restored. A fake server with the same entries has behaviour that slapd does not have.
 */
import { Attribute, Change, Client, Control } from "ldapts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { openSyncedSite, personalData, type SourcePart, type SyncedSite, type Told } from "../support/bad-sources.ts";
import {
  type FakeAnswer,
  type FakeLdapServer,
  type FakeSearch,
  startFakeLdapServer,
} from "../support/ldap/fake-ldap-server.ts";
import { type LdapAttributes, type LdapEntry, ldapPeople, ldif } from "../support/ldap/ldap-people.ts";
import { type Slapd, startSlapd } from "../support/ldap/slapd.ts";

const suffix = "dc=example,dc=com";
const company = ldapPeople({ people: 40, departments: 8 });
const { base } = company;
const [services, groups, attic] = [`OU=Services,${suffix}`, `OU=Groups,${suffix}`, `OU=Attic,${suffix}`];
const group = `CN=post-D0002,${groups}`;
const unitOf = (n: number): string => company.department(n).dn;
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** Person 27 has a manager, the main post in D0003 and a part-time post in D0002, and manages nothing. */
const person = (n: number): LdapEntry => {
  const { dn, attributes } = company.person(n);
  return { dn, attributes: { ...attributes, employeeNumber: `Z9000000${String(n).padStart(2, "0")}` } };
};
const unit = (dn: string): LdapEntry => ({
  dn,
  attributes: { objectClass: "organizationalUnit", ou: dn.slice(3, dn.indexOf(",")) },
});
const reader = (cn: string): LdapEntry => ({
  dn: `cn=${cn},${services}`,
  attributes: { objectClass: "person", cn, sn: cn, userPassword: "reads only" },
});
const members = range(40).flatMap((n) => (n % 8 === 3 || n % 8 === 4 ? [person(n).dn] : []));

const entries: readonly LdapEntry[] = [
  { dn: suffix, attributes: { objectClass: ["domain", "extensibleObject"], dc: "example" } },
  ...[base, services, groups, attic].map(unit),
  ...["musterd", "limited", "paged", "half-blind", "without-mail", "stranger"].map(reader),
  ...range(8).map(company.department),
  ...range(40).map(person),
  {
    dn: group,
    attributes: { ...ldapPeople({ people: 1, groups: 1 }).group(0).attributes, cn: "post-D0002", member: members },
  },
];

const quoted = (dn: string): string => `"${dn.replaceAll("\\", "\\\\")}"`;
const by = (cn: string): string => `by dn.exact=${quoted(`cn=${cn},${services}`)}`;
const slapdOptions = {
  ldif: entries.map(ldif),
  accessLines: [
    "access to attrs=userPassword by anonymous auth by * none",
    `access to attrs=mail ${by("without-mail")} none by * read`,
    `access to dn.subtree=${quoted(unitOf(1))} ${by("half-blind")} none by * read`,
    `access to * ${by("stranger")} none by * read`,
  ],
  databaseLines: [
    `limits dn.exact="cn=limited,${services}" size=10`,
    `limits dn.exact="cn=paged,${services}" size.pr=10`,
  ],
};

const employees = {
  base,
  filter: "(objectClass=user)",
  attributes: {
    id: "objectGUID",
    account: { attribute: "sAMAccountName", case: "lower" },
    number: "employeeID",
    name: "displayName",
    email: "mail",
    idCardNumber: "employeeNumber",
    phoneNumber: { attribute: "telephoneNumber", join: " " },
    active: { attribute: "userAccountControl", flag: "userAccountControl" },
    expiredTime: { attribute: "accountExpires", date: "filetime" },
    department: { attribute: "parentDn", by: "dn" },
    title: "title",
    supervisor: "manager",
  },
};

const sourceOf = (ldap: object, people: object = employees) => ({
  feeds: {
    ad: {
      ldap: {
        bind: { dn: `cn=musterd,${services}`, password: "env:AD_PASSWORD" },
        insecure: true,
        pageSize: 15,
        ...ldap,
      },
    },
  },
  peopleBy: "dn",
  levels: { records: [{ code: "L", name: "部", active: true, order: 0 }] },
  departments: {
    base,
    filter: "(&(objectClass=organizationalUnit)(description=*))",
    attributes: {
      id: "objectGUID",
      code: { attribute: "description", capture: "\\((\\w+)\\)$" },
      name: { attribute: "description", capture: "^(.*) \\(" },
      parent: { attribute: "parentDn", by: "dn" },
      level: { value: "L" },
      manager: "managedBy",
      active: { value: true },
    },
  },
  employees: people,
  posts: {
    base: groups,
    filter: "(cn=post-*)",
    each: "member",
    attributes: { employee: "member", department: { attribute: "cn", capture: "^post-(.+)$" } },
  },
  titles: {
    base,
    filter: "(&(objectClass=user)(title=*))",
    distinct: true,
    attributes: { code: "title", title: "title", rank: { value: 50 }, active: { value: true } },
  },
});

/** The ordinary change, which every case makes beside its error: entries with their new attributes. */
const ordinary: ReadonlyMap<string, LdapAttributes> = new Map([
  [person(39).dn, { displayName: "新名" }],
  [unitOf(7), { description: "新部 (D0007)" }],
]);
const changed: ReadonlyMap<string, LdapAttributes> = new Map(
  entries.map(({ dn, attributes }) => [dn, { ...attributes, ...ordinary.get(dn) }]),
);
const witness = ["department/D0007/update name", "employee/e000039/update name"];
const inStep = { changes: witness, held: [], rejected: [], findings: [], breaches: [], text: expect.any(String) };

let server: Slapd;
let client: Client;
let site: SyncedSite;
let organisation: Organisation;
let plain: SourcePart;

beforeAll(async () => {
  server = await startSlapd(slapdOptions);
  plain = sourceOf({ url: server.url });
  site = await openSyncedSite(plain, {}, { AD_PASSWORD: "reads only", OTHER_PASSWORD: "another one" });
  organisation = await site.fixture.dump();
  client = new Client({ url: server.url });
  await client.bind(server.rootDn, server.rootPassword);
  for (const [dn, attributes] of ordinary) {
    for (const [type, value] of Object.entries(attributes)) await write(dn, type, value);
  }
});

afterAll(async () => {
  await client.unbind();
  await site.close();
  await server.stop();
});

const write = (dn: string, type: string, value: LdapAttributes[string] | undefined): Promise<void> => {
  const values = value === undefined ? [] : ([value].flat() as string[]);
  return client.modify(dn, [new Change({ operation: "replace", modification: new Attribute({ type, values }) })]);
};

/** A change to the directory (`go`), and the change that undoes it (`back`). */
type Step = { readonly go: () => Promise<unknown>; readonly back: () => Promise<unknown> };

const set = (entry: number | string, type: string, ...values: readonly (string | Buffer)[]): Step => {
  const dn = typeof entry === "number" ? person(entry).dn : entry;
  return {
    go: () => write(dn, type, values as readonly string[]),
    back: () => write(dn, type, changed.get(dn)?.[type]),
  };
};
const everybody = (type: string, ...values: readonly string[]): readonly Step[] =>
  range(40).map((n) => set(n, type, ...values));
const everyUnit = (type: string, ...values: readonly string[]): readonly Step[] =>
  range(8).map((n) => set(unitOf(n), type, ...values));
const move = (from: string, to: string): Step => ({
  go: () => client.modifyDN(from, to),
  back: () => client.modifyDN(to, from),
});
const rdn = (dn: string): string => /^(?:\\.|[^,\\])+/.exec(dn)?.[0] ?? "";
const moveTo = (dn: string, above: string): Step => move(dn, `${rdn(dn)},${above}`);
const branch = `OU=Branch,${base}`;
const manageReferral = () => new Control("2.16.840.1.113730.3.4.2", { critical: true });
const refer: Step = {
  go: () =>
    client.add(branch, {
      objectClass: ["referral", "extensibleObject"],
      ou: "Branch",
      ref: `ldap://branch.example.com/${branch}`,
    }),
  back: () => client.del(branch, manageReferral()),
};
const hang: Step = {
  go: () => server.pause(),
  back: async () => server.resume(),
};

const planAfter = async (steps: readonly Step[], source: SourcePart): Promise<Told> => {
  try {
    for (const { go } of steps) await go();
    const told = await site.plan(source);
    expect(told.text).not.toMatch(personalData);
    return told;
  } finally {
    for (const { back } of steps.toReversed()) await back();
  }
};

const bound = (cn: string, password = "env:AD_PASSWORD") => ({ bind: { dn: `cn=${cn},${services}`, password } });
const people = (attributes: object, filter = employees.filter) => ({
  ...employees,
  filter,
  attributes: { ...employees.attributes, ...attributes },
});

/** Settings that a case changes: those of the feed (`ldap`) and those of the search for people. */
type Settings = { readonly ldap?: object; readonly people?: object };
const settingsOf = ({ ldap, people = employees }: Settings = {}): SourcePart =>
  ldap || people !== employees ? sourceOf({ url: server.url, ...ldap }, people) : plain;

const guidOf28 = person(28).attributes["objectGUID"] as Buffer;
const guidOf27 = person(27).attributes["objectGUID"] as Buffer;

/** A case in which the source is refused. `code` is the error code without its prefix "source-". */
type Refused = [what: string, code: string, says: RegExp, steps: readonly Step[], settings?: Settings];

const twoAccounts = people({ account: "telephoneNumber" });
const refused: readonly Refused[] = [
  ["nothing listens there", "ldap-unreachable", /ECONNREFUSED/, [], { ldap: { url: "ldap://127.0.0.1:9" } }],
  ["the server hangs", "ldap-unreachable", /no answer within 1 s/, [hang], { ldap: { timeoutSeconds: 1 } }],
  ["the server has no TLS any more", "ldap-tls", /refuses StartTLS/, [], { ldap: { startTls: true } }],
  ["the password was changed", "ldap-bind", /result 49/, [], { ldap: bound("musterd", "env:OTHER_PASSWORD") }],
  ["the account was renamed", "ldap-bind", /result 49/, [move(`cn=musterd,${services}`, `cn=gone,${services}`)]],
  ["the base was renamed", "ldap-base", /OU=Company.*result 32/, [move(base, `OU=Firm,${suffix}`)]],
  ["the account may see nothing", "ldap-base", /result 32/, [], { ldap: bound("stranger") }],
  ["the account may see ten entries", "ldap-limit", /result 4 .* after 0 entries/, [], { ldap: bound("limited") }],
  ["pages must be smaller", "ldap-limit", /result 11 .* with 15 to a page/, [], { ldap: bound("paged") }],
  ["a branch was moved to another server", "ldap-referral", /branch\.example\.com/, [refer]],
  ["the filter matches nobody", "empty", /no entry in scope/, [], { people: people({}, "(objectClass=contact)") }],
  ["a branch was moved away", "quality", /rows-fell: .* from 40 to 25/, [moveTo(unitOf(1), attic)]],
  ["nobody has an account", "quality", /rejected-many: 40 of 40 rows of employee/, everybody("sAMAccountName")],
  ["accounts have two values", "quality", /rejected-many: 40 of 40/, [], { people: twoAccounts }],
  ["no unit has a code", "quality", /rejected-many: 8 of 8 rows of department/, everyUnit("description", "無代號")],
  ["a group was renamed", "quality", /rows-fell: part-time posts .* 10 to 0/, [move(group, `CN=old-D0002,${groups}`)]],
];

/** A case in which an entry is listed. `told` is the reported line about person 27, without the name of the entry. */
type Listed = [what: string, told: string, steps: readonly Step[], settings?: Settings];

const quarantined: readonly Listed[] = [
  ["an account is gone", "sAMAccountName key-missing E000027", [set(27, "sAMAccountName")]],
  ["there are two e-mail addresses", "mail value-several e000027", [set(27, "mail", "a@example.com", "b@example.com")]],
  ["a manager is gone", "manager person-unknown e000027", [set(27, "manager", `CN=gone,${base}`)]],
  ["a manager is not a person", "manager person-unknown e000027", [set(27, "manager", `cn=musterd,${services}`)]],
  ["a name has a private-use character", "displayName name-lossy e000027", [set(27, "displayName", "王\uE000")]],
  ["a name has a question mark", "displayName name-lossy e000027", [set(27, "displayName", "王?明")]],
  [
    "an ID number has a control character",
    "employeeNumber character-invalid e000027",
    [set(27, "employeeNumber", "Z90000\u000127")],
  ],
  ["an expiry is not a time", "accountExpires date-invalid e000027", [set(27, "accountExpires", "-1")]],
  ["an objectGUID is invalid", "objectGUID character-invalid e000027", [set(27, "objectGUID", Buffer.from("junk"))]],
];

type Outcome = Partial<Record<"changes" | "held" | "rejected" | "findings" | "breaches", readonly unknown[]>>;
type Judged = [what: string, outcome: Outcome, steps: readonly Step[], settings?: Settings];

const ends = (text: string) => expect.stringMatching(new RegExp(`,${suffix} ${text}$`, "i"));
const member27 = ends("member person-unknown cn=Wang.*");
const twoTitles = ["title value-several", "title value-several", "title value-several e000027"].map(ends);
const disabled = range(40)
  .slice(8)
  .map((n) => `employee/e0000${String(n).padStart(2, "0")}/deactivate active`);
const guard = { breaches: ["employee deactivate"], held: ["8 × employee deactivate still-manager"] };

const withoutCode = Array(2).fill(ends("description capture-failed D0003"));
const missing = (attribute: string, field: string, ...more: readonly string[]): Outcome => ({
  changes: [witness[0]],
  findings: [`warn attribute-missing employee ${attribute}`, ...more, `hold fill-fell employee ${field}`],
});
const otherReader = "warn reader-changed title";
const without = (kind: string, attribute: string, changes: readonly unknown[], count: number): Outcome => {
  const missing = kind === "post" ? [`warn attribute-missing post ${attribute}`] : [];
  const findings = [...missing, `hold attribute-vanished ${kind} ${attribute}`];
  return { changes, rejected: [`${count} × ${attribute} attribute-vanished`], findings };
};
const twice = (column: string, of27: string): Outcome => ({
  rejected: [of27, "e000028"].map((key) => ends(`${column} duplicate-key ${key}`)),
});

const judged: readonly Judged[] = [
  ["a number is there twice", twice("employeeID", "e000027"), [set(27, "employeeID", "e000028")]],
  ["an account is there twice", twice("sAMAccountName", "e000028"), [set(27, "sAMAccountName", "E000028")]],
  ["an objectGUID is there twice", twice("objectGUID", "e000027"), [set(27, "objectGUID", guidOf28)]],
  [
    "a department is there twice",
    {
      changes: [witness[1] ?? ""],
      rejected: [ends("description duplicate-key D0006"), ends("description duplicate-key D0006")],
      held: ["5 × post update reference-held"],
    },
    [set(unitOf(7), "description", "又 (D0006)")],
  ],
  ["nobody has an e-mail address", missing("mail", "email"), everybody("mail")],
  ["e-mail addresses may not be read", missing("mail", "email", otherReader), [], { ldap: bound("without-mail") }],
  ["an attribute is misspelt", missing("mial", "email"), [], { people: people({ email: "mial" }) }],
  [
    "nobody has a manager",
    { findings: ["warn attribute-missing employee manager", "hold fill-fell post supervisor"] },
    everybody("manager"),
  ],
  ["units have no managers", { findings: ["warn attribute-missing department managedBy"] }, everyUnit("managedBy")],
  ["everybody is disabled", { changes: [...witness, ...disabled], ...guard }, everybody("userAccountControl", "514")],
  ["there are two titles", { rejected: twoTitles }, [set(27, "title", "經理", "專員")]],
  [
    "a unit's manager is gone",
    { rejected: [ends("managedBy person-unknown D0003")] },
    [set(unitOf(3), "managedBy", attic)],
  ],
  ["a unit does not show its code", { rejected: withoutCode }, [set(unitOf(3), "description", "Lab")]],
  [
    "somebody is outside of the units",
    { rejected: [ends("parentDn department-unknown e000027"), member27] },
    [moveTo(person(27).dn, base)],
  ],
  ["somebody is outside of the base", { rejected: [member27] }, [moveTo(person(27).dn, attic)]],
  [
    "a member is not a person",
    { rejected: [ends(`member person-unknown ${attic}`)] },
    [set(group, "member", ...members, attic)],
  ],
  [
    "a group's department is unknown",
    { held: ["10 × post update reference-missing"] },
    [move(group, `CN=post-D0099,${groups}`)],
  ],
  [
    "a branch may not be read",
    {
      changes: [],
      rejected: ["18 × * entry-hidden", "5 × manager person-unknown"],
      findings: ["department", "employee"].map((kind) => `warn entries-hidden ${kind}`),
    },
    [],
    { ldap: bound("half-blind") },
  ],
  ["no unit has a description", without("department", "description", [witness[1]], 8), everyUnit("description")],
  ["a group has no members", without("post", "member", witness, 10), [set(group, "member")]],
  [
    "an objectGUID is another's",
    { held: ["employee/e000028/update identity-conflict e000027 e000028"] },
    [set(27, "objectGUID", Buffer.alloc(16, "x")), set(28, "objectGUID", guidOf27)],
  ],
];

const good: readonly [what: string, steps: readonly Step[]][] = [
  ["no number", [set(27, "employeeID")]],
  ["no userAccountControl", [set(27, "userAccountControl")]],
  ["no objectGUID", [set(27, "objectGUID")]],
  ["no name and no address", [set(27, "displayName"), set(27, "mail")]],
  ["another name of an entry", [move(person(29).dn, `CN=Another,${unitOf(5)}`)]],
  ["three people fewer", [29, 30, 31].map((n) => moveTo(person(n).dn, attic))],
  ["one unit fewer, with its people", [moveTo(unitOf(6), attic)]],
];

describe("a directory is refused when", () => {
  it.each(refused)("%s (%s)", async (_, code, says, steps, settings) => {
    const told = await planAfter(steps, settingsOf(settings));
    expect(told).toEqual({ refused: `source-${code}`, text: expect.stringMatching(says) });
  });
});

describe("only the ordinary change is planned from a directory when", () => {
  it.each(quarantined)("%s (%s)", async (_, line, steps, settings) => {
    expect(await planAfter(steps, settingsOf(settings))).toEqual({ ...inStep, rejected: [ends(line)] });
  });

  it.each(good)("there is %s", async (_, steps) => {
    expect(await planAfter(steps, plain)).toEqual(inStep);
  });
});

describe("only certain changes are planned from a directory when", () => {
  it.each(judged)("%s", async (_, outcome, steps, settings) => {
    expect(await planAfter(steps, settingsOf(settings))).toEqual({ ...inStep, ...outcome });
  });
});

/** Returns the table that a search reads; undefined for the later search that reads only the names (attribute "1.1"). */
const tableOf = (attributes: readonly string[]): "departments" | "people" | "posts" | undefined => {
  if (attributes.join() === "1.1") return undefined;
  if (attributes.includes("member")) return "posts";
  return attributes.includes("description") ? "departments" : "people";
};

const answersTo = ({ attributes }: FakeSearch, found: readonly LdapEntry[]): readonly FakeAnswer[] =>
  found.map(({ dn, attributes: all }) => ({
    dn,
    attributes: Object.fromEntries(
      attributes.flatMap((name) => (all[name] === undefined ? [] : [[name, [all[name]].flat() as string[]]])),
    ),
  }));

type Strange = {
  /** Other attributes for person 27. */
  readonly person?: LdapAttributes;
  /** Changes the answer to a search for people or for their names. */
  readonly people?: (answers: readonly FakeAnswer[], search: FakeSearch) => readonly FakeAnswer[];
  readonly bind?: { readonly status: number; readonly message: string };
};

const serve = ({ person: own = {}, people: answer = (answers) => answers, bind }: Strange): Promise<FakeLdapServer> => {
  let table: ReturnType<typeof tableOf>;
  const all = [...changed].map(([dn, attributes]) => ({
    dn,
    attributes: dn === person(27).dn ? { ...attributes, ...own } : attributes,
  }));
  const marks = { departments: "description", people: "sAMAccountName", posts: "member" };
  return startFakeLdapServer((search) => {
    table = tableOf(search.attributes) ?? table;
    const mark = marks[table ?? "people"];
    const found = all.filter(({ dn, attributes }) => dn.endsWith(search.base) && attributes[mark] !== undefined);
    const answers = [...answersTo(search, found), { status: 0 }];
    return table === "people" ? answer(answers, search) : answers;
  }, bind && { bind });
};

const planOf = async (strange: Strange): Promise<Told> => {
  const fake = await serve(strange);
  try {
    const told = await site.plan(sourceOf({ url: fake.url }));
    expect(told.text).not.toMatch(personalData);
    return told;
  } finally {
    await fake.close();
  }
};

const locked = {
  status: 49,
  message: "80090308: LdapErr: DSID-0C090439, comment: AcceptSecurityContext, data 775, v4563",
};
const ending = (answer: FakeAnswer) => ({ people: (all: readonly FakeAnswer[]) => [...all.slice(0, 20), answer] });
const renamedMail = (all: readonly FakeAnswer[]): readonly FakeAnswer[] =>
  all.map((answer) => {
    if (typeof answer !== "object" || !("dn" in answer)) return answer;
    const { mail, ...attributes } = answer.attributes ?? {};
    return { ...answer, attributes: { ...attributes, ...(mail && { rfc822Mailbox: mail }) } };
  });
const isCount = ({ attributes }: FakeSearch): boolean => tableOf(attributes) === undefined;

describe("a directory on another server", () => {
  it("changes nothing if it has the same data", async () => {
    expect(await planOf({})).toEqual(inStep);
  });

  it.each<[what: string, code: string, says: RegExp, strange: Strange]>([
    ["the account is locked", "bind", /the account is locked/, { bind: locked }],
    ["the connection breaks in the middle", "disconnected", /in the middle of the reading/, ending("drop")],
    ["it is busy in the middle", "failed", /result 51/, ending({ status: 51 })],
    ["it gives up in the middle", "limit", /result 3 /, ending({ status: 3 })],
    ["it denies the rest", "denied", /result 50/, ending({ status: 50 })],
    ["it returns an entry twice", "page-repeated", /a second time/, { people: (all) => [...all.slice(0, 1), ...all] }],
    [
      "it returns fewer entries than names",
      "unstable",
      /39 entries .* 40 counted/,
      { people: (all, search) => (isCount(search) ? all : all.slice(1)) },
    ],
    ["it renames an attribute", "attribute", /no entry has mail, .* rfc822Mailbox/, { people: renamedMail }],
  ])("is refused when %s (%s)", async (_, code, says, strange) => {
    expect(await planOf(strange)).toEqual({ refused: `source-ldap-${code}`, text: expect.stringMatching(says) });
  });

  it.each<[what: string, line: string, attributes: LdapAttributes]>([
    ["a name is binary junk", "displayName name-lossy e000027", { displayName: Buffer.from([0xff, 0xfe, 0x00, 0x81]) }],
    ["an address is binary junk", "mail character-invalid e000027", { mail: Buffer.from([0x61, 0xff]) }],
    ["userAccountControl is a word", "userAccountControl integer-invalid e000027", { userAccountControl: "normal" }],
    ["there are two accounts", "sAMAccountName value-several E000027", { sAMAccountName: ["e27", "e000027"] }],
    ["there are two numbers", "employeeID value-several e000027", { employeeID: ["E000027", "E27"] }],
  ])("leads to nothing but the ordinary change when %s (%s)", async (_, line, attributes) => {
    expect(await planOf({ person: attributes })).toEqual({ ...inStep, rejected: [ends(line)] });
  });
});

describe("after all of that", () => {
  it("the service has HR's data, and nobody has tried to write to it", async () => {
    expect(await planAfter([], plain)).toEqual(inStep);
    expect(await site.writes()).toBe(0);
    expect(await site.fixture.dump()).toEqual(organisation);
  });
});
