/** Cases of the job title operations T1–T6. */
import { type CasesOf, edit, toEnd } from "./case.ts";

const manager = { seq: 1, rank: 10, code: "MGR", title: "Manager", active: true };
const deputy = { seq: 2, rank: 10, code: "DEP", title: "Deputy", active: true };
const chief = { seq: 3, rank: 10, code: "CHIEF", title: "Chief", active: true };
const engineer = { seq: 1, rank: 20, code: "ENG", title: "Engineer", active: true };

export const titleCases: CasesOf<"T1" | "T2" | "T3" | "T4" | "T5" | "T6"> = {
  T1: {
    succeeds: [{ fact: "lists titles by rank, numbered from 1", answers: [[manager, deputy, chief], [engineer]] }],
    refuses: [],
  },
  T2: {
    succeeds: [
      {
        fact: "places a title without number last in its rank",
        body: { code: "NEW", title: "New", rank: 10, active: true },
        answers: { seq: 4, rank: 10, code: "NEW", title: "New", active: true },
        leaves: ({ titles }) => titles.splice(3, 0, { code: "NEW", title: "New", rank: 10, active: true }),
      },
      {
        fact: "inserts at the number and shifts the others",
        body: { code: "NEW", title: "New", rank: 10, seq: 2, active: false },
        answers: { seq: 2, rank: 10, code: "NEW", title: "New", active: false },
        leaves: ({ titles }) => titles.splice(1, 0, { code: "NEW", title: "New", rank: 10, active: false }),
      },
      {
        fact: "opens a new rank",
        body: { code: "NEW", title: "New", rank: 1, seq: null, active: true },
        answers: { seq: 1, rank: 1, code: "NEW", title: "New", active: true },
        leaves: ({ titles }) => titles.unshift({ code: "NEW", title: "New", rank: 1, active: true }),
      },
    ],
    refuses: [
      { fact: "a code that exists", body: { code: "mgr", title: "a", rank: 1, active: true }, code: "OPA-CODE-TAKEN" },
      { fact: "rank 0", body: { code: "a", title: "a", rank: 0, active: true }, code: "OPA-REQUEST-INVALID" },
      { fact: "number 0", body: { code: "a", title: "a", rank: 1, seq: 0, active: true }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  T3: {
    succeeds: [
      {
        fact: "changes code and title; posts follow",
        body: { originalCode: "ENG", code: "ENG2", title: "Senior" },
        answers: { ...engineer, code: "ENG2", title: "Senior" },
        leaves: ({ titles, employees }) => {
          edit(titles, ({ code }) => code === "ENG", { code: "ENG2", title: "Senior" });
          for (const { depts } of employees) {
            for (const post of depts) if (post.jobTitleCode === "ENG") post.jobTitleCode = "ENG2";
          }
        },
      },
    ],
    refuses: [
      { fact: "an unknown title", body: { originalCode: "no", code: "a", title: "a" }, code: "OPA-TITLE-UNKNOWN" },
      {
        fact: "the code of another title",
        body: { originalCode: "ENG", code: "Mgr", title: "a" },
        code: "OPA-CODE-TAKEN",
      },
    ],
  },
  T4: {
    succeeds: [
      {
        fact: "moves within the rank when only the number is given",
        body: { code: "CHIEF", seq: 1 },
        answers: { ...chief, seq: 1 },
        leaves: ({ titles }) => titles.unshift(...titles.splice(2, 1)),
      },
      {
        fact: "places last in the same rank when nothing is given",
        body: { code: "MGR" },
        answers: { ...manager, seq: 3 },
        leaves: ({ titles }) => {
          toEnd(titles, ({ code }) => code === "MGR");
          toEnd(titles, ({ code }) => code === "ENG");
        },
      },
      {
        fact: "moves to another rank and closes the gap it leaves",
        body: { code: "MGR", rank: 20, seq: 1 },
        answers: { ...manager, rank: 20, seq: 1 },
        leaves: ({ titles }) => {
          edit(titles, ({ code }) => code === "MGR", { rank: 20 });
          toEnd(titles, ({ code }) => code === "MGR");
          toEnd(titles, ({ code }) => code === "ENG");
        },
      },
    ],
    refuses: [
      { fact: "an unknown title", body: { code: "no", rank: 1, seq: 1 }, code: "OPA-TITLE-UNKNOWN" },
      { fact: "rank 0", body: { code: "MGR", rank: 0, seq: 1 }, code: "OPA-REQUEST-INVALID" },
      { fact: "number 0", body: { code: "MGR", rank: 1, seq: 0 }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  T5: {
    succeeds: [
      {
        fact: "disables a title and leaves it with its posts",
        body: { code: "MGR", active: false },
        answers: { ...manager, active: false },
        leaves: ({ titles }) => edit(titles, ({ code }) => code === "MGR", { active: false }),
      },
    ],
    refuses: [{ fact: "an unknown title", body: { code: "no", active: true }, code: "OPA-TITLE-UNKNOWN" }],
  },
  T6: {
    succeeds: [
      { fact: "deletes an unused title", params: { code: "DEP" }, leaves: ({ titles }) => titles.splice(1, 1) },
    ],
    refuses: [
      { fact: "a title that a post has", params: { code: "ENG" }, code: "OPA-IN-USE" },
      { fact: "an unknown title", params: { code: "no" }, code: "OPA-TITLE-UNKNOWN" },
    ],
  },
};
