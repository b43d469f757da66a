/** A site whose service has a form for the decision about a blocked plan and a library for reports, and a musterd that uses them. */
import { type App, openApp } from "../../../src/app/app.ts";
import type { Runs } from "../../../src/app/open-runs.ts";
import type { SignOff } from "../../../src/app/sign-off.ts";
import { errorWordsOf } from "../../../src/cli/words/words.ts";
import { loadConfig } from "../../../src/config/config.ts";
import type { OperationId } from "../../../src/contract/contract.ts";
import { createLog } from "../../../src/lib/log.ts";
import type { RunSummary } from "../../../src/model/runs/run.ts";
import { targetSettings } from "../../../src/site/settings/settings.ts";
import { callerOf, type Input, startTestService } from "../../service/running-service.ts";
import { serviceFixtureAt } from "../servers/service-fixture.ts";
import { type DaemonSite, daemonToken, openDaemonSite } from "./daemon-site.ts";

export type SignOffSite = Awaited<ReturnType<typeof openSignOffSite>>;

const password = "four words of nobody";

/** `more` adds to the part `daemon`. The form asks `signers`; `right` and `other` may approve in the service, `right` in musterd too. */
export const openSignOffSite = async (daemon: Readonly<Record<string, unknown>> = {}) => {
  const { url, close } = await startTestService({ outbound: { allowPrivateNetworks: true } });
  const site: DaemonSite = await openDaemonSite(daemon, { fixture: serviceFixtureAt(url, close) });
  const service = callerOf(url);
  const people = site.before.employees.filter(
    ({ active, corpCode, depts }) => active !== false && corpCode === undefined && depts.length > 0,
  );
  const [applicant, right, other, agent] = people.map(({ account }) => account) as [string, string, string, string];
  const department = people[0]?.depts[0]?.code ?? "";
  const settings = {
    guard: { caps: { employee: { update: { count: 0 } } } },
    release: { form: { code: "PLAN", applicant, department, fields: { plan: "{plan}", what: "{text}" } } },
  };
  const field = (code: string, typeId: string) => ({ code, name: code, typeId, isRequired: true });
  const loadForm = (signers: readonly string[]) =>
    service.admin("PUT", "/company", {
      forms: {
        categories: [{ category: "IT" }],
        forms: [
          {
            code: "PLAN",
            name: "Plan",
            category: "IT",
            fields: [field("plan", "text"), field("what", "textArea")],
            route: [{ kind: "person", name: "sign", mode: "any", accounts: signers }],
          },
        ],
      },
      libraries: [{ code: "HR", name: "HR", folders: [{ path: "/musterd" }] }],
    });
  await loadForm([right]);
  await site.configure(settings);

  const call = async <Answer>(id: OperationId, input: Input): Promise<Answer> => {
    const answer = await service.call(id, input);
    if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${answer.text}`);
    return answer.json as Answer;
  };
  const user = (account: string) => ({ userType: 0, userCode: account });
  const pageOptions = { page: 0, size: 50, order: 0, by: 0 };
  return {
    site,
    service,
    settings,
    people: { applicant, right, other, agent },
    user,
    loadForm,
    call,
    /** The forms that wait for somebody, or those that were ever applied for. */
    waitingFor: async (account: string) =>
      (
        await call<{ items: { formSn: string; nodeId: string }[] }>("F8d", {
          body: { user: user(account), pageOptions },
        })
      ).items,
    applied: async () =>
      (
        await call<{ items: { formSn: string; taskViewStatus: number }[] }>("F8c", {
          body: { user: user(applicant), taskStatus: 0, pageOptions },
        })
      ).items,
    sign: (account: string, nodeId: string) => call("F10", { body: { user: user(account), nodeId } }),
    decline: (account: string, nodeId: string) => call("F11", { body: { user: user(account), nodeId, opinion: "no" } }),
  };
};

/** Musterd in this process, with its store, its runs and its forms; the daemon's clockwork is left out. */
export const openSigningApp = async ({ site, people, settings }: SignOffSite, more: object = {}) => {
  await site.configure({ ...settings, ...more });
  const config = loadConfig(site.config, { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken });
  const app: App = openApp(config, targetSettings.parse(config.target), createLog("silent"));
  await app.store.users.add({ name: people.right, roles: ["approver"] }, password);
  const runs: Runs = await app.openRuns();
  let asked = 0;
  const open = (): Promise<SignOff> =>
    app.signOff(errorWordsOf, () => {
      asked += 1;
    });
  return {
    app,
    signOff: await open(),
    asked: () => asked,
    run: async (): Promise<RunSummary> => {
      const next = await app.store.requests.next();
      const requested = next?.runId ?? (await app.store.requests.add({ trigger: "schedule" }));
      const ended = await runs.reconcile({
        trigger: next?.trigger ?? "schedule",
        requested,
        ...(next?.by && { by: next.by }),
        approve: async () => true,
        onProgress: () => undefined,
      });
      return ended.run;
    },
    close: async () => {
      await runs.close();
      await app.close();
    },
  };
};
