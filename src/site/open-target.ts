/** Opens the connection to the service. Readers get a transport that cannot write; `openWriter` gets one that can. */
import pLimit from "p-limit";
import { keyHeaders } from "../client/transport/credentials.ts";
import { openTransport, readOnly, type Transport, tasksAtATime } from "../client/transport/transport.ts";
import type { Log } from "../lib/log.ts";
import type { Reading } from "../model/runs/run.ts";
import { openCalls, openReadCalls, type ReadCalls } from "./calls/call.ts";
import { watched } from "./calls/call-watch.ts";
import { peek, withAnswers } from "./calls/peeked.ts";
import { type TimedTransport, timed } from "./calls/service-time.ts";
import { noteLists } from "./perform/first-create.ts";
import { noteListed } from "./perform/listed-people.ts";
import { perform } from "./perform/perform.ts";
import { refreshPermissions } from "./permission-refresh.ts";
import { checkBindings } from "./reads/check-bindings.ts";
import { readDetails } from "./reads/read-details.ts";
import { readLists } from "./reads/read-lists.ts";
import { readPlain } from "./reads/read-plain.ts";
import { readUnlisted } from "./reads/read-unlisted.ts";
import { sitePaths } from "./settings/bindings.ts";
import { describeTarget, type TargetSettings } from "./settings/settings.ts";
import type { TargetReader, TargetWriter } from "./target.ts";

/** Is called with the progress of a reading. */
type OnRead = (reading: Reading) => void;

const transportOf = (settings: TargetSettings): Transport =>
  watched(openTransport({ ...settings, paths: sitePaths(settings) }, keyHeaders(settings)));

export const openReader = (settings: TargetSettings, log: Log, onRead?: OnRead): TargetReader =>
  readerOver(transportOf(settings), settings, log, onRead);

/** A reader over any transport, which it lets send no write. */
export const readerOver = (given: Transport, settings: TargetSettings, log: Log, onRead?: OnRead): TargetReader => {
  const transport = timed(readOnly(given));
  return reader(openReadCalls(transport, settings, log), transport, log, onRead);
};

export const openWriter = (settings: TargetSettings, log: Log, onRead?: OnRead): TargetWriter =>
  writerOver(transportOf(settings), settings, log, onRead);

/** A writer over any transport. */
export const writerOver = (given: Transport, settings: TargetSettings, log: Log, onRead?: OnRead): TargetWriter => {
  const transport = timed(given);
  const calls = openCalls(transport, settings, log);
  const operationsAtATime = tasksAtATime(settings.concurrency);
  const underWay = pLimit(operationsAtATime);
  const oneAtATime = pLimit(1);
  return {
    ...reader(calls, transport, log, onRead),
    operationsAtATime,
    readLagMs: 2 * settings.backoffMs,
    perform: (operation, beforeCall) => underWay(() => perform(calls, operation, beforeCall)),
    mutations: () => calls.mutations(),
    unanswered: () => calls.unanswered(),
    refresh: (beforeCall) => oneAtATime(() => refreshPermissions(calls, beforeCall)),
  };
};

const reader = (
  calls: ReadCalls,
  transport: TimedTransport,
  log: Log,
  onRead: OnRead = () => undefined,
): TargetReader => ({
  peek: (membersOf) => peek(transport, calls, membersOf),
  readPlain: (scope) => readPlain(calls, scope),
  readLists: async (people, peeked) => {
    const listing = peeked ? withAnswers(transport, calls, peeked, log) : calls;
    const lists = await readLists(listing, people, onRead);
    noteLists(calls, lists);
    if (!people) noteListed(calls, lists.employees);
    return lists;
  },
  readUnlisted: (people) => readUnlisted(calls, people),
  readDetails: (lists, scope, peeked) =>
    readDetails(peeked ? withAnswers(transport, calls, peeked, log) : calls, lists, scope, onRead),
  timeMs: transport.timeMs,
  describe: () => describeTarget(calls.settings),
  check: async () => {
    await calls.read("V1", {}, () => undefined);
  },
  checkBindings: (words) => checkBindings(calls, describeTarget(calls.settings), words),
  close: () => transport.close(),
});
