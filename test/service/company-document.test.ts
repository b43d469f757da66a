/** The company document: dumps can be loaded, sections are independent, and an invalid document changes nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ErrorBody } from "../../src/contract/records/organisation.ts";
import type { CompanyDocument } from "../../src/contract/sections/company-document.ts";
import { baseline } from "./cases/baseline.ts";
import { everydayCompany } from "./everyday/everyday-baseline.ts";
import { startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

const wholeCompany = () => ({
  ...everydayCompany(),
  access: { keys: [{ name: "portal", secret: "0123456789abcdef", permissions: ["P-Punch"] }] },
  forms: {
    categories: [{ category: "General" }],
    forms: [
      {
        code: "LEAVE",
        name: "Leave",
        category: "General",
        fields: [{ name: "Reason", code: "reason", typeId: "text" }],
        route: [{ kind: "manager", name: "Manager" }],
      },
    ],
  },
  agents: { people: [{ account: "bob", agents: [{ agent: "cat", formCode: "LEAVE" }] }] },
  libraries: [
    {
      code: "LIB",
      name: "Library",
      readers: [{ itemType: 0, dept: { code: "RD", containsChildren: true } }],
      folders: [{ path: "/a/b" }],
      documents: [{ path: "/a/b", file: { fileName: "hello.txt", text: "Hello" }, editor: "amy" }],
    },
  ],
});

const put = (document: unknown) =>
  service.raw("PUT", "/sandbox/company", { "Admin-Key": "admin-secret-of-tests" }, document);
const load = async (document: unknown): Promise<void> => {
  const { status, text } = await put(document);
  expect([status, text]).toEqual([200, ""]);
};
const dump = (query = "") => service.admin("GET", `/company${query}`) as Promise<CompanyDocument>;

/** The status and code of a refusal, and the places that it names (such as `punches.0.account`). */
const refusal = async (document: unknown) => {
  const answer = await put(document);
  const { errorCode, errorExpando } = ErrorBody.parse(answer.json);
  const places = errorExpando?.map(({ expandoObject }) => (expandoObject as { property: string }).property);
  return [answer.status, errorCode, ...(places ?? [])];
};

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => load(wholeCompany()));

it("dumps what was loaded, and the same again after loading the dump", async () => {
  const first = await dump();
  expect(Object.keys(first).sort()).toEqual([
    "access",
    "agents",
    "documents",
    "forms",
    "libraries",
    "notices",
    "organisation",
    "punches",
    "surveys",
    "trash",
  ]);
  expect(first.organisation).toMatchObject(baseline());
  expect(first.libraries?.[0]?.documents[0]?.file).toEqual({ fileName: "hello.txt", base64: btoa("Hello") });
  expect(first.forms?.forms.map(({ code }) => code)).toEqual(["LEAVE"]);
  expect(first.punches).toHaveLength(7);
  await load(first);
  expect(await dump()).toEqual(first);
});

it("can be loaded into another service, which dumps the same", async () => {
  const first = await dump();
  const other = await startTestService();
  try {
    await other.admin("PUT", "/company", first);
    expect(await other.admin("GET", "/company")).toEqual(first);
  } finally {
    await other.close();
  }
});

it("dumps the requested sections", async () => {
  expect(Object.keys(await dump("?section=punches"))).toEqual(["punches"]);
  expect(Object.keys(await dump("?section=agents&section=forms")).sort()).toEqual(["agents", "forms"]);
  await expect(dump("?section=nothing")).rejects.toThrow("OPA-REQUEST-INVALID");
});

describe("a section that is loaded alone", () => {
  it("leaves the other sections unchanged", async () => {
    const before = await dump();
    await load({ punches: [] });
    expect(await dump()).toEqual({ ...before, punches: [] });
    await load({});
    expect(await dump()).toEqual({ ...before, punches: [] });
  });

  it("lets references to it point to the new rows", async () => {
    const before = await dump();
    const organisation = baseline();
    organisation.employees.reverse();
    await load({ organisation });
    const after = await dump();
    expect(after.organisation).toMatchObject(organisation);
    expect({ ...after, organisation: null, punches: null }).toEqual({ ...before, organisation: null, punches: null });
    expect(new Set(after.punches)).toEqual(new Set(before.punches));
    await load({ forms: before.forms });
    expect(await dump()).toEqual(after);
  });

  it("rebinds references in the same way when the organisation is loaded at its own address", async () => {
    const before = await dump();
    await service.load(baseline());
    expect(await dump()).toEqual(before);
    const organisation = baseline();
    organisation.employees = organisation.employees.filter(({ account }) => account !== "dan");
    await expect(service.load(organisation)).rejects.toThrow("OPA-USER-UNKNOWN");
    expect(await dump()).toEqual(before);
  });

  it("is refused if another section would have dangling references, and accepted together with that section", async () => {
    const before = await dump();
    const organisation = baseline();
    organisation.employees = organisation.employees.filter(({ account }) => account !== "dan");
    expect(await refusal({ organisation })).toEqual([400, "OPA-USER-UNKNOWN", "punches.6.account"]);
    expect(await dump()).toEqual(before);
    await load({ organisation, punches: [] });
    expect((await dump()).organisation?.employees).toHaveLength(4);
    const forms = { categories: [], forms: [] };
    expect(await refusal({ forms })).toEqual([400, expect.any(String), expect.stringMatching(/^agents\./)]);
  });
});

