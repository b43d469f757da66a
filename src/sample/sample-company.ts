/**
 * The sample company: what the service holds at first, and what HR exports today, some weeks later. It is made by chance
 * from a seed; nobody in it exists, and the ID card numbers cannot be anybody's.
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
  /** How many people HR knows at first, from 100; the accounts made by hand come on top. */
  readonly people?: number;
  readonly seed?: number;
  /** Calendar date `YYYY-MM-DD`. */
  readonly today: string;
};

const fewestPeople = 100;
const weeksOfStory = 6;

/** Fails with `sample-too-small` below 100 people: the story needs that many. */
export const sampleCompany = ({ people = 300, seed = 20261121, today }: SampleOptions): SampleCompany => {
  if (people < fewestPeople) {
    throw new MusterdError("sample-too-small", `a sample company of ${people} people was asked for`, {
      hint: `ask for ${fewestPeople} people or more`,
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
