/**
 * Reads a folder whose mount may not answer: with its server away, each call on a file waits, perhaps for ever, and holds one of the
 * few threads that the process has for files and for the names of hosts. So one reading of a folder waits for the other, which takes
 * one thread at most, and gives up after a while.
 */
import { MusterdError } from "../../../lib/errors.ts";

/** More than the largest file needs over a slow line. */
const answerMs = 5 * 60_000;

/** Folder → the last reading of it; it never rejects. */
const readings = new Map<string, Promise<unknown>>();

/**
 * The result of `read`, which reads below `folder`, and may wait `waitMs` of its own accord. Fails as `read` does, or with
 * `source-file-unreadable`.
 */
export const answeredInTime = async <Result>(
  folder: string,
  file: string,
  read: () => Promise<Result>,
  waitMs = 0,
): Promise<Result> => {
  const given = new AbortController();
  const limitMs = answerMs + waitMs;
  const before = readings.get(folder) ?? Promise.resolve();
  // What nobody waits for any more is not begun.
  const reading = before.then(() => (given.signal.aborted ? Promise.reject<Result>(given.signal.reason) : read()));
  const settled = reading.then(
    () => undefined,
    () => undefined,
  );
  readings.set(folder, settled);
  void settled.then(() => readings.get(folder) === settled && readings.delete(folder));
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    given.abort(silent(folder, file, limitMs));
    reject(given.signal.reason);
  }, limitMs);
  try {
    return await Promise.race([reading, tooLong]);
  } finally {
    clearTimeout(timer);
  }
};

const silent = (folder: string, file: string, limitMs: number): MusterdError =>
  new MusterdError(
    "source-file-unreadable",
    `${file} in ${folder} cannot be read (no answer within ${limitMs / 60_000} minutes)`,
    {
      place: { file },
      hint: "the folder is on a mount that does not answer: look at its server and the network between; nothing was read, so nothing is changed",
    },
  );
