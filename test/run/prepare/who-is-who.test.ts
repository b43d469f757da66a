/**
 * Lives through random histories of people whose keys are given again with whole runs: the real service over HTTP, Redis and the
 * store. `emailEx` tells whose record each is; the judge sees only HR, the service before and after each run, and the questions.
 */
import { expect, test } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { targetSettings } from "../../../src/site/settings/settings.ts";
import { canonical, type FullEmployee } from "../../support/directory/full-directory.ts";
import { directoryOf, organisationOf } from "../../support/directory/organisation-document.ts";
import {
  hasEvidence,
  mailbox,
  openPeopleHistory,
  trueAnswers,
  truePerson,
} from "../../support/random/people-histories.ts";
import { fixture, redis, useRunParts } from "../../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../../support/suites/run-site.ts";
import { firstOf, runs } from "../../support/suites/runs.ts";

useRunParts();

const all = 48;
const days = 5;

type Mapping = (typeof mappings)[number];

/** How HR's export names people: with number and account, by account alone, by number alone, or by e-mail. */
const mappings = ["both", "account", "number", "e-mail"] as const;

const accountBy = (person: Employee, mapping: Mapping): string => {
  if (mapping === "number") return person.number ?? person.account;
  return mapping === "e-mail" && person.email !== mailbox ? (person.email ?? person.account) : person.account;
};

const mapped = <Person extends Employee>(people: readonly Person[], mapping: Mapping): Person[] =>
  people.map((person) => ({ ...person, account: accountBy(person, mapping) }));

/** Two rows with one account are quarantined, as the reading does it. */
const exportOf = (source: SourceSnapshot, mapping: Mapping): SourceSnapshot => {
  const employees = mapped(source.directory.employees ?? [], mapping).map(({ number, ...person }) =>
    mapping === "account" || number === undefined ? person : { ...person, number },
  );
  const rows = [...Map.groupBy(employees, ({ account }) => canonical(account)).values()];
  const doubled = rows.flatMap((same) => (same.length > 1 ? same.slice(0, 1) : []));
  return {
    ...source,
    directory: { ...source.directory, employees: rows.flatMap((same) => (same.length === 1 ? same : [])) },
    quarantined: doubled.map(({ account }) => ({ kind: "employee" as const, key: account })),
  };
};

const countsOf = (people: readonly FullEmployee[]): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(people, truePerson)].map(([person, records]) => [person, records.length]));

/** Whoever had more records before the run than after it was overwritten. */
const overwrittenIn = (before: readonly FullEmployee[], after: readonly FullEmployee[]): string[] => {
  const now = countsOf(after);
  return [...countsOf(before)].flatMap(([person, count]) => ((now.get(person) ?? 0) < count ? [person] : []));
};

/** Whoever has got a further record although one of the earlier ones agrees with HR's. */
const twiceIn = (
  before: readonly FullEmployee[],
  after: readonly FullEmployee[],
  records: readonly Employee[],
): string[] => {
  const counts = countsOf(before);
  return [...countsOf(after)].flatMap(([person, count]) => {
    const earlier = before.filter((one) => truePerson(one) === person);
    const record = records.find((one) => truePerson(one) === person);
    const isNew = earlier.length > 0 && count > (counts.get(person) ?? 0);
    return isNew && record && earlier.some((one) => hasEvidence(record, one)) ? [person] : [];
  });
};

const fields = ["number", "name", "gender", "idCardNumber", "birthDate", "hireDate", "email", "active"] as const;

/** The fields in which the service differs from HR's record. */
const differing = (record: Employee, found: FullEmployee | undefined): readonly string[] =>
  found
    ? [
        ...fields.filter((field) => record[field] !== undefined && (record[field] ?? null) !== found[field]),
        ...(record.posts?.[0]?.department === found.posts.find(({ main }) => main)?.department ? [] : ["posts"]),
      ]
    : ["missing"];

type Wrong = readonly [what: string, about: string];