const punch = { account: "amy", punchDate: "2026-11-20T08:58:00", punchType: 1 };
const surveys = (more: object, category: object = {}) => ({
  surveys: {
    categories: [{ code: "C", name: "C", ...category }],
    surveys: [
      {
        code: "Q",
        topic: "T",
        category: "C",
        startTime: "2026-01-01T00:00:00",
        endTime: "2026-02-01T00:00:00",
        questions: [{ text: "?", typeId: "text" }],
        ...more,
      },
    ],
  },
});
const notice = { account: "amy", title: "t", message: "m", at: "2026-01-01T00:00:00" };
const id = "0b3a8f5e-1c2d-4e5f-8a9b-000000000001";

it.each([
  ["an unknown section", { punchs: [] }, "OPA-REQUEST-INVALID", "body"],
  ["no object", [], "OPA-REQUEST-INVALID", "body"],
  ["an unknown property", { punches: [{ ...punch, place: "x" }] }, "OPA-REQUEST-INVALID", "punches.0"],
  ["a type of punch above 4", { punches: [{ ...punch, punchType: 5 }] }, "OPA-REQUEST-INVALID", "punches.0.punchType"],
  ["a type of punch below 1", { punches: [{ ...punch, punchType: 0 }] }, "OPA-REQUEST-INVALID", "punches.0.punchType"],
  [
    "a punch of an unknown person",
    { punches: [punch, { ...punch, account: "zoe" }] },
    "OPA-USER-UNKNOWN",
    "punches.1.account",
  ],
  [
    "a punch on a day that does not exist",
    { punches: [{ ...punch, punchDate: "2026-02-30T23:00:00-05:00" }] },
    "OPA-REQUEST-INVALID",
    "punches.0.punchDate",
  ],
  [
    "a survey without a category",
    surveys({ category: "D" }),
    "OPA-SURVEY-CATEGORY-UNKNOWN",
    "surveys.surveys.0.category",
  ],
  ["a published survey without an end", surveys({ endTime: null }), "OPA-SURVEY-PERIOD", "surveys.surveys.0.endTime"],
  [
    "a draft that ends before it starts",
    surveys({ published: false, endTime: "2025-01-01T00:00:00" }),
    "OPA-SURVEY-PERIOD",
    "surveys.surveys.0.endTime",
  ],
  [
    "a published survey without questions",
    surveys({ questions: [] }),
    "OPA-SURVEY-CONTENT",
    "surveys.surveys.0.questions",
  ],
  [
    "a published survey with a question that cannot be asked",
    surveys({
      questions: [
        { text: "?", typeId: "text" },
        { text: "", typeId: "text" },
      ],
    }),
    "OPA-SURVEY-CONTENT",
    "surveys.surveys.0.questions.1",
  ],
  ["a topic that is too long", surveys({ topic: "x".repeat(201) }), "OPA-REQUEST-INVALID", "surveys.surveys.0.topic"],
  [
    "an unknown target",
    surveys({ targets: [{ itemType: 2, jobTitleCode: "NONE" }] }),
    "OPA-TITLE-UNKNOWN",
    "surveys.surveys.0.targets.0.jobTitleCode",
  ],
  [
    "two notices with one id",
    {
      notices: [
        { ...notice, id },
        { ...notice, id },
      ],
    },
    "OPA-ID-TAKEN",
    "notices.1.id",
  ],
  [
    "a notice to an unknown person",
    { notices: [{ ...notice, account: "zoe" }] },
    "OPA-USER-UNKNOWN",
    "notices.0.account",
  ],
  [
    "a person with an account that is taken",
    { organisation: { ...baseline(), employees: [...baseline().employees, ...baseline().employees.slice(0, 1)] } },
    "OPA-ACCOUNT-TAKEN",
    "organisation.employees.5.account",
  ],
])("refuses %s and changes nothing", async (_, document, code, place) => {
  const before = await dump();
  expect(await refusal(document)).toEqual([400, code, place]);
  expect(await dump()).toEqual(before);
});

it("refuses two surveys or categories with one code", async () => {
  const { surveys: section } = surveys({});
  const twice = { ...section, surveys: [...section.surveys, ...section.surveys] };
  expect(await refusal({ surveys: twice })).toEqual([400, "OPA-CODE-TAKEN", "surveys.surveys.1.code"]);
  const categories = [...section.categories, { code: "ｃ", name: "Again" }];
  expect(await refusal({ surveys: { ...section, categories } })).toEqual([
    400,
    "OPA-CODE-TAKEN",
    "surveys.categories.1.code",
  ]);
});

it("is closed to callers without the admin key", async () => {
  for (const method of ["GET", "PUT"]) {
    expect((await service.raw(method, "/sandbox/company", { "Admin-Key": "wrong" })).status).toBe(401);
  }
});
