/**
 * A morning of forms: other systems submit them, and the service's real background work sends their callbacks over a simulated network,
 * while its process is killed and started again from what was durable. A callback that a receiver has taken is sent again only if the
 * process died before that was durable.
 */
import { Dispatcher } from "undici";
import { loadCompany } from "../../src/service/company-document.ts";
import { createCompany, rules } from "../../src/service/features.ts";
import { startInitiations } from "../../src/service/initiations/initiation-worker.ts";
import type { InitiationRow } from "../../src/service/initiations/tables.ts";
import { serviceCaller } from "../../src/service/kernel/callers/caller.ts";
import { openCompanyFile } from "../../src/service/kernel/company/company-file.ts";
import { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import type { RecordBatch, RecordStore, StoredRecord } from "../../src/service/kernel/records/record-store.ts";
import { account, baseline } from "../service/cases/baseline.ts";
import { formsBaseline } from "../service/forms/baseline.ts";
import type { Wrong } from "./judges.ts";
import type { Machine, Owner } from "./machine.ts";

const application = {
  applyAccount: account("dan"),
  deptCode: "FIN",
  fields: [
    { code: "title", value: "Trip" },
    { code: "amount", value: 12.5 },
  ],
};
const forms = 30;
const receivers = 3;
const quietMs = 3 * 3_600_000;

/** Submits forms, and returns what is wrong with their callbacks when no more is owed. */
export const morningOfForms = async (machine: Machine): Promise<readonly Wrong[]> => {
  const { random } = machine;
  const wrong: Wrong[] = [];
  const durable = new Map<number, StoredRecord>();
  const submitted = new Set<string>();
  const taken = new Map<string, Owner>();
  const outside = machine.newOwner("other systems");
  let service = await startProcess(machine, durable, receive);
  const submit = (): void => {
    const { owner, submit: send } = service;
    machine.after(0, owner, () => void send(random.integer(1, receivers)).then((id) => void submitted.add(id)));
  };

  /** How a receiver answers; 0: the connection breaks after it has taken the callback. */
  function receive(by: Owner, id: string): number {
    const before = taken.get(id);
    if (isDelivered(durable, id))
      wrong.push({ what: "callback", about: `${id} is sent again after its delivery was stored` });
    else if (before === by)
      wrong.push({ what: "callback", about: `${id} is sent again by a process that knew its delivery` });
    const status = random.chance(0.8) ? 200 : random.chance(0.5) ? 503 : 0;
    if (status === 200) taken.set(id, by);
    return status;
  }
  for (let at = 0; at < forms; at += 1) machine.after(random.integer(0, 400), outside, submit);
  for (let kills = random.integer(0, 2); kills > 0; kills -= 1) {
    await machine.until(() => false, random.integer(20, 300));
    machine.kill(service.owner);
    service = await startProcess(machine, durable, receive);
  }
  await machine.until(() => false, quietMs);
  for (const id of submitted) if (!taken.has(id)) wrong.push({ what: "callback", about: `${id} was never taken` });
  machine.kill(service.owner);
  return wrong;
};

const initiationsIn = (durable: ReadonlyMap<number, StoredRecord>): readonly InitiationRow[] =>
  [...durable.values()].flatMap(({ kind, body }) => (kind === "initiation" ? [JSON.parse(body) as InitiationRow] : []));

const isDelivered = (durable: ReadonlyMap<number, StoredRecord>, id: string): boolean =>
  initiationsIn(durable).some(({ traceId, callback }) => traceId === id && callback === "delivered");

/** A process of the service, without its routes. */
const startProcess = async (
  machine: Machine,
  durable: Map<number, StoredRecord>,
  receive: (by: Owner, id: string) => number,
) => {
  const owner = machine.newOwner("service");
  const started = machine.begin(owner, async () => {
    const company = createCompany("ACME", Quirks.parse({}), { nowMs: machine.nowMs });
    const file = await openCompanyFile(storeOn(machine, owner, durable), company);
    if (durable.size === 0)
      await file.write(() => loadCompany(company, { organisation: baseline(), forms: formsBaseline() }));
    const dispatcher = networkOf(machine, owner, receive);
    return { company, file, work: startInitiations({ file, dispatcher }) };
  });
  await machine.until(() => false, 100);
  const { company, file, work } = await started;
  return {
    owner,
    /** Returns the id of the callback when the request is answered. */
    submit: async (receiver: number): Promise<string> => {
      const body = { ...application, callBackUrl: `http://receiver-${receiver}.example/` };
      const request = { params: { formCodeOrId: "EXPENSE" }, body, caller: serviceCaller };
      const id = await file.write(() => rules.F1(company, request as never) as string);
      work.wake();
      return id;
    },
  };
};

/** A store whose commits take a moment. */
const storeOn = (machine: Machine, owner: Owner, durable: Map<number, StoredRecord>): RecordStore => {
  const store = ({ put, removed }: RecordBatch): Promise<void> =>
    new Promise((resolve) => {
      machine.after(machine.random.integer(1, 6), owner, () => {
        for (const record of put) durable.set(record.id, record);
        for (const id of removed) durable.delete(id);
        resolve();
      });
    });
  const load = async function* () {
    yield [...durable.values()].toSorted((a, b) => a.id - b.id);
  };
  return { store, load, lost: new AbortController().signal } as never;
};

/** A network of undici's interface on which an answer takes a moment. */
const networkOf = (machine: Machine, owner: Owner, receive: (by: Owner, id: string) => number): Dispatcher =>
  new (class extends Dispatcher {
    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      const id = (options.headers as Readonly<Record<string, string>>)["webhook-id"] ?? "";
      const control = { abort: () => undefined, resume: () => undefined, pause: () => undefined } as never;
      handler.onRequestStart?.(control, {});
      machine.after(machine.random.integer(1, 9), owner, () => {
        const status = receive(owner, id);
        machine.after(machine.random.integer(1, 9), owner, () => {
          if (status === 0)
            return handler.onResponseError?.(control, Object.assign(new Error("reset"), { code: "ECONNRESET" }));
          handler.onResponseStart?.(control, status, {}, "");
          handler.onResponseEnd?.(control, {});
        });
      });
      return true;
    }
  })();
