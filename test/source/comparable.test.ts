/** Which settings make two configurations read other records. */
import { expect, it } from "vitest";
import { differentPlaces } from "../../src/source/schema/comparable.ts";
import { sourceSettings } from "../../src/source/settings.ts";

const people = { file: "people.csv", columns: { account: "account" } };
const usual = { feeds: { hr: { files: { folder: "hr" } } }, employees: people };
const directory = { ldap: { url: "ldaps://ad.example.com", bind: "anonymous" } };
const search = { base: "dc=x", attributes: { account: "uid" } };

it.each([
  ["nothing", usual, []],
  ["another mapping", { ...usual, employees: { ...people, columns: { account: "login" } } }, []],
  ["a condition", { ...usual, employees: { ...people, only: [{ column: "x", is: "1" }] } }, []],
  ["one more table", { ...usual, titles: { file: "titles.csv", columns: { code: "code" } } }, []],
  ["another file", { ...usual, employees: { ...people, file: "all.csv" } }, ["source.employees"]],
  ["another folder", { ...usual, feeds: { hr: { files: { folder: "old" } } } }, ["source.feeds.hr"]],
  ["another feed", { feeds: { erp: usual.feeds.hr }, employees: people }, ["source.employees"]],
  ["another kind of feed", { feeds: { hr: directory }, employees: search }, ["source.feeds.hr", "source.employees"]],
])("with %s, they are %j", (_, other, settings) => {
  expect(differentPlaces(sourceSettings.parse(usual), sourceSettings.parse(other))).toEqual(settings);
});

it("two searches of one directory are the same place", () => {
  const of = (base: string) => sourceSettings.parse({ feeds: { ad: directory }, employees: { ...search, base } });
  expect(differentPlaces(of("dc=x"), of("ou=a,dc=x"))).toEqual([]);
});
