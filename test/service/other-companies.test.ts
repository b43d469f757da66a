/**
 * People of another company who have part-time posts here (R64). `cal` of GROUP has the account and the number of a person of
 * this company; `gia` of GROUP has neither.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OperationId } from "../../src/contract/contract.ts";
import type { CompanyDocument } from "../../src/contract/sections/company-document.ts";
import { errorCodeOf, type Input, startTestService } from "./running-service.ts";
import { account, node, signingCompany, task } from "./signing/signing-company.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => service.admin("PUT", "/company", company()));

const gia = { account: "gia", corpCode: "GROUP" };
const cal = { account: "cal", corpCode: "GROUP" };
const ref = (person: typeof gia) => ({ userType: 0, userCode: person.account, corpCode: person.corpCode });
const at = "2026-03-01T01:00:00.000Z";
const until = "2099-01-01T00:00:00.000Z";

const post = (code: string, rest: object = {}) => ({ code, isMainDept: false, jobFuncs: ["LEAD"], ...rest });
const foreign = (person: typeof gia, name: string, code: string) => ({
  ...person,
  name,
  employeeNumber: `N-${person.account}`,
  active: true,
  locked: false,
  depts: [post(code)],
});
const item = (person: typeof gia) => ({ itemType: 1, employee: ref(person) });
const file = { fileName: "a.txt", text: "a" };

/** The company of signing, in which gia and cal of GROUP have every role that a document can give to a person. */
const company = () => {
  const { organisation, forms, agents, documents } = signingCompany();
  if (!organisation || !forms || !agents || !documents) throw new Error("the company of signing has these sections");
  const [first, ...others] = documents.documents;
  return {
    organisation: {
      ...organisation,
      departments: organisation.departments.map((one) => (one.code === "FIN" ? { ...one, manager: cal } : one)),
      employees: [
        ...organisation.employees.map((one) =>
          one.account === "dan" ? { ...one, depts: one.depts.map((held) => ({ ...held, supervisor: gia })) } : one,
        ),
        foreign(gia, "Gia of the group", "RD1"),
        foreign(cal, "Another Cal", "FIN"),
      ],
    },
    forms: {
      ...forms,
      forms: [
        ...forms.forms.map((form) => (form.code === "MEMO" ? { ...form, applicants: [item(gia)] } : form)),
        {
          code: "WHO",
          name: "Who",
          category: "All",
          fields: [{ name: "W", code: "who", typeId: "user" }],
          route: [{ kind: "person", name: "Gia", accounts: [gia] }],
        },
      ],
      connections: [{ code: "C", name: "C", connectionType: 0, editor: gia }],
    },
    documents: {
      documents: [{ ...first, applicant: cal, tasks: [task(1, "cal"), { ...task(20, ""), signer: gia }] }, ...others],
    },
    agents: {
      people: [
        ...agents.people,
        { account: "bea", times: [{ startTime: at, endTime: until }], agents: [{ agent: gia }] },
        { account: cal, times: [{ startTime: at, endTime: until }], agents: [{ agent: "ida" }] },
      ],
    },
    libraries: [
      {
        code: "GEN",
        name: "General",
        editors: [item(gia)],
        readers: [item(cal)],
        documents: [{ path: "/", file, editor: gia }],
      },
      {
        code: "CON",
        name: "Controlled",
        versionRules: {},
        controlledDocuments: [{ path: "/", name: "c", versions: [{ file, uploadBy: gia }] }],
      },
    ],
    trash: [{ library: "GEN", path: "/", name: "t.txt", file, deletedBy: gia, deletedAt: at }],
    surveys: {
      categories: [{ code: "S", name: "S" }],
      surveys: [{ code: "Q", topic: "T", category: "S", published: false, targets: [item(gia)] }],
    },
    punches: [gia, "cal", cal].map((one) => ({ account: one, punchDate: at, punchType: 1 })),
    notices: [gia, cal].map((one) => ({ account: one, title: "t", message: "m", at })),
  };
};

