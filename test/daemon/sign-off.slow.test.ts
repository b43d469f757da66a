/** Tests that a blocked plan is decided by a signed form of the reference service, and that reports are filed there. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { wordsOf } from "../../src/cli/words/words.ts";
import { openSigningApp, openSignOffSite, type SignOffSite } from "../support/processes/sign-off-site.ts";
import { writesOf } from "../support/servers/service-fixture.ts";

let company: SignOffSite;
let musterd: Awaited<ReturnType<typeof openSigningApp>>;

beforeEach(async () => {
  company = await openSignOffSite();
  musterd = await openSigningApp(company);
});
afterEach(async () => {
  await musterd.close();
  await company.site.close();
});

const organisationWrites = async () =>
  writesOf(await company.site.fixture.calls()).filter(({ operation }) => /^[DEJTV]\d/.test(operation ?? ""));

const store = <Row>(sql: string): Row[] => {
  const database = new DatabaseSync(join(company.site.folder, "state", "musterd.db"));
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
};

const form = () =>
  store<{ state: string; document: string; problem: string | null }>(
    "SELECT state, document, problem FROM submission WHERE kind = 'form'",
  )[0];

/** Everything is due, as if the time of waiting had passed; the service turns an initiation into a document meanwhile. */
const passUntil = async (isThere: () => boolean | Promise<boolean>): Promise<void> => {
  for (;;) {
    store("UPDATE submission SET due_at = 0 WHERE state != 'done'");
    await musterd.signOff.pass();
    if (await isThere()) return;
  }
};

/** Blocks a plan, and waits until its form was seen to wait for a signature. */
const blockedWithForm = async () => {
  const run = await musterd.run();
  expect(run.status).toBe("blocked");
  await passUntil(() => form()?.state === "waiting");
  await passUntil(() => true);
  return run;
};

const isDone = () => form()?.state === "done";

describe("a form about a blocked plan", () => {
  it("has the report and the plan, and releases the plan when an approver signs", async () => {
    const { right } = company.people;
    const blocked = await blockedWithForm();
    const [task] = await company.waitingFor(right);
    const { fields } = await company.call<{ fields: { code: string; value: unknown }[] }>("F8b", {
      params: { formSn: task?.formSn ?? "" },
    });
    const shown = Object.fromEntries(fields.map(({ code, value }) => [code, value]));
    expect(shown["plan"]).toBe(blocked.fingerprint?.slice(0, 12));
    expect(shown["what"]).toContain(blocked.id);
    expect(JSON.stringify(shown["/attachFiles"])).toContain(`musterd-${blocked.id}.html`);
    await company.sign(right, task?.nodeId ?? "");
    await passUntil(isDone);
    expect([form()?.problem, musterd.asked()]).toEqual([null, 1]);
    const initiated = await musterd.app.store.audit.list({ events: ["form-initiated"], limit: 9 });
    expect(initiated.map(({ facts }) => facts["run"])).toEqual([blocked.id]);
    const applied = await musterd.run();
    expect(applied).toMatchObject({ status: "succeeded", release: { fingerprint: blocked.fingerprint } });
    expect(applied.release).toMatchObject({ by: `sign-off ${task?.formSn} ${right}` });
    expect((await company.applied()).length).toBe(1);
  });

  it("rejects the plan when an approver declines", async () => {
    await blockedWithForm();
    const [task] = await company.waitingFor(company.people.right);
    await company.decline(company.people.right, task?.nodeId ?? "");
    await passUntil(isDone);
    expect(await musterd.run()).toMatchObject({ status: "blocked", error: { code: "plan-rejected" } });
  });

  it("releases nothing when it is signed by somebody who is no approver", async () => {
    const { other } = company.people;
    await company.loadForm([other]);
    await blockedWithForm();
    const [task] = await company.waitingFor(other);
    await company.sign(other, task?.nodeId ?? "");
    await passUntil(isDone);
    expect(form()?.problem).toBe("role-missing");
    expect((await musterd.run()).status).toBe("blocked");
    expect(await organisationWrites()).toEqual([]);
  });

  it("releases nothing when the approver was revoked before the signature", async () => {
    const { right } = company.people;
    await blockedWithForm();
    await musterd.app.store.users.revoke(right);
    const [task] = await company.waitingFor(right);
    await company.sign(right, task?.nodeId ?? "");
    await passUntil(isDone);
    expect(form()?.problem).toBe("role-missing");
  });

  it("releases nothing when an agent could sign in the place of the approver", async () => {
    const { right, agent } = company.people;
    await blockedWithForm();
    await company.call("A5", {
      body: { user: company.user(right), from: [], to: { employee: company.user(agent) }, priority: 1 },
    });
    const endTime = new Date(Date.now() + 3_600_000).toISOString();
    await company.call("A2", { body: { user: company.user(right), endTime } });
    await company.service.call("P1", {});
    const [task] = await company.waitingFor(agent);
    await company.sign(agent, task?.nodeId ?? "");
    await passUntil(isDone);
    expect(form()?.problem).toBe("role-missing");
    expect(await organisationWrites()).toEqual([]);
  });

  it("releases nothing after the plan has changed, and the new plan has a form of its own", async () => {
    const { right } = company.people;
    await blockedWithForm();
    const [task] = await company.waitingFor(right);
    const file = "employees.csv";
    await company.site.write({ [file]: String(company.site.files[file]).replace(/@/, "2@") });
    expect((await musterd.run()).status).toBe("blocked");
    await company.sign(right, task?.nodeId ?? "");
    await passUntil(() => store("SELECT 1 FROM submission WHERE state = 'done'").length === 1);
    expect(store("SELECT problem FROM submission WHERE state = 'done'")).toEqual([{ problem: "plan-stale" }]);
    expect((await musterd.run()).status).toBe("blocked");
    expect(await organisationWrites()).toEqual([]);
    await passUntil(async () => (await company.applied()).length === 2);
  });

  it("releases nothing with four eyes when whoever asked for the run is one of those who may have signed", async () => {
    await musterd.close();
    musterd = await openSigningApp(company, { release: { ...company.settings.release, fourEyes: true } });
    const { right, other } = company.people;
    await musterd.app.store.users.add({ name: other, roles: ["approver"] }, "four words of nobody");
    await company.loadForm([right, other]);
    await musterd.app.store.requests.add({ trigger: "request", by: { kind: "person", name: right } });
    await blockedWithForm();
    const [task] = await company.waitingFor(right);
    await company.sign(right, task?.nodeId ?? "");
    await passUntil(isDone);
    expect(form()?.problem).toBe("four-eyes");
  });
});

