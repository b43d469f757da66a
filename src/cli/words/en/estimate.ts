/** English texts of `musterd check --estimate`. */
import { number } from "./counts.ts";

/** Seconds, or minutes from two on. */
const about = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${number(Math.round(seconds / 60))} min`;

export const estimate = {
  basis: (people: number, callMs: number) =>
    `${number(people)} ${people === 1 ? "person" : "people"}; ${callMs.toFixed(1)} ms from one answer of the service to the next while a run is busy`,
  import: (calls: number, seconds: number, mebibytes: number) =>
    `first import: ${number(calls)} calls, about ${about(seconds)}, ${number(mebibytes)} MiB`,
  night: (calls: number, seconds: number, mebibytes: number) =>
    `night without changes: ${number(calls)} calls, about ${about(seconds)}, ${number(mebibytes)} MiB`,
  limits:
    "An import creates what the service lacks. Changes of what it has already, and other programs on this machine, come on top.",
};

export type EstimateWords = typeof estimate;
