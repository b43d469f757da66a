/** What every channel can do. */

import type { Message } from "../../model/runs/told.ts";
import type { Language } from "../../model/words/language.ts";
import type { Rendered } from "../message.ts";

export type Channel = {
  /** Delivers a message; rejects with an `Undelivered`. The same message may come again, with the same id. */
  readonly send: (message: Message, rendered: Rendered, language: Language) => Promise<void>;
  /** Tries the way to the receiver without telling anything; returns what was found, or rejects with an `Undelivered`. */
  readonly check: () => Promise<string>;
};

/** The longest time for one message. */
export const sendTimeoutMs = 20_000;

/** A message that was not delivered, or not to the recipients in `rest`. `problem` has no addresses, so that others may be told. */
export class Undelivered extends Error {
  readonly problem: string;
  readonly rest: readonly string[] | undefined;

  constructor(problem: string, cause: unknown, rest?: readonly string[]) {
    super(cause instanceof Error ? cause.message : problem, { cause });
    this.problem = problem;
    this.rest = rest;
  }
}

/** The code of a failure of the network or of a protocol, without its text. */
export const failureCode = (thrown: unknown): string => {
  const { code, cause, name } = thrown as { code?: unknown; cause?: unknown; name?: string };
  if (typeof code === "string" || typeof code === "number") return String(code);
  return cause === undefined ? (name ?? "error") : failureCode(cause);
};
