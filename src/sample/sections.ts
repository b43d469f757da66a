/**
 * The sections of the company document other than `organisation`: forms with routes, libraries, surveys, punches, and some
 * agents, connections and notices. They are generated for the given organisation from a fixed seed.
 */

import type { CompanyDocument } from "../contract/sections/company-document.ts";
import type { Organisation } from "../contract/sections/organisation.ts";
import { utcOffset } from "../lib/clock.ts";
import { addDays } from "./calendar.ts";
import { sampleForms } from "./forms.ts";
import { sampleLibraries } from "./libraries.ts";
import { type ManagerOf, managers } from "./managers.ts";
import { samplePunches } from "./punches.ts";
import { sampleSurveys } from "./surveys.ts";

type Name = "forms" | "agents" | "libraries" | "surveys" | "punches" | "notices";

export type SampleSections = { readonly [Section in Name]: NonNullable<CompanyDocument[Section]> };

/** Generates the sections. `today` is a calendar date `YYYY-MM-DD`; all dates in the sections are relative to it. */
export const sampleSections = (organisation: Organisation, today: string): SampleSections => {
  const managerOf = managers(organisation);
  return {
    forms: sampleForms(managerOf, today),
    agents: sampleAgents(managerOf, today),
    libraries: sampleLibraries(managerOf, today),
    surveys: sampleSurveys(today),
    punches: samplePunches(organisation, today),
    notices: [
      {
        id: "6f1a4c30-0d5e-4b7a-9a55-3f2b8c1d0001",
        account: managerOf("E100"),
        title: "歡迎使用",
        message: "這是範例公司的第一則通知。",
        at: `${addDays(today, -7)}T09:00:00${utcOffset}`,
        read: true,
      },
      {
        id: "6f1a4c30-0d5e-4b7a-9a55-3f2b8c1d0002",
        account: managerOf("E100"),
        title: "問卷即將截止",
        message: "員工滿意度調查將於十天後截止。",
        at: `${today}T08:30:00${utcOffset}`,
        read: false,
      },
    ],
  };
};

/** One manager is absent now, another next week. The first has one agent for a single form and another for all other forms. */
const sampleAgents = (managerOf: ManagerOf, today: string): SampleSections["agents"] => ({
  people: [
    {
      account: managerOf("B100"),
      times: [period("1", addDays(today, -2), addDays(today, 3))],
      agents: [
        agent("1", managerOf("B110"), { formCode: "LEAVE" }),
        agent("2", managerOf("B200"), { from: [{ code: "B100", containsChildren: true }], priority: 1 }),
      ],
    },
    {
      account: managerOf("D000"),
      times: [period("2", addDays(today, 7), addDays(today, 12))],
      agents: [agent("3", managerOf("D100"), {})],
    },
  ],
});

type SampleAgent = SampleSections["agents"]["people"][number]["agents"][number];

const period = (number: string, from: string, until: string) => ({
  id: `6f1a4c30-0d5e-4b7a-9a55-3f2b8c1d100${number}`,
  startTime: `${from}T00:00:00${utcOffset}`,
  endTime: `${until}T00:00:00${utcOffset}`,
});

const agent = (number: string, account: string, more: Partial<SampleAgent>): SampleAgent => ({
  id: `6f1a4c30-0d5e-4b7a-9a55-3f2b8c1d200${number}`,
  agent: account,
  from: [],
  priority: 0,
  ...more,
});
