/** Finds out under which accounts, numbers and names the history knows a person, and replaces them in stored data. */
import { type RawBuilder, sql } from "kysely";
import { MusterdError } from "../../lib/errors.ts";
import { addressOf, encodedKey, objectOf } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Change, FieldChange, Plan } from "../../model/plan/plan.ts";
import { maskValue } from "../../model/plan/sensitive.ts";
import type { StoreDatabase } from "../schema/schema.ts";

export type Person = {
  /** All accounts that the person has had, as they are spelt and in canonical form. */
  readonly accounts: readonly string[];
  /** Accounts, numbers, e-mail addresses and stable ids, also as addresses of objects contain them: texts that belong to nobody else. */
  readonly words: readonly string[];
  /** Names that are not part of another person's name. */
  readonly names: readonly string[];
};

type Stored = Pick<Change, "kind" | "key" | "label"> & { readonly fields?: readonly FieldChange[] };

/** `word`: an account, number or name. Rejects with `subject-unknown` or `subject-ambiguous`. */
export const findPerson = async (database: StoreDatabase, target: string, word: string): Promise<Person> => {
  const stored = await storedPeople(database, target);
  const links = await database
    .selectFrom("link")
    .selectAll()
    .where("target", "=", target)
    .where("kind", "=", "employee")
    .execute();
  const accounts = accountsOf(word, stored, links);
  const isOwn = (key: string) => accounts.has(canonicalKey(key));
  const own = stored.filter((one) => isOwn(accountOf(one)));
  const others = stored.filter((one) => !isOwn(accountOf(one))).map(({ label }) => label);
  const spellings = [...accounts, ...own.map(accountOf)];
  const ids = links.flatMap(({ id, key }) => (isOwn(key) ? [id] : []));
  const words = [...spellings, ...ids, ...own.flatMap(({ fields }) => texts(fields, "number", "email", "emailEx"))];
  const names = own.flatMap(({ label, fields }) => [label, ...texts(fields, "name", "englishName")]);
  return {
    accounts: [...new Set(spellings)],
    words: [...new Set([...words, ...words.map(canonicalKey)].flatMap((word) => [word, encodedKey(word)]))],
    names: [...new Set(names)].filter((name) => name !== "" && !others.some((other) => other.includes(name))),
  };
};

/** The canonical accounts of the one person whom `word` means, through all renames. */
const accountsOf = (
  word: string,
  stored: readonly Stored[],
  links: readonly { readonly id: string; readonly key: string }[],
): ReadonlySet<string> => {
  const of = (test: (one: Stored) => boolean) => stored.filter(test).map(accountOf);
  const candidates = [
    [...of((one) => sameKey(accountOf(one), word)), ...links.flatMap(({ key }) => (sameKey(key, word) ? [key] : []))],
    [
      ...of(({ fields }) => texts(fields, "number", "email", "account").some((text) => sameKey(text, word))),
      ...links.flatMap(({ id, key }) => (sameKey(id, word) ? [key] : [])),
    ],
    of(({ label }) => label === word),
  ].find((found) => found.length > 0);
  if (!candidates?.[0]) {
    throw new MusterdError("subject-unknown", "the history knows nobody of this account, number or name", {
      hint: "give the account as `musterd show` prints it",
    });
  }
  const accounts = new Set([canonicalKey(candidates[0])]);
  const renames = stored.flatMap(({ kind, key, fields }) =>
    kind === "employee" ? [[key, ...texts(fields, "account")].map(canonicalKey)] : [],
  );
  let size = 0;
  while (size !== accounts.size) {
    size = accounts.size;
    for (const rename of renames) {
      if (rename.some((account) => accounts.has(account))) for (const account of rename) accounts.add(account);
    }
  }
  if (candidates.every((account) => accounts.has(canonicalKey(account)))) return accounts;
  throw new MusterdError("subject-ambiguous", "several people of the history have this number or name", {
    hint: "give the account",
  });
};

const personKinds: ReadonlySet<string> = new Set(["employee", "post", "supervisor"]);

const accountOf = (one: Pick<Stored, "kind" | "key">): string => objectOf(addressOf(one)).key;

const texts = (fields: readonly FieldChange[] = [], ...names: readonly string[]): string[] =>
  fields
    .filter(({ field }) => names.includes(field))
    .flatMap(({ before, after }) => [before, after])
    .filter((value): value is string => typeof value === "string" && value !== "" && value !== maskValue(value));

/** Everything in the history that is about a person. */
const storedPeople = async (database: StoreDatabase, target: string): Promise<readonly Stored[]> => {
  const runs = database.selectFrom("run").select(["id", "plan"]).where("target", "=", target);
  const headers = (await runs.execute()).flatMap(({ plan }) => {
    if (plan === null) return [];
    const { held = [], notices = [] } = JSON.parse(plan) as Partial<Plan>;
    return [...held, ...notices];
  });
  const kind: RawBuilder<string> = sql`body->>'kind'`;
  const rows = await database
    .selectFrom("change")
    .select("body")
    .where("run_id", "in", runs.clearSelect().select("id"))
    .where(kind, "in", [...personKinds])
    .execute();
  return [...rows.map(({ body }) => JSON.parse(body) as Change), ...headers].filter((one) => personKinds.has(one.kind));
};

/** Is the change about this person? */
export const isAbout = ({ accounts }: Person, one: Pick<Stored, "kind" | "key">): boolean =>
  personKinds.has(one.kind) && accounts.some((account) => sameKey(account, accountOf(one)));

/** Properties with words of the program, which an account may equal. */
const vocabulary: ReadonlySet<string> = new Set([
  "kind",
  "action",
  "reason",
  "field",
  "code",
  "rule",
  "severity",
  "what",
]);

/**
 * Puts the pseudonym in the place of the person, in texts, lists and objects; in what is about the person every text of a field
 * is masked as well, and so are the names.
 */
export const withoutPerson = (person: Person, pseudonym: string): (<Data>(data: Data) => Data) => {
  const words = person.words.map((word) => `(?<![A-Za-z0-9_])${RegExp.escape(word)}(?![A-Za-z0-9_])`);
  // A longer text first: an account may begin an address.
  const sources = [...words, ...person.names.map((name) => RegExp.escape(name))].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(sources.join("|"), "giu");
  const clean = (data: unknown): unknown => {
    if (typeof data === "string") return data.replace(pattern, pseudonym);
    if (Array.isArray(data)) return data.map(clean);
    if (typeof data !== "object" || data === null) return data;
    const one = data as Partial<Stored>;
    const isOwn = one.kind !== undefined && one.key !== undefined && isAbout(person, { kind: one.kind, key: one.key });
    const seen = isOwn ? { ...one, ...(one.label && { label: pseudonym }), fields: one.fields?.map(masked) } : one;
    return Object.fromEntries(
      Object.entries(seen).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, vocabulary.has(key) ? value : clean(value)]],
      ),
    );
  };
  return <Data>(data: Data) => clean(data) as Data;
};

const masked = ({ field, ...values }: FieldChange): FieldChange => {
  const mask = (value: FieldChange["after"]) => (typeof value === "string" ? maskValue(value) : value);
  return {
    field,
    ...(values.before !== undefined && { before: mask(values.before) }),
    after: mask(values.after),
  };
};
