/** The path of a document through its signers: first signers, agents, handovers, inquiries, countersigners, and the end. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errorCodeOf, startTestService } from "../running-service.ts";
import { account, node, signingCompany } from "./signing-company.ts";
import { type Signing, signingOn } from "./signing-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
let company: Signing;
let nowMs = Date.now();

beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => nowMs } });
  company = signingOn(service);
});
afterAll(() => service.close());
beforeEach(() => service.admin("PUT", "/company", signingCompany()));

const refused = async (nodeId: string, name: string, ...to: string[]) => {
  const headers = { "Admin-Key": "admin-secret-of-tests" };
  const answer = await service.raw("POST", `/sandbox/tasks/${nodeId}/${name}`, headers, { to: to.map(account) });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  return errorCodeOf(answer);
};

const decide = async (id: "F10" | "F11", who: string, nodeId: string) =>
  errorCodeOf(await service.call(id, { body: { user: account(who), nodeId, opinion: "No" } }));

describe("an application", () => {
  it("becomes a document with a number of its form and day, and a subject with its values", async () => {
    nowMs = Date.parse("2026-12-31T16:00:00Z");
    const values = { days: 2, reason: "Rest" };
    expect(await company.apply("LEAVE", "dan", "RD1", values)).toBe("LEAVE-20270101-0001");
    expect(await company.apply("LEAVE", "dan", "RD1", values)).toBe("LEAVE-20270101-0002");
    expect(await company.apply("MEMO")).toBe("MEMO-20270101-0001");
    nowMs += 24 * 60 * 60 * 1000;
    expect(await company.apply("LEAVE", "dan", "RD1", values)).toBe("LEAVE-20270102-0001");
    expect(await company.document("LEAVE-20270102-0001")).toMatchObject({
      applicant: "dan",
      department: "RD1",
      subject: "Leave of 2 days: Rest",
      status: 1,
      applicantDate: "2027-01-01T16:00:00.000Z",
      values,
    });
    expect(await company.document("MEMO-20270101-0001")).toMatchObject({ subject: "Memo DAN" });
  });

  it("never reuses the number of a loaded document", async () => {
    nowMs = Date.parse("2026-03-01T01:00:00Z");
    expect(await company.apply("LEAVE", "dan", "RD1", { days: 1 })).toBe("LEAVE-20260301-0005");
    expect(await company.apply("LEAVE", "dan", "RD1", { days: 1 })).toBe("LEAVE-20260301-0006");
  });

  it("follows only the branches for its values", async () => {
    expect(await company.waitingFor(await company.apply("EXPENSE", "dan", "RD1", { amount: 999 }))).toEqual([
      "fay",
      "gil",
    ]);
    const costly = await company.apply("EXPENSE", "dan", "RD1", { amount: 1000 });
    expect(await company.waitingFor(costly)).toEqual(["fay", "gil", "hal"]);
    const short = await company.apply("LEAVE", "dan", "RD1", { days: 2 });
    await company.approve(short, "cal");
    expect(await company.document(short)).toMatchObject({ status: 3 });
  });

  it("is never signed by the applicant", async () => {
    expect(await company.waitingFor(await company.apply("LEAVE", "cal", "RD1", { days: 1 }))).toEqual(["bea"]);
    expect(await company.waitingFor(await company.apply("MEMO", "eve"))).toEqual(["cal"]);
    expect(await company.waitingFor(await company.apply("EXPENSE", "fay", "FIN", { amount: 1 }))).toEqual(["gil"]);
    expect(await company.waitingFor(await company.apply("EXPENSE", "hal", "HQ", { amount: 1000 }))).toEqual([
      "fay",
      "gil",
      "ann",
    ]);
  });

  it.each([
    ["an applicant without any manager up to the top", "LEAVE", "ann", "HQ", { days: 1 }, "Manager"],
    ["a department without a holder of the function up to the top", "MEMO", "fay", "FIN", {}, "All leaders"],
    ["a last step that only the applicant could sign", "EXPENSE", "ann", "HQ", { amount: 1 }, "Head"],
  ])("is refused for %s", async (_, form, who, deptCode, values, step) => {
    const before = await service.admin("GET", "/company?sections=documents");
    expect(await company.initiate(form, who, deptCode, values)).toMatchObject({
      formSn: null,
      resultMessage: `OPA-ROUTE-EMPTY: route.${step}`,
    });
    expect(await service.admin("GET", "/company?sections=documents")).toEqual(before);
  });
});

describe("several signers of one step", () => {
  it("must all sign if the step says so", async () => {
    const formSn = await company.apply("MEMO");
    expect(await company.waitingFor(formSn)).toEqual(["cal", "eve"]);
    await company.approve(formSn, "eve");
    expect(await company.document(formSn)).toMatchObject({
      status: 1,
      tasks: [{ kind: 4 }, { kind: 4, decision: "approved" }],
    });
    await company.approve(formSn, "cal");
    expect(await company.document(formSn)).toMatchObject({ status: 3 });
  });

  it("are all released when one rejects", async () => {
    const formSn = await company.apply("MEMO");
    await company.reject(formSn, "eve");
    expect(await company.document(formSn)).toMatchObject({
      status: 4,
      tasks: [
        { decision: "not-needed", decidedBy: null },
        { decision: "rejected", opinion: "No" },
      ],
    });
  });
});

describe("an agent", () => {
  const year = { startTime: "2026-01-01T00:00:00Z", endTime: "2126-01-01T00:00:00Z" };
  const load = (people: object[]) => service.admin("PUT", "/company", { agents: { people } });
  const away = (who: string, agents: object[]) => ({ account: who, times: [year], agents });
  const seenBy = async (who: string) => (await company.pendingFor(who)).filter(({ isAgent }) => isAgent).length;

  it("may sign only while the signer is absent", async () => {
    nowMs = Date.parse("2025-12-31T23:59:59Z");
    expect([await seenBy("ida"), await decide("F10", "ida", node(1))]).toEqual([0, "OPA-TASK-FOREIGN"]);
    nowMs = Date.parse("2026-01-01T00:00:00Z");
    expect([await seenBy("ida"), await decide("F10", "ida", node(1))]).toEqual([1, undefined]);
    expect(await decide("F10", "cal", node(1))).toBe("OPA-TASK-DECIDED");
    expect(await seenBy("ida")).toBe(0);
  });

  it("is the first who is available: active, not absent, not the applicant", async () => {
    nowMs = Date.parse("2026-06-01T00:00:00Z");
    const all = ["joe", "dan", "hal", "gil", "fay"].map((agent, priority) => ({ agent, priority }));
    await load([away("cal", all), away("hal", [{ agent: "ann" }])]);
    const seen = await Promise.all(["joe", "dan", "hal", "gil", "fay", "ann"].map(seenBy));
    expect(seen).toEqual([0, 0, 0, 1, 0, 1]);
    expect(await decide("F10", "fay", node(1))).toBe("OPA-TASK-FOREIGN");
    expect(await decide("F10", "dan", node(1))).toBe("OPA-TASK-FOREIGN");
    expect(await decide("F10", "gil", node(1))).toBeUndefined();
  });

  it("signs for the named forms and departments", async () => {
    nowMs = Date.parse("2026-06-01T00:00:00Z");
    await load([
      away("bea", [
        { agent: "fay", formCode: "EXPENSE" },
        { agent: "gil", formCode: "LEAVE", from: [{ code: "RD", containsChildren: false }] },
        { agent: "hal", formCode: "LEAVE", from: [{ code: "RD", containsChildren: true }], priority: 9 },
      ]),
    ]);
    expect(await Promise.all(["fay", "gil", "hal"].map(seenBy))).toEqual([0, 0, 1]);
  });
});

describe("a signer", () => {
  it("hands a task over to another person, who then decides alone", async () => {
    const [taken = ""] = await company.turn(node(1), "handover", "eve");
    expect(await decide("F10", "cal", node(1))).toBe("OPA-TASK-DECIDED");
    expect(await company.pendingFor("eve")).toMatchObject([{ nodeId: taken, isHandover: true }]);
    expect(await company.pendingFor("cal")).toEqual([]);
    expect(await decide("F10", "eve", taken)).toBeUndefined();
    const { tasks } = await company.document("LEAVE-20260301-0001");
    expect(tasks).toMatchObject([
      { signer: "cal", decision: "handed-over", decidedBy: "cal" },
      { signer: "eve", decision: "approved", kind: 3, from: node(1), note: "Please" },
      { signer: "bea", decision: null, place: [1] },
    ]);
  });

  it("inquires, and waits until all asked people have answered", async () => {
    const formSn = "LEAVE-20260301-0001";
    const [first = "", second = ""] = await company.turn(node(1), "inquiry", "dan", "hal");
    expect(await company.pendingFor("cal")).toEqual([]);
    expect(await decide("F10", "cal", node(1))).toBe("OPA-TASK-WAITING");
    expect(await decide("F11", "dan", first)).toBe("OPA-TASK-INQUIRY");
    const search = { user: account("dan"), taskStatus: 2, pageOptions: { page: 0, size: 10 } };
    expect((await company.call("F8d", { body: search })).json).toMatchObject({ items: [{ nodeId: first }] });
    expect(await decide("F10", "dan", first)).toBeUndefined();
    expect(await decide("F10", "cal", node(1))).toBe("OPA-TASK-WAITING");
    const token = await service.token("cal");
    const sign = (as: string, status: number) =>
      service.callAs(as, "U4", { body: { formSn, status, reason: "Because" } }).then(errorCodeOf);
    expect(await sign(token, 0)).toBe("OPA-TASK-WAITING");
    const halsToken = await service.token("hal");
    expect(await sign(halsToken, 1)).toBe("OPA-TASK-INQUIRY");
    expect(await sign(halsToken, 0)).toBe("");
    expect((await company.document(formSn)).tasks).toMatchObject([
      { decision: null },
      { kind: 2, decision: "answered", opinion: null },
      { kind: 2, decision: "answered", opinion: "Because", nodeId: second },
    ]);
    expect(await decide("F10", "cal", node(1))).toBeUndefined();
    expect(await company.waitingFor(formSn)).toEqual(["bea"]);
  });

  it("adds countersigners, without whom the step does not end", async () => {
    const formSn = "EXPENSE-20260301-0001";
    const [added = ""] = await company.turn(node(7), "countersign", "eve");
    expect(await decide("F10", "fay", node(7))).toBeUndefined();
    expect(await decide("F10", "hal", node(9))).toBeUndefined();
    // The other auditor is not needed any more, but the countersigner is.
    expect(await company.waitingFor(formSn)).toEqual(["eve"]);
    expect(await company.pendingFor("eve")).toMatchObject([{ isBranch: true, isHandover: false }]);
    expect(await decide("F10", "eve", added)).toBeUndefined();
    expect(await company.waitingFor(formSn)).toEqual(["ann"]);
  });

  it("still has to sign after the countersigner", async () => {
    const [added = ""] = await company.turn(node(1), "countersign", "eve");
    expect(await decide("F10", "eve", added)).toBeUndefined();
    expect(await company.waitingFor("LEAVE-20260301-0001")).toEqual(["cal"]);
    const [again = ""] = await company.turn(node(1), "countersign", "eve");
    expect(await decide("F11", "eve", again)).toBeUndefined();
    expect(await company.document("LEAVE-20260301-0001")).toMatchObject({ status: 4 });
  });

  it("cannot choose just any person", async () => {
    const [inquiry = ""] = await company.turn(node(1), "inquiry", "hal");
    expect(await refused(node(1), "handover", "eve")).toBe("OPA-TASK-WAITING");
    expect(await decide("F10", "hal", inquiry)).toBeUndefined();
    for (const name of ["handover", "countersign"]) {
      expect(await refused(node(1), name, "dan")).toBe("OPA-SIGNER-APPLICANT");
    }
    expect(await refused(node(1), "inquiry", "cal")).toBe("OPA-SIGNER-SELF");
    expect(await refused(node(1), "inquiry", "joe")).toBe("OPA-USER-INACTIVE");
    expect(await refused(node(1), "inquiry", "eve", "eve")).toBe("OPA-SIGNER-ASKED");
    expect(await refused(node(7), "countersign", "gil")).toBe("OPA-SIGNER-ASKED");
    expect(await refused(node(1), "handover", "eve", "hal")).toBe("OPA-REQUEST-INVALID");
    expect(await refused(node(1), "handover", "nobody")).toBe("OPA-USER-UNKNOWN");
    expect(await refused(node(1), "inquiry")).toBe("OPA-REQUEST-INVALID");
    expect(await refused(node(2), "inquiry", "eve")).toBe("OPA-TASK-DECIDED");
    expect(await refused(node(99), "inquiry", "eve")).toBe("OPA-TASK-UNKNOWN");
    expect(await refused("x", "inquiry", "eve")).toBe("OPA-REQUEST-INVALID");
    const [second = ""] = await company.turn(node(1), "inquiry", "hal");
    for (const name of ["handover", "inquiry", "countersign"]) {
      expect(await refused(second, name, "eve")).toBe("OPA-TASK-INQUIRY");
    }
    expect((await service.raw("POST", `/sandbox/tasks/${node(1)}/inquiry`, {}, { to: [account("eve")] })).status).toBe(
      401,
    );
    expect((await service.raw("GET", "/sandbox/documents/LEAVE-20260301-0001")).status).toBe(401);
  });
});

describe("a refresh", () => {
  const disable = (who: string) => company.call("E7", { body: { user: account(who), active: false } });

  it("continues a task whose inquiry nobody can answer, and a step whose countersigner was deleted", async () => {
    await company.turn(node(1), "inquiry", "hal");
    await company.turn(node(6), "countersign", "hal");
    await disable("hal");
    await company.refresh();
    expect(await decide("F10", "cal", node(1))).toBeUndefined();
    expect(await decide("F10", "bea", node(6))).toBeUndefined();
    expect(await company.document("LEAVE-20260301-0004")).toMatchObject({ status: 3 });
  });

  it("gives a task back to the step when the person who took it over was deleted", async () => {
    await company.turn(node(1), "handover", "eve");
    await disable("eve");
    await company.refresh();
    expect(await company.waitingFor("LEAVE-20260301-0001")).toEqual(["cal"]);
  });

  it("does not let a countersigner approve alone for a deleted signer", async () => {
    const [added = ""] = await company.turn(node(6), "countersign", "hal");
    await company.call("D11", { params: { code: "HQ" } });
    await company.call("D11", { params: { code: "RD" } });
    await disable("bea");
    await company.refresh();
    expect(await decide("F10", "hal", added)).toBeUndefined();
    expect(await company.document("LEAVE-20260301-0004")).toMatchObject({ status: 6 });
  });
});

describe("a key that is designated for some forms", () => {
  it("does not learn whether a number of another form exists", async () => {
    const key = { name: "leaves", secret: "leaves-secret-of-this-test", permissions: ["P-FormDoc"], forms: ["leave"] };
    await service.admin("POST", "/keys", key);
    const read = async (formSn: string) => {
      const headers = { "Api-Key": key.secret, CorpCode: "ACME" };
      const answer = await service.raw("GET", `/openapi/bpm/v1/form/task/content/${formSn}`, headers);
      return [answer.status, errorCodeOf(answer)];
    };
    expect(await read("LEAVE-20260301-0001")).toEqual([200, undefined]);
    expect(await read("LEAVE-20260301-0099")).toEqual([404, "OPA-FORM-SN-UNKNOWN"]);
    for (const other of ["EXPENSE-20260301-0001", "EXPENSE-20260301-0099", "NO-20260301-0001", "nothing"]) {
      expect(await read(other)).toEqual([401, "OPA-NOT-DESIGNATED"]);
    }
  });
});