describe("a form that cannot be sent at once", () => {
  it("is initiated once for a plan, also when the answer is lost or the process dies", async () => {
    await company.site.fixture.fault({ operation: "F1", kind: "reset", when: "after" });
    const blocked = await musterd.run();
    await musterd.signOff.pass();
    expect(form()).toMatchObject({ state: "sent" });
    await passUntil(() => form()?.state === "waiting");
    expect((await musterd.run()).fingerprint).toBe(blocked.fingerprint);
    await musterd.signOff.pass();
    store("UPDATE submission SET state = 'sent', trace = NULL, document = NULL, at = 0");
    await passUntil(() => form()?.state === "waiting");
    expect((await company.applied()).length).toBe(1);
  });

  it("that always gets lost is told, although it is looked for each time", async () => {
    await company.site.fixture.fault({ operation: "F1", kind: "reset", when: "before", times: 100 });
    await musterd.run();
    for (let times = 0; times < 9; times += 1) {
      await musterd.signOff.pass();
      store("UPDATE submission SET due_at = 0, at = 0");
    }
    expect([...(await musterd.app.store.submissions.failing(3)).keys()]).toEqual(["form"]);
  });

  it("that the service makes no document of is owed again, as form-refused", async () => {
    await musterd.close();
    const { form: template } = company.settings.release;
    const release = { form: { ...template, fields: { plan: "{plan}" } } };
    musterd = await openSigningApp(company, { release });
    await musterd.run();
    await passUntil(() => form()?.problem === "form-refused");
    expect(form()?.state).toBe("owed");
    const checked = (await musterd.app.check(wordsOf("en").check)).filter(({ part }) => part === "sign-off");
    expect(checked).toMatchObject([{ error: { code: "form-refused", message: expect.stringContaining("what") } }]);
  });

  it("that was never sent is sent after it was looked for", async () => {
    await musterd.run();
    await musterd.app.store.submissions.owe({ form: true, report: false });
    store(`UPDATE submission SET state = 'sent', at = ${Date.now() - 60_000}, due_at = 0`);
    await musterd.signOff.pass();
    expect([form()?.state, await company.applied()]).toEqual(["sent", []]);
    store("UPDATE submission SET at = 0");
    await passUntil(() => form()?.state === "waiting");
    expect((await company.applied()).length).toBe(1);
  });

  it("that the service does not take is owed, fails no run, and is told", async () => {
    await company.site.fixture.fault({ operation: "UP1", kind: "status", status: 503, times: 100 });
    await musterd.run();
    for (let times = 0; times < 3; times += 1) {
      await musterd.signOff.pass();
      store("UPDATE submission SET due_at = 0");
    }
    expect([...(await musterd.app.store.submissions.failing(3))]).toEqual([["form", "target-unavailable"]]);
    await company.site.fixture.mend();
    await passUntil(() => form()?.state === "waiting");
    expect(await musterd.app.store.submissions.failing(1)).toEqual(new Map());
  });
});

describe("the report of a run that has written", () => {
  it("is filed in the document center once", async () => {
    await musterd.close();
    musterd = await openSigningApp(company, { guard: {}, filing: { library: "HR", folder: "/musterd" } });
    const run = await musterd.run();
    expect(run.status).toBe("succeeded");
    const isFiled = () => store("SELECT 1 FROM submission WHERE kind = 'report' AND state = 'done'").length === 1;
    await passUntil(isFiled);
    store("UPDATE submission SET state = 'owed'");
    await passUntil(isFiled);
    const body = { rootFolderCode: "HR", folderPath: "/musterd", pageOptions: { page: 0, size: 9, order: 0, by: 0 } };
    const { items } = await company.call<{ items: { document: { fileName: string; length: number } }[] }>("L8", {
      body,
    });
    expect(items.map(({ document }) => document.fileName)).toEqual([`musterd-${run.id}.html`]);
    expect(items[0]?.document.length).toBeGreaterThan(10_000);
    expect((await musterd.run()).status).toBe("succeeded");
    await musterd.signOff.pass();
    expect(store("SELECT 1 FROM submission")).toHaveLength(1);
  });
});
