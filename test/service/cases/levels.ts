/** Cases of the department level operations V1–V6. */
import { type CasesOf, edit, toEnd } from "./case.ts";

const level = (code: string, seq: number, rest: object = {}) => ({
  seq,
  code,
  name: `Level ${code}`,
  active: true,
  ...rest,
});

export const levelCases: CasesOf<"V1" | "V2" | "V3" | "V4" | "V5" | "V6"> = {
  V1: {
    succeeds: [
      {
        fact: "lists levels from the highest, numbered from 0",
        answers: [level("L1", 0), level("L2", 1), level("L3", 2), level("L4", 3)],
      },
    ],
    refuses: [],
  },
  V2: {
    succeeds: [
      {
        fact: "places a new level last, active by default",
        body: { code: "L5", name: "Five" },
        answers: level("L5", 4, { name: "Five" }),
        leaves: ({ levels }) => levels.push({ code: "L5", name: "Five", active: true }),
      },
      {
        fact: "creates an inactive level",
        body: { code: "L5", name: "Five", active: false },
        answers: level("L5", 4, { name: "Five", active: false }),
        leaves: ({ levels }) => levels.push({ code: "L5", name: "Five", active: false }),
      },
    ],
    refuses: [
      { fact: "a code that exists", body: { code: "L1", name: "x" }, code: "OPA-CODE-TAKEN" },
      {
        fact: "a code that differs only in case, width and blanks",
        body: { code: " ｌ１", name: "x" },
        code: "OPA-CODE-TAKEN",
      },
    ],
  },
  V3: {
    succeeds: [
      {
        fact: "changes code and name; departments follow",
        body: { originalCode: "L3", code: "L3b", name: "Third" },
        answers: level("L3b", 2, { name: "Third" }),
        leaves: ({ levels, departments }) => {
          edit(levels, ({ code }) => code === "L3", { code: "L3b", name: "Third" });
          for (const code of ["RD1", "RD2"]) edit(departments, (row) => row.code === code, { deptLevelCode: "L3b" });
        },
      },
      {
        fact: "lets a level keep its code in another spelling",
        body: { originalCode: "l4", code: "l4", name: "Four" },
        answers: level("l4", 3, { name: "Four" }),
        leaves: ({ levels }) => edit(levels, ({ code }) => code === "L4", { code: "l4", name: "Four" }),
      },
    ],
    refuses: [
      { fact: "an unknown level", body: { originalCode: "no", code: "a", name: "a" }, code: "OPA-LEVEL-UNKNOWN" },
      {
        fact: "the code of another level",
        body: { originalCode: "L1", code: "L2", name: "a" },
        code: "OPA-CODE-TAKEN",
      },
    ],
  },
  V4: {
    succeeds: [
      {
        fact: "inserts at the number and shifts the others",
        body: { code: "L4", seq: 1 },
        answers: level("L4", 1),
        leaves: ({ levels }) => {
          toEnd(levels, ({ code }) => code === "L2");
          toEnd(levels, ({ code }) => code === "L3");
        },
      },
      {
        fact: "treats a number beyond the end as the last place",
        body: { code: "L1", seq: 99 },
        answers: level("L1", 3),
        leaves: ({ levels }) => toEnd(levels, ({ code }) => code === "L1"),
      },
    ],
    refuses: [
      { fact: "an unknown level", body: { code: "no", seq: 0 }, code: "OPA-LEVEL-UNKNOWN" },
      { fact: "a negative number", body: { code: "L1", seq: -1 }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  V5: {
    succeeds: [
      {
        fact: "disables a level that is in use",
        body: { code: "L1", active: false },
        answers: level("L1", 0, { active: false }),
        leaves: ({ levels }) => edit(levels, ({ code }) => code === "L1", { active: false }),
      },
    ],
    refuses: [{ fact: "an unknown level", body: { code: "no", active: true }, code: "OPA-LEVEL-UNKNOWN" }],
  },
  V6: {
    succeeds: [
      {
        fact: "deletes an unused level",
        params: { code: "L4" },
        leaves: ({ levels }) => levels.splice(3, 1),
      },
      {
        fact: "closes the gap that a deleted level leaves",
        first: [["V4", { body: { code: "L4", seq: 0 } }]],
        params: { code: "L4" },
        leaves: ({ levels }) => levels.splice(0, 1),
      },
    ],
    refuses: [
      { fact: "a level in use", params: { code: "L3" }, code: "OPA-IN-USE" },
      { fact: "an unknown level", params: { code: "no" }, code: "OPA-LEVEL-UNKNOWN" },
    ],
  },
};