const dump = async () => (await service.admin("GET", "/company")) as CompanyDocument;
const answer = async (id: OperationId, input: Input) => {
  const { status, json } = await service.call(id, input);
  expect([id, status, JSON.stringify(json)]).toEqual([id, 200, expect.anything()]);
  return json;
};
const done = async (id: OperationId, body: unknown) => {
  const { status, text } = await service.call(id, { body });
  expect([id, status, status === 200 ? "" : text]).toEqual([id, 200, ""]);
};
const refusal = async (id: OperationId, input: Input) => {
  const given = await service.call(id, input);
  return [given.status, errorCodeOf(given)];
};
const path = (userCode: string, corpCode?: string, userType = "0") => ({
  params: { userType, userCode, ...(corpCode === undefined ? {} : { corpCode }) },
});
const accounts = (people: unknown) => (people as { account: string }[]).map((one) => one.account);

describe("a company document", () => {
  it("names people of another company in every role, and is dumped and loaded unchanged", async () => {
    const first = await dump();
    expect(first.organisation?.departments.find(({ code }) => code === "FIN")?.manager).toEqual(cal);
    expect(first.organisation?.employees.find((one) => one.account === "dan")?.depts[0]?.supervisor).toEqual(gia);
    expect(first.forms?.connections[0]?.editor).toEqual(gia);
    expect(first.documents?.documents[0]).toMatchObject({
      applicant: cal,
      tasks: [{ signer: "cal" }, { signer: gia }],
    });
    expect(new Set(first.agents?.people.map((one) => JSON.stringify(one.account)))).toEqual(
      new Set(['"cal"', '"bea"', JSON.stringify(cal)]),
    );
    expect(first.libraries?.find(({ code }) => code === "GEN")).toMatchObject({
      editors: [item(gia)],
      documents: [{ editor: gia }],
    });
    expect(first.trash?.[0]?.deletedBy).toEqual(gia);
    expect(first.punches?.map((one) => one.account)).toEqual(["cal", gia, cal]);
    await service.admin("PUT", "/company", first);
    expect(await dump()).toEqual(first);
    await service.admin("PUT", "/organisation", first.organisation);
    expect(await dump()).toEqual(first);
  });

  it("is refused when a person of another company has a main post, or is named twice", async () => {
    const { organisation } = company();
    const load = (person: object) =>
      service.admin("PUT", "/company", { organisation: { ...organisation, employees: [person] } });
    await expect(load({ ...foreign(gia, "Gia", "RD1"), depts: [post("RD1", { isMainDept: true })] })).rejects.toThrow(
      "OPA-POSTS-MAIN",
    );
    const twice = { ...organisation, employees: [...organisation.employees, foreign(gia, "Gia", "RD")] };
    await expect(service.admin("PUT", "/company", { organisation: twice })).rejects.toThrow("OPA-ACCOUNT-TAKEN");
  });

  it("takes its own company's code for no other company", async () => {
    const { organisation } = signingCompany();
    const employees = organisation?.employees.map((one) => ({ ...one, corpCode: "acme" }));
    await service.admin("PUT", "/company", {
      ...Object.fromEntries(Object.keys(company()).map((name) => [name, undefined])),
      ...signingCompany(),
      organisation: { ...organisation, employees },
      libraries: [],
      trash: [],
      punches: [],
      notices: [],
      access: {},
      surveys: { categories: [], surveys: [] },
    });
    expect((await dump()).organisation?.employees[0]).not.toHaveProperty("corpCode");
  });
});

