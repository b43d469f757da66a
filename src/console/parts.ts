/** What the console needs of the daemon. */
import type { Queue } from "bullmq";
import type { App } from "../app/app.ts";
import type { ErrorWordsOf } from "../app/notifying.ts";
import type { Status } from "../check/status.ts";
import type { Actor } from "../model/runs/actor.ts";
import type { Progress } from "../model/runs/run.ts";
import type { Language } from "../model/words/language.ts";

type SignedIn =
  | { readonly result: "in"; readonly user: { readonly name: string } }
  | { readonly result: "wrong" }
  | { readonly result: "slowed"; readonly waitMs: number };

/** The run that goes on now; `progress` once it writes. */
export type Running = { readonly id: string; readonly progress?: Progress };

/** What runs now; whoever subscribes is called at each change. */
type Live = { readonly running: () => Running | undefined; readonly subscribe: (changed: () => void) => () => void };

/** The calls of one operation with one outcome since the daemon began, and how long they took together. */
export type CallFigures = {
  readonly operation: string;
  readonly outcome: string;
  readonly count: number;
  readonly seconds: number;
};

export type ConsoleParts = {
  readonly app: App;
  readonly signIn: (
    attempt: Readonly<Record<"name" | "password" | "address", string>> & { readonly device: string | undefined },
  ) => Promise<SignedIn>;
  readonly status: (language: Language) => Promise<Status>;
  readonly errorWords: ErrorWordsOf;
  readonly live: Live;
  /** Ends this run; false if it does not go on. */
  readonly cancel: (run: string, by: Actor) => Promise<boolean>;
  /** Begins the next run that was asked for, if none goes on. */
  readonly wake: () => void;
  readonly calls: () => Promise<readonly CallFigures[]>;
  /** The queues of now, for looking at them. */
  readonly queues: () => Promise<readonly Queue[]>;
};
