/** Tests answers to many questions: all of one rule, and those in the workbook that HR has filled in. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { readRows } from "../../src/app/read-rows.ts";
import type { Decision } from "../../src/model/directory/identity.ts";
import type { Candidate } from "../../src/model/plan/plan.ts";
import { workbookOf } from "../../src/report/tables/xlsx.ts";
import { openQuestions } from "../../src/store/decisions/open-questions.ts";
import { held, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

let at: ServedConsole;
let token: string;
let cookie: string;
let adopted: (readonly Decision[])[] = [];

const candidate = (key: string, evidence: Candidate["evidence"]): Candidate => {
  return { key, label: `Name of ${key}`, active: true, weight: 70, evidence, fields: [] };
};
const question = (n: number, evidence: Candidate["evidence"], others: readonly Candidate[] = []) =>
  held({
    key: `New.${n}`,
    label: `Person ${n}`,
    reason: "possible-twin",
    action: "create",
    candidates: [candidate(`old.${n}`, evidence), ...others],
  });

const byName = [["name", "birthDate"]] as const;
const first = [
  question(1, byName),
  question(2, byName),
  question(3, [["email"]]),
  question(4, byName, [candidate("old.5", byName)]),
];

/** Keeps the newest plan, which asks this. */
const planAsks = async (digit: string, questions: readonly ReturnType<typeof question>[]): Promise<void> => {
  const { runs, plans } = at.app.store;
  const id = await runs.begin("schedule", "planned");
  await plans.keep(id, planWith({ held: questions, fingerprint: digit.repeat(64) }));
  await runs.end(id, { status: "planned", refresh: "not-needed" });
};

beforeAll(async () => {
  at = await serveForTest();
  const { sessions } = at.app.store;
  await planAsks("1", first);
  // What it checks against both sides has tests of its own.
  Object.assign(at.app.deciding, { adopt: async (_by: unknown, said: readonly Decision[]) => void adopted.push(said) });
  cookie = `musterd=${await sessions.open("ann")}`;
  token = /name="token" value="([^"]+)"/.exec((await at.get("/questions")).body)?.[1] ?? "";
  token = /name="token" value="([^"]+)"/.exec((await ask("/questions")).body)?.[1] ?? "";
});
afterAll(() => at.close());

const ask = (url: string, payload?: string | Buffer, type = "application/x-www-form-urlencoded") =>
  at.server.inject({
    url,
    method: payload === undefined ? "GET" : "POST",
    headers: {
      host: "127.0.0.1",
      cookie,
      ...(payload !== undefined && { origin: "http://127.0.0.1", "content-type": type }),
    },
    ...(payload !== undefined && { payload }),
  });

const rulesIn = (body: string) =>
  [
    ...body.matchAll(
      /(\d+) questions with.*?name="rule" value="([^"]+)"><input type="hidden" name="seen" value="(\w+)"/g,
    ),
  ].map(([, count, rule = "", seen = ""]) => ({ count, form: { rule: rule.replaceAll("&quot;", '"'), seen } }));

it("says why it asks, because HR's record may have nothing to show", async () => {
  const { body } = await ask("/questions");
  expect(body).toContain('New.1</bdi></small></h2>\n<p class="hint"><bdi>may be in the service already');
});

it("offers to answer together only what has one candidate on the same grounds", async () => {
  const { body } = await ask("/questions");
  const rules = rulesIn(body);
  expect(rules.map(({ count }) => count)).toEqual(["2"]);
  adopted = [];
  const form = new URLSearchParams({ token, ...rules[0]?.form, answer: "other" }).toString();
  await ask("/questions/rule", form);
  const said = [1, 2].map((n) => ({ kind: "employee", source: `New.${n}`, target: `old.${n}`, same: false }));
  expect(adopted).toEqual([said]);
  await planAsks("2", [question(1, byName), question(6, byName), question(3, [["email"]])]);
  expect(rulesIn((await ask("/questions")).body).map(({ count }) => count)).toEqual(["2"]);
  const stale = await ask("/questions/rule", form);
  expect(stale.body).toContain("the questions have changed meanwhile");
  expect(adopted).toHaveLength(1);
  await planAsks("3", first);
});

const upload = (rows: readonly (readonly string[])[]) => {
  const [columns = [], ...rest] = rows;
  const form = new FormData();
  form.append("token", token);
  const sheet = workbookOf([{ name: "Questions", columns, rows: () => rest }], 1000);
  form.append("sheet", new Blob([new Uint8Array(sheet)]), "answers.xlsx");
  const sent = new Response(form);
  return sent
    .arrayBuffer()
    .then((body) => ask("/questions/sheet", Buffer.from(body), sent.headers.get("content-type") ?? ""));
};

