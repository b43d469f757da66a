/** Cases of the post operations E13–E15, and of P1. */
import type { Organisation } from "../../../src/contract/sections/organisation.ts";
import { account, number } from "./baseline.ts";
import { type CasesOf, edit } from "./case.ts";

const main = (code: string) => ({ code, isMainDept: true });
const part = (code: string) => ({ code, isMainDept: false });
const bare = { jobTitleCode: null, jobFuncs: [], supervisor: null };

const editPost = ({ employees }: Organisation, name: string, department: string, fields: object): void => {
  const person = employees.find((candidate) => candidate.account === name);
  edit(person?.depts ?? [], ({ code }) => code === department, fields);
};
const setPosts = ({ employees }: Organisation, name: string, depts: Organisation["employees"][number]["depts"]): void =>
  edit(employees, (person) => person.account === name, { depts });

const unknown = { code: "OPA-USER-UNKNOWN", fact: "an unknown person" };

export const postCases: CasesOf<"E13" | "E14" | "E15" | "P1"> = {
  E13: {
    succeeds: [
      {
        fact: "chooses a supervisor for one post",
        body: { user: account("cat"), deptCode: "RD1", supervisorType: 1, supervisor: number("004") },
        leaves: (organisation) => editPost(organisation, "cat", "RD1", { supervisor: "dan" }),
      },
      {
        fact: "goes back to the department manager and ignores the given supervisor",
        body: { user: account("cat"), deptCode: "fin", supervisorType: 0, supervisor: account("bob") },
        leaves: (organisation) => editPost(organisation, "cat", "FIN", { supervisor: null }),
      },
    ],
    refuses: [
      { ...unknown, body: { user: account("no"), deptCode: "RD1", supervisorType: 0 } },
      {
        fact: "a chosen supervisor that is not named",
        body: { user: account("cat"), deptCode: "RD1", supervisorType: 1 },
        code: "OPA-SUPERVISOR-MISSING",
      },
      {
        fact: "a supervisor that is null",
        body: { user: account("cat"), deptCode: "RD1", supervisorType: 1, supervisor: null },
        code: "OPA-SUPERVISOR-MISSING",
      },
      {
        fact: "an unknown supervisor",
        body: { user: account("cat"), deptCode: "RD1", supervisorType: 1, supervisor: account("no") },
        code: "OPA-USER-UNKNOWN",
      },
      {
        fact: "a department in which the person has no post",
        body: { user: account("cat"), deptCode: "HQ", supervisorType: 0 },
        code: "OPA-POST-UNKNOWN",
      },
      {
        fact: "an unknown department",
        body: { user: account("cat"), deptCode: "no", supervisorType: 0 },
        code: "OPA-DEPT-UNKNOWN",
      },
      {
        fact: "an unknown type",
        body: { user: account("cat"), deptCode: "RD1", supervisorType: 2 },
        code: "OPA-REQUEST-INVALID",
      },
    ],
  },
  E14: {
    succeeds: [
      {
        fact: "replaces all posts and keeps the supervisor chosen for a kept one",
        body: { user: account("cat"), depts: [{ ...main("FIN"), jobTitleCode: "ENG" }, part("RD2")] },
        leaves: (organisation) =>
          setPosts(organisation, "cat", [
            { ...bare, ...main("FIN"), jobTitleCode: "ENG", supervisor: "amy" },
            { ...bare, ...part("RD2") },
          ]),
      },
      {
        fact: "gives a person a first post",
        body: { user: account("eve"), depts: [main("LAB")] },
        leaves: (organisation) => setPosts(organisation, "eve", [{ ...bare, ...main("LAB") }]),
      },
      {
        fact: "forgets the supervisor of a post that was removed and added again",
        first: [["E14", { body: { user: account("cat"), depts: [main("RD1")] } }]],
        body: { user: account("cat"), depts: [main("RD1"), part("FIN")] },
        leaves: (organisation) =>
          setPosts(organisation, "cat", [
            { ...bare, ...main("RD1") },
            { ...bare, ...part("FIN") },
          ]),
      },
    ],
    refuses: [
      { ...unknown, body: { user: account("no"), depts: [main("HQ")] } },
      { fact: "an empty list", body: { user: account("cat"), depts: [] }, code: "OPA-POSTS-EMPTY" },
      { fact: "no main post", body: { user: account("cat"), depts: [part("HQ")] }, code: "OPA-POSTS-MAIN" },
      {
        fact: "two main posts",
        body: { user: account("cat"), depts: [main("HQ"), main("RD")] },
        code: "OPA-POSTS-MAIN",
      },
      {
        fact: "one department twice",
        body: { user: account("cat"), depts: [main("HQ"), part("HQ")] },
        code: "OPA-POSTS-DUPLICATE",
      },
      { fact: "an unknown department", body: { user: account("cat"), depts: [main("no")] }, code: "OPA-DEPT-UNKNOWN" },
      {
        fact: "an unknown title",
        body: { user: account("cat"), depts: [{ ...main("HQ"), jobTitleCode: "no" }] },
        code: "OPA-TITLE-UNKNOWN",
      },
      {
        fact: "an unknown function",
        body: { user: account("cat"), depts: [{ ...main("HQ"), jobFuncs: ["DEV", "no"] }] },
        code: "OPA-FUNCTION-UNKNOWN",
      },
    ],
  },
  E15: {
    succeeds: [
      {
        fact: "replaces the main post and leaves the part-time ones",
        body: { user: account("cat"), mainDept: { ...main("RD2"), jobTitleCode: "DEP", jobFuncs: ["QA"] } },
        leaves: (organisation) =>
          setPosts(organisation, "cat", [
            { ...bare, ...main("RD2"), jobTitleCode: "DEP", jobFuncs: ["QA"] },
            { ...bare, ...part("FIN"), supervisor: "amy" },
          ]),
      },
      {
        fact: "turns a part-time post into the main one",
        body: { user: account("cat"), mainDept: main("FIN") },
        leaves: (organisation) => setPosts(organisation, "cat", [{ ...bare, ...main("FIN"), supervisor: "amy" }]),
      },
    ],
    refuses: [
      { ...unknown, body: { user: account("no"), mainDept: main("HQ") } },
      { fact: "a post that is not main", body: { user: account("cat"), mainDept: part("HQ") }, code: "OPA-POSTS-MAIN" },
      { fact: "an unknown department", body: { user: account("cat"), mainDept: main("no") }, code: "OPA-DEPT-UNKNOWN" },
    ],
  },
  P1: {
    succeeds: [{ fact: "accepts an empty object", body: {} }, { fact: "accepts no body" }],
    refuses: [],
  },
};
