/** Punches (clock-ins and clock-outs), surveys and a notice for the people of cases/baseline.ts. */
import type { z } from "zod";
import type { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import { baseline } from "../cases/baseline.ts";

type Document = z.input<typeof CompanyDocument>;
type Punches = NonNullable<Document["punches"]>;
type Surveys = NonNullable<Document["surveys"]>;
type Survey = Surveys["surveys"][number];

const punch = (account: string, punchDate: string, type: 1 | 2 | 3 | 4, more: object = {}): Punches[number] => ({
  account,
  punchDate,
  punchType: type,
  ...more,
});

/** All punches. Eve has none. Cat is in RD1 and, part-time, in FIN; bob is in RD and, part-time, in HQ. */
const punches = (): Punches => [
  punch("cat", "2026-11-20T18:05:00+08:00", 2),
  punch("cat", "2026-11-20T08:58:00+08:00", 1, { location: "Lobby" }),
  punch("cat", "2026-11-21T00:00:00+08:00", 3, { location: "Harbour", remark: "night shift" }),
  punch("cat", "2026-12-01T08:00:00", 4, { location: "Harbour" }),
  punch("bob", "2026-11-20T09:00:00+08:00", 1),
  punch("dan", "2026-11-20T00:30:00Z", 1, { location: "Lobby" }),
  punch("amy", "2026-11-20T08:58:00+08:00", 1),
];

export const questionId = (number: number): string => `0b3a8f5e-1c2d-4e5f-8a9b-00000000000${number}`;

const questions = (): NonNullable<Survey["questions"]> => [
  {
    id: questionId(1),
    text: "How was it?",
    typeId: "single",
    isRequired: true,
    options: [{ name: "Good" }, { name: "Bad", next: 3 }],
  },
  { id: questionId(2), text: "What did you like?", typeId: "multiple", options: [{ name: "Food" }, { name: "Music" }] },
  { id: questionId(3), text: "Anything else?", typeId: "text" },
];

/** Questions that are all invalid. */
const brokenQuestions = (): NonNullable<Survey["questions"]> => [
  { id: questionId(4), text: " ", typeId: "number" },
  { id: questionId(5), text: "Which?", typeId: "single" },
  {
    id: questionId(6),
    text: "Where to?",
    typeId: "single",
    options: [
      { name: "A", next: 9 },
      { name: "B", next: 2 },
    ],
  },
];

const survey = (code: string, startTime: string, endTime: string, more: Partial<Survey> = {}): Survey => ({
  code,
  topic: `Topic of ${code}`,
  category: "MOOD",
  startTime,
  endTime,
  targets: [{ itemType: 0, dept: { code: "RD", containsChildren: true, isCompany: false } }],
  questions: questions(),
  ...more,
});

const surveys = (): Surveys => ({
  categories: [
    { code: "MOOD", name: "Mood" },
    { code: "SAFE", name: "Safety" },
  ],
  surveys: [
    survey("RUNNING", "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"),
    survey("COMING", "2098-01-01T00:00:00Z", "2099-01-01T00:00:00Z", { category: "SAFE" }),
    survey("OVER", "2020-01-01T00:00:00Z", "2020-02-01T00:00:00+08:00"),
    survey("BEFORE", "2019-01-01T00:00:00Z", "2019-02-01T00:00:00Z", { category: "SAFE" }),
    { code: "DRAFT", topic: "Not yet", category: "MOOD", published: false, questions: brokenQuestions() },
    survey("EVERYONE", "2021-01-01T00:00:00Z", "2098-06-01T00:00:00Z", {
      targets: [
        { itemType: 1, employee: { userType: 0, userCode: "eve" } },
        { itemType: 2, jobTitleCode: "ENG" },
        { itemType: 3, jobFuncCode: "AUDIT" },
        { itemType: 0, dept: { code: "LAB", containsChildren: false, isCompany: false } },
      ],
    }),
  ],
});

export const everydayCompany = (): Document => ({
  organisation: baseline(),
  punches: punches(),
  surveys: surveys(),
  notices: [{ account: "amy", title: "Old", message: "Seen before", at: "2026-01-01T00:00:00Z", read: true }],
});
