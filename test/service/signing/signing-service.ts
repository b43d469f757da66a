/** Functions for tests with a running service, in terms of applicants and signers. */
import { expect } from "vitest";
import { initiationProcess } from "../../../src/contract/records/forms.ts";
import type { SectionDocument } from "../../../src/contract/sections/documents.ts";
import { type Answer, type callerOf, errorCodeOf } from "../running-service.ts";
import { account } from "./signing-company.ts";

export type Caller = ReturnType<typeof callerOf>;

type Item = {
  readonly formSn: string;
  readonly nodeId: string;
  readonly isAgent: boolean;
  readonly isHandover: boolean;
};
type Initiation = { readonly process: number; readonly formSn: string | null; readonly resultMessage: string | null };

const allPages = { page: 0, size: 1000 };

/** `done` returns an answer after checking that the call succeeded. */
export const signingOn = (service: Caller) => {
  const done = (answer: Answer): Answer => {
    expect([answer.status, errorCodeOf(answer)]).toEqual([200, undefined]);
    return answer;
  };
  const call: Caller["call"] = async (id, input) => done(await service.call(id, input));

  /** Applies, and waits for the result of the initiation. */
  const initiate = async (form: string, who: string, deptCode: string, values: object): Promise<Initiation> => {
    const fields = Object.entries(values).map(([code, value]) => ({ code, value: value as unknown }));
    const body = { applyAccount: account(who), deptCode, fields };
    const traceId = (await call("F1", { params: { formCodeOrId: form }, body })).json as string;
    for (;;) {
      const result = (await call("F2", { body: { traceId } })).json as Initiation;
      if (result.process === initiationProcess.done) return result;
    }
  };
  /** Applies; returns the number of the document. */
  const apply = async (form: string, who = "dan", deptCode = "RD1", values: object = {}): Promise<string> => {
    const { formSn, resultMessage } = await initiate(form, who, deptCode, values);
    expect(resultMessage).toBeNull();
    return formSn ?? "";
  };
  const document = (formSn: string) => service.admin("GET", `/documents/${formSn}`) as Promise<SectionDocument>;
  const pendingFor = async (who: string): Promise<readonly Item[]> => {
    const { json } = await call("F8d", { body: { user: account(who), pageOptions: allPages } });
    return (json as { items: Item[] }).items;
  };
  /** The id of the task in which this person can decide on a document. */
  const nodeOf = async (formSn: string, who: string): Promise<string> => {
    const item = (await pendingFor(who)).find((one) => one.formSn === formSn);
    expect(item, `${who} has a task in ${formSn}`).toBeDefined();
    return item?.nodeId ?? "";
  };
  return {
    ...service,
    call,
    initiate,
    apply,
    document,
    pendingFor,
    nodeOf,
    /** People who were asked and have not decided. */
    waitingFor: async (formSn: string) =>
      (await document(formSn)).tasks.filter(({ decision }) => decision === null).map(({ signer }) => signer),
    approve: async (formSn: string, who: string) =>
      call("F10", { body: { user: account(who), nodeId: await nodeOf(formSn, who) } }),
    reject: async (formSn: string, who: string) =>
      call("F11", { body: { user: account(who), nodeId: await nodeOf(formSn, who), opinion: "No" } }),
    refresh: () => call("P1"),
    /** Performs a sandbox action on a task; returns the ids of the new tasks. */
    turn: async (nodeId: string, name: "handover" | "inquiry" | "countersign", ...to: readonly string[]) => {
      const body = { to: to.map(account), note: "Please" };
      return ((await service.admin("POST", `/tasks/${nodeId}/${name}`, body)) as { nodeIds: string[] }).nodeIds;
    },
  };
};

export type Signing = ReturnType<typeof signingOn>;
