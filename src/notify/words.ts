/** The type of the words of messages. Every language has a table of this type, so a missing word does not compile. */
import type { Action, Kind } from "../model/directory/kind.ts";
import type { Breach } from "../model/plan/plan.ts";
import type { RunStatus, Trigger } from "../model/runs/run.ts";
import type { Details } from "../model/runs/told.ts";
import type { OccurrenceCode, Severity } from "./occurrences.ts";

/** Writes times and numbers in a language. */
export type Format = {
  readonly n: (n: number | undefined) => string;
  /** `2026-11-26 08:00`, in the zone of the daemon. */
  readonly time: (instant: string | undefined) => string;
};

export type OccurrenceWords = {
  /** When it is told, for the documentation. */
  readonly when: string;
  readonly title: string;
  /** The facts in one or two sentences; empty if the reason and the numbers say it all. */
  readonly facts: (details: Details, format: Format) => string;
  /** What to do, with the command. */
  readonly next: (details: Details) => string;
  /** For what lasts: the title of its end. */
  readonly over?: string;
};

export type NotifyWords = {
  readonly occurrences: Readonly<Record<OccurrenceCode, OccurrenceWords>>;
  readonly severities: Readonly<Record<Severity, string>>;
  readonly again: string;
  readonly reason: string;
  readonly next: string;
  readonly link: string;
  readonly colon: string;
  readonly list: string;
  readonly changes: string;
  readonly entries: Readonly<Record<"applied" | "failed" | "notTried" | "unconfirmed" | "held", string>>;
  readonly run: (id: string, status: RunStatus, trigger: Trigger, endedAt: string) => string;
  readonly audit: (head: string) => string;
  readonly lasted: (since: string) => string;
  readonly change: (kind: Kind, action: Action, count: string) => string;
  readonly breach: (breach: Breach, format: Format) => string;
  readonly people: string;
  readonly morePeople: (count: string) => string;
  readonly moreChanges: (count: string) => string;
  readonly runs: (counts: NonNullable<Details["runs"]>, format: Format) => string;
  readonly open: (title: string, name: string, since: string) => string;
  readonly footer: (target: string) => string;
  readonly timesIn: (timeZone: string) => string;
};
