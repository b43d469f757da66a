/** The connection of every queue and worker: quick recovery, no retry limit per request, rate-limited error logs. */
import { setTimeout as delay } from "node:timers/promises";
import { type ConnectionOptions, type Processor, Queue, Worker, type WorkerOptions } from "bullmq";
import type { Redis } from "ioredis";
import { closeTimeoutMs, within } from "../lib/http/closing.ts";
import type { Log } from "../lib/log.ts";
import { keyPrefix, type RedisHandle } from "./redis-handle.ts";

const reconnectCapMs = 1_500;

/**
 * `ended` is set when closing begins; from then on, a lost connection is not opened again. `clients` are those whose connection
 * has not ended.
 */
export type ClosingState = { ended: boolean; readonly clients: Set<Client> };

type Client = Awaited<Queue["backend"]["client"]>;

export const newClosingState = (): ClosingState => ({ ended: false, clients: new Set() });

const noteClients = ({ clients }: ClosingState, { client, blockingClient }: Queue["backend"]): void => {
  const note = (opened: Client): void => {
    clients.add(opened);
    opened.once("end", () => clients.delete(opened));
  };
  // A client that never becomes ready is disconnected by BullMQ itself.
  for (const opening of [client, blockingClient]) opening?.then(note, () => undefined);
};

/** A queue that adds jobs. */
export const openQueue = <Data>(name: string, redis: RedisHandle, closingState: ClosingState): Queue<Data> => {
  const queue = new Queue<Data>(name, { connection: connection(redis, closingState), prefix: keyPrefix });
  noteClients(closingState, queue.backend);
  return queue;
};

/** A queue that is only looked at: it writes nothing, and tells instead of waiting that Redis does not answer. */
export const openWatchedQueue = (name: string, redis: RedisHandle, closingState: ClosingState): Queue => {
  const options = { ...connection(redis, closingState), maxRetriesPerRequest: 1, commandTimeout: answerTimeoutMs };
  const queue = new Queue(name, { connection: options, prefix: keyPrefix, skipMetasUpdate: true });
  noteClients(closingState, queue.backend);
  queue.on("error", () => undefined);
  return queue;
};

const connection = (redis: RedisHandle, closingState: ClosingState): ConnectionOptions =>
  ({
    ...redis.options,
    maxRetriesPerRequest: null,
    // Null ends the connection and rejects every waiting command, so that nothing keeps the process alive.
    retryStrategy: (attempt: number) => (closingState.ended ? null : Math.min(attempt * 100, reconnectCapMs)),
    // BullMQ's type is compiled without exactOptionalPropertyTypes; the value is a valid set of ioredis options.
  }) as ConnectionOptions;

/** BullMQ's defaults recover in 90 seconds after a kill; these settings recover in about 15 seconds. */
const workerOptions = (redis: RedisHandle, closingState: ClosingState): WorkerOptions => ({
  connection: connection(redis, closingState),
  prefix: keyPrefix,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  runRetryDelay: 1_000,
  maxStalledCount: 1_000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
});

/**
 * A worker that logs its errors and pauses after every failed fetch. BullMQ repeats a failed fetch at once. If the connection
 * was reset before it was ready, the fetch fails immediately, and the loop would starve every timer, signal and other
 * connection of the process.
 */
export const openWorker = <Data>(
  name: string,
  work: Processor<Data>,
  { redis, closingState, log, concurrency = 1 }: WorkerDeps,
): Worker<Data> => {
  const worker = new Worker<Data>(name, work, { ...workerOptions(redis, closingState), concurrency });
  const { backend } = worker;
  noteClients(closingState, backend);
  const fetch = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...asked) => {
    try {
      return await fetch(...asked);
    } catch (error) {
      await delay(failedFetchMs);
      throw error;
    }
  };
  logErrors(worker, log);
  return worker;
};

type WorkerDeps = {
  readonly redis: RedisHandle;
  readonly closingState: ClosingState;
  readonly log: Log;
  readonly concurrency?: number;
};

const failedFetchMs = 100;

const errorEveryMs = 5_000;

/**
 * Logs an emitter's errors, at most one in five seconds: when Redis has reached maxmemory, a worker fails thousands of times.
 */
export const logErrors = (
  emitter: { on: (event: "error", listener: (error: Error) => void) => unknown },
  log: Log,
): void => {
  let lastMs = 0;
  emitter.on("error", (error) => {
    const now = performance.now();
    if (lastMs > 0 && now - lastMs < errorEveryMs) return;
    lastMs = now;
    log.warn({ error: error.message }, "redis connection trouble");
  });
};

const answerTimeoutMs = 1_000;

/**
 * Closes a queue and its worker, which must have no active job; `leaveNothing` also removes the queue's keys. An unreachable
 * Redis is detected first, because a graceful close would wait for it for ever. A connection that Redis does not end is cut.
 */
export const closeQueue = async (
  closingState: ClosingState,
  queue: Queue,
  { worker, leaveNothing = false }: { readonly worker?: Worker; readonly leaveNothing?: boolean },
): Promise<void> => {
  closingState.ended = true;
  const attempt = (timeoutMs: number, work: () => Promise<unknown>) =>
    within(timeoutMs, () => work().then(() => true)).catch(() => undefined);
  const answers = await attempt(answerTimeoutMs, () => queue.count().catch(unlessReply));
  await attempt(closeTimeoutMs, async () => worker?.close(!answers));
  if (answers && leaveNothing) {
    await attempt(closeTimeoutMs, () => queue.obliterate({ force: true }));
    await attempt(closeTimeoutMs, () => removeKeys(queue));
  }
  await attempt(closeTimeoutMs, () => queue.close());
  // ioredis destroys the socket of a client that it disconnects, after two seconds at the latest.
  for (const client of closingState.clients) client.disconnect();
};

/** A refusal is an answer too, such as that of a queue whose list something has replaced. */
const unlessReply = (error: Error): void => {
  if (error.name !== "ReplyError") throw error;
};

/** BullMQ finds what belongs to a queue through its lists; of a queue that something has damaged it leaves the rest. */
const removeKeys = async (queue: Queue): Promise<void> => {
  const client = (await queue.backend.client) as unknown as Redis;
  let cursor = "0";
  do {
    const [next, keys] = await client.scan(cursor, "MATCH", queue.toKey("*"), "COUNT", 1_000);
    if (keys.length > 0) await client.unlink(...keys);
    cursor = next;
  } while (cursor !== "0");
};