describe("reading", () => {
  it("E1 lists our own people only, unless the site lists all; D9 lists the members of a department", async () => {
    expect(accounts(await answer("E1", {}))).not.toContain("gia");
    expect(accounts(await answer("D9", { params: { code: "RD1", includeSubDept: "false" } }))).toContain("gia");
    await service.admin("PUT", "/quirks", { otherCompanies: "listed" });
    expect(accounts(await answer("E1", {})).filter((one) => ["gia", "cal"].includes(one))).toEqual([
      "cal",
      "gia",
      "cal",
    ]);
    await service.admin("PUT", "/quirks", {});
  });

  it("E2 and E4 find our own person, E3 and E5 the one of the given company", async () => {
    expect(await answer("E2", path("cal"))).toMatchObject({ name: "CAL" });
    expect(await answer("E3", path("cal", "group"))).toMatchObject({ name: "Another Cal" });
    expect(await answer("E3", path("N-cal", "GROUP", "1"))).toMatchObject({ name: "Another Cal" });
    expect(await answer("E3", path("cal", "ACME"))).toMatchObject({ name: "CAL" });
    expect(await answer("E4", path("cal"))).toMatchObject({ depts: [{ code: "RD1", isMainDept: true }] });
    expect(await answer("E5", path("cal", "GROUP"))).toMatchObject({ depts: [{ code: "FIN", isMainDept: false }] });
    expect(await answer("D10", { params: { code: "FIN" } })).toMatchObject({ name: "Another Cal" });
    expect(await answer("E4", path("dan"))).toMatchObject({ depts: [{ superVisorAccount: "gia" }] });
    expect(await answer("F4", path("gia", "GROUP"))).toMatchObject([{ code: "C", editor: item(gia) }]);
    expect(await answer("F6", path("gia", "GROUP"))).toMatchObject({ formList: expect.any(Array) });
  });

  it.each(["E2", "E4", "F3", "F5"] as const)("%s without the code of the home company is refused", async (id) => {
    expect(await refusal(id, path("gia"))).toEqual([400, "OPA-CORP-MISSING"]);
    expect(await refusal(id, path("N-gia", undefined, "1"))).toEqual([400, "OPA-CORP-MISSING"]);
    expect(await refusal(id, path("nobody"))).toEqual([404, "OPA-USER-UNKNOWN"]);
  });

  it.each(["E3", "E5", "F4", "F6"] as const)("%s tells an unknown company from an unknown person", async (id) => {
    expect(await refusal(id, path("gia", "OTHER"))).toEqual([400, "OPA-CORP-UNKNOWN"]);
    expect(await refusal(id, path("dan", "GROUP"))).toEqual([404, "OPA-USER-UNKNOWN"]);
    expect(await refusal(id, path("gia", "ACME"))).toEqual([400, "OPA-CORP-MISSING"]);
  });

  it("K1 and K2 show the home company of each punch", async () => {
    const when = { dateRange: { since: at, until }, timeZoneId: "UTC", queryPunchHistoryType: 0 };
    expect(await answer("K1", { body: { ...when, user: ref(gia) } })).toMatchObject([{ corpCode: "GROUP" }]);
    expect(await answer("K1", { body: { ...when, user: account("cal") } })).toMatchObject([{ corpCode: "ACME" }]);
    const all = await answer("K2", { body: { ...when, deptCode: "HQ", includeSubDept: true } });
    expect(
      new Set((all as { corpCode: string; account: string }[]).map((one) => `${one.corpCode} ${one.account}`)),
    ).toEqual(new Set(["GROUP gia", "GROUP cal", "ACME cal"]));
  });
});

/** Bodies in which `user` is the only person. */
const ofHomeCompany = (user: unknown): readonly (readonly [OperationId, object])[] => [
  ["E6", { user, locked: true }],
  ["E7", { user, active: false }],
  ["E8", { user, expiredTime: null }],
  ["E9", { user, resignationDate: null }],
  ["E10", user as object],
  ["E11", { user, account: "gia", name: "Gia" }],
  ["E15", { user, mainDept: { code: "RD1", isMainDept: true } }],
];

