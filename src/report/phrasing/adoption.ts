/**
 * What a first plan knows of a service that is in use: for each kind, how many objects were matched by which key, how many wait for
 * a decision, and how many are on one side only. Every format shows it.
 */

import type { ShownReport } from "./shown-report.ts";

/** Undefined if the plan is not the first, or the service is empty. */
export const adoptionOf = ({ report: { plan }, say }: ShownReport) =>
  plan.adoption && {
    heading: say.phrase("adoption"),
    /** Kind, matched by, and one for each of `counts`. */
    columns: (["kind", "matched", "toDecide", "onlySource", "onlyTarget"] as const).map((name) => say.phrase(name)),
    rows: plan.adoption.map(({ kind, matched, proposed, onlySource, onlyTarget }) => ({
      kind: say.kind(kind),
      matched: say.matchedBy(matched),
      /** To decide, only in the source, only in the service. */
      counts: [proposed, onlySource, onlyTarget],
    })),
  };
