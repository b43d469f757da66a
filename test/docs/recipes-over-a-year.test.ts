/**
 * Every recipe of the documents, of `config/` and of the tested exports that says when people are active, judged over a year of
 * cases: nobody who works today is disabled, and nobody who has left stays active.
 */
import { globSync, readFileSync } from "node:fs";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { defaultPeoplePolicy } from "../../src/model/plan/settings.ts";
import { statusOn } from "../../src/plan/people/wanted-status.ts";
import { addDays } from "../../src/plan/values/days.ts";
import { inspectCsv } from "../source/csv-folder.ts";
import { allBlocks } from "./blocks.ts";

type Mapping = Readonly<Record<string, unknown>>;
type Said = Mapping & {
  readonly column?: string;
  readonly date?: string | readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
};
type Recipe = { readonly place: string; readonly fields: Readonly<Record<string, Said>>; readonly empty?: unknown };

const statusFields = ["active", "hireDate", "resignationDate", "onLeave", "leaveFrom", "leaveUntil"];
const notPeople = new Set([
  "departments",
  "titles",
  "functions",
  "levels",
  "categories",
  "posts",
  "records",
  "policy",
  "lookups",
]);

const isObject = (value: unknown): value is Mapping =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The mappings of people in a document, at any depth. A block may show only some lines of one. */
const mappingsIn = (value: unknown): readonly Mapping[] => {
  if (Array.isArray(value)) return value.flatMap(mappingsIn);
  if (!isObject(value)) return [];
  if (statusFields.some((field) => field in value)) return [value];
  return Object.entries(value).flatMap(([key, inner]) => (notPeople.has(key) ? [] : mappingsIn(inner)));
};

/** A search is read as a file here: the status of a person is made of its texts in the same way. */
const asColumn = (said: unknown, field: string): Said => {
  const { attribute, column, ...rest } = (isObject(said) ? said : { column: said }) as Said & {
    readonly attribute?: string;
  };
  if ("value" in rest) return rest;
  const name = column ?? attribute ?? field;
  return { ...rest, column: name.startsWith("@") ? `own ${name.slice(1)}` : name };
};

const recipesIn = (place: string, text: string): readonly Recipe[] =>
  parseAllDocuments(text).flatMap((document) => {
    const data: unknown = document.toJS();
    const source = isObject(data) && isObject(data["source"]) ? data["source"] : isObject(data) ? data : {};
    return mappingsIn(data).map((mapping) => ({
      place,
      empty: source["empty"],
      fields: Object.fromEntries(
        statusFields.flatMap((field) => (field in mapping ? [[field, asColumn(mapping[field], field)]] : [])),
      ),
    }));
  });

const recipes: readonly Recipe[] = [
  ...allBlocks.filter(({ language }) => language === "yaml").flatMap(({ place, text }) => recipesIn(place, text)),
  ...[...globSync("config/*.yaml"), ...globSync("test/data/exports/*/source.yaml")]
    .sort()
    .flatMap((file) => recipesIn(file, readFileSync(file, "utf8"))),
].filter(({ fields }) => Object.values(fields).some((mapping) => !("value" in mapping)));

/** What the words of HR mean, as the people say who write them. */
const meanings = {
  works: "在職|啟用|試用|正式|3|A|Active|active|Aktiv|정상|재직|试用|Y|1|true|512|是",
  leave: "留停|留職停薪|휴직|L|Elternzeit|Suspended|On Leave",
  left: "離職|离职|停用|퇴직|T|Left|left|Terminated|inactive|Ausgeschieden|0|retired|/sbin/nologin|514|000001010000Z|N|false|否",
};
type Meaning = keyof typeof meanings;
const meaningOf = new Map(
  Object.entries(meanings).flatMap(([meaning, words]) =>
    words.split("|").map((word) => [word, meaning as Meaning] as const),
  ),
);

/** The words that HR may write into the column of a status. Of words that the recipe does not list, blank or the ordinary one. */
const wordsFor = (field: string, mapping: Said, meaning: Meaning): readonly string[] => {
  if (mapping["flag"] === "userAccountControl") return meaning === "left" ? ["514"] : ["512", "66048"];
  if (mapping["flag"] !== undefined) return meaning === "left" ? ["000001010000Z"] : [""];
  const listed = Object.keys(mapping.values ?? {});
  if (field === "onLeave") return meaning === "leave" ? listed : ["在職"];
  if (listed.length === 0) {
    if (mapping["default"] === false) return meaning === "left" ? [""] : ["Y"];
    return meaning === "left" ? ["false", "0"] : ["true", "1"];
  }
  const words = listed.filter((word) => meaningOf.get(word) === meaning);
  const other = "default" in mapping ? [""] : "otherwise" in mapping ? ["something else"] : [];
  if (meaning === "works") return words.length > 0 ? words : other;
  if (meaning === "left" && words.length === 0) {
    return Object.entries(mapping.values ?? {}).flatMap(([word, value]) => (value === false ? [word] : []));
  }
  return meaning === "leave" && words.length === 0 ? wordsFor(field, mapping, "works") : words;
};

const written = (day: string | undefined, mapping: Said): string => {
  if (day === undefined) return "";
  const form = [mapping.date ?? "iso"].flat()[0] ?? "iso";
  const date = DateTime.fromISO(day, { zone: "utc" });
  const roc = `${date.year - 1911}/${date.toFormat("MM/dd")}`;
  const forms: Readonly<Record<string, string>> = {
    iso: day,
    yyyymmdd: date.toFormat("yyyyMMdd"),
    roc,
    excel: String(Math.round(date.toMillis() / 86_400_000) + 25_569),
  };
  return forms[form] ?? date.toFormat(form, { locale: "en" });
};