const ofThisCompany = (user: unknown): readonly (readonly [OperationId, object])[] => [
  ["E13", { user, deptCode: "RD1", supervisorType: 0 }],
  ["E14", { user, depts: [post("RD1")] }],
  ["D12", { code: "RD1", manager: user }],
  ["A1", user as object],
  ["A2", { user, startTime: "2090-01-01T00:00:00Z", endTime: "2091-01-01T00:00:00Z" }],
  ["A4", user as object],
  ["A5", { user, from: [], to: { employee: account("ida") }, priority: 1 }],
  ["F1", { applyAccount: user, deptCode: "RD1", fields: [{ code: "days", value: 1 }] }],
  ["F8c", { user, taskStatus: 0, pageOptions: { page: 0, size: 9 } }],
  ["F8d", { user, pageOptions: { page: 0, size: 9 } }],
  ["F10", { user, nodeId: node(20) }],
  ["K1", { user, dateRange: { since: at, until }, timeZoneId: "UTC", queryPunchHistoryType: 0 }],
  ["N1", { to: user, title: "t", message: "m" }],
];
const input = (id: OperationId, body: object): Input =>
  id === "F1" ? { params: { formCodeOrId: "LEAVE" }, body } : { body };

describe("writing", () => {
  it.each(ofHomeCompany(ref(gia)))("%s is left to the home company", async (id, body) => {
    const before = await dump();
    expect(await refusal(id, { body })).toEqual([400, "OPA-USER-FOREIGN"]);
    expect(await dump()).toEqual(before);
  });

  it.each([...ofHomeCompany(account("gia")), ...ofThisCompany(account("gia"))])(
    "%s without the code of the home company is refused (part 1, section 7, condition 5)",
    async (id, body) => {
      const before = await dump();
      expect(await refusal(id, input(id, body))).toEqual([400, "OPA-CORP-MISSING"]);
      expect(await dump()).toEqual(before);
    },
  );

  it.each(ofThisCompany(ref(gia)))("%s accepts a person of another company", async (id, body) => {
    const given = await service.call(id, input(id, body));
    expect([given.status, errorCodeOf(given)]).toEqual([200, undefined]);
  });

  it("E12 and E11 give our own people the account and number of somebody of another company", async () => {
    await done("E12", { account: "gia", name: "Our Gia", employeeNumber: "N-gia" });
    expect(await answer("E2", path("gia"))).toMatchObject({ name: "Our Gia" });
    expect(await answer("E3", path("gia", "GROUP"))).toMatchObject({ name: "Gia of the group" });
    expect(await refusal("E12", { body: { account: "gia", name: "Again" } })).toEqual([400, "OPA-ACCOUNT-TAKEN"]);
  });

  it("E14 gives a person of another company part-time posts only", async () => {
    const main = { user: ref(gia), depts: [post("RD", { isMainDept: true })] };
    expect(await refusal("E14", { body: main })).toEqual([400, "OPA-POSTS-MAIN"]);
    await done("E14", { user: ref(gia), depts: [post("RD"), post("FIN")] });
    expect(await answer("E5", path("gia", "GROUP"))).toMatchObject({ depts: [{ code: "RD" }, { code: "FIN" }] });
  });

  it("E13 and D12 name a person of another company as supervisor and manager", async () => {
    const chosen = { deptCode: "RD1", supervisorType: 1, supervisor: ref(cal) };
    await done("E13", { user: account("eve"), ...chosen });
    await done("D12", { code: "RD1", manager: ref(gia) });
    expect(await refusal("D12", { body: { code: "RD", manager: ref(gia) } })).toEqual([400, "OPA-MANAGER-NOT-MEMBER"]);
    const { organisation } = await dump();
    expect(organisation?.departments.find(({ code }) => code === "RD1")?.manager).toEqual(gia);
    expect(organisation?.employees.find((one) => one.account === "eve")?.depts[0]?.supervisor).toEqual(cal);
  });

  it("D8 ends the posts of people of another company in a disabled department, and disables none of them", async () => {
    const { json } = await service.call("D8", {
      body: { batchMove: [{ code: "FIN", parentCode: "HQ", seq: 1, active: false }] },
    });
    expect(json).toMatchObject({
      removeSubDeptEmpl: [{ account: "cal", emplNum: "N-cal", deptCode: "FIN" }],
      disableEmplOfAccount: ["fay", "gil"],
    });
    expect(await answer("E3", path("cal", "GROUP"))).toMatchObject({ active: true });
    expect(await answer("E5", path("cal", "GROUP"))).toEqual({ depts: [] });
    expect(await answer("E2", path("cal"))).toMatchObject({ active: true });
  });

  it("A5 and A1 name a person of another company as agent", async () => {
    const agent = { user: account("dan"), from: [], to: { employee: ref(cal) }, priority: 0 };
    expect(await answer("A5", { body: agent })).toMatchObject([{ to: [item(cal)] }]);
    expect(await answer("A1", { body: account("dan") })).toMatchObject({ agentUsers: [{ to: [item(cal)] }] });
    const own = { ...agent, user: ref(cal) };
    expect(await refusal("A5", { body: own })).toEqual([400, "OPA-AGENT-SELF"]);
  });

  it("L7, S2 and a field of a form keep the home company", async () => {
    const folder = { rootFolderCode: "GEN", folderPath: "/" };
    await done("L7", { ...folder, readers: [item(gia), { itemType: 1, employee: account("cal") }] });
    expect(await answer("L6", { body: folder })).toEqual({
      readers: [item(gia), { itemType: 1, employee: account("cal") }],
    });
    const apply = { applyAccount: ref(gia), deptCode: "RD1", fields: [{ code: "who", value: ref(cal) }] };
    await answer("F1", { params: { formCodeOrId: "WHO" }, body: { ...apply, applyAccount: ref(gia) } });
  });
});

