/**
 * Runs the waves of a plan as BullMQ jobs, one for each page (a part of a wave). A job contains only ids (run, wave, page); the
 * process that holds the run's lease works on it. At most `windowJobs` jobs wait in Redis at a time. Pages that Redis loses,
 * for example by a restart, are added again. A wave ends when every page has been worked on, not when the queue is empty. If
 * Redis delivers nothing for too long, the wave ends with an error.
 */
import type { Job, Queue, Worker } from "bullmq";
import { asMusterdError, MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { closeQueue, logErrors, newClosingState, openQueue, openWorker } from "./connection.ts";
import type { RedisHandle } from "./redis-handle.ts";

export type WavePage = { readonly run: string; readonly wave: number; readonly page: number };

/** Stores an outcome for every change of the page; throws only on a defect. */
export type PageWork = (page: WavePage) => Promise<void>;

const windowJobs = 200;
const checkEveryMs = 2_000;

/** The active wave. `fed` has the pages that were added to Redis, and `pending` the pages that have not been worked on. */
type WaveProgress = {
  readonly wave: number;
  readonly pending: Set<number>;
  readonly fed: Set<number>;
  readonly finish: (error?: Error) => void;
};

const defaultTimeoutMs = 60_000;

/**
 * The queue of one run. `concurrency` is the number of pages worked on in parallel, and `timeoutMs` is the longest wait for
 * Redis to deliver a page.
 */
export class WaveQueue {
  private readonly queue: Queue<WavePage>;
  private readonly worker: Worker<WavePage>;
  private readonly redis: RedisHandle;
  private readonly timeoutMs: number;
  private readonly closingState = newClosingState();
  private readonly working = new Map<string, Promise<void>>();
  private readonly run: string;
  private readonly work: PageWork;
  private readonly log: Log;
  private progress: WaveProgress | undefined;
  private feedings = 0;
  /**
   * The time for which Redis has delivered nothing. A timer counts it, so time in which the process was suspended is not
   * included.
   */
  private idleMs = 0;

  constructor(
    redis: RedisHandle,
    run: string,
    work: PageWork,
    concurrency: number,
    log: Log,
    timeoutMs = defaultTimeoutMs,
  ) {
    this.redis = redis;
    this.timeoutMs = timeoutMs;
    this.run = run;
    this.work = work;
    this.log = log;
    this.queue = openQueue<WavePage>(waveQueueName(run), redis, this.closingState);
    const { closingState } = this;
    this.worker = openWorker<WavePage>(waveQueueName(run), (job) => this.deliver(job), {
      redis,
      closingState,
      log,
      concurrency,
    });
    logErrors(this.queue, log);
  }

  /**
   * Resolves when all pages 0 … `pages` − 1 have been worked on. Rejects with an error thrown by a page's work, or with
   * `redis-unavailable` when no page has been delivered for too long.
   */
  async runWave(wave: number, pages: number): Promise<void> {
    if (pages === 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const finish = (error?: Error) => (error ? reject(error) : resolve());
    const pending = new Set(Array.from({ length: pages }, (_, page) => page));
    this.progress = { wave, pending, fed: new Set(), finish };
    this.idleMs = 0;
    const tickMs = Math.min(checkEveryMs, this.timeoutMs / 4);
    const watch = setInterval(() => this.watchIdle(tickMs, finish), tickMs);
    let checking = Promise.resolve();
    const timer = setInterval(() => {
      checking = checking.then(() => this.feedLostPages()).catch((error: unknown) => this.complain(error));
    }, checkEveryMs);
    try {
      void this.fill(this.progress).catch((error: unknown) => this.complain(error));
      await promise;
    } finally {
      clearInterval(timer);
      clearInterval(watch);
      this.progress = undefined;
    }
  }

  /** Ends the active wave, waits for pages in work, and removes all keys from Redis. */
  async close(): Promise<void> {
    this.progress?.finish();
    this.progress = undefined;
    await Promise.allSettled(this.working.values());
    await closeQueue(this.closingState, this.queue, { worker: this.worker, leaveNothing: true });
  }

  private async deliver({ data }: Job<WavePage>): Promise<void> {
    const { progress } = this;
    this.idleMs = 0;
    if (progress?.wave !== data.wave || !progress.pending.has(data.page)) return;
    try {
      await this.workOnce(data, progress.pending);
    } catch (error) {
      progress.finish(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (progress.pending.size === 0) progress.finish();
    else await this.fill(progress);
  }

  /**
   * A page is never worked on twice, however often it is delivered: it is no longer pending before it is no longer in work, so
   * there is no moment at which a delivery finds neither.
   */
  private workOnce(page: WavePage, pending: Set<number>): Promise<void> {
    const key = `${page.wave}/${page.page}`;
    const running =
      this.working.get(key) ??
      this.work(page)
        .then(() => void pending.delete(page.page))
        .finally(() => this.working.delete(key));
    this.working.set(key, running);
    return running;
  }

  private async fill(progress: WaveProgress): Promise<void> {
    const inRedis = [...progress.pending].filter((page) => progress.fed.has(page)).length;
    const next = [...progress.pending]
      .filter((page) => !progress.fed.has(page))
      .slice(0, Math.max(0, windowJobs - inRedis));
    if (next.length === 0) return;
    for (const page of next) progress.fed.add(page);
    this.feedings += 1;
    const jobs = next.map((page) => ({
      name: "page",
      data: { run: this.run, wave: progress.wave, page },
      opts: { jobId: `${progress.wave}-${page}-${this.feedings}` },
    }));
    await this.queue.addBulk(jobs);
  }

  /** Adds the pending pages again if Redis has lost them, that is, if no page is being worked on and none waits in Redis. */
  private async feedLostPages(): Promise<void> {
    const { progress } = this;
    if (!progress || this.working.size > 0) return;
    const counts = await this.queue.getJobCounts("active", "waiting", "prioritized", "delayed");
    const inRedis = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (progress !== this.progress || this.working.size > 0 || inRedis > 0) return;
    this.log.warn(
      { runId: this.run, wave: progress.wave, pages: progress.pending.size },
      "pages lost by redis are fed again",
    );
    progress.fed.clear();
    await this.fill(progress);
  }

  private watchIdle(tickMs: number, finish: (error: Error) => void): void {
    this.idleMs = this.working.size > 0 ? 0 : this.idleMs + tickMs;
    if (this.idleMs >= this.timeoutMs && this.idleMs < this.timeoutMs + tickMs) void this.undelivered().then(finish);
  }

  /** Asks Redis why it delivers nothing. */
  private async undelivered(): Promise<MusterdError> {
    const cause = await this.redis.probe().catch(asMusterdError);
    const why = cause ? `: ${cause.message}` : "";
    return new MusterdError("redis-unavailable", `Redis delivered no job for ${this.timeoutMs / 1000} s${why}`, {
      place: { setting: "redis.url" },
      hint: cause?.hint ?? "check the log of Redis; `redis.timeoutMs` sets how long a run waits",
      retryable: cause?.retryable ?? true,
      cause,
    });
  }

  private complain(error: unknown): void {
    this.log.warn({ runId: this.run, error: String(error) }, "a wave could not be fed yet");
  }
}

export const waveQueueName = (run: string): string => `wave-${run}`;

/** Removes the keys that an interrupted run has left in a Redis that kept running. */
export const clearWaveQueue = async (redis: RedisHandle, run: string): Promise<void> => {
  const closingState = newClosingState();
  const queue = openQueue(waveQueueName(run), redis, closingState);
  queue.on("error", () => undefined);
  await closeQueue(closingState, queue, { leaveNothing: true });
};
