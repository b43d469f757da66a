/** Checks decisions on identity before they are kept: a decision about a record or object that is not there would be of no effect. */
import { MusterdError } from "../../lib/errors.ts";
import { nearest, similarText } from "../../lib/nearest.ts";
import type { AdoptedKind, Decision } from "../../model/directory/identity.ts";
import { listOf } from "../../model/directory/objects.ts";
import type { TargetLists } from "../../model/directory/snapshot.ts";
import { lookAlikesIn, shownKey } from "../../plan/keys/look-alikes.ts";
import { type DecisionProblem, decisionProblems } from "../../plan/questions/decisions.ts";
import type { Prepared } from "../prepare/prepare-plan.ts";

/** Throws the MusterdError `decision-invalid`, with all that is wrong. `known`: the decisions that count already. */
export const checkDecisions = (
  said: readonly Decision[],
  known: readonly Decision[],
  { desired, current }: Pick<Prepared, "desired" | "current">,
): void => {
  const problems = decisionProblems(said, known, desired, current);
  if (problems.length === 0) return;
  const lines = problems.map((problem) => textOf(problem, { source: desired.directory, target: current }));
  throw new MusterdError("decision-invalid", [...new Set(lines)].join("\n"), {
    hint: "`musterd adopt` shows what is to be decided, `--list` all decisions; `--withdraw` takes one back, and `--unchecked` keeps one about a record that is not there yet",
  });
};

type Sides = Readonly<Record<"source" | "target", Partial<TargetLists>>>;

const textOf = (problem: DecisionProblem, sides: Sides): string => {
  const { decision } = problem;
  const { kind } = decision;
  switch (problem.what) {
    case "no-record":
      return `${pairText(decision)}: the source has no ${kind} "${decision.source}"${similarTo(kind, decision.source, sides.source)}`;
    case "no-object":
      return `${pairText(decision)}: the service has no ${kind} "${decision.target}"${similarTo(kind, decision.target, sides.target)}`;
    case "contradicts":
      return `${pairText(decision)} contradicts ${problem.others.map(pairText).join(", ")}`;
  }
};

const pairText = ({ kind, source, target, same }: Decision): string =>
  `${kind === "employee" ? "" : `${kind}/`}${source}=${target} (${same ? "same" : "other"})`;

/** Most keys that an error names. */
const shown = 5;

const similarTo = (kind: AdoptedKind, word: string, side: Partial<TargetLists>): string => {
  const keys =
    kind === "employee"
      ? (side.employees ?? []).flatMap(({ account, number }) => (number ? [account, number] : [account]))
      : (side[listOf[kind]] ?? []).map(({ code }) => code);
  const known = [...new Set(keys)];
  const alike = lookAlikesIn(known.map((key) => [key, key] as const))(word);
  if (alike.length > 0) return `, only ${alike.map(shownKey).join(", ")}, which looks like ${shownKey(word)}`;
  return similarText(nearest(word, known).slice(0, shown));
};
