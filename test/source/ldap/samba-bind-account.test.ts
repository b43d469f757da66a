/** What happens to the account that reads a real Samba: it is locked, disabled, expires, gets another password, or is deleted. */
import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ActiveDirectory, activeDirectories } from "../../support/ldap/active-directory.ts";
import { canRunSamba, domain } from "../../support/ldap/samba.ts";
import { readWhole, withFeed } from "./feed.ts";

const password = "Str0ng-pass";
const names = ["locked", "disabled", "expired", "stale", "changed", "deleted"] as const;
const dnOf = (name: string): string => `CN=${name},CN=Users,${domain.root}`;
const ldif = names
  .map(
    (name) =>
      `dn: ${dnOf(name)}\nobjectClass: user\nsAMAccountName: ${name}\nuserAccountControl: 512\n` +
      `clearTextPassword:: ${Buffer.from(password, "utf16le").toString("base64")}\n\n`,
  )
  .join("");

describe.skipIf(!canRunSamba())("an account of Samba", () => {
  let directory: ActiveDirectory;
  let client: Client;
  beforeAll(async () => {
    const [side] = activeDirectories("bind-account", { ldif });
    if (!side) throw new Error("there is no Samba");
    directory = await side.open();
    client = new Client({ url: directory.url });
    await client.bind(domain.administrator, domain.password);
  });
  afterAll(async () => {
    await client.unbind();
    await directory.close();
  });

  const set = (dn: string, type: string, value: string | Buffer) =>
    client.modify(
      dn,
      new Change({ operation: "replace", modification: new Attribute({ type, values: [value] as string[] }) }),
    );
  const read = (name: string, given = password) =>
    withFeed({ url: directory.url, bind: { dn: `${name}@example.test`, password: given } }, (connection) =>
      readWhole(connection, { base: `CN=Users,${domain.root}` }, ["cn"]),
    );

  it.each([
    [
      "locked",
      async (name: string) => {
        await set(domain.root, "lockoutThreshold", "2");
        for (const wrong of ["wrong 1", "wrong 2", "wrong 3"]) await read(name, wrong).catch(() => undefined);
      },
      "the account is locked",
    ],
    ["disabled", (name: string) => set(dnOf(name), "userAccountControl", "514"), "the account is disabled"],
    ["expired", (name: string) => set(dnOf(name), "accountExpires", "133801632000000000"), "the account has expired"],
    ["stale", (name: string) => set(dnOf(name), "pwdLastSet", "0"), "its password must be changed first"],
    [
      "changed",
      async (name: string) => {
        // Active Directory accepts the last password for a while.
        for (const next of ["An0ther-pass", "Th1rd-pass"]) {
          await set(dnOf(name), "unicodePwd", Buffer.from(`"${next}"`, "utf16le"));
        }
      },
      "check `bind.dn` and `bind.password`",
    ],
    ["deleted", (name: string) => client.del(dnOf(name)), "check `bind.dn`"],
  ] as const)("that is %s reads no more, and the error says why", async (name, happens, why) => {
    expect(await read(name)).not.toEqual([]);
    await happens(name);
    const error = await read(name).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "source-ldap-bind", hint: expect.stringContaining(why) });
    expect(JSON.stringify(error) + String(error)).not.toContain(password);
  });
});
