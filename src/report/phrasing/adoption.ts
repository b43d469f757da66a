/**
 * What a first plan knows of a service that is in use: for each kind, how many objects were matched by which key, how many wait for
 * a decision, and how many are on one side only. Every format shows it.
 */

import type { ShownReport } from "./shown-report.ts";

type Adoption = {
  readonly heading: string;
  /** Kind, matched by, and one for each of `counts`. */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly kind: string;
    readonly matched: string;
    /** To decide, only in the source, only in the service. */
    readonly counts: readonly number[];
  }[];
};

/** Undefined if the plan is not the first, or the service is empty. */
export const adoptionOf = ({ report: { plan }, say }: ShownReport): Adoption | undefined =>
  plan.adoption && {
    heading: say.phrase("adoption"),
    columns: (["kind", "matched", "toDecide", "onlySource", "onlyTarget"] as const).map((name) => say.phrase(name)),
    rows: plan.adoption.map(({ kind, matched, proposed, onlySource, onlyTarget }) => ({
      kind: say.kind(kind),
      matched: say.matchedBy(matched),
      counts: [proposed, onlySource, onlyTarget],
    })),
  };
