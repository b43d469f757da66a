/**
 * The sample company: the service's data some weeks ago, and HR's export of today. It is generated randomly from a seed; nobody
 * in it exists, and all ID card numbers are invalid.
 */
import type { Organisation } from "../contract/organisation.ts";
import { MusterdError } from "../lib/errors.ts";
import { addDays } from "./calendar.ts";
import { catalogueBefore } from "./catalogue.ts";
import { departmentsFor } from "./departments.ts";
import { hrExport } from "./hr-export.ts";
import { organisationDocument } from "./organisation-document.ts";
import { openPersonnelOffice } from "./personnel-office.ts";
import type { Picture } from "./picture.ts";
import { seededRandom } from "./random.ts";
import { staffCompany } from "./staff.ts";
import { tellStory } from "./story.ts";

export type SampleCompany = {
  /** The organisation six weeks ago, with an `admin` and two accounts that HR does not know. */
  readonly before: Organisation;
  /** File name → text of today's export; `config/sample-company.yaml` maps it. */
  readonly files: Readonly<Record<string, string>>;
};

export type SampleOptions = {
  /** Number of people in HR at first, at least 100; the manually created accounts are extra. */
  readonly people?: number;
  readonly seed?: number;
  /** Calendar date `YYYY-MM-DD`. */
  readonly today: string;
};

const fewestPeople = 100;
const weeksOfStory = 6;

/** Throws `sample-too-small` below 100 people, because the story needs that many. */
export const sampleCompany = ({ people = 300, seed = 20261121, today }: SampleOptions): SampleCompany => {
  if (people < fewestPeople) {
    throw new MusterdError("sample-too-small", `a sample company of ${people} people was requested`, {
      hint: `request ${fewestPeople} people or more`,
    });
  }
  const random = seededRandom(seed);
  const office = openPersonnelOffice(random);
  const start = addDays(today, -7 * weeksOfStory);
  const before: Picture = {
    ...catalogueBefore,
    ...staffCompany(departmentsFor(people), people, start, office, random),
  };
  const story = tellStory(before, { before: start, today }, office, random);
  return { before: organisationDocument(before), files: hrExport(story.today, story.misspelt) };
};