describe("signing", () => {
  it("a manager and an agent of another company sign through F8d and F10", async () => {
    const pending = async (user: object) =>
      (
        (await answer("F8d", { body: { user, pageOptions: { page: 0, size: 9 } } })) as { items: { nodeId: string }[] }
      ).items.map(({ nodeId }) => nodeId);
    expect(await pending(ref(gia))).toContain(node(20));
    expect(await pending(account("cal"))).not.toContain(node(20));
    expect(await pending(ref(cal))).toEqual([]);
    // gia stands in for bea.
    expect(await pending(ref(gia))).toContain(node(6));
    await done("F10", { user: ref(gia), nodeId: node(6) });
    const { documents } = await dump();
    const signed = documents?.documents.flatMap(({ tasks }) => tasks).find(({ nodeId }) => nodeId === node(6));
    expect(signed).toMatchObject({ signer: "bea", decidedBy: gia, decision: "approved" });
    await done("P1", {});
  });
});

describe("access", () => {
  it("a person of another company neither signs in nor gets a token here", async () => {
    await expect(service.token("gia")).rejects.toThrow("OPA-CORP-MISSING");
    const token = await service.token("cal");
    expect((await service.callAs(token, "U1")).json).toMatchObject({ name: "CAL" });
    await expect(
      service.admin("PUT", "/company", { access: { passwords: [{ account: "gia", password: "long enough" }] } }),
    ).rejects.toThrow("OPA-CORP-MISSING");
  });

  it("an item for the whole company covers people of another company while they have a post here", async () => {
    const all = { itemType: 0, dept: { code: "ACME", containsChildren: true, isCompany: true } };
    const { forms } = await dump();
    const open = forms?.forms.map((form) => ({ ...form, applicants: [all] }));
    await service.admin("PUT", "/company", { forms: { ...forms, forms: open } });
    const applicable = async () =>
      ((await answer("F6", path("cal", "GROUP"))) as { formList: unknown[] }).formList.length;
    expect(await applicable()).toBe(open?.length);
    await service.call("D8", { body: { batchMove: [{ code: "FIN", parentCode: "HQ", seq: 1, active: false }] } });
    expect(await applicable()).toBe(0);
  });
});
