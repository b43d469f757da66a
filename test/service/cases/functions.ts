/** Cases of the job function operations J1–J9. */
import type { Organisation } from "../../../src/contract/sections/organisation.ts";
import { type CasesOf, edit, toEnd } from "./case.ts";

const row = (code: string, categoryName: string, jobFunc: string, seq: number) => ({
  categoryName,
  code,
  jobFunc,
  active: true,
  seq,
});
const development = row("DEV", "Making", "Development", 0);
const operations = row("OPS", "Making", "Operations", 1);
const quality = row("QA", "Making", "Quality", 2);
const leading = row("LEAD", "Leading", "Leading", 0);
const audit = row("AUDIT", "Checking", "Audit", 0);

const categoryToEnd = (functions: Organisation["functions"], name: string): void => {
  for (const { code } of functions.filter(({ categoryName }) => categoryName === name)) {
    toEnd(functions, (other) => other.code === code);
  }
};

export const functionCases: CasesOf<"J1" | "J2" | "J3" | "J4" | "J5" | "J6" | "J7" | "J8" | "J9"> = {
  J1: {
    succeeds: [
      {
        fact: "renames a category; its functions follow",
        body: { originalCategory: "making", category: "Building" },
        answers: { name: "Building", seq: 0 },
        leaves: ({ functions }) => {
          for (const one of functions) if (one.categoryName === "Making") one.categoryName = "Building";
        },
      },
      {
        fact: "shows a category's number after an earlier category is gone",
        first: [
          ["J7", { body: { code: "LEAD", categoryName: "Making", seq: 3 } }],
          ["J3", { params: { name: "Leading" } }],
        ],
        body: { originalCategory: "Checking", category: "Auditing" },
        answers: { name: "Auditing", seq: 1 },
        leaves: ({ functions }) => edit(functions, ({ code }) => code === "AUDIT", { categoryName: "Auditing" }),
      },
    ],
    refuses: [
      {
        fact: "the name of another category",
        body: { originalCategory: "Making", category: "LEADING" },
        code: "OPA-NAME-TAKEN",
      },
      { fact: "an unknown category", body: { originalCategory: "no", category: "a" }, code: "OPA-CATEGORY-UNKNOWN" },
    ],
  },
  J2: {
    succeeds: [
      {
        fact: "inserts at the number and shifts the others",
        body: { category: "Checking", seq: 0 },
        answers: { name: "Checking", seq: 0 },
        leaves: ({ functions }) => {
          categoryToEnd(functions, "Making");
          categoryToEnd(functions, "Leading");
        },
      },
    ],
    refuses: [
      { fact: "an unknown category", body: { category: "no", seq: 0 }, code: "OPA-CATEGORY-UNKNOWN" },
      { fact: "a negative number", body: { category: "Making", seq: -1 }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  J3: {
    succeeds: [
      {
        fact: "deletes a category whose last function has moved away",
        first: [["J7", { body: { code: "AUDIT", categoryName: "Making", seq: 3 } }]],
        params: { name: "Checking" },
      },
      {
        fact: "deletes a category whose last function was deleted",
        first: [["J9", { params: { code: "AUDIT" } }]],
        params: { name: "checking" },
      },
    ],
    refuses: [
      { fact: "a category that has functions", params: { name: "Making" }, code: "OPA-IN-USE" },
      { fact: "an unknown category", params: { name: "no" }, code: "OPA-CATEGORY-UNKNOWN" },
      {
        fact: "a category that is already deleted",
        first: [
          ["J9", { params: { code: "AUDIT" } }],
          ["J3", { params: { name: "Checking" } }],
        ],
        params: { name: "Checking" },
        code: "OPA-CATEGORY-UNKNOWN",
      },
    ],
  },
  J4: {
    succeeds: [
      {
        fact: "lists functions by category, numbered from 0",
        answers: [[development, operations, quality], [leading], [audit]],
      },
    ],
    refuses: [],
  },
  J5: {
    succeeds: [
      {
        fact: "places a function last in its category",
        body: { code: "DOC", categoryName: "making", jobFunc: "Documents", active: true },
        answers: row("DOC", "Making", "Documents", 3),
        leaves: ({ functions }) =>
          functions.splice(3, 0, { code: "DOC", categoryName: "Making", jobFunc: "Documents", active: true }),
      },
      {
        fact: "creates a category in the last position",
        body: { code: "DOC", categoryName: "Writing", jobFunc: "Documents", active: false },
        answers: { ...row("DOC", "Writing", "Documents", 0), active: false },
        leaves: ({ functions }) =>
          functions.push({ code: "DOC", categoryName: "Writing", jobFunc: "Documents", active: false }),
      },
    ],
    refuses: [
      {
        fact: "a code that exists",
        body: { code: "dev", categoryName: "Making", jobFunc: "a", active: true },
        code: "OPA-CODE-TAKEN",
      },
    ],
  },
  J6: {
    succeeds: [
      {
        fact: "changes code and name; posts follow",
        body: { originalCode: "DEV", code: "DEV2", jobFunc: "Building" },
        answers: { ...development, code: "DEV2", jobFunc: "Building" },
        leaves: ({ functions, employees }) => {
          edit(functions, ({ code }) => code === "DEV", { code: "DEV2", jobFunc: "Building" });
          edit(employees[2]?.depts ?? [], ({ code }) => code === "RD1", { jobFuncs: ["DEV2", "OPS"] });
        },
      },
    ],
    refuses: [
      {
        fact: "an unknown function",
        body: { originalCode: "no", code: "a", jobFunc: "a" },
        code: "OPA-FUNCTION-UNKNOWN",
      },
      {
        fact: "the code of another function",
        body: { originalCode: "DEV", code: "OPS", jobFunc: "a" },
        code: "OPA-CODE-TAKEN",
      },
    ],
  },
  J7: {
    succeeds: [
      {
        fact: "moves inside its category",
        body: { code: "QA", categoryName: "Making", seq: 0 },
        answers: { ...quality, seq: 0 },
        leaves: ({ functions }) => functions.unshift(...functions.splice(2, 1)),
      },
      {
        fact: "moves to another category and closes the gap it leaves",
        body: { code: "DEV", categoryName: "Leading", seq: 0 },
        answers: { ...development, categoryName: "Leading" },
        leaves: ({ functions }) => {
          edit(functions, ({ code }) => code === "DEV", { categoryName: "Leading" });
          functions.splice(2, 0, ...functions.splice(0, 1));
        },
      },
      {
        fact: "moves into a new category",
        body: { code: "DEV", categoryName: "Trying", seq: 0 },
        answers: { ...development, categoryName: "Trying" },
        leaves: ({ functions }) => {
          edit(functions, ({ code }) => code === "DEV", { categoryName: "Trying" });
          functions.push(...functions.splice(0, 1));
        },
      },
    ],
    refuses: [
      {
        fact: "an unknown function",
        body: { code: "no", categoryName: "Making", seq: 0 },
        code: "OPA-FUNCTION-UNKNOWN",
      },
      {
        fact: "a negative number",
        body: { code: "DEV", categoryName: "Making", seq: -1 },
        code: "OPA-REQUEST-INVALID",
      },
    ],
  },
  J8: {
    succeeds: [
      {
        fact: "disables a function and leaves it with its posts",
        body: { code: "DEV", active: false },
        answers: { ...development, active: false },
        leaves: ({ functions }) => edit(functions, ({ code }) => code === "DEV", { active: false }),
      },
    ],
    refuses: [{ fact: "an unknown function", body: { code: "no", active: true }, code: "OPA-FUNCTION-UNKNOWN" }],
  },
  J9: {
    succeeds: [
      { fact: "deletes an unused function", params: { code: "QA" }, leaves: ({ functions }) => functions.splice(2, 1) },
      {
        fact: "closes the gap that a deleted function leaves",
        first: [["J7", { body: { code: "QA", categoryName: "Making", seq: 0 } }]],
        params: { code: "QA" },
        leaves: ({ functions }) => functions.splice(0, 1),
      },
    ],
    refuses: [
      { fact: "a function that a post has", params: { code: "OPS" }, code: "OPA-IN-USE" },
      { fact: "an unknown function", params: { code: "no" }, code: "OPA-FUNCTION-UNKNOWN" },
    ],
  },
};