const livesOn = async (site: RunSite, seed: number, open: (today: string) => void) => {
  const history = openPeopleHistory(seed, "2026-01-05");
  const mapping = mappings[seed % mappings.length] ?? "both";
  const wrong: Wrong[] = [];
  const asked = new Set<string>();
  await fixture.load(organisationOf({ ...history.organisation, employees: mapped(history.site, mapping) }));
  let byHand = history.site.length;
  for (let day = 1; day <= days; day += 1) {
    history.nextDay();
    const today = history.today();
    open(today);
    const entered = history.site.slice(byHand);
    byHand = history.site.length;
    const directory = directoryOf(await fixture.dump());
    const before = [...directory.employees, ...entered];
    if (entered.length > 0) await fixture.load(organisationOf({ ...directory, employees: before }));
    const source = exportOf(history.source(), mapping);
    const { run } = await site.run({ source });
    const kept = await site.store.plans.read(run.id);
    const after = directoryOf(await fixture.dump()).employees;
    const records = source.directory.employees ?? [];
    if (!["succeeded", "partial"].includes(run.status)) wrong.push([`${today} ${run.status}`, ""]);
    const failed = [...(kept?.outcomes ?? [])].filter(([, { result }]) => result === "failed");
    for (const [id, { message }] of failed) wrong.push([`${today} failed`, `${id}: ${message}`]);
    for (const person of overwrittenIn(before, after)) wrong.push([`${today} overwritten`, person]);
    for (const person of twiceIn(before, after, records)) wrong.push([`${today} second account`, person]);
    const held = kept?.plan.held ?? [];
    for (const record of records) {
      const of = held.filter(({ key }) => canonical(key.split("/")[0] ?? "") === canonical(record.account));
      for (const { candidates = [] } of of) {
        const named = candidates.map(({ key }) => key);
        if (named.length > 0) asked.add(`${truePerson(record)} ${named.join()}`);
        // Half of the histories have somebody who answers.
        const answers = trueAnswers(record, named, after, 0);
        if (seed % 8 < 4) await site.store.decisions.keep(answers, Date.parse(`${today}T05:00:00Z`));
      }
      if (day < days || of.length > 0) continue;
      const own = after.find(({ account }) => canonical(account) === canonical(record.account));
      // Nobody is created who has left already.
      if (!own && record.active === false) continue;
      const isOwn = own && truePerson(own) === truePerson(record);
      const earlier = before.find((person) => own && truePerson(person) === truePerson(own))?.account;
      const names = [own?.account, earlier].map((account) => canonical(account ?? ""));
      const aboutOwn = held.some(({ key }) => names.includes(canonical(key.split("/")[0] ?? "")));
      const values = differing(record, own);
      if (own && (!isOwn || (values.length > 0 && !aboutOwn)))
        wrong.push([`${today} differs`, `${record.account}: ${values.join()}`]);
      if (!own) wrong.push([`${today} missing`, record.account]);
    }
    // `musterd adopt` makes a plan after it has kept the answers.
    await site.plan({ source });
  }
  return { seed, mapping, wrong, questions: asked.size };
};

const live = async (seed: number) => {
  let today = "2026-01-05";
  const settings = targetSettings.parse({ url: fixture.url, corpCode: fixture.corpCode, apiKey: fixture.apiKey });
  const site = await openRunSite(settings, redis, { nowMs: () => Date.parse(`${today}T04:00:00Z`) });
  try {
    return await livesOn(site, seed, (day) => {
      today = day;
    });
  } finally {
    await site.close();
  }
};

test("on the service, nobody is overwritten or doubled, and whoever is not asked about is right", {
  timeout: 900_000,
}, async () => {
  const lived = [];
  for (let at = 0; at < runs(all); at += 1) lived.push(await live(firstOf(all) + at));
  console.info(`${lived.length} histories, ${lived.reduce((sum, { questions }) => sum + questions, 0)} questions`);
  expect(lived.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  expect(lived.some(({ questions }) => questions > 0)).toBe(true);
});

/**
 * In 197 and 282 what was held before a rename counted as failed after it, in 0 what was held of the next owner of the account; in 329 a
 * decision held the next owner.
 */
test.each([0, 197, 282, 329])("history %i, in which something went wrong once", async (seed) => {
  expect((await live(seed)).wrong).toEqual([]);
});