type Case = {
  readonly hire?: string;
  readonly last?: string;
  readonly meaning: Meaning;
  readonly leave?: readonly [string?, string?];
};

/** The people of a day, by what they do on it. Whoever has left has the word for it from the day after the last day. */
const casesOn = (today: string): Readonly<Record<string, Case>> => {
  const day = (days: number) => addDays(today, days);
  return {
    works: { hire: day(-400), meaning: "works" },
    "works, last day ahead": { hire: day(-400), last: day(30), meaning: "works" },
    "works, last day tomorrow": { hire: day(-400), last: day(1), meaning: "works" },
    "works, last day today": { hire: day(-400), last: today, meaning: "works" },
    "works since today": { hire: today, meaning: "works" },
    "works, leave is over": { hire: day(-400), leave: [day(-90), day(-1)], meaning: "works" },
    "works, leave is ahead": { hire: day(-400), leave: [day(10), day(90)], meaning: "works" },
    "joins later": { hire: day(7), meaning: "works" },
    "on leave": { hire: day(-400), leave: [day(-10), day(10)], meaning: "leave" },
    "left yesterday": { hire: day(-400), last: day(-1), meaning: "left" },
    "left long ago": { hire: day(-400), last: day(-200), meaning: "left" },
  };
};

/** The file that HR writes for this recipe on this day: every case with every word that fits. */
const fileOn = ({ fields }: Recipe, today: string) => {
  const columns = [...new Set(Object.values(fields).flatMap(({ column }) => column ?? []))];
  const rows: Record<string, string>[] = [];
  const cellOf = (field: string, mapping: Said, one: Case, at: number): string => {
    if (field === "hireDate") return written(one.hire, mapping);
    if (field === "resignationDate") return written(one.last, mapping);
    if (field === "leaveFrom") return written(one.leave?.[0], mapping);
    if (field === "leaveUntil") return written(one.leave?.[1], mapping);
    const words = wordsFor(field, mapping, one.meaning);
    return words[at % words.length] ?? "";
  };
  for (const [name, one] of Object.entries(casesOn(today))) {
    for (const at of [0, 1, 2]) {
      const row: Record<string, string> = { 帳號: `u${rows.length}`, case: name };
      for (const [field, mapping] of Object.entries(fields)) {
        const { column } = mapping;
        if (column === undefined || (column in row && field === "onLeave" && one.meaning !== "leave")) continue;
        row[column] = cellOf(field, mapping, one, at);
      }
      rows.push(row);
    }
  }
  const header = ["帳號", ...columns];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = [header, ...rows.map((row) => header.map((column) => row[column] ?? ""))];
  return { rows, text: lines.map((line) => line.map(quoted).join(",")).join("\n") };
};

/** Who is wrong on this day if the recipe is followed; everybody is active before. */
const wrongOn = async (recipe: Recipe, today: string): Promise<readonly string[]> => {
  const { rows, text } = fileOn(recipe, today);
  const columns = { account: "帳號", ...recipe.fields };
  const source = {
    employees: { file: "people.csv", columns },
    ...(recipe.empty === undefined ? {} : { empty: recipe.empty }),
  };
  const { snapshot, findings } = await inspectCsv(
    { "people.csv": text },
    source,
    Date.parse(`${today}T09:00:00+08:00`),
  );
  const refused = findings.filter(({ rule }) => rule === "date-no-status").map(({ message }) => message);
  const people = new Map((snapshot.directory.employees ?? []).map((person) => [person.account, person]));
  const active = recipe.fields["active"];
  const saysWhoLeft = (active && !("value" in active)) || "resignationDate" in recipe.fields;
  const wrong = rows.flatMap((row, at) => {
    const name = row["case"] ?? "";
    const person = people.get(`u${at}`);
    if (!person) return [`${name}: rejected`];
    const status = statusOn(today, defaultPeoplePolicy, person, { active: true });
    const isActive = typeof status === "string" ? true : status.active;
    if (name.startsWith("works") && !isActive) return [`${name}: disabled (${JSON.stringify(row)})`];
    if (name.startsWith("left") && saysWhoLeft && isActive) return [`${name}: active (${JSON.stringify(row)})`];
    return [];
  });
  return [...refused, ...new Set(wrong)];
};

/** A day of every second week of a year, with the ends of months and the 29th of February. */
const days = [
  ...Array.from({ length: 26 }, (_, at) => addDays("2027-11-23", at * 14)),
  "2028-02-28",
  "2028-02-29",
  "2027-12-31",
];

describe("a recipe about people", () => {
  it("is found in the documents, in config/ and among the exports", () => {
    const places = recipes.map(({ place }) => place.replace(/:\d+$/, ""));
    expect(places).toEqual(
      expect.arrayContaining(["README.md", "docs/sources.md", "docs/planning.md", "docs/getting-started.md"]),
    );
    expect(places.filter((place) => place.startsWith("config/")).length).toBeGreaterThan(4);
    expect(recipes.length).toBeGreaterThan(30);
  });

  it("lists only words whose meaning is known here", () => {
    const words = recipes.flatMap(({ fields }) => Object.keys(fields["active"]?.values ?? {}));
    expect(words.filter((word) => !meaningOf.has(word))).toEqual([]);
  });

  it.each(recipes.map((recipe) => [recipe.place, recipe] as const))(
    "(%s) is right on each day of a year",
    async (_, recipe) => {
      for (const day of days) expect([day, await wrongOn(recipe, day)]).toEqual([day, []]);
    },
  );

  it("that takes a last day for a status would be found", async () => {
    const fields = { active: { column: "離職日", values: { 無: true }, otherwise: false, default: true } };
    const said = { place: "", fields: { ...fields, resignationDate: { column: "離職日" } } };
    expect(await wrongOn(said, "2027-11-23")).not.toEqual([]);
  });
});