it("gives the questions to HR as a workbook, and takes the answers in it", async () => {
  const rows = readRows((await ask("/questions.xlsx")).rawPayload);
  expect(rows.map((cells) => [cells[0], cells[1], cells[3]])).toEqual([
    ["Kind", "Key in HR's data", "Key in the service"],
    ["employee", "New.1", "old.1"],
    ["employee", "New.2", "old.2"],
    ["employee", "New.3", "old.3"],
    ["employee", "New.4", "old.4"],
    ["employee", "New.4", "old.5"],
  ]);
  adopted = [];
  const answered = (answers: readonly string[]) => rows.map((cells, n) => [...cells.slice(0, 6), answers[n] ?? ""]);
  const kept = await upload(answered(["Answer", "Same", "", "不同", "", " other "]));
  expect(kept.headers["location"]).toBe("/questions?answered=3");
  expect(adopted[0]?.map(({ source, target, same }) => [source, target, same])).toEqual([
    ["New.1", "old.1", true],
    ["New.3", "old.3", false],
    ["New.4", "old.5", false],
  ]);
  const unclear = await upload(answered(["Answer", "same", "perhaps"]));
  expect(unclear.body).toContain("rows 3 have no answer");
  const twice = rows.flatMap((cells, n) =>
    n === 2 ? [["employee", " new.2", "", "OLD.2", "", "", "same"], cells] : [cells],
  );
  const contradictory = await upload(twice.map((cells, n) => (n === 3 ? [...cells.slice(0, 6), "other"] : cells)));
  expect(contradictory.body).toContain("rows 3 and 4 answer the same question differently");
  expect(contradictory.body).toContain("decision-invalid");
  expect(adopted).toHaveLength(1);
  const repeated = await upload(twice.map((cells, n) => (n === 3 ? [...cells.slice(0, 6), "same"] : cells)));
  expect(repeated.headers["location"]).toBe("/questions?answered=1");
});

it("keeps nothing of a file that is no workbook, nor without the token of the session", async () => {
  adopted = [];
  const form = new FormData();
  form.append("token", token);
  form.append("sheet", new Blob(["no workbook"]), "answers.xlsx");
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer());
  const type = sent.headers.get("content-type") ?? "";
  expect((await ask("/questions/sheet", body, type)).body).toContain("the file is not a workbook");
  const forged = Buffer.from(body.toString("latin1").replace(token, "x".repeat(token.length)), "latin1");
  expect((await ask("/questions/sheet", forged, type)).statusCode).toBe(403);
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"])
    expect((await ask("/questions/sheet", "garbage", type)).statusCode).toBe(400);
  expect(adopted).toEqual([]);
});

it("asks once: what is decided is neither shown again nor answered with the others of its rule", async () => {
  await at.app.store.decisions.keep([{ kind: "employee", source: "NEW.1", target: "old.9", same: true }], Date.now());
  const { body } = await ask("/questions");
  expect([1, 2, 3, 4].filter((n) => body.includes(`Person ${n}<`))).toEqual([2, 3, 4]);
  expect(rulesIn(body)).toEqual([]);
  expect(readRows((await ask("/questions.xlsx")).rawPayload).some((cells) => cells[1] === "New.1")).toBe(false);
});

it("still asks about the other candidates of a record where somebody has said that it is none of one of them", async () => {
  const { decisions, plans } = at.app.store;
  await decisions.keep([{ kind: "employee", source: "new.4", target: "OLD.4", same: false }], Date.now());
  const { body } = await ask("/questions");
  expect(body).toContain("Person 4<");
  expect(body).toContain("Name of old.5");
  expect(body).not.toContain("Name of old.4");
  expect((await openQuestions({ decisions, plans })).includes("employee/new.4")).toBe(true);
  await decisions.keep([{ kind: "employee", source: "New.4", target: "old.5", same: false }], Date.now());
  expect((await ask("/questions")).body).not.toContain("Person 4<");
  expect((await openQuestions({ decisions, plans })).includes("employee/new.4")).toBe(false);
});

it("shows fifty questions at a time, leads to the others, and stays there after an answer", async () => {
  await planAsks(
    "5",
    Array.from({ length: 120 }, (_, n) => question(1000 + n, [["email"]])),
  );
  const shown = async (from: string) => {
    const { body } = await ask(`/questions${from}`);
    return {
      keys: [...body.matchAll(/name="source" value="New\.(\d+)"/g)].map(([, n]) => Number(n) - 1000),
      links: [...body.matchAll(/href="\/questions(\?[^"]*)?">/g)].map(([, query = ""]) => query),
      kept: [...body.matchAll(/name="from" value="(\d+)"/g)].map(([, place]) => place),
    };
  };
  const numbers = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);
  expect(await shown("")).toMatchObject({ keys: numbers(0, 50), links: ["?from=50"] });
  expect(await shown("?from=50")).toMatchObject({ keys: numbers(50, 50), links: ["", "?from=100"] });
  const last = await shown("?from=100");
  expect(last).toMatchObject({ keys: numbers(100, 20), links: [""] });
  expect(new Set(last.kept)).toEqual(new Set(["100"]));
  for (const odd of ["?from=9999", "?from=119"]) expect((await shown(odd)).keys).toEqual(numbers(100, 20));
  for (const odd of ["?from=-1", "?from=x", "?from=1e99x"]) expect((await shown(odd)).keys).toEqual(numbers(0, 50));
  const form = { token, kind: "employee", source: "New.1060", target: "old.1060", answer: "same", from: "50" };
  const { headers } = await ask("/questions", new URLSearchParams(form).toString());
  expect(headers["location"]).toBe("/questions?answered=1&from=50");
});
