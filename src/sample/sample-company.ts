/**
 * The sample company: the service's data six weeks ago, and HR's export of today. It is generated randomly from a seed; nobody
 * in it exists, and all ID card numbers are invalid.
 */
import type { Organisation } from "../contract/sections/organisation.ts";
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
  /** The organisation six weeks ago. It also contains `admin` and three other accounts that HR does not know. */
  readonly before: Organisation;
  /** The text of each file of today's export, by file name. `config/sample-company.yaml` maps these files. */
  readonly files: Readonly<Record<string, string>>;
};

export type SampleOptions = {
  /** Number of people that HR has in the earlier picture, at least 100. Accounts that HR does not know are not counted. */
  readonly people?: number;
  readonly seed?: number;
  /** The date of today's export, `YYYY-MM-DD`. */
  readonly today: string;
};

const fewestPeople = 100;
const weeksOfStory = 6;

/** The name of the company that users see. */
export const sampleName = "範例公司";

/** Generates the sample company. Throws `sample-too-small` below 100 people: the changes of `story.ts` need that many. */
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
