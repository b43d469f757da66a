/**
 * The way between a daemon and the site: a transport of the client's interface that takes time, and on which what can happen to a
 * call happens when the scenario says so.
 */
import pLimit from "p-limit";
import { CallError } from "../../src/client/call-error.ts";
import { networkFailure } from "../../src/client/transport/network-failure.ts";
import type { Transport, WireAnswer } from "../../src/client/transport/transport.ts";
import { type OperationId, owesRefresh, specOf } from "../../src/contract/contract.ts";
import type { Machine, Owner } from "./machine.ts";
import { promisedTo, type Request, type Site } from "./site.ts";

/** What may happen to a call. `-before`: before the service gets it; otherwise after it was carried out. */
export const callFaults = [
  "reset-before",
  "reset",
  "unavailable-before",
  "unavailable",
  "cut",
  "page-before",
  "not-found-before",
  "forbidden-before",
  "twice",
  "late",
  "slow",
] as const;

/** What may happen to the process while it makes a call. */
export const processFaults = [
  "crash-before",
  "crash",
  "power-cut-before",
  "power-cut",
  "freeze-before",
  "freeze",
  "clock-back",
  "clock-forward",
] as const;

/** The process dies with its disk. */
type RareFault = "lost-disk" | "lost-disk-before";

export type FaultKind = (typeof callFaults)[number] | (typeof processFaults)[number] | RareFault;

/** The fault meets the call with this number of a night, or the first call of the operation. `ms`: how long a process sleeps. */
export type Fault = {
  readonly night: number;
  readonly kind: FaultKind;
  readonly at: number | OperationId;
  readonly ms?: number;
};

export type Network = {
  readonly transport: (owner: Owner) => Transport;
  /** The faults of the night that begins. */
  readonly order: (faults: readonly Fault[]) => void;
  /** While it is down, every connection is refused. */
  readonly setDown: (isDown: boolean) => void;
};

export type Happenings = {
  readonly site: Site;
  /** What a reader gets for what the site has answered. */
  readonly shown: (request: Request, answer: WireAnswer) => WireAnswer;
  /** For how long the site only promises a write. */
  readonly lateMs: () => number;
  /** Is called for faults of processes. */
  readonly strike: (kind: FaultKind, owner: Owner, ms?: number) => void;
  readonly tell: (lane: "daemon" | "site" | "fault", text: string) => void;
  /** Whether every call is told, or only the faults. */
  readonly isTold: boolean;
  /** Is called with the outline of every call. */
  readonly note: (outline: string) => void;
};

const timeoutMs = 30_000;

export const createNetwork = (
  machine: Machine,
  { site, shown, lateMs, strike, tell, isTold, note }: Happenings,
): Network => {
  let ordered: Fault[] = [];
  let calls = 0;
  let isDown = false;

  /** What a proxy has answered in the place of the service; it does not do so again, because the client waits before it asks again. */
  let answered = new Set<string>();

  const meet = (request: Request): Fault | undefined => {
    calls += 1;
    const at = ordered.findIndex((fault) => fault.at === calls || fault.at === request.operation);
    const [fault] = at < 0 ? [] : ordered.splice(at, 1);
    if (fault?.kind !== "not-found-before") return fault;
    const asked = JSON.stringify([request.operation, request.params]);
    if (answered.has(asked)) return undefined;
    answered.add(asked);
    return fault;
  };
  const failure = (operation: OperationId, code: string): CallError =>
    new CallError(operation, networkFailure(operation, Object.assign(new Error(code), { code })));

  /** How the owner learns of the end of a call; nothing if it is dead by then. */
  const carry = (owner: Owner, request: Request, settle: Settle): void => {
    const fault = meet(request);
    const kind = fault?.kind;
    const before = kind?.endsWith("-before") ? kind.slice(0, -"-before".length) : undefined;
    if (fault) tell("fault", `${kind} at ${request.operation}`);
    const onWayMs = machine.random.integer(1, 9);
    const answerLater = (answer: WireAnswer | CallError, ms = machine.random.integer(1, 9)) =>
      machine.after(ms, owner, () => (answer instanceof CallError ? settle.fail(answer) : settle.answer(answer)));
    if (isProcessFault(before ?? kind) && before !== undefined) {
      strike(before as FaultKind, owner, fault?.ms);
      if (owner.state === "dead") return;
    }
    if (isDown) return void answerLater(failure(request.operation, "ECONNREFUSED"));
    if (before === "reset") return void answerLater(failure(request.operation, "ECONNRESET"));
    if (before === "unavailable") return void answerLater(answerWith(503, "", ""));
    if (before === "page")
      return void answerLater(answerWith(200, "text/html", "<!doctype html><title>Sign in</title>"));
    if (before === "not-found") return void answerLater(answerWith(404, "text/plain", "Not Found"));
    if (before === "forbidden") return void answerLater(answerWith(403, "text/plain", "Forbidden"));
    if (kind === "late") {
      answerLater(failure(request.operation, "UND_ERR_HEADERS_TIMEOUT"), timeoutMs);
      machine.after(
        timeoutMs + machine.random.integer(100, 60_000),
        network,
        () => void performed(`${owner.name}, late`, request),
      );
      return;
    }
    machine.after(onWayMs, network, () => {
      if (kind === "twice") performed(owner.name, request);
      const isPromised = lateMs() > 0 && owesRefresh(request.operation);
      const answer = (isPromised ? promised : performed)(owner.name, request);
      if (kind !== undefined && isProcessFault(kind)) strike(kind, owner, fault?.ms);
      if (kind === "reset") answerLater(failure(request.operation, "ECONNRESET"));
      else if (kind === "unavailable") answerLater(answerWith(503, "", ""));
      else if (kind === "cut") answerLater({ ...answer, text: undefined });
      else answerLater(answer, kind === "slow" ? 20_000 : undefined);
    });
  };
  const performed = (by: string, request: Request): WireAnswer => {
    const answer = site.perform(request, by);
    note(`${request.operation} ${answer.status} ${answer.text.length}`);
    if (isTold && specOf(request.operation).mutates)
      tell(
        "site",
        `${request.operation} ${JSON.stringify({ ...request.params, ...(request.body as object) })} -> ${answer.status}${answer.status === 200 ? "" : ` ${answer.text}`}`,
      );
    return shown(request, { ...answer, retryAfter: undefined });
  };
  /** A site that only promises writes learns of no refusal in time to say so. */
  const promised = (by: string, request: Request): WireAnswer => {
    machine.after(lateMs(), network, () => void performed(promisedTo(by), request));
    return answerWith(200, "", "");
  };
  const network = machine.newOwner("network");
  return {
    order: (faults) => {
      ordered = [...faults];
      calls = 0;
      answered = new Set();
    },
    setDown: (down) => {
      isDown = down;
    },
    transport: (owner) => ({
      send: (wire) => {
        wire.signal?.throwIfAborted();
        return new Promise<WireAnswer>((resolve, reject) => carry(owner, wire, { answer: resolve, fail: reject }));
      },
      inTurn: pLimit(8),
      whenFree: (_, attempt) => attempt(),
      closed: new AbortController().signal,
      close: async () => undefined,
    }),
  };
};

type Settle = { readonly answer: (answer: WireAnswer) => void; readonly fail: (error: CallError) => void };

const isProcessFault = (kind: string | undefined): boolean =>
  kind !== undefined && (kind.startsWith("lost-disk") || (processFaults as readonly string[]).includes(kind));

const answerWith = (status: number, contentType: string, text: string): WireAnswer => ({
  status,
  contentType,
  text,
  retryAfter: undefined,
});
