/** Servers that forbid paging: a search is read completely from a single answer, or fails because of the size limit. */
import { describe, expect, it } from "vitest";
import { ldapPeople } from "../../support/ldap/ldap-people.ts";
import { startSlapd } from "../../support/ldap/slapd.ts";
import { readWhole, withFeed } from "./feed.ts";

const count = 40;
const company = ldapPeople({ people: count, groups: 1 });

const read = async (pageSize: number, limit: string) => {
  const databaseLines = [`limits anonymous ${limit} size.prtotal=disabled`];
  const slapd = await startSlapd({ ldif: company.ldif(), databaseLines });
  const search = { base: company.base, filter: "(objectClass=user)" };
  try {
    return await withFeed({ url: slapd.url }, (connection) => readWhole(connection, search, ["cn"], pageSize));
  } finally {
    await slapd.stop();
  }
};

describe("a server that forbids paging", () => {
  it("is reported, with the setting that reads without paging", async () => {
    await expect(read(10, "size=unlimited")).rejects.toMatchObject({
      place: { setting: "source.feeds.ad.ldap.pageSize" },
      hint: expect.stringContaining("`pageSize: 0`"),
    });
  });

  it("is read whole in one answer with `pageSize: 0`", async () => {
    const names = (await read(0, "size=unlimited")).map(({ dn }) => dn);
    expect(new Set(names).size).toBe(count);
  });

  it("is refused if its size limit is too low, never read in part", async () => {
    await expect(read(0, "size=10")).rejects.toMatchObject({
      code: "source-ldap-limit",
      message: expect.stringMatching(/result 4 .*without paging/),
    });
  });
});
