/** Reading an Active Directory domain: many people, special attributes, ranges, and referrals. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LdapRecord } from "../../../src/source/ldap/entries/entry-cells.ts";
import { canonicalDn } from "../../../src/source/values/dn.ts";
import { type ActiveDirectory, activeDirectories } from "../../support/ldap/active-directory.ts";
import { domain } from "../../support/ldap/samba.ts";
import { readWhole, withFeed } from "./feed.ts";

const people = 1600;
const staff = `OU=Staff,${domain.root}`;
/** Names as in a Taiwanese office. Half of them have a comma, which must be escaped in a DN. */
const nameOf = (at: number): string => (at % 2 === 0 ? `Chen\\, Chih-Ming ${at}` : `王小明 ${at}`);
const dnOf = (at: number): string => `CN=${nameOf(at)},${staff}`;

const entry = (dn: string, attributes: Readonly<Record<string, string | readonly string[]>>): string => {
  const lines = Object.entries({ dn, ...attributes }).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}:: ${Buffer.from(value).toString("base64")}`),
  );
  return `${lines.join("\n")}\n\n`;
};

const accountExpires = ["0", "9223372036854775807", "133801632000000000"];

/** Six people have user accounts. All other people are contacts, which are created much faster. */
const accounts = 6;
const person = (at: number): string =>
  entry(
    dnOf(at),
    at >= accounts
      ? { objectClass: "contact" }
      : {
          objectClass: "user",
          sAMAccountName: `u${at}`,
          userAccountControl: at === 5 ? "514" : "512",
          accountExpires: accountExpires[at % 3] ?? "0",
          employeeID: `E00${at}`,
          ...(at > 0 ? { manager: dnOf(0) } : {}),
          clearTextPassword: Buffer.from("Str0ng-pass", "utf16le").toString(),
        },
  );

const numbers = Array.from({ length: people }, (_, at) => at);
const ldif = [
  entry(staff, { objectClass: "organizationalUnit" }),
  ...numbers.map(person),
  entry(`CN=Everybody,${staff}`, { objectClass: "group", sAMAccountName: "everybody", member: numbers.map(dnOf) }),
].join("");

describe.each(activeDirectories("reading", { ldif }))("a domain of $name", ({ open }) => {
  let directory: ActiveDirectory;
  beforeAll(async () => {
    directory = await open();
  });
  afterAll(() => directory.close());

  const bind = { dn: domain.administrator, password: domain.password };
  const everybody = { base: staff, filter: "(objectCategory=person)" };
  const read = (search: Record<string, unknown>, attributes: readonly string[], pageSize = 500) =>
    withFeed({ url: directory.url, bind }, (connection) => readWhole(connection, search, attributes, pageSize));
  const cellsOf = (records: readonly LdapRecord[]) => records.map(({ cells }) => cells);

  it("is read whole beyond the thousand entries of one answer, even if more are asked for at once", async () => {
    const names = new Set(numbers.map((at) => nameOf(at).replace("\\", "")));
    for (const pageSize of [400, 2000]) {
      const records = await read(everybody, ["name"], pageSize);
      expect(new Set(records.map(({ cells }) => cells[0]))).toEqual(names);
      expect(records).toHaveLength(people);
    }
  });

  it("gives its attributes as it keeps them: control bits, the end of an account, a number", async () => {
    const some = { ...everybody, filter: "(employeeID=*)" };
    const records = await read(some, ["employeeID", "userAccountControl", "accountExpires", "userPrincipalName"]);
    expect(cellsOf(records).map(String).sort()).toEqual(
      [0, 1, 2, 3, 4, 5].map((at) => `E00${at},${at === 5 ? "514" : "512"},${accountExpires[at % 3]},`),
    );
  });

  it("gives an objectGUID as its own tools write it, by which the object is found again", async () => {
    const [found] = await read({ ...everybody, filter: "(employeeID=E001)" }, ["objectGUID"]);
    const guid = String(found?.cells[0]);
    expect(guid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    // A spelling of the distinguished name that only Active Directory accepts.
    const request = { base: `<GUID=${guid}>`, filter: "(objectClass=*)", scope: "base", attributes: ["1.1"] } as const;
    const answer = await withFeed({ url: directory.url, bind }, ({ search }) => search(request));
    expect(answer.searchEntries.map(({ name }) => name)).toEqual([dnOf(1)]);
  });

  it("names a manager as the manager's own entry is named", async () => {
    const [manager] = await read({ ...everybody, filter: "(employeeID=E000)" }, ["cn"]);
    const records = await read({ ...everybody, filter: "(manager=*)" }, ["manager"]);
    expect(records).toHaveLength(5);
    for (const { cells } of records) expect(canonicalDn(String(cells[0]))).toBe(canonicalDn(manager?.dn ?? "none"));
    expect(manager?.cells).toEqual(["Chen, Chih-Ming 0"]);
  });

  it("gives all members of a group with more than its fifteen hundred values at a time", async () => {
    const [group] = await read({ base: `CN=Everybody,${staff}`, scope: "base" }, ["cn", "member"]);
    const members = group?.cells[1] ?? [];
    expect(new Set([members].flat().map(canonicalDn))).toEqual(new Set(numbers.map((at) => canonicalDn(dnOf(at)))));
  });

  it("is refused from its root, which has referrals, and read from below it", async () => {
    const filter = "(employeeID=E001)";
    const error = await read({ base: domain.root, filter }, ["cn"]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "source-ldap-referral",
      message: expect.stringContaining("CN=Configuration"),
      hint: expect.stringContaining("`base`"),
    });
    expect(await read({ base: staff, filter }, ["cn"])).toEqual([{ dn: dnOf(1), cells: ["王小明 1"] }]);
  });

  it("says why it refuses a bind", async () => {
    const failure = (dn: string, password: string) =>
      withFeed({ url: directory.url, bind: { dn, password } }, async () => "in").catch((thrown: unknown) => thrown);
    expect(await failure("u1@example.test", "Str0ng-pass")).toBe("in");
    expect(await failure("u1@example.test", "wrong")).toMatchObject({ code: "source-ldap-bind" });
    expect(await failure("u5@example.test", "Str0ng-pass")).toMatchObject({
      code: "source-ldap-bind",
      hint: expect.stringContaining("disabled"),
    });
  });
});
